#pragma once

// The kernels contract() and add_sets() of kernels.h for one instruction set. A variant
// kernels_<set>.cpp includes this file inside its unnamed namespace and its target region. Before
// that it defines
//
//     Counts32             a 16-bit counter for each of 32 lanes: none(), add_set(), add_to()
//     WordsFor<kLanes>     the words of rows with kLanes lanes; see vector_words.h
//     kVectorsFor<kLanes>  number of vectors of these words to process side by side
//
// No function of the standard library is called here: the linker could keep the copy of a variant
// and call it on a CPU that lacks the instructions.

/// Returns the row of `terms` at an offset of a TriplePair.
template <int kLanes>
const std::uint16_t* row_at(const std::uint16_t* terms, std::uint16_t offset) {
  const auto* bytes = reinterpret_cast<const char*>(terms);
  return reinterpret_cast<const std::uint16_t*>(bytes + std::size_t{offset} * (kLanes / 8));
}

/// Contracts `kVectors` vectors of each row, from lane `first` on. Rows have `kLanes` lanes.
template <typename Words, int kVectors, int kLanes>
std::uint64_t contract_part(const Contraction& work, int first) {
  typename Words::Total total = Words::no_total();
  const std::uint16_t* terms = work.terms + first;
  const std::uint16_t* factors = work.factors + first;
  const std::uint32_t* low = work.weights;
  const std::uint32_t* high = work.shifted_weights;
  const TriplePair* pair = work.pairs;
  for (std::size_t b = 0; b < work.rows; ++b) {
    const TriplePair* end = work.pairs + work.begins[b + 1];
    if (pair == end) continue;
    typename Words::Sums sums[kVectors];
    for (auto& sum : sums) sum = Words::no_sums();
    for (; pair != end; ++pair) {
      const std::uint32_t weights = low[pair->a[0]] | high[pair->a[1]];
      const std::uint16_t* x = row_at<kLanes>(terms, pair->c[0]);
      const std::uint16_t* y = row_at<kLanes>(terms, pair->c[1]);
      for (int v = 0; v < kVectors; ++v) {
        sums[v] = Words::add(sums[v], x + v * Words::kLanes, y + v * Words::kLanes, weights);
      }
    }
    const std::uint16_t* row = factors + std::size_t{kLanes} * work.factor_rows[b];
    for (int v = 0; v < kVectors; ++v) Words::add(total, row + v * Words::kLanes, sums[v]);
  }
  return Words::sum(total);
}

/// Contracts whole rows, `kVectors` vectors at a time.
template <typename Words, int kVectors, int kLanes>
std::uint64_t contract_rows(const Contraction& work) {
  std::uint64_t total = 0;
  for (int first = 0; first < kLanes; first += kVectors * Words::kLanes) {
    total += contract_part<Words, kVectors, kLanes>(work, first);
  }
  return total;
}

template <int kLanes>
std::uint64_t contract_rows(const Contraction& work) {
  return contract_rows<WordsFor<kLanes>, kVectorsFor<kLanes>, kLanes>(work);
}

inline std::uint64_t contract(const Contraction& work) {
  switch (work.lanes) {
    case 8: return contract_rows<8>(work);
    case 16: return contract_rows<16>(work);
    case 32: return contract_rows<32>(work);
    default: return contract_rows<64>(work);
  }
}

inline void add_sets(const LaneSets& sets) {
  const std::size_t stride = 32 * sets.lane_words;
  for (std::size_t v = 0; v < sets.lane_words; ++v) {
    Counts32 counts = Counts32::none();
    for (std::size_t i = 0; i < sets.lane_sets; ++i) counts.add_set(sets.lanes[i][v]);
    for (std::size_t w = 0; w < sets.row_words; ++w) {
      std::uint16_t* entries = sets.entries + 32 * w * stride + 32 * v;
      for (std::uint32_t rest = sets.rows[w]; rest != 0; rest &= rest - 1) {
        counts.add_to(entries + static_cast<std::size_t>(__builtin_ctz(rest)) * stride);
      }
    }
  }
}
