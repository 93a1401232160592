#include "harness/stats/solution_histogram.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "harness/base/units.h"

namespace sudoku {
namespace {

/// Smallest number of solutions of each bin.
constexpr auto kLows = [] {
  std::array<SolutionCount, SolutionHistogram::kBins> lows{0, 1, 2};
  SolutionCount power = 1;
  for (std::size_t bin = 3; bin < lows.size(); ++bin) lows[bin] = power *= 10;
  return lows;
}();

}  // namespace

SolutionHistogram::Range SolutionHistogram::range(std::size_t bin) {
  return {kLows[bin], bin + 1 < kBins ? kLows[bin + 1] - 1 : ~SolutionCount{0}};
}

void SolutionHistogram::add(SolutionCount solutions) {
  // Most puzzles have no or one solution. They need no search.
  if (solutions <= 1) {
    ++bins_[static_cast<std::size_t>(solutions)];
    return;
  }
  const auto* const above = std::upper_bound(kLows.begin(), kLows.end(), solutions);
  ++bins_[static_cast<std::size_t>(above - kLows.begin()) - 1];
}

SolutionHistogram& SolutionHistogram::operator+=(const SolutionHistogram& other) {
  for (std::size_t bin = 0; bin < kBins; ++bin) bins_[bin] += other.bins_[bin];
  return *this;
}

std::uint64_t SolutionHistogram::puzzles() const {
  return std::accumulate(bins_.begin(), bins_.end(), std::uint64_t{0});
}

std::optional<SolutionHistogram> SolutionHistogram::parse(std::string_view text) {
  SolutionHistogram histogram;
  while (!text.empty()) {
    const std::string_view pair = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(pair.size() + 1, text.size()));
    const std::size_t colon = std::min(pair.find(':'), pair.size() - 1);
    const auto low = parse_count(pair.substr(0, colon));
    const auto puzzles = parse_number(pair.substr(colon + 1));
    const auto* const bin = low ? std::ranges::find(kLows, *low) : kLows.end();
    if (bin == kLows.end() || !puzzles) return std::nullopt;
    histogram.bins_[static_cast<std::size_t>(bin - kLows.begin())] = *puzzles;
  }
  return histogram;
}

std::string to_string(const SolutionHistogram& histogram) {
  std::string text;
  for (std::size_t bin = 0; bin < SolutionHistogram::kBins; ++bin) {
    if (histogram[bin] == 0) continue;
    text += fmt::format("{}{}:{}", text.empty() ? "" : " ",
                        format_digits(SolutionHistogram::range(bin).low), histogram[bin]);
  }
  return text;
}

}  // namespace sudoku
