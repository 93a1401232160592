#include "engines/bandjoin/shares.h"

#include <algorithm>
#include <numeric>

namespace sudoku::bandjoin {
namespace {

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
