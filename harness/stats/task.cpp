#include "harness/stats/task.h"

#include <algorithm>

#include <fmt/format.h>

#include "harness/base/json.h"
#include "harness/base/units.h"

namespace sudoku {
namespace {

constexpr std::string_view kDurationEnd = "_ns";

std::string option_of(std::string_view key) {
  if (key.ends_with(kDurationEnd)) key.remove_suffix(kDurationEnd.size());
  std::string option = fmt::format("--{}", key);
  std::ranges::replace(option, '_', '-');
  return option;
}

std::string as_typed(const Task& task, const std::string& key) {
  if (!task.contains(key)) return "unknown";
  const Task& value = task[key];
  if (value.is_boolean()) return value.get<bool>() ? "on" : "off";
  if (value.is_string()) return fmt::format("'{}'", from_json_text(value.get<std::string>()));
  return key.ends_with(kDurationEnd) ? format_duration(value.get<std::uint64_t>()) : value.dump();
}

}  // namespace

bool is_task(const nlohmann::ordered_json& json) {
  return json.is_object() && std::ranges::all_of(json, [](const auto& value) {
           return value.is_boolean() || value.is_number_unsigned() || value.is_string();
         });
}

std::optional<TaskDifference> find_difference(const Task& task, const Task& other) {
  for (const Task* keys : {&task, &other}) {
    for (const auto& entry : keys->items()) {
      const std::string& key = entry.key();
      if (task.contains(key) && other.contains(key) && task[key] == other[key]) continue;
      return TaskDifference{option_of(key), as_typed(task, key), as_typed(other, key)};
    }
  }
  return std::nullopt;
}

}  // namespace sudoku
