#include "engines/bandjoin/board.h"

#include <algorithm>
#include <bit>
#include <span>

namespace sudoku::bandjoin {
namespace {

/// A table row for unused lanes.
alignas(64) constexpr std::array<std::uint16_t, kPartitions> kZeros{};

}  // namespace

SolutionCount Board::count(SliceMemory& memory, StopCondition& stop) {
  plan_.find_outer_orbits(stop);
  std::atomic<std::size_t> next{0};
  return count_share(next, memory, stop);
}

SolutionCount Board::count_share(std::atomic<std::size_t>& next, SliceMemory& memory,
                                 StopCondition& stop) {
  memory.clear();
  arrange();
  const auto [outer, second, third] = plan_.roles().stacks;
  const std::vector<Orbit>& orbits = plan_.outer_orbits();
  const unsigned exchanges = plan_.exchanges_of(third);
  SolutionCount total = 0;
  for (std::size_t i = next++; i < orbits.size() && !stop.is_met(); i = next++) {
    shares_.find(orbits[i], plan_.stack(second), second, plan_.roles().bands[0]);
    const Triple& triple = plan_.stack(outer).triples()[orbits[i].representative];
    total += count_with(triple, memory, stop) * orbits[i].size * exchanges;
  }
  return total;
}

void Board::arrange() {
  const auto& [stacks, bands] = plan_.roles();
  const auto [outer, second, third] = stacks;
  for (std::size_t band = 0; band < 3; ++band) {
    plan_.bands()[band].arrange(outer, second, plan_.stack(second).used(band), third,
                                plan_.stack(third).used(band));
  }
  second_.list(plan_.stack(second), bands);
  third_.list(plan_.stack(third), plan_.free_columns(third), bands);
  b_.clear();
  c_.clear();
}

void Board::find_slices(const Triple& outer, SliceMemory& memory, StopCondition& stop) {
  std::size_t needed = 0;
  for (const Band& band : plan_.bands()) needed += band.slice_size();
  if (!memory.has_room(needed)) {
    memory.clear();
    for (Band& band : plan_.bands()) band.forget_slices();
    b_.clear();
    c_.clear();
  }
  for (std::size_t band = 0; band < 3; ++band) {
    slices_[band] = plan_.bands()[band].find_slice(outer[band], memory, stop);
  }
}

void Board::pair_rows_of_terms() {
  const std::vector<std::uint16_t>& columns = c_.columns();
  pairs_ = third_.pairs();
  for (TriplePair& pair : pairs_) {
    for (std::uint16_t& c : pair.c) c = static_cast<std::uint16_t>(kRowStep * columns[c]);
  }
}

SolutionCount Board::count_with(const Triple& outer, SliceMemory& memory, StopCondition& stop) {
  find_slices(outer, memory, stop);
  const auto [a, b, c] = plan_.roles().bands;
  b_.fill(slices_[b], outer[b]);
  if (c_.fill(slices_[c], outer[c])) pair_rows_of_terms();
  SolutionCount total = 0;
  for (std::size_t i = 0; i < shares_.counts().size(); ++i) {
    if (shares_.counts()[i] == 0) continue;
    constexpr std::size_t kPartitionsAPoll = 8;
    if (i % kPartitionsAPoll == 0 && stop.is_met()) break;
    total += SolutionCount{count_with(i)} * shares_.counts()[i];
  }
  return total;
}

std::uint64_t Board::count_with(std::size_t partition) {
  const Slice& slice = slices_[plan_.roles().bands[0]];
  const std::uint16_t* row = slice.row(partition);
  const std::vector<std::uint16_t>& columns = *slice.columns;
  const std::size_t size = columns.size();
  low_weights_.resize(size + 1);
  high_weights_.resize(size + 1);
  unsigned any = 0;
  for (std::size_t i = 0; i < size; ++i) {
    const std::uint32_t weight = row[columns[i]];
    any |= weight;
    low_weights_[i] = weight;
    high_weights_[i] = weight << 16;
  }
  low_weights_[size] = high_weights_[size] = 0;
  if (any == 0) return 0;

  const std::span members = second_.of(partition);
  const std::size_t lanes = std::max<std::size_t>(std::bit_ceil(members.size()), 8);
  std::array<const std::uint16_t*, 64> b_rows;
  std::array<const std::uint16_t*, 64> c_rows;
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    b_rows[lane] = lane < members.size() ? b_.row(members[lane].b) : kZeros.data();
    c_rows[lane] = lane < members.size() ? c_.row(members[lane].c) : kZeros.data();
  }
  std::uint16_t* factors = factors_.resize(b_.width() * lanes);
  std::uint16_t* terms = terms_.resize(c_.width() * lanes);
  kernels_.transpose(b_rows.data(), lanes, b_.width(), factors);
  kernels_.transpose(c_rows.data(), lanes, c_.width(), terms);
  return kernels_.contract({low_weights_.data(), high_weights_.data(), factors, b_.columns().data(),
                            terms, lanes, third_.begins().data(), pairs_.data(),
                            third_.begins().size() - 1});
}

}  // namespace sudoku::bandjoin
