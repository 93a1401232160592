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

using TaskValue = std::variant<bool, std::uint64_t, std::string>;
/// Options that affect the results, with their defaults, by their keys in context.json. The key of
/// a duration ends with `_ns`.
using Task = std::vector<std::pair<std::string, TaskValue>>;

/// An option with different values in two tasks, formatted as typed.
struct TaskDifference {
  std::string option;  ///< such as `--timeout`
  std::string value;   ///< such as `10s`; `unknown` if the task lacks the option
  std::string other;
};

/// Returns the first option that differs: options of `task` first, then those of `other`.
std::optional<TaskDifference> find_difference(const Task& task, const Task& other);

/// Returns the value of an option; nullopt if the task has none of that name and type.
template <typename Value>
std::optional<Value> find_value(const Task& task, std::string_view key) {
  for (const auto& [name, value] : task) {
    if (name == key && std::holds_alternative<Value>(value)) return std::get<Value>(value);
  }
  return std::nullopt;
}

nlohmann::ordered_json json_of(const Task& task);
/// Returns nullopt if the JSON is not a task.
std::optional<Task> task_of(const nlohmann::ordered_json& json);

}  // namespace sudoku
