#include <string>
#include <vector>

#include "harness/report/summary_table.h"
#include "tests/catch.h"

namespace sudoku {
namespace {

SummaryRow row_of(const std::string& engine, const EventCounts& events) {
  SummaryRow row;
  row.key.engine = engine;
  Totals& totals = row.totals;
  totals.puzzles = 100;
  totals.solved = 90;
  totals.guesses = 40;
  totals.blocks = 8;
  totals.events = events;
  return row;
}

std::string format(const std::vector<SummaryRow>& rows) {
  std::vector<const SummaryRow*> pointers;
  for (const SummaryRow& row : rows) pointers.push_back(&row);
  return format_events(pointers, kAnyWidth);
}

}  // namespace

TEST_CASE("without counts there is no table", "[summary_table]") {
  CHECK(format({}).empty());
  CHECK(format({row_of("dlx", {})}).empty());
  SummaryRow wrong = row_of("dlx", {1, 2, 3, 4, 5});
  wrong.verdict = Verdict::wrong;
  CHECK(format({wrong}).empty());
  SummaryRow unasked = row_of("dlx", {0, 0, 0, 0, 0});
  unasked.totals.puzzles = 0;
  CHECK(format({unasked}).empty());
}

TEST_CASE("counts are means per puzzle and per guess", "[summary_table]") {
  SummaryRow mute = row_of("mute", {98'765, 49'000, 30'000, 600, {}});
  mute.totals.has_guesses = false;
  mute.totals.scaled = 3;
  mute.totals.events.is_scaled = true;
  SummaryRow silent = row_of("silent", {});
  CHECK(
      format({row_of("dlx", {150'000, 60'000, 30'000, 800, 50}), silent, mute}) ==
      "CPU events per puzzle:\n"
      "  engine  instructions  cycles  instr/cycle  branch misses  L1d misses  branch/guess  "
      "L1d/guess\n"
      "  dlx             1500     600          2.5              8         0.5            20       "
      "1.25\n"
      "  mute             988     490         2.02              6           -             -        "
      "  "
      "-\n"
      "The CPU has too few counters, so some counts are estimates: mute in 3 of 8 blocks.\n");
}

}  // namespace sudoku
