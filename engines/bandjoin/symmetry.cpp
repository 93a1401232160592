#include "engines/bandjoin/symmetry.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <optional>
#include <utility>

namespace sudoku::bandjoin {
namespace {

using Lines = std::array<std::uint8_t, kSize>;  // images of the rows or columns

Lines unmoved() {
  Lines lines{};
  std::iota(lines.begin(), lines.end(), std::uint8_t{0});
  return lines;
}

/// Returns the exchanges of two lines in a band or stack, and of two bands or stacks.
std::vector<Lines> exchanges() {
  std::vector<Lines> all;
  for (std::size_t a = 0; a < kSize; ++a) {
    for (std::size_t b = a + 1; b < kSize; ++b) {
      const bool are_lines = a / 3 == b / 3;
      const bool are_bands = a % 3 == 0 && b % 3 == 0;
      if (!are_lines && !are_bands) continue;
      Lines lines = unmoved();
      for (std::size_t i = 0; i < (are_bands ? 3U : 1U); ++i) std::swap(lines[a + i], lines[b + i]);
      all.push_back(lines);
    }
  }
  return all;
}

/// Sets of digits by digit.
using DigitSets = std::array<std::uint16_t, kSize>;

/// Returns the digits that each digit may become if rows and columns are permuted: those with the
/// given candidates that the digit then has. Returns nullopt if a digit cannot become any.
std::optional<DigitSets> possible_images(const Candidates& given, const Lines& rows,
                                         const Lines& columns) {
  DigitSets images;
  images.fill(kEveryDigit);
  for (std::size_t cell = 0; cell < kCells; ++cell) {
    const unsigned from = given[cell];
    const unsigned to = given[std::size_t{kSize} * rows[cell / kSize] + columns[cell % kSize]];
    if (from == kEveryDigit && to == kEveryDigit) continue;
    bool is_possible = true;
    for (std::size_t d = 0; d < kSize; ++d) {
      images[d] &= static_cast<std::uint16_t>((from >> d & 1) != 0 ? to : ~to);
      is_possible &= images[d] != 0;
    }
    if (!is_possible) return std::nullopt;
  }
  return images;
}

/// Returns the symmetry with these permutations of rows and columns, if a renaming of digits
/// completes it. Digits stay unchanged if possible.
std::optional<Symmetry> complete(const Candidates& given, const Lines& rows, const Lines& columns) {
  const std::optional<DigitSets> images = possible_images(given, rows, columns);
  if (!images) return std::nullopt;
  Symmetry symmetry = Symmetry::identity();
  // Two digits have the same possible images or none in common. So the first free one will do.
  unsigned taken = 0;
  for (std::size_t d = 0; d < kSize; ++d) {
    const unsigned free = (*images)[d] & ~taken;
    if (free == 0) return std::nullopt;
    const bool is_unchanged = (free >> d & 1) != 0;
    const std::size_t image = is_unchanged ? d : static_cast<std::size_t>(std::countr_zero(free));
    symmetry.digits[d] = static_cast<std::uint8_t>(image);
    taken |= 1U << image;
  }
  symmetry.columns = columns;
  for (std::size_t band = 0; band < 3; ++band) {
    symmetry.bands[band] = static_cast<std::uint8_t>(rows[3 * band] / 3);
  }
  return symmetry;
}

/// A breadth-first walk through the triples of a stack.
class OrbitWalk {
 public:
  OrbitWalk(const BoxStack& stack, std::size_t number, const std::vector<Symmetry>& generators)
      : stack_(stack), generators_(generators) {
    const std::vector<Triple>& triples = stack.triples();
    number_of_.assign(kPartitions * kPartners, kNone);
    for (std::size_t i = 0; i < triples.size(); ++i) {
      number_of_[place_of(triples[i])] = static_cast<std::uint32_t>(i);
    }
    from_representative_.resize(triples.size());
    is_seen_.assign(triples.size(), false);
    for (const Symmetry& generator : generators) {
      const PartitionMap map = generator.map_of(number);
      std::vector<Partition>& images = images_.emplace_back(kPartitions);
      for (std::size_t p = 0; p < kPartitions; ++p) images[p] = map(static_cast<Partition>(p));
    }
  }

  bool is_seen(std::size_t triple) const { return is_seen_[triple]; }

  /// Returns the orbit of a triple, or a part of it if the stop condition is met.
  Orbit walk(std::size_t representative, StopCondition& stop) {
    Orbit orbit{representative, 0, {}};
    found_.assign(1, representative);
    is_seen_[representative] = true;
    from_representative_[representative] = Symmetry::identity();
    std::size_t tries = 0;
    for (std::size_t i = 0; i < found_.size(); ++i) {
      constexpr std::size_t kTriplesAPoll = 1024;
      if (i % kTriplesAPoll == kTriplesAPoll - 1 && stop.is_met()) break;
      for (std::size_t g = 0; g < generators_.size(); ++g) {
        const std::size_t next = image(found_[i], g);
        if (!is_seen_[next]) {
          is_seen_[next] = true;
          from_representative_[next] = from_representative_[found_[i]].then(generators_[g]);
          found_.push_back(next);
        } else if (tries < kMaxTries && orbit.stabilizer.size() < kMaxElements) {
          ++tries;
          add_loop(found_[i], g, next, orbit.stabilizer);
        }
      }
    }
    orbit.size = found_.size();
    return orbit;
  }

 private:
  // A few random elements most likely generate the stabilizer. A subgroup is also correct, but
  // saves less work.
  static constexpr std::size_t kMaxTries = 400;
  static constexpr std::size_t kMaxElements = 40;
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;

  static std::size_t place_of(const Triple& triple) {
    return triple[0] * kPartners + PartitionTables::instance().partner_rank(triple[0], triple[1]);
  }

