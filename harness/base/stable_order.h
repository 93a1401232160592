#pragma once

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

namespace sudoku {

/// Pointers to the elements of `items`, which is contiguous, in the order of `is_less`; those that
/// are equal stay as they stand. With libstdc++ 12, std::stable_sort makes clang 19 warn of what
/// the library uses inside.
template <typename Items, typename IsLess>
auto stable_order(const Items& items, IsLess is_less) {
  using Pointer = decltype(std::to_address(std::begin(items)));
  std::vector<Pointer> order;
  for (const auto& item : items) order.push_back(std::addressof(item));
  std::sort(order.begin(), order.end(), [&is_less](Pointer a, Pointer b) {
    if (is_less(*a, *b)) return true;
    return !is_less(*b, *a) && a < b;
  });
  return order;
}

}  // namespace sudoku
