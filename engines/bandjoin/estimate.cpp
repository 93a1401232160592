#include "engines/bandjoin/estimate.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>

namespace sudoku::bandjoin {
namespace {

// A table, because std::popcount is a function call on CPUs without POPCNT.
constexpr auto kSizes = [] {
  std::array<std::uint8_t, std::size_t{kEveryDigit} + 1> sizes{};
  for (std::size_t set = 0; set < sizes.size(); ++set) {
    sizes[set] = static_cast<std::uint8_t>(std::popcount(set));
  }
  return sizes;
}();

}  // namespace

double estimated_log10_of_count(const Candidates& candidates) {
  // Fitted by least squares; see NOTES.md.
  constexpr double kEachFactor = 0.43;
  constexpr double kEachOpenCell = -0.254;
  constexpr double kConstant = 3.62;

  double product = 1;  // of the numbers of candidates: at most 9^81
  int open = 0;
  for (const std::uint16_t cell : candidates) {
    product *= kSizes[cell];
    if (kSizes[cell] > 1) ++open;
  }
  return kEachFactor * std::log10(product) + kEachOpenCell * open + kConstant;
}

}  // namespace sudoku::bandjoin
