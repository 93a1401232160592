#pragma once

#include <optional>
#include <string>

#include <nlohmann/json.hpp>

namespace sudoku {

/// Options that affect the results, with their defaults, by their keys in context.json: an object
/// of Booleans, whole numbers and texts (see to_json_text). The key of a duration ends with `_ns`.
using Task = nlohmann::ordered_json;

bool is_task(const nlohmann::ordered_json& json);

/// An option with different values in two tasks, formatted as typed.
struct TaskDifference {
  std::string option;  ///< such as `--timeout`
  std::string value;   ///< such as `10s`; `unknown` if the task lacks the option
  std::string other;
};

/// Returns the first option that differs: options of `task` first, then options of `other`.
std::optional<TaskDifference> find_difference(const Task& task, const Task& other);

}  // namespace sudoku
