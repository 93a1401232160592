#include "harness/tables/speedup_text.h"

#include "harness/tables/text_table.h"

namespace sudoku {
namespace {

/// Returns the interval of an estimate. Without an interval, both ends are the value.
Interval interval_of(const Estimate& estimate) {
  return estimate.interval.value_or(Interval{estimate.value, estimate.value});
}

}  // namespace

std::string format_speedup(const Speedup& speedup) {
  if (!speedup.ratio) return {};
  const double ratio = speedup.ratio->value;
  const bool is_slower = ratio < 1;
  std::string factor = format_factor(is_slower ? 1 / ratio : ratio) + "x";
  if (speedup.bound == Bound::none && factor == "1.00x") return factor;
  const bool is_least = is_slower == (speedup.bound == Bound::at_most);
  const char* sign = speedup.bound == Bound::none ? "" : is_least ? ">= " : "<= ";
  return fmt::format("{}{} {}", sign, factor, is_slower ? "slower" : "faster");
}

std::string format_interval(const Speedup& speedup) {
  if (!speedup.ratio || !speedup.ratio->interval) return {};
  const bool is_slower = speedup.ratio->value < 1;
  const Speedup shown = is_slower ? inverse_of(speedup) : speedup;
  return format_interval(*shown.ratio->interval, format_factor);
}

std::string why_no_interval(const Speedup& speedup) {
  if (speedup.bound != Bound::none) return "bounds";
  return speedup.blocks >= kBlocksForInterval
             ? "times that are too short"
             : fmt::format("fewer than {} blocks", kBlocksForInterval);
}

bool is_undecided(const Speedup& speedup) {
  if (speedup.bound != Bound::none || !speedup.ratio || !speedup.total_ratio) return false;
  const double total = *speedup.total_ratio;
  const auto [low, high] = interval_of(*speedup.ratio);
  return (total < 1) != (speedup.ratio->value < 1) && (total < low || total > high);
}

std::string describe_undecided(const Speedup& speedup, const std::string& engine,
                               const std::string& baseline) {
  if (speedup.ratio->value < 1) return describe_undecided(inverse_of(speedup), baseline, engine);
  return fmt::format("Undecided: {} is faster in the median ({}x), {} in total ({}x).", engine,
                     format_factor(speedup.ratio->value), baseline,
                     format_factor(1 / *speedup.total_ratio));
}

std::optional<double> remarkable_total(const Speedup& speedup) {
  constexpr double kFarOutside = 1.5;
  if (!speedup.ratio || !speedup.total_ratio) return std::nullopt;
  const double total = *speedup.total_ratio;
  const auto [low, high] = interval_of(*speedup.ratio);
  const bool is_near = total >= low / kFarOutside && total <= high * kFarOutside;
  return is_near ? std::nullopt : std::optional(total);
}

}  // namespace sudoku
