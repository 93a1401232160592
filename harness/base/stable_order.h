#pragma once

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

namespace sudoku {

/// Returns pointers to the elements of a contiguous range, sorted stably by `is_less`. Replaces
/// std::stable_sort, which triggers warnings of clang 19 in libstdc++ 12.
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
