#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engines/board.h"
#include "engines/search_monitor.h"

namespace sudoku::solvers {

/// A puzzle as an exact cover, less what naked and hidden singles settle: a variable stands for
/// each digit that a cell may still have, and of each group of variables exactly one is true. A
/// group has two variables or more. All solvers of this folder are handed the same.
class Encoding {
 public:
  /// A digit in a cell.
  struct Option {
    std::uint16_t cell;
    std::uint8_t digit;  ///< from 1
  };

  /// False where singles show that the puzzle has no solution; nothing else may be asked then.
  bool set(const Board& puzzle);

  /// Does that in a search, and reports what singles solve. True where something is left.
  bool begin(const Board& puzzle, SearchMonitor& monitor) {
    if (!monitor.look() || !set(puzzle)) return false;
    if (variables() == 0) monitor.found(settled());
    return variables() != 0;
  }

  /// They are numbered from 1; none where the puzzle is solved.
  int variables() const { return static_cast<int>(options_.size()); }
  const Option& option(int variable) const {
    return options_[static_cast<std::size_t>(variable) - 1];
  }
  std::size_t groups() const { return group_ends_.size(); }
  /// Its variables, in ascending order.
  std::span<const int> group(std::size_t i) const {
    const std::size_t begin = i == 0 ? 0 : group_ends_[i - 1];
    return std::span(members_).subspan(begin, group_ends_[i] - begin);
  }

  /// The puzzle with the singles; the other cells are empty.
  Board settled() const { return {shape_, settled_}; }
  /// The solution in which the variables are true for which `is_true(variable)` says so. Valid
  /// until the next one. `truths` gets those.
  template <typename IsTrue>
  Board solution(IsTrue&& is_true, std::vector<int>& truths) {
    solution_ = settled_;
    truths.clear();
    for (int variable = 1; variable <= variables(); ++variable) {
      if (!is_true(variable)) continue;
      solution_[option(variable).cell] = option(variable).digit;
      truths.push_back(variable);
    }
    return {shape_, solution_};
  }

 private:
  enum class Truth : std::uint8_t { open, yes, no };

  static constexpr std::size_t kGroupsOfOption = 4;
  using Groups = std::span<const std::uint16_t, kGroupsOfOption>;

  // Before singles an option is numbered by cell, then by digit; its groups are what fills the
  // cell, and where its digit stands in the row, the column and the box.
  void set_shape(const Shape& shape);
  Groups groups_of(std::size_t option) const {
    return Groups(groups_of_option_.data() + option * kGroupsOfOption, kGroupsOfOption);
  }
  std::span<const std::uint16_t> all_of(std::size_t group) const {
    return std::span(options_of_group_).subspan(group * shape_.side(), shape_.side());
  }
  bool settle(std::size_t option);
  bool exclude(std::size_t option);
  void collect();

  Shape shape_;
  std::vector<std::uint16_t> groups_of_option_;
  std::vector<std::uint16_t> options_of_group_;

  std::vector<Truth> truths_;         // of the options
  std::vector<std::uint8_t> left_;    // options of each group that may be true
  std::vector<std::uint8_t> filled_;  // whether one of the group is
  std::vector<std::uint16_t> queue_;  // options that have to be true

  std::vector<Option> options_;  // of the variables
  std::vector<int> members_;
  std::vector<std::size_t> group_ends_;  // in members_
  std::vector<std::uint8_t> settled_;
  std::vector<std::uint8_t> solution_;
};

}  // namespace sudoku::solvers
