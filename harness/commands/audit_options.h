#pragma once

#include <chrono>
#include <cstddef>
#include <string>

#include "harness/cli/common_options.h"

namespace sudoku {

struct AuditOptions {
  std::string input;
  ReadOptions read;
  std::chrono::nanoseconds timeout{0};  ///< of each search
  bool isomorphs = false;               ///< look for isomorphic puzzles
  bool json = false;                    ///< the report for programs
  std::size_t list = 10;                ///< findings of each kind to list
  unsigned threads = 1;
  When progress = When::automatic;
  bool quiet = false;
};

/// Throws UsageError.
AuditOptions audit_options(const OptionValues& values);

}  // namespace sudoku
