#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace sudoku {

/// What a run was asked to do, as far as it decides about the results: the value of each option,
/// the defaults included, by its key in context.json. A key that ends with `_ns` is of a duration.
using TaskValue = std::variant<bool, std::uint64_t, std::string>;
using Task = std::vector<std::pair<std::string, TaskValue>>;

/// An option that two tasks have otherwise, as it would be typed.
struct TaskDifference {
  std::string option;  ///< such as `--timeout`
  std::string value;   ///< such as `10s`; of what a task does not tell `unknown`
  std::string other;
};

/// The first option of `task`, or else of `other`, that is not the same in both.
std::optional<TaskDifference> find_difference(const Task& task, const Task& other);

/// The value of an option; nothing where the task has none of that name and type.
template <typename Value>
std::optional<Value> find_value(const Task& task, std::string_view key) {
  for (const auto& [name, value] : task) {
    if (name == key && std::holds_alternative<Value>(value)) return std::get<Value>(value);
  }
  return std::nullopt;
}

nlohmann::ordered_json json_of(const Task& task);
/// Nothing for what is no task.
std::optional<Task> task_of(const nlohmann::ordered_json& json);

}  // namespace sudoku
