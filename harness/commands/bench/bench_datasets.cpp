#include "harness/commands/bench/bench_datasets.h"

#include <algorithm>
#include <utility>

#include "harness/commands/bench/solver_selection.h"

namespace sudoku {

BenchDatasets::BenchDatasets(const BenchOptions& options) : options_(options) {
  for (const std::string& path : options.datasets) {
    if (!options.selection.shard && is_read_once(path)) continue;
    DatasetReader reader = options.selection.shard ? open_to_cut(path, options.read, "--shard")
                                                   : DatasetReader(path, options.read);
    require_puzzle(reader);
    readers_.emplace(path, std::move(reader));
  }
}

std::vector<Shape> BenchDatasets::shapes() const {
  std::vector<Shape> shapes;
  for (const auto& [path, reader] : readers_) {
    const Shape shape = reader.shape();
    if (std::find(shapes.begin(), shapes.end(), shape) == shapes.end()) shapes.push_back(shape);
  }
  if (shapes.empty()) shapes.push_back(options_.read.shape.value_or(k9x9));
  return shapes;
}

void BenchDatasets::require_support(std::span<const Solver> solvers) const {
  for (const std::string& path : options_.datasets) {
    const auto reader = readers_.find(path);
    if (reader != readers_.end()) refuse_shape(path, reader->second.shape(), solvers);
  }
}

Dataset BenchDatasets::take(const std::string& path, std::size_t min_blocks) {
  auto node = readers_.extract(path);
  DatasetReader reader =
      node.empty() ? DatasetReader(path, options_.read) : std::move(node.mapped());
  return {std::move(reader),
          options_.selection,
          options_.repetitions,
          {options_.block_size, min_blocks}};
}

}  // namespace sudoku
