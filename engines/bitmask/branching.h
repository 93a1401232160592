#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

namespace sudoku::bitmask {

/// Chooses the group to branch on: few options, many contradictions. Groups are in blocks that
/// vectors process.
class Branching {
 public:
  Branching(std::size_t side, std::size_t groups)
      : unit_(static_cast<Score>(kSettled / static_cast<Score>(side))),
        weights_(groups + padding(groups)),
        factors_(weights_.size()) {}

  /// Number of elements after the last group that choose() reads in `sizes`. They must be 0.
  static constexpr std::size_t padding(std::size_t groups) {
    return (kBlock - groups % kBlock) % kBlock;
  }

  void reset() {
    std::fill(weights_.begin(), weights_.end(), Score{1});
    std::fill(factors_.begin(), factors_.end(), unit_);
  }

  void add_contradiction(std::size_t group) {
    if (weights_[group] == kMostWeight) halve_weights();
    ++weights_[group];
    set_factor(group);
  }

  /// Returns the first of the groups with the fewest options for their weight. Ignores groups with
  /// less than two options. At least one group must have two or more.
  [[gnu::always_inline]] std::size_t choose(const std::vector<std::int16_t>& sizes) const {
    Score least = kSettled;
    std::size_t block_of_least = 0;
    for (std::size_t block = 0; block < sizes.size(); block += kBlock) {
      const Score score = least_score(sizes.data() + block, factors_.data() + block);
      if (score >= least) continue;
      least = score;
      block_of_least = block;
    }
    std::size_t group = block_of_least;
    while (sizes[group] < 2 || sizes[group] * factors_[group] != least) ++group;
    return group;
  }

 private:
  using Score = std::int16_t;
  using Scores = Score __attribute__((vector_size(16)));

  static constexpr Score kSettled = std::numeric_limits<Score>::max();
  static constexpr std::size_t kLanes = sizeof(Scores) / sizeof(Score);
  static constexpr std::size_t kBlock = 8 * kLanes;
  /// When a group reaches this weight, all weights are halved, so that old contradictions lose
  /// influence.
  static constexpr Score kMostWeight = 32;

  static Scores load(const Score* from) {
    Scores scores;
    std::memcpy(&scores, from, sizeof scores);
    return scores;
  }

  static Score least_score(const Score* sizes_of_block, const Score* factors_of_block) {
    Scores least = Scores{} + kSettled;
    for (std::size_t i = 0; i < kBlock; i += kLanes) {
      const Scores sizes = load(sizes_of_block + i);
      const auto settled = static_cast<Scores>(sizes < 2) & kSettled;
      const Scores scores = sizes * load(factors_of_block + i) | settled;
      const auto is_less = static_cast<Scores>(scores < least);
      least = (scores & is_less) | (least & ~is_less);
    }
    Score result = kSettled;
    for (std::size_t i = 0; i < kLanes; ++i) result = std::min<Score>(result, least[i]);
    return result;
  }

  void halve_weights() {
    for (std::size_t group = 0; group < weights_.size(); ++group) {
      weights_[group] = std::max(Score{1}, static_cast<Score>(weights_[group] / 2));
      set_factor(group);
    }
  }

  void set_factor(std::size_t group) {
    factors_[group] = static_cast<Score>(unit_ / weights_[group]);
  }

  Score unit_;  // its product with any size is less than kSettled
  std::vector<Score> weights_;
  std::vector<Score> factors_;  // unit_ / weight
};

}  // namespace sudoku::bitmask
