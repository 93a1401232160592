#include "harness/results/checkpoint.h"

#include <utility>

#include <fmt/format.h>

#include "harness/base/errors.h"
#include "harness/base/json.h"
#include "harness/base/system.h"

namespace sudoku {
namespace {

/// Returns the outcome and the wall time of a puzzle, derived from its row.
std::pair<Outcome, std::int64_t> outcome_of(const PuzzleRow& row) {
  const std::int64_t ns = row.wall_ns.value_or(EngineSample::kNotTimed);
  switch (row.runstatus) {
    case RunStatus::ok: return {Outcome::exhausted, ns};
    case RunStatus::timeout: return {Outcome::timeout, ns};
    case RunStatus::gave_up: return {Outcome::gave_up, ns};
    case RunStatus::crash: return {Outcome::failed, ns};
    case RunStatus::other: break;
  }
  return {Outcome::stopped, EngineSample::kNotStarted};
}

void add(EarlierBlocks& earlier, std::span<const BlockRow> rows) {
  ++earlier.count;
  earlier.sums.resize(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EngineSample& sum = earlier.sums[i];
    sum.wall_ns += rows[i].totals.wall_ns;
    if (!has_solved_all(rows[i].totals)) sum.results = {{.outcome = Outcome::timeout}};
  }
}

}  // namespace

void Checkpoint::require_same_run(const std::filesystem::path& directory,
                                  const std::string& context) {
  const std::string path = (checkpoint_path(directory) / kContextFile).string();
  const auto stored = read_json_file(path).object;
  const auto current = nlohmann::ordered_json::parse(context);
  std::string reason;
  try {
    reason = difference(stored, current);
    if (reason.empty() && current.contains("shard")) {
      const std::uint64_t number = whole_number(stored.at("shard").at("number"));
      const std::uint64_t own = whole_number(current["shard"]["number"]);
      if (number != own) reason = fmt::format("shard is {}, not {}", number, own);
    }
  } catch (const std::exception& error) {
    throw InputError(path, fmt::format("is damaged: {}", untagged(error)));
  }
  if (reason.empty()) return;
  throw InputError(path, fmt::format("the checkpoint belongs to another run: {}", reason));
}

Checkpoint::Checkpoint(const ResultDirectory& results)
    : blocks_(results.file(kBlocksFile).string()) {
  if (results.has_puzzles()) puzzles_.emplace(results.file(kPuzzlesFile).string());
}

/// Returns the rows of the next block of a repetition; empty if it has no more finished blocks.
std::vector<BlockRow> Checkpoint::next(const BlockNames& names) {
  const auto& row = blocks_.row();
  std::vector<BlockRow> rows;
  for (const std::string& engine : names.engines) {
    const bool is_of_block = row && row->dataset == names.dataset &&
                             row->repetition == names.repetition &&
                             (rows.empty() || row->first_puzzle == rows[0].first_puzzle);
    if (!is_of_block && rows.empty()) return {};
    if (!is_of_block || row->engine != engine) {
      blocks_.refuse_row(fmt::format("a row for {} is expected", engine));
    }
    rows.push_back(*row);
    rows.back().engine = engine;
    rows.back().dataset = names.dataset;
    blocks_.advance();
  }
  return rows;
}

/// Reads the answers of all engines to a block.
std::vector<EngineSample> Checkpoint::answers(const BlockNames& names, const PuzzleBlock& block) {
  std::vector<EngineSample> engines(names.engines.size());
  for (const std::uint64_t line : block.lines) {
    for (EngineSample& engine : engines) {
      const auto& row = puzzles_->row();
      if (!row) {
        throw InputError(puzzles_->path(),
                         fmt::format("a row for line {} of {} is missing", line, names.dataset));
      }
      if (row->line != line) {
        puzzles_->refuse(puzzles_->column("line"), fmt::format("not {}", line));
      }
      const auto [outcome, ns] = outcome_of(*row);
      engine.results.push_back({row->solutions, row->guesses.value_or(0), outcome, true, false});
      engine.puzzle_ns.push_back(ns);
      puzzles_->advance();
    }
  }
  return engines;
}

EarlierBlocks Checkpoint::replay(Tally& tally, const Read& read, const Use& use) {
  EarlierBlocks earlier;
  const BlockNames names = tally.names();
  for (auto rows = next(names); !rows.empty(); rows = next(names)) {
    BlockSample sample;
    const bool has_read = read(sample.block, rows[0].totals.given());
    if (interrupted()) throw Interrupted();
    const bool is_same = has_read && sample.block.puzzles.size() == rows[0].totals.given() &&
                         sample.block.digest == rows[0].puzzles_digest;
    if (!is_same) {
      throw InputError(blocks_.path(),
                       fmt::format("the block at puzzle {} does not have the puzzles of {}",
                                   rows[0].first_puzzle, names.dataset));
    }
    if (puzzles_) sample.engines = answers(names, sample.block);
    tally.add(rows, sample);
    add(earlier, rows);
    use(rows);
  }
  return earlier;
}

}  // namespace sudoku