  std::size_t image(std::size_t triple, std::size_t generator) const {
    Triple result{};
    for (std::size_t band = 0; band < 3; ++band) {
      result[generators_[generator].bands[band]] =
          images_[generator][stack_.triples()[triple][band]];
    }
    return number_of_[place_of(result)];
  }

  /// Adds a Schreier generator: from the representative to a triple, by a generator, and back.
  void add_loop(std::size_t triple, std::size_t generator, std::size_t next,
                std::vector<Symmetry>& stabilizer) const {
    const Symmetry loop = from_representative_[triple]
                              .then(generators_[generator])
                              .then(from_representative_[next].inverse());
    if (loop == Symmetry::identity()) return;
    if (std::find(stabilizer.begin(), stabilizer.end(), loop) == stabilizer.end()) {
      stabilizer.push_back(loop);
    }
  }

  const BoxStack& stack_;
  const std::vector<Symmetry>& generators_;
  std::vector<std::uint32_t> number_of_;        // by place_of(): the triple
  std::vector<std::vector<Partition>> images_;  // by generator: of each partition
  std::vector<Symmetry> from_representative_;   // by triple: a symmetry that leads to it
  std::vector<bool> is_seen_;
  std::vector<std::size_t> found_;
};

/// A union-find structure.
class Classes {
 public:
  explicit Classes(std::size_t size) : parents_(size) {
    std::iota(parents_.begin(), parents_.end(), 0U);
  }
  std::uint32_t find(std::uint32_t i) {
    while (parents_[i] != i) i = parents_[i] = parents_[parents_[i]];
    return i;
  }
  void unite(std::uint32_t i, std::uint32_t j) { parents_[find(i)] = find(j); }

 private:
  std::vector<std::uint32_t> parents_;
};

}  // namespace

Symmetry Symmetry::identity() { return {unmoved(), {0, 1, 2}, unmoved()}; }

Symmetry Symmetry::then(const Symmetry& next) const {
  Symmetry product;
  for (std::size_t i = 0; i < kSize; ++i) {
    product.digits[i] = next.digits[digits[i]];
    product.columns[i] = next.columns[columns[i]];
  }
  for (std::size_t i = 0; i < 3; ++i) product.bands[i] = next.bands[bands[i]];
  return product;
}

Symmetry Symmetry::inverse() const {
  Symmetry result;
  for (std::uint8_t i = 0; i < kSize; ++i) {
    result.digits[digits[i]] = i;
    result.columns[columns[i]] = i;
  }
  for (std::uint8_t i = 0; i < 3; ++i) result.bands[bands[i]] = i;
  return result;
}

PartitionMap Symmetry::map_of(std::size_t stack) const {
  std::array<std::uint8_t, 3> places{};
  for (std::size_t i = 0; i < 3; ++i) places[i] = columns[3 * stack + i] % 3;
  return {PartitionTables::instance(), digits, places};
}

std::vector<Symmetry> find_symmetries(const Candidates& given) {
  std::vector<Symmetry> symmetries;
  const DigitSets alike = *possible_images(given, unmoved(), unmoved());
  for (std::size_t d = 0; d < kSize; ++d) {
    const unsigned before = alike[d] & ((1U << d) - 1);
    if (before == 0) continue;
    symmetries.push_back(Symmetry::identity());
    std::swap(symmetries.back().digits[std::bit_width(before) - 1U], symmetries.back().digits[d]);
  }
  for (const Lines& lines : exchanges()) {
    for (const auto& moved :
         {complete(given, lines, unmoved()), complete(given, unmoved(), lines)}) {
      if (moved && *moved != Symmetry::identity()) symmetries.push_back(*moved);
    }
  }
  return symmetries;
}

std::vector<Orbit> find_orbits(const BoxStack& stack, std::size_t number,
                               const std::vector<Symmetry>& symmetries, StopCondition& stop) {
  std::vector<Symmetry> generators;
  for (const Symmetry& symmetry : symmetries) {
    if (symmetry.image_of_stack(number) == number) generators.push_back(symmetry);
  }
  std::vector<Orbit> orbits;
  if (generators.empty()) {
    for (std::size_t i = 0; i < stack.triples().size(); ++i) orbits.push_back({i, 1, {}});
    return orbits;
  }
  OrbitWalk walk(stack, number, generators);
  for (std::size_t i = 0; i < stack.triples().size() && !stop.is_met(); ++i) {
    if (!walk.is_seen(i)) orbits.push_back(walk.walk(i, stop));
  }
  return orbits;
}

void Shares::find(const Orbit& orbit, const BoxStack& stack, std::size_t number, std::size_t a) {
  const std::vector<Partition>& used = stack.used(a);
  counts_.assign(used.size(), 1);
  Classes classes(orbit.stabilizer.empty() ? 0 : used.size());
  bool are_united = false;
  for (const Symmetry& symmetry : orbit.stabilizer) {
    if (symmetry.bands[a] != a || symmetry.image_of_stack(number) != number) continue;
    are_united = true;
    const PartitionMap map = symmetry.map_of(number);
    for (std::size_t i = 0; i < used.size(); ++i) {
      classes.unite(static_cast<std::uint32_t>(i),
                    static_cast<std::uint32_t>(stack.rank(a, map(used[i]))));
    }
  }
  if (!are_united) return;
  std::fill(counts_.begin(), counts_.end(), 0);
  for (std::uint32_t i = 0; i < used.size(); ++i) ++counts_[classes.find(i)];
}

std::size_t Shares::representatives() const {
  return counts_.size() - static_cast<std::size_t>(std::count(counts_.begin(), counts_.end(), 0U));
}

}  // namespace sudoku::bandjoin
