#include "harness/stats/rows.h"

#include <algorithm>
#include <limits>

#include "harness/puzzle/digest.h"

namespace sudoku {
namespace {

/// Returns the sum, or the largest number if it does not fit. Engines may report any number.
template <typename Number>
Number capped_sum(Number a, Number b) {
  Number sum = 0;
  return __builtin_add_overflow(a, b, &sum) ? std::numeric_limits<Number>::max() : sum;
}

/// Adds measurements that may be unknown. A part in which no puzzle was started has none.
void add_measured(Totals& totals, const Totals& other) {
  if (other.puzzles == 0) return;
  totals.scaled += other.scaled;
  if (totals.puzzles == 0) {
    totals.events = other.events;
    totals.package_uj = other.package_uj;
    return;
  }
  totals.events += other.events;
  totals.package_uj = totals.package_uj && other.package_uj
                          ? std::optional(*totals.package_uj + *other.package_uj)
                          : std::nullopt;
}

/// Counts a puzzle that was started, without its time.
void add_puzzle(Totals& totals, const Board& puzzle, const SolveResult& result) {
  ++totals.puzzles;
  totals.clues += static_cast<std::uint64_t>(clue_count(puzzle));
  if (result.outcome == Outcome::failed) {
    ++totals.failed;
  } else if (result.outcome == Outcome::gave_up) {
    ++totals.gave_up;
  } else if (!is_answered(result)) {
    ++totals.timeouts;
  } else {
    ++totals.solved;
    totals.solutions = sum_of(totals.solutions, result.solutions);
    totals.guesses = capped_sum(totals.guesses, result.guesses);
    totals.has_guesses &= result.has_guesses;
    totals.answer_digest += answer_hash(puzzle, result.solutions);
  }
}

Totals engine_totals(const PuzzleBlock& block, const EngineSample& sample) {
  Totals totals;
  totals.wall_ns = sample.wall_ns;
  totals.cpu_ns = sample.cpu_ns;
  totals.blocks = 1;
  totals.switches = static_cast<std::uint64_t>(sample.switches);
  totals.peak_bytes = sample.peak_bytes;
  totals.events = sample.events;
  totals.scaled = sample.events.is_scaled ? 1 : 0;
  totals.package_uj = sample.package_uj;
  if (sample.is_interfered) {
    totals.interfered = 1;
    totals.interfered_ns = sample.wall_ns;
    totals.disturbance = sample.disturbance;
  }
  bool is_timed_by_puzzle = true;
  for (std::size_t i = 0; i < block.puzzles.size(); ++i) {
    if (sample.puzzle_ns[i] == EngineSample::kNotBegun) {
      ++totals.skipped;
      continue;
    }
    add_puzzle(totals, block.puzzles[i], sample.results[i]);
    if (!is_answered(sample.results[i])) continue;
    is_timed_by_puzzle &= sample.puzzle_ns[i] != EngineSample::kNotTimed;
    totals.solved_ns += sample.puzzle_ns[i];
  }
  if (!is_timed_by_puzzle) totals.solved_ns = sample.wall_ns;
  return totals;
}

}  // namespace

Totals& Totals::operator+=(const Totals& other) {
  add_measured(*this, other);
  for (const auto member : {&Totals::puzzles, &Totals::clues, &Totals::solved, &Totals::timeouts,
                            &Totals::gave_up, &Totals::failed, &Totals::skipped, &Totals::wrong,
                            &Totals::disagreements, &Totals::interfered, &Totals::repeated,
                            &Totals::blocks, &Totals::switches, &Totals::answer_digest}) {
    this->*member += other.*member;
  }
  for (const auto member :
       {&Totals::wall_ns, &Totals::cpu_ns, &Totals::interfered_ns, &Totals::solved_ns}) {
    this->*member = capped_sum(this->*member, other.*member);
  }
  solutions = sum_of(solutions, other.solutions);
  guesses = capped_sum(guesses, other.guesses);
  has_guesses &= other.has_guesses;
  disturbance += other.disturbance;
  peak_bytes = std::max(peak_bytes, other.peak_bytes);  // nullopt is less than any number
  return *this;
}

double puzzles_per_second(const Totals& totals, unsigned threads) {
  if (totals.wall_ns <= 0) return 0;
  return static_cast<double>(totals.solved) * threads * 1e9 / static_cast<double>(totals.wall_ns);
}

std::vector<Totals> block_totals(const BlockSample& sample) {
  std::vector<Totals> totals;
  for (const EngineSample& engine : sample.engines) {
    totals.push_back(engine_totals(sample.block, engine));
    totals.back().repeated = sample.repeats > 0 ? 1 : 0;
  }
  for (const Fault& fault : sample.faults) {
    Totals& of_engine = totals[fault.engine];
    ++(fault.kind == FaultKind::wrong ? of_engine.wrong : of_engine.disagreements);
  }
  return totals;
}

std::vector<BlockRow> block_rows(const BlockSample& sample, const BlockNames& names) {
  const std::vector<Totals> totals = block_totals(sample);
  std::vector<BlockRow> rows;
  for (std::size_t i = 0; i < totals.size(); ++i) {
    rows.push_back({names.engines[i], names.dataset, names.repetition, sample.block.first_index,
                    sample.block.digest, totals[i], sample.repeats,
                    sample.engines[i].reference_ns});
  }
  return rows;
}

std::vector<PuzzleRow> puzzle_rows(const BlockSample& sample, const BlockNames& names) {
  std::vector<PuzzleRow> rows;
  for (std::size_t p = 0; p < sample.block.puzzles.size(); ++p) {
    for (std::size_t i = 0; i < sample.engines.size(); ++i) {
      const SolveResult& result = sample.engines[i].results[p];
      const std::int64_t ns = sample.engines[i].puzzle_ns[p];
      rows.push_back({names.dataset, sample.block.lines[p], sample.block.puzzles[p],
                      p % sample.block.isomorphs, names.engines[i], names.repetition,
                      runstatus_of(result, ns != EngineSample::kNotBegun), result.solutions,
                      result.has_guesses ? std::optional(result.guesses) : std::nullopt,
                      ns >= 0 ? std::optional(ns) : std::nullopt});
    }
  }
  return rows;
}

std::string_view runstatus_of(const SolveResult& result, bool is_started) {
  if (!is_started) return "other";
  if (result.outcome == Outcome::failed) return "crash";
  if (result.outcome == Outcome::gave_up) return "gave_up";
  return is_answered(result) ? "ok" : "timeout";
}

}  // namespace sudoku
