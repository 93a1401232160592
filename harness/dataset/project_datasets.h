#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sudoku {

/// Returns the folder of the project's datasets: the installed one, or else the one in the source
/// tree. The path is relative if the folder is below the current directory. Returns nullopt if
/// neither exists.
std::optional<std::string> find_project_datasets();

/// Returns the names of the files in that folder, sorted. Leaves out names with control characters.
std::vector<std::string> project_dataset_names();

/// Returns the descriptions of these files by name, from descriptions.json in that folder. Throws
/// InputError if that file is invalid.
std::map<std::string, std::string> project_dataset_descriptions();

/// Returns the path of the file `name` in the folder of the project's datasets, or nullopt.
std::optional<std::string> find_in_project(const std::string& name);

/// Whether `path` could name a dataset of the project: it has no folder, or the folder `datasets`.
bool is_project_path(const std::string& path);

/// Returns the path of the project's dataset `name`, which may begin with `datasets/`. Returns
/// nullopt if there is none, or if the path `name` exists.
std::optional<std::string> find_project_dataset(const std::string& name);

/// Returns `hard.txt (project's dataset)` for the path of a dataset of the project, and other paths
/// unchanged.
std::string describe_dataset_path(const std::string& path);

}  // namespace sudoku
