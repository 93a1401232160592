#pragma once

#include <string>

#include "harness/count/count_record.h"

namespace sudoku {

/// What has been counted, as a table for people.
std::string format_table(const CountRecord& record);

}  // namespace sudoku
