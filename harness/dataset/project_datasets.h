#pragma once

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

/// Returns the path of the project's dataset `name`, which may begin with `datasets/`. Returns
/// nullopt if there is none, or if the path `name` exists.
std::optional<std::string> find_project_dataset(const std::string& name);

}  // namespace sudoku
