#include "harness/generate/pool_file.h"

#include <fstream>
#include <string>

#include <nlohmann/json.hpp>

#include "harness/errors.h"
#include "harness/output_file.h"

namespace sudoku {
namespace {

using Json = nlohmann::ordered_json;

Json to_json(const MinedPuzzle& mined) {
  return {
      {"puzzle", format_line(mined.puzzle)}, {"guesses", mined.guesses}, {"family", mined.family}};
}

MinedPuzzle mined_puzzle(const Json& json) {
  MinedPuzzle mined;
  const auto text = json.at("puzzle").get<std::string>();
  if (parse_line(text, mined.puzzle) != text.size() || text.size() != kCells) {
    throw std::runtime_error("a puzzle that is none");
  }
  json.at("guesses").get_to(mined.guesses);
  json.at("family").get_to(mined.family);
  return mined;
}

PoolFile pool_file(const Json& json) {
  PoolFile file;
  json.at("seed").get_to(file.plan.seed);
  json.at("max_replaced").get_to(file.plan.max_replaced);
  json.at("rounds").get_to(file.pool.rounds);
  json.at("children").get_to(file.pool.effort.children);
  json.at("rated").get_to(file.pool.effort.rated);
  for (const Json& mined : json.at("puzzles")) file.pool.puzzles.push_back(mined_puzzle(mined));
  file.plan.rounds = file.pool.rounds;
  file.plan.puzzles = file.pool.puzzles.size();
  return file;
}

}  // namespace

std::optional<PoolFile> read_pool(const std::filesystem::path& path) {
  if (!std::filesystem::exists(path)) return std::nullopt;
  std::ifstream stream(path);
  if (!stream) throw InputError(path.string(), "cannot be read");
  try {
    return pool_file(Json::parse(stream));
  } catch (const std::exception& error) {
    throw InputError(path.string(), std::string("is no pool of generate --mine: ") + error.what());
  }
}

void write_pool(const std::filesystem::path& path, const MinePlan& plan, const MinePool& pool) {
  Json puzzles = Json::array();
  for (const MinedPuzzle& mined : pool.puzzles) puzzles.push_back(to_json(mined));
  const Json json = {
      {"seed", plan.seed},          {"max_replaced", plan.max_replaced},
      {"rounds", pool.rounds},      {"children", pool.effort.children},
      {"rated", pool.effort.rated}, {"puzzles", puzzles},
  };
  replace_file(path, json.dump(1) + '\n');
}

}  // namespace sudoku
