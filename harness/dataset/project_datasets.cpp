#include "harness/dataset/project_datasets.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "harness/base/errors.h"
#include "harness/base/json.h"
#include "harness/base/system.h"

namespace sudoku {
namespace {

namespace fs = std::filesystem;

std::string relative_if_below(const fs::path& path) {
  std::error_code error;
  const fs::path relative = path.lexically_relative(fs::current_path(error));
  const bool is_below = !error && !relative.empty() && *relative.begin() != "..";
  return is_below ? relative.string() : path.string();
}

}  // namespace

std::optional<std::string> find_project_datasets() {
  // Relative to the program, so that an installation can be moved.
  const fs::path installed =
      (program_path().parent_path() / SUDOKU_INSTALLED_DATASETS).lexically_normal();
  std::error_code error;
  for (const fs::path& folder : {installed, fs::path(SUDOKU_SOURCE_DATASETS)}) {
    if (fs::is_directory(folder, error)) return relative_if_below(folder);
  }
  return std::nullopt;
}

std::vector<std::string> project_dataset_names() {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& file : fs::directory_iterator(find_project_datasets().value_or(""), error)) {
    const std::string name = file.path().filename().string();
    if (name.ends_with(".txt") && one_line(name) == name) names.push_back(name);
  }
  std::ranges::sort(names);
  return names;
}

std::map<std::string, std::string> project_dataset_descriptions() {
  const auto path = find_in_project("descriptions.json");
  if (!path) return {};
  try {
    return read_json_file(*path).object.get<std::map<std::string, std::string>>();
  } catch (const nlohmann::json::exception& error) {
    throw InputError(*path, std::string(untagged(error)));
  }
}

std::optional<std::string> find_in_project(const std::string& name) {
  const auto folder = find_project_datasets();
  if (!folder) return std::nullopt;
  const fs::path path = (fs::path(*folder) / name).lexically_normal();
  std::error_code error;
  return fs::is_regular_file(path, error) ? std::optional(path.string()) : std::nullopt;
}

bool is_project_path(const std::string& path) {
  const fs::path folder = fs::path(path).parent_path();
  return folder.empty() || folder == "datasets";
}

std::optional<std::string> find_project_dataset(const std::string& name) {
  const fs::path path(name);
  std::error_code error;
  const bool exists = fs::symlink_status(path, error).type() != fs::file_type::not_found;
  if (!is_project_path(name) || exists || path.extension() != ".txt") return std::nullopt;
  return find_in_project(path.filename());
}

std::string describe_dataset_path(const std::string& path) {
  const fs::path file(path);
  const bool is_of_project = path == find_in_project(file.filename());
  return is_of_project ? file.filename().string() + " (project's dataset)" : path;
}

}  // namespace sudoku
