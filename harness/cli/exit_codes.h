#pragma once

#include <string_view>

#include "harness/base/errors.h"

namespace sudoku {

struct ExitMeaning {
  ExitCode code;
  std::string_view meaning;
};

/// What the exit codes say of a run, in the order in which they are listed.
inline constexpr ExitMeaning kExitMeanings[] = {
    {ExitCode::ok, "all good"},
    {ExitCode::usage, "usage"},
    {ExitCode::wrong_answer, "a wrong answer or a disagreement"},
    {ExitCode::bad_input, "bad input"},
    {ExitCode::regression, "slower than before"},
    {ExitCode::system_refused, "the system refused"},
    {ExitCode::output_failed, "output failed"},
    {ExitCode::limit_reached, "stopped by a limit"},
    {ExitCode::interrupted, "interrupted"},
    {ExitCode::internal_error, "internal error"},
};

}  // namespace sudoku
