#pragma once

// The contraction for vectors of one kind. Included by a kernels_<set>.cpp after its vec_<set>.h,
// inside a namespace without a name and within a target region; so it uses nothing of the standard
// library that the linker could take for the rest of the program.

/// Of `kVectors` vectors of lanes, from lane `first` on.
template <typename Words, int kVectors>
std::uint64_t contract_lanes(const Contraction& work, std::size_t first) {
  typename Words::Total total = Words::no_total();
  const std::uint16_t* terms = work.terms + first;
  for (std::size_t row = 0; row < work.rows; ++row) {
    const ThirdEntry* entry = work.entries + work.begins[row];
    const ThirdEntry* end = work.entries + work.begins[row + 1];
    if (entry == end) continue;
    typename Words::Sums sums[kVectors];
    for (auto& sum : sums) sum = Words::no_sums();
    for (; entry + 1 < end; entry += 2) {
      const std::uint32_t weights =
          work.weights[entry[0].a] | std::uint32_t{work.weights[entry[1].a]} << 16;
      const std::uint16_t* x = terms + entry[0].c * work.lanes;
      const std::uint16_t* y = terms + entry[1].c * work.lanes;
      for (int v = 0; v < kVectors; ++v) {
        Words::add(sums[v], x + v * Words::kLanes, y + v * Words::kLanes, weights);
      }
    }
    if (entry < end) {
      const std::uint16_t* x = terms + entry[0].c * work.lanes;
      for (int v = 0; v < kVectors; ++v) {
        const std::uint16_t* lanes = x + v * Words::kLanes;
        Words::add(sums[v], lanes, lanes, work.weights[entry[0].a]);
      }
    }
    const std::uint16_t* factors = work.factors + row * work.lanes + first;
    for (int v = 0; v < kVectors; ++v) Words::add(total, factors + v * Words::kLanes, sums[v]);
  }
  return Words::sum(total);
}
