#include "engines/solvers/encoding.h"

#include <algorithm>
#include <array>

namespace sudoku::solvers {
namespace {

constexpr std::size_t kLatinKinds = 3;
constexpr std::size_t kAllKinds = 4;

/// Returns the number of groups of an option.
std::size_t kinds_of(const Shape& shape) { return shape.is_latin() ? kLatinKinds : kAllKinds; }

}  // namespace

void Encoding::set_shape(const Shape& shape) {
  if (shape == shape_) return;
  const std::size_t side = shape.side();
  const std::size_t cells = shape.cells();
  const std::size_t kinds = kinds_of(shape);
  groups_of_option_.clear();
  options_of_group_.assign(kinds * cells * side, 0);
  std::vector<std::size_t> sizes(kinds * cells);
  for (std::size_t option = 0; option < cells * side; ++option) {
    const std::size_t cell = option / side;
    const std::size_t digit = option % side;
    const std::size_t row = cell / side;
    const std::size_t column = cell % side;
    const std::size_t box = row / shape.box_rows * shape.box_rows + column / shape.box_columns;
    const std::array<std::size_t, kAllKinds> groups = {cell, cells + row * side + digit,
                                                       2 * cells + column * side + digit,
                                                       3 * cells + box * side + digit};
    for (const std::size_t group : std::span(groups).first(kinds)) {
      groups_of_option_.push_back(static_cast<std::uint16_t>(group));
      options_of_group_[group * side + sizes[group]++] = static_cast<std::uint32_t>(option);
    }
  }
  shape_ = shape;  // last, because the lines above may throw
}

bool Encoding::set(const Board& puzzle) {
  set_shape(puzzle.shape);
  const bool has_solution =
      shape_.is_latin() ? fill_singles<kLatinKinds>(puzzle) : fill_singles<kAllKinds>(puzzle);
  if (has_solution) collect();
  return has_solution;
}

/// Returns false if singles prove that the puzzle has no solution.
template <std::size_t kKinds>
bool Encoding::fill_singles(const Board& puzzle) {
  const std::size_t side = shape_.side();
  truths_.assign(shape_.cells() * side, Truth::open);
  left_.assign(kKinds * shape_.cells(), static_cast<std::uint8_t>(side));
  filled_.assign(kKinds * shape_.cells(), 0);
  queue_.clear();
  for (std::size_t cell = 0; cell < shape_.cells(); ++cell) {
    if (puzzle[cell] == 0) continue;
    queue_.push_back(static_cast<std::uint32_t>(cell * side + puzzle[cell] - 1));
  }
  if (!puzzle.candidates.empty() && !exclude_by_candidates<kKinds>(puzzle)) return false;
  for (std::size_t i = 0; i < queue_.size(); ++i) {
    if (!settle<kKinds>(queue_[i])) return false;
  }
  return true;
}

/// Returns false if a group has no option left.
template <std::size_t kKinds>
bool Encoding::exclude_by_candidates(const Board& puzzle) {
  const std::size_t side = shape_.side();
  for (std::size_t option = 0; option < truths_.size(); ++option) {
    const bool is_candidate = (puzzle.candidates[option / side] >> option % side & 1) != 0;
    if (!is_candidate && !exclude<kKinds>(option)) return false;
  }
  return true;
}

template <std::size_t kKinds>
bool Encoding::settle(std::size_t option) {
  if (truths_[option] == Truth::yes) return true;
  if (truths_[option] == Truth::no) return false;
  truths_[option] = Truth::yes;
  for (const std::size_t group : groups_of<kKinds>(option)) filled_[group] = 1;
  for (const std::size_t group : groups_of<kKinds>(option)) {
    for (const std::size_t other : all_of(group)) {
      if (truths_[other] == Truth::open && !exclude<kKinds>(other)) return false;
    }
  }
  return true;
}

/// Returns false if it was the last option of a group.
template <std::size_t kKinds>
bool Encoding::exclude(std::size_t option) {
  truths_[option] = Truth::no;
  for (const std::size_t group : groups_of<kKinds>(option)) {
    if (filled_[group] != 0 || --left_[group] > 1) continue;
    if (left_[group] == 0) return false;
    const auto all = all_of(group);
    queue_.push_back(*std::find_if(all.begin(), all.end(), [this](std::size_t other) {
      return truths_[other] == Truth::open;
    }));
  }
  return true;
}

void Encoding::collect() {
  const std::size_t side = shape_.side();
  options_.clear();
  settled_.assign(shape_.cells(), 0);
  std::vector<int> variables(truths_.size());
  for (std::size_t option = 0; option < truths_.size(); ++option) {
    const auto cell = static_cast<std::uint16_t>(option / side);
    const auto digit = static_cast<std::uint8_t>(option % side + 1);
    if (truths_[option] == Truth::yes) settled_[cell] = digit;
    if (truths_[option] != Truth::open) continue;
    options_.push_back({cell, digit});
    variables[option] = static_cast<int>(options_.size());
  }
  members_.clear();
  group_ends_.clear();
  for (std::size_t group = 0; group < filled_.size(); ++group) {
    if (filled_[group] != 0) continue;
    for (const std::size_t option : all_of(group)) {
      if (variables[option] != 0) members_.push_back(variables[option]);
    }
    group_ends_.push_back(members_.size());
  }
}

}  // namespace sudoku::solvers
