#include "harness/stats/task.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "harness/base/json.h"
#include "harness/base/units.h"

namespace sudoku {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kDurationEnd = "_ns";

std::string option_of(std::string_view key) {
  if (key.ends_with(kDurationEnd)) key.remove_suffix(kDurationEnd.size());
  std::string option = fmt::format("--{}", key);
  std::replace(option.begin(), option.end(), '_', '-');
  return option;
}

std::string as_typed(std::string_view key, const TaskValue& value) {
  if (const bool* flag = std::get_if<bool>(&value)) return *flag ? "on" : "off";
  if (const auto* text = std::get_if<std::string>(&value)) return fmt::format("'{}'", *text);
  const std::uint64_t number = std::get<std::uint64_t>(value);
  return key.ends_with(kDurationEnd) ? format_duration(number) : fmt::format("{}", number);
}

const TaskValue* find(const Task& task, std::string_view key) {
  const auto found = std::find_if(task.begin(), task.end(),
                                  [key](const auto& entry) { return entry.first == key; });
  return found == task.end() ? nullptr : &found->second;
}

std::string as_typed(const Task& task, std::string_view key) {
  const TaskValue* value = find(task, key);
  return value == nullptr ? "unknown" : as_typed(key, *value);
}

std::optional<TaskValue> value_of(const Json& json) {
  if (json.is_boolean()) return json.get<bool>();
  if (json.is_number_unsigned()) return json.get<std::uint64_t>();
  if (json.is_string()) return from_json_text(json.get<std::string>());
  return std::nullopt;
}

}  // namespace

std::optional<TaskDifference> find_difference(const Task& task, const Task& other) {
  for (const Task* keys : {&task, &other}) {
    for (const auto& entry : *keys) {
      const std::string& key = entry.first;
      const TaskValue* a = find(task, key);
      const TaskValue* b = find(other, key);
      if (a != nullptr && b != nullptr && *a == *b) continue;
      return TaskDifference{option_of(key), as_typed(task, key), as_typed(other, key)};
    }
  }
  return std::nullopt;
}

Json json_of(const Task& task) {
  Json json = Json::object();
  for (const auto& [key, value] : task) {
    if (const auto* text = std::get_if<std::string>(&value)) {
      json[key] = to_json_text(*text);
    } else if (const bool* flag = std::get_if<bool>(&value)) {
      json[key] = *flag;
    } else {
      json[key] = std::get<std::uint64_t>(value);
    }
  }
  return json;
}

std::optional<Task> task_of(const Json& json) {
  if (!json.is_object()) return std::nullopt;
  Task task;
  for (const auto& [key, member] : json.items()) {
    const auto value = value_of(member);
    if (!value) return std::nullopt;
    task.emplace_back(key, *value);
  }
  return task;
}

}  // namespace sudoku
