#include "harness/measure/time_budgets.h"

#include <algorithm>
#include <limits>

namespace sudoku {
namespace {

constexpr auto kUnlimited = std::chrono::nanoseconds::max();

/// Returns the time that the puzzles of a sample took once.
std::int64_t time_of_one_iteration(const EngineSample& sample) {
  return sample.wall_ns / static_cast<std::int64_t>(sample.iterations);
}

}  // namespace

TimeBudgets::TimeBudgets(const RunPlan& plan) : plan_(plan), solvers_(plan.solvers.size()) {}

TimeBudgets::Nanoseconds TimeBudgets::share(std::size_t solver, double fraction_before) const {
  if (is_stopped(solver)) return Nanoseconds(0);
  const Nanoseconds whole = share_without_slow_limit(solver);
  if (!has_slow_limit(solver)) return whole;
  const auto& [factor, at_begin, at_end] = *plan_.slow_limit;
  const auto growing = std::chrono::duration_cast<Nanoseconds>(
      at_begin + fraction_before * std::chrono::duration<double, std::nano>(at_end - at_begin));
  const std::int64_t allowed_ns = std::max(growing.count(), factor * fastest_ns());
  return std::min(whole, Nanoseconds(std::max<std::int64_t>(allowed_ns - spent_ns(solver), 0)));
}

TimeBudgets::Nanoseconds TimeBudgets::share_without_slow_limit(std::size_t solver) const {
  if (plan_.time_limit.count() == 0) return kUnlimited;
  return std::max(plan_.time_limit - Nanoseconds(spent_ns(solver)), Nanoseconds(0));
}

void TimeBudgets::add(std::size_t solver, const EngineSample& sample) {
  solvers_[solver].spent_ns += time_of_one_iteration(sample);
  if (!is_all_solved(sample)) ++solvers_[solver].unreliable;
}

void TimeBudgets::remove(std::size_t solver, const EngineSample& sample) {
  solvers_[solver].spent_ns -= time_of_one_iteration(sample);
  if (!is_all_solved(sample)) --solvers_[solver].unreliable;
}

bool TimeBudgets::is_cut(std::size_t solver, const EngineSample& sample, Nanoseconds share) const {
  // `whole` is what is left after the sample, because `add` has already counted its time.
  const Nanoseconds whole = share_without_slow_limit(solver);
  return has_slow_limit(solver) && !is_stopped(solver) && !plan_.limits.is_stop_requested() &&
         (whole == kUnlimited || share < whole + Nanoseconds(time_of_one_iteration(sample))) &&
         has_stopped(sample);
}

bool TimeBudgets::try_stop(std::size_t solver) {
  const std::int64_t fastest = fastest_ns();
  if (fastest == 0 || spent_ns(solver) / plan_.slow_limit->factor < fastest) return false;
  solvers_[solver].is_stopped = true;
  return true;
}

bool TimeBudgets::has_slow_limit(std::size_t solver) const {
  return plan_.slow_limit && !plan_.solvers[solver].is_named;
}

std::int64_t TimeBudgets::spent_ns(std::size_t solver) const {
  return solvers_[solver].spent_ns.load() / plan_.threads;
}

std::int64_t TimeBudgets::fastest_ns() const {
  std::int64_t least_ns = std::numeric_limits<std::int64_t>::max();
  for (std::size_t i = 0; i < solvers_.size(); ++i) {
    if (solvers_[i].unreliable == 0) least_ns = std::min(least_ns, spent_ns(i));
  }
  return least_ns == std::numeric_limits<std::int64_t>::max() ? 0 : least_ns;
}

double longest_seconds(const RunPlan& plan, std::uint64_t puzzles,
                       std::span<const double> puzzle_ns) {
  using Seconds = std::chrono::duration<double>;
  const double puzzles_per_thread = static_cast<double>(puzzles) / plan.threads;
  const double fastest = 1e-9 * puzzles_per_thread * std::ranges::min(puzzle_ns);
  double sum = 0;
  for (std::size_t i = 0; i < puzzle_ns.size(); ++i) {
    double seconds = 1e-9 * puzzles_per_thread * puzzle_ns[i];
    if (plan.time_limit.count() > 0) seconds = std::min(seconds, Seconds(plan.time_limit).count());
    if (plan.slow_limit && !plan.solvers[i].is_named) {
      const auto& [factor, at_begin, at_end] = *plan.slow_limit;
      seconds = std::min(seconds,
                         std::max(static_cast<double>(factor) * fastest, Seconds(at_end).count()));
    }
    sum += seconds;
  }
  return sum;
}

}  // namespace sudoku
