#include "harness/stats/totals.h"

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

/// Returns the counter of puzzles that ended like that, without an answer.
std::uint64_t& unanswered_as(Outcome outcome, Totals& totals) {
  if (outcome == Outcome::failed) return totals.failed;
  return outcome == Outcome::gave_up ? totals.gave_up : totals.timeouts;
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
    const SolveResult& result = sample.results[i];
    if (sample.puzzle_ns[i] == EngineSample::kNotBegun) {
      ++totals.skipped;
      continue;
    }
    totals.add_puzzle(block.puzzles[i], result);
    if (!is_answered(result)) continue;
    is_timed_by_puzzle &= sample.puzzle_ns[i] != EngineSample::kNotTimed;
    totals.solved_ns += sample.puzzle_ns[i];
  }
  if (!is_timed_by_puzzle) totals.solved_ns = sample.wall_ns;
  return totals;
}

std::optional<std::uint64_t> sum_if_known(const std::optional<std::uint64_t>& a,
                                          const std::optional<std::uint64_t>& b) {
  return a && b ? std::optional(*a + *b) : std::nullopt;
}

/// Adds measurements that may be unknown. A part in which nothing was begun has none.
void add_measured(Totals& totals, const Totals& other) {
  if (other.puzzles == 0) return;
  totals.scaled += other.scaled;
  if (totals.puzzles == 0) {
    totals.events = other.events;
    totals.package_uj = other.package_uj;
    return;
  }
  totals.events += other.events;
  totals.package_uj = sum_if_known(totals.package_uj, other.package_uj);
}

}  // namespace

Totals& Totals::operator+=(const Totals& other) {
  add_measured(*this, other);
  puzzles += other.puzzles;
  clues += other.clues;
  solved += other.solved;
  timeouts += other.timeouts;
  gave_up += other.gave_up;
  failed += other.failed;
  skipped += other.skipped;
  wrong += other.wrong;
  disagreements += other.disagreements;
  solutions = sum_of(solutions, other.solutions);
  guesses = capped_sum(guesses, other.guesses);
  has_guesses &= other.has_guesses;
  wall_ns = capped_sum(wall_ns, other.wall_ns);
  cpu_ns = capped_sum(cpu_ns, other.cpu_ns);
  interfered_ns = capped_sum(interfered_ns, other.interfered_ns);
  disturbance += other.disturbance;
  interfered += other.interfered;
  repeated += other.repeated;
  blocks += other.blocks;
  switches += other.switches;
  solved_ns = capped_sum(solved_ns, other.solved_ns);
  answer_digest += other.answer_digest;
  peak_bytes = std::max(peak_bytes, other.peak_bytes);  // nothing is the least
  return *this;
}

void Totals::add_puzzle(const Board& puzzle, const SolveResult& result) {
  ++puzzles;
  clues += static_cast<std::uint64_t>(clue_count(puzzle));
  if (!is_answered(result)) {
    ++unanswered_as(result.outcome, *this);
    return;
  }
  ++solved;
  solutions = sum_of(solutions, result.solutions);
  guesses = capped_sum(guesses, result.guesses);
  has_guesses &= result.has_guesses;
  answer_digest += answer_hash(puzzle, result.solutions);
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

}  // namespace sudoku
