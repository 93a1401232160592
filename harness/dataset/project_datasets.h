#pragma once

#include <optional>
#include <string>
#include <vector>

namespace sudoku {

/// The folder of the project's datasets: as the program was installed, or else in the sources that
/// it was built from. Relative where it lies below the current directory; nothing where neither is
/// there.
std::optional<std::string> find_project_datasets();

/// The names of the files in it, in alphabetical order.
std::vector<std::string> project_dataset_names();

/// The path of the project's dataset that is called `name`, with or without the folder `datasets/`
/// before it, where nothing is to be found at `name` itself.
std::optional<std::string> find_project_dataset(const std::string& name);

}  // namespace sudoku
