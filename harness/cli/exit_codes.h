#pragma once

#include <string_view>

#include "harness/base/errors.h"

namespace sudoku {

struct ExitMeaning {
  ExitCode code;
  std::string_view meaning;
};

/// Exit codes and their meanings, in the order of the help.
inline constexpr ExitMeaning kExitMeanings[] = {
    {ExitCode::ok, "success"},
    {ExitCode::usage, "usage error"},
    {ExitCode::wrong_answer, "wrong answers or a disagreement"},
    {ExitCode::bad_input, "invalid input, or incomparable or incomplete runs"},
    {ExitCode::regression, "slower or worse than before"},
    {ExitCode::inconclusive, "inconclusive comparison"},
    {ExitCode::system_refused, "out of memory or processes"},
    {ExitCode::output_failed, "cannot write output"},
    {ExitCode::limit_reached, "stopped by a limit"},
    {ExitCode::interrupted, "interrupted"},
    {ExitCode::internal_error, "internal error"},
};

}  // namespace sudoku
