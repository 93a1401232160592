#include "harness/commands/count/sample_check.h"

#include <fmt/format.h>

#include "harness/base/system.h"
#include "harness/base/units.h"

namespace sudoku {

std::uint64_t SampleCheck::run() {
  SolveLimits limits = options_.limits;
  limits.stop = &interrupted();
  const Recount recount = count_again(sample_.entries(), *options_.check, limits, options_.threads);
  report_ = describe(recount);
  for (const Recount::Difference& difference : recount.differences) {
    const CountSample::Entry& entry = difference.entry;
    report_ += fmt::format("{}:{}: {}: {} solutions, but {} finds {}\n", options_.input, entry.line,
                           format_line(entry.puzzle), format_count(entry.result.solutions),
                           options_.check->id, format_count(difference.solutions));
  }
  return recount.differences.size();
}

std::string SampleCheck::describe(const Recount& recount) const {
  const std::string_view id = options_.check->id;
  const std::string undecided =
      fmt::format("{} of the sample {} not counted by both engines",
                  number_of(recount.undecided, "puzzle"), recount.undecided == 1 ? "was" : "were");
  if (recount.checked == 0 && recount.undecided != 0) {
    return fmt::format("{} checked no puzzle: {}.\n", id, undecided);
  }
  return fmt::format("{} agrees on {} of {} puzzles{}.\n", id,
                     recount.checked - recount.differences.size(), recount.checked,
                     recount.undecided == 0 ? "" : "; " + undecided);
}

}  // namespace sudoku
