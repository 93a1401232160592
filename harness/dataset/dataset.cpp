#include "harness/dataset/dataset.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "engines/random.h"
#include "harness/base/errors.h"
#include "harness/base/system.h"
#include "harness/puzzle/digest.h"
#include "harness/puzzle/isomorph.h"

namespace sudoku {
namespace {

/// Copies a puzzle of `from` to a place of `to` or to its end.
void put(PuzzleBlock& to, std::size_t place, const PuzzleBlock& from, std::size_t i) {
  if (place == to.puzzles.size()) {
    to.puzzles.push_back(from.puzzles[i]);
    to.lines.emplace_back();
  } else {
    to.puzzles.set(place, from.puzzles[i]);
  }
  to.lines[place] = from.lines[i];
  // A file may have its first expectation late.
  if (from.expectations.empty() && to.expectations.empty()) return;
  to.expectations.resize(to.puzzles.size());
  to.expectations[place] = from.expectations.empty() ? Expectation() : from.expectations[i];
}

void append(PuzzleBlock& to, const PuzzleBlock& from, std::size_t i) {
  put(to, to.puzzles.size(), from, i);
}

/// Replaces each puzzle by its isomorphs: the puzzle itself first, then the others.
void add_isomorphs(PuzzleBlock& block, unsigned count, std::uint64_t seed) {
  if (count == 1) return;
  PuzzleBlock all;
  all.first_index = block.first_index;
  for (std::size_t i = 0; i < block.puzzles.size(); ++i) {
    for (unsigned number = 0; number < count; ++number) {
      append(all, block, i);
      const Board puzzle = block.puzzles[i];
      all.isomorphisms.push_back(numbered_isomorphism(puzzle, seed, number));
      const Isomorphism& isomorphism = all.isomorphisms.back();
      all.puzzles.set(all.puzzles.size() - 1, isomorphism.apply(puzzle));
      if (block.expectations.empty() || block.expectations[i].solution.empty()) continue;
      isomorphism.apply(block.expectations[i].solution[0],
                        all.expectations.back().solution.cells_of(0));
    }
  }
  all.isomorphs = count;
  block = std::move(all);
}

}  // namespace

Dataset::Dataset(DatasetReader reader, Selection selection, unsigned repetitions, Blocking blocking)
    : reader_(std::move(reader)),
      selection_(selection),
      blocking_(blocking),
      block_size_(without_isomorphs(blocking.size)) {
  if (selection_.sample != 0 || selection_.shuffle) {
    load_selection();
  } else if (repetitions > 1 && is_read_once(path())) {
    read_ahead(std::numeric_limits<std::size_t>::max());
  } else if (blocking_.size == 0) {
    // All larger datasets have the same block size.
    read_ahead(blocking_.min_blocks * without_isomorphs(Blocking::kMaxAutomatic));
  }
  if (peek().puzzles.empty() && interrupted()) throw Interrupted();
}

std::size_t Dataset::without_isomorphs(std::uint64_t puzzles) const {
  return std::max<std::size_t>(puzzles / selection_.isomorphs, 1);
}

/// Gives small datasets enough blocks for statistics, and large ones few enough for low overhead.
void Dataset::choose_block_size(std::uint64_t puzzles) {
  if (blocking_.size != 0) return;
  const std::uint64_t share = puzzles * selection_.isomorphs / blocking_.min_blocks;
  // Larger boards take so long that blocks of one have no noticeable overhead.
  const std::uint64_t least = shape().side() > k9x9.side() ? 1 : Blocking::kMinAutomatic;
  block_size_ = without_isomorphs(std::clamp<std::uint64_t>(share, least, Blocking::kMaxAutomatic));
}

/// Draws the sample while reading, so that memory holds only the sample (Vitter's algorithm R).
void Dataset::load_selection() {
  Random random(selection_.seed);
  PuzzleBlock kept;
  PuzzleBlock block;
  const std::uint64_t capacity =
      selection_.sample != 0 ? selection_.sample : std::numeric_limits<std::uint64_t>::max();
  std::uint64_t seen = 0;
  while (fetch_from_reader(block, Blocking::kMaxAutomatic)) {
    for (std::size_t i = 0; i < block.puzzles.size(); ++i, ++seen) {
      const std::uint64_t place = seen < capacity ? seen : random.below(seen + 1);
      if (place < capacity) put(kept, place, block, i);
    }
  }
  std::vector<std::size_t> order(kept.puzzles.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (selection_.shuffle) {
    shuffle(std::span(order), random);
  } else {
    std::ranges::sort(order, {}, [&](std::size_t i) { return std::pair(kept.lines[i], i); });
  }
  for (const std::size_t i : order) append(memory_, kept, i);
  is_all_in_memory_ = true;
  choose_block_size(memory_.puzzles.size());
}

/// Reads the first `enough` puzzles, or all if there are fewer, into memory.
void Dataset::read_ahead(std::size_t enough) {
  try {
    fetch_from_reader(memory_, enough);
    is_all_in_memory_ = memory_.puzzles.size() < enough && !reader_.has_failed();
  } catch (const InputError&) {
    // The reader throws it again at the next read.
  }
  choose_block_size(memory_.puzzles.size());
}

const PuzzleBlock& Dataset::peek() {
  if (peeked_) return *peeked_;
  PuzzleBlock& block = peeked_.emplace();
  const std::uint64_t end = std::min<std::uint64_t>(memory_.puzzles.size(), fetched_ + block_size_);
  for (std::uint64_t i = fetched_; i < end; ++i) append(block, memory_, i);
  if (block.puzzles.empty() && !is_all_in_memory_) {
    memory_ = {};  // used once; the next repetition reads these puzzles again
    fetch_from_reader(block, block_size_);
  }
  block.first_index = fetched_;
  fetched_ += block.puzzles.size();
  add_isomorphs(block, selection_.isomorphs, selection_.seed);
  return block;
}

bool Dataset::next(PuzzleBlock& block) {
  peek();
  block = std::move(*peeked_);
  peeked_.reset();
  if (block.first_index == 0) digest_ = puzzles_ = 0;
  block.fraction_before = progress().value_or(0);
  for (std::size_t i = 0; i < block.puzzles.size(); ++i) {
    const std::uint64_t hash = puzzle_hash(block.puzzles[i]);
    block.digest += hash;
    if (i % block.isomorphs != 0) continue;
    digest_ += hash;
    ++puzzles_;
  }
  if (!block.puzzles.empty()) return true;
  fetched_ = 0;
  if (interrupted()) return false;
  // A change of the dataset would look like engines that change their answers.
  if (digest_ != first_digest_.value_or(digest_)) {
    throw InputError(path(), "changed between two repetitions");
  }
  first_digest_ = digest_;
  return false;
}

/// Starts at the beginning, also after an error.
void Dataset::begin_reading() {
  if (has_started_) reader_.rewind();
  has_started_ = true;
  if (selection_.shard) {
    if (!range_) range_ = reader_.find_shard(*selection_.shard);
    // Numbers the lines as in the whole file.
    if (!lines_before_) lines_before_ = reader_.count_lines(range_->begin);
    reader_.go_to(*range_, lines_before_);
  }
  is_reading_ = true;
  read_ = 0;
}

bool Dataset::fetch_from_reader(PuzzleBlock& block, std::uint64_t max_puzzles) {
  if (!is_reading_) begin_reading();
  if (selection_.max_puzzles != 0) {
    max_puzzles = std::min(max_puzzles, selection_.max_puzzles - read_);
  }
  block = {};
  if (max_puzzles != 0) reader_.read(block, max_puzzles);
  read_ += block.puzzles.size();
  rejected_ = reader_.rejected();
  is_reading_ = !block.puzzles.empty();
  return is_reading_;
}

std::optional<double> Dataset::progress() const {
  const auto part = [](std::uint64_t done, std::uint64_t all) {
    return static_cast<double>(done) / static_cast<double>(std::max<std::uint64_t>(all, 1));
  };
  if (is_all_in_memory_) return part(puzzles_, memory_.puzzles.size());
  if (selection_.max_puzzles != 0) return part(puzzles_, selection_.max_puzzles);
  const auto size = file().byte_size();
  return is_reading_ && size ? std::optional(part(reader_.stored_bytes_before_next(), *size))
                             : std::nullopt;
}

}  // namespace sudoku
