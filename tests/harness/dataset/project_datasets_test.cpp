#include "harness/dataset/project_datasets.h"

#include "tests/catch.h"

namespace sudoku {

TEST_CASE("paths of the project's datasets are described by their names", "[project_datasets]") {
  const auto path = find_project_dataset("hard.txt");
  REQUIRE(path);
  CHECK(describe_dataset_path(*path) == "hard.txt (project's dataset)");
  CHECK(describe_dataset_path("/elsewhere/hard.txt") == "/elsewhere/hard.txt");
  CHECK(describe_dataset_path("mine.txt") == "mine.txt");
  CHECK(describe_dataset_path("-") == "-");
  CHECK(describe_dataset_path("") == "");
}

}  // namespace sudoku
