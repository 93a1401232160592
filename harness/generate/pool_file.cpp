#include "harness/generate/pool_file.h"

#include <string>

#include <nlohmann/json.hpp>

#include "harness/base/errors.h"
#include "harness/base/json.h"
#include "harness/base/output_file.h"

namespace sudoku {
namespace {

using Json = nlohmann::ordered_json;

Json to_json(const RatedPuzzle& rated) {
  return {
      {"puzzle", format_line(rated.puzzle)}, {"guesses", rated.guesses}, {"family", rated.family}};
}

RatedPuzzle rated_puzzle(const Json& json) {
  RatedPuzzle rated;
  const auto text = json.at("puzzle").get<std::string>();
  if (parse_line(text, rated.puzzle) != text.size() || text.size() != kCells) {
    throw std::runtime_error("a puzzle is not valid");
  }
  json.at("guesses").get_to(rated.guesses);
  rated.family = whole_number(json.at("family"));
  return rated;
}

PoolFile pool_file(const Json& json) {
  PoolFile file;
  file.plan.seed = whole_number(json.at("seed"));
  file.plan.max_replaced = static_cast<int>(whole_number(json.at("max_replaced"), kCells));
  file.pool.rounds = whole_number(json.at("rounds"));
  file.pool.effort.children = whole_number(json.at("children"));
  file.pool.effort.rated = whole_number(json.at("rated"));
  for (const Json& puzzle : json.at("puzzles")) file.pool.puzzles.push_back(rated_puzzle(puzzle));
  file.plan.rounds = file.pool.rounds;
  file.plan.puzzles = file.pool.puzzles.size();
  return file;
}

}  // namespace

std::optional<PoolFile> read_pool(const std::filesystem::path& path) {
  if (!std::filesystem::exists(path)) return std::nullopt;
  const Json json = read_json_file(path.string()).object;
  const auto refuse = [&path](const std::string& what) {
    throw InputError(path.string(), "is not a pool of generate --mine: " + what);
  };
  PoolFile file;
  try {
    file = pool_file(json);
  } catch (const std::exception& error) {
    refuse(error.what());
  }
  const std::string defect = find_defect(file.plan, file.pool);
  if (!defect.empty()) refuse(defect);
  return file;
}

void write_pool(const std::filesystem::path& path, const HardSearchPlan& plan,
                const PuzzlePool& pool) {
  Json puzzles = Json::array();
  for (const RatedPuzzle& rated : pool.puzzles) puzzles.push_back(to_json(rated));
  const Json json = {
      {"seed", plan.seed},          {"max_replaced", plan.max_replaced},
      {"rounds", pool.rounds},      {"children", pool.effort.children},
      {"rated", pool.effort.rated}, {"puzzles", puzzles},
  };
  replace_file(path, to_json_file(json));
}

}  // namespace sudoku
