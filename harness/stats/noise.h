#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "harness/base/named.h"
#include "harness/stats/confidence_interval.h"

namespace sudoku {

struct EngineSample;
struct Totals;

/// What disturbed the times of a row of results. Answers and verdicts do not depend on it.
enum class Noise : std::uint8_t {
  none,
  noisy,       ///< repetitions differ more than their interval explains
  interfered,  ///< other programs took more time than the interval explains
};

constexpr std::array<std::string_view, 3> names_of(Noise) { return {"", "noisy", "interfered"}; }

/// Share of the time that is always tolerated.
inline constexpr double kToleratedNoise = 0.02;

/// Returns the part of the wall time of a block with interference that the engine lost. This is the
/// larger of wall time minus CPU time, and the time that the hypervisor or a CPU quota withheld.
std::int64_t lost_ns(const EngineSample& sample);

/// Returns `lost_ns` as a share of the wall time.
double lost_share(const Totals& totals);

/// Returns the noise of a row. Its tolerance is half the width of the interval of its median block,
/// relative to the median. A row is `interfered` if its lost share exceeds both this tolerance and
/// the tolerated share. Otherwise, it is `noisy` if the relative difference between its repetitions
/// exceeds twice the tolerance. `own_ns` is the median block without lost time, so that
/// interference does not widen the interval that it is compared with. Rows with wrong answers have
/// no noise.
Noise noise_of(const Totals& totals, const std::optional<Estimate>& own_ns,
               double repetition_spread);

}  // namespace sudoku
