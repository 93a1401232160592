#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engines/board.h"
#include "engines/search_monitor.h"

namespace sudoku::solvers {

/// A puzzle as an exact cover problem, after naked and hidden singles. Each variable stands for a
/// candidate of an empty cell. A group has two or more variables, and exactly one of them is true.
/// All solvers of this folder use this encoding.
class Encoding {
 public:
  /// A digit in a cell.
  struct Option {
    std::uint16_t cell;
    std::uint8_t digit;  ///< from 1
  };

  /// Encodes a puzzle. Returns false if singles prove that it has no solution. Then call no other
  /// function but set() and begin().
  bool set(const Board& puzzle);

  /// Encodes a puzzle and reports its solution if singles solve it. Returns true if a search is
  /// needed.
  bool begin(const Board& puzzle, SearchMonitor& monitor) {
    if (!monitor.poll() || !set(puzzle)) return false;
    if (variables() == 0) monitor.found(settled());
    return variables() != 0;
  }

  /// Number of variables, which are numbered from 1. 0 if singles solve the puzzle.
  int variables() const { return static_cast<int>(options_.size()); }
  const Option& option(int variable) const {
    return options_[static_cast<std::size_t>(variable) - 1];
  }
  std::size_t groups() const { return group_ends_.size(); }
  /// Returns the variables of a group in ascending order.
  std::span<const int> group(std::size_t i) const {
    const std::size_t begin = i == 0 ? 0 : group_ends_[i - 1];
    return std::span(members_).subspan(begin, group_ends_[i] - begin);
  }

  /// Returns the puzzle with singles filled in.
  Board settled() const { return {shape_, settled_}; }
  /// Returns the solution that corresponds to a model. It is valid until the next call. Sets
  /// `truths` to the variables for which `is_true(variable)` is true.
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

  // Before singles, options are numbered by cell, then by digit. The groups of an option are its
  // cell, and its digit in its row, column and box. Latin squares have no groups of boxes.
  void set_shape(const Shape& shape);
  template <std::size_t kKinds>
  std::span<const std::uint16_t, kKinds> groups_of(std::size_t option) const {
    return std::span<const std::uint16_t, kKinds>(&groups_of_option_[option * kKinds], kKinds);
  }
  std::span<const std::uint32_t> all_of(std::size_t group) const {
    return std::span(options_of_group_).subspan(group * shape_.side(), shape_.side());
  }
  template <std::size_t kKinds>
  bool fill_singles(const Board& puzzle);
  template <std::size_t kKinds>
  bool exclude_by_candidates(const Board& puzzle);
  template <std::size_t kKinds>
  bool settle(std::size_t option);
  template <std::size_t kKinds>
  bool exclude(std::size_t option);
  void collect();

  Shape shape_;
  std::vector<std::uint16_t> groups_of_option_;
  std::vector<std::uint32_t> options_of_group_;

  std::vector<Truth> truths_;         // by option
  std::vector<std::uint8_t> left_;    // by group: options that may be true
  std::vector<std::uint8_t> filled_;  // by group: whether an option is true
  std::vector<std::uint32_t> queue_;  // options that must be true

  std::vector<Option> options_;  // by variable
  std::vector<int> members_;
  std::vector<std::size_t> group_ends_;  // in members_
  std::vector<std::uint8_t> settled_;
  std::vector<std::uint8_t> solution_;
};

}  // namespace sudoku::solvers
