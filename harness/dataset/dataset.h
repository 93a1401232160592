#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "harness/dataset/dataset_reader.h"
#include "harness/dataset/shard.h"

namespace sudoku {

/// Selects puzzles of a dataset and their order.
struct Selection {
  std::uint64_t max_puzzles = 0;  ///< use only the first puzzles; 0 means all
  std::uint64_t sample = 0;       ///< size of a random sample, in input order; 0 means all
  bool shuffle = false;           ///< use a random order
  std::uint64_t seed = 1;         ///< of sample, order and isomorphs
  unsigned isomorphs = 1;         ///< per puzzle, including the puzzle itself
  /// Part of the file, see shard_of_text. Excludes max_puzzles, sample and shuffle.
  std::optional<Shard> shard{};
};

/// How to divide a dataset into blocks. Sizes are in puzzles and count isomorphs.
struct Blocking {
  /// Puzzles per block. 0 means kMaxAutomatic, or fewer if a small dataset would have less than
  /// `min_blocks` blocks.
  std::size_t size = 0;
  std::size_t min_blocks = 32;

  static constexpr std::size_t kMinAutomatic = 8;
  static constexpr std::size_t kMaxAutomatic = 4096;
};

/// Returns the selected puzzles of a dataset with their isomorphs, in blocks. Every repetition
/// returns the same blocks. Reads large files again for each repetition. Keeps small datasets,
/// samples and shuffled datasets in memory, and also repeated datasets that can be read only once.
/// Not thread-safe.
class Dataset {
 public:
  /// `reader` must not have read any puzzle. Throws InputError like `reader`, and Interrupted if an
  /// interrupt comes before the first puzzle.
  Dataset(DatasetReader reader, Selection selection, unsigned repetitions, Blocking blocking = {});

  /// Returns the block that the next call of `next` will return. Throws InputError.
  const PuzzleBlock& peek();

  /// Moves the next block into `block`. Returns false at the end of a repetition. Another call
  /// starts the next one. Throws InputError, also if a repetition reads other puzzles than the
  /// first.
  bool next(PuzzleBlock& block);

  const std::string& path() const { return file().path(); }
  const Shape& shape() const { return reader_.shape(); }
  BoardKind kind() const { return reader_.kind(); }
  /// Returns the file with the stored bytes.
  const InputFile& file() const { return reader_.file(); }
  /// As DatasetReader::count_column.
  std::string count_column() const { return reader_.count_column(); }
  /// Returns the digest (see digest.h) of the puzzles returned in the current or last repetition,
  /// without isomorphs.
  std::uint64_t digest() const { return digest_; }
  /// Returns the number of these puzzles.
  std::uint64_t puzzles() const { return puzzles_; }
  /// Returns the number of invalid lines that the reader skipped in the current or last repetition.
  std::uint64_t rejected() const { return rejected_; }
  /// Returns the bytes of the text that belong to the shard, if one is selected.
  const std::optional<IndexRange>& range() const { return range_; }
  /// Returns the number of puzzles in memory, with isomorphs. For a small dataset, these are all.
  std::uint64_t known_puzzles() const { return memory_.puzzles.size() * selection_.isomorphs; }
  /// Returns the fraction of the repetition that has been read, from 0 to 1, if known.
  std::optional<double> progress() const;

 private:
  void load_selection();
  void read_ahead(std::size_t enough);
  void choose_block_size(std::uint64_t puzzles);
  std::size_t without_isomorphs(std::uint64_t puzzles) const;
  void begin_reading();
  bool fetch_from_reader(PuzzleBlock& block, std::uint64_t max_puzzles);

  DatasetReader reader_;
  Selection selection_;
  Blocking blocking_;
  bool has_started_ = false;
  bool is_reading_ = false;  // within a repetition that reads the file
  std::optional<IndexRange> range_;
  std::optional<std::uint64_t> lines_before_;  // before the range
  PuzzleBlock memory_;                         // the first puzzles of a repetition
  bool is_all_in_memory_ = false;
  std::size_t block_size_;  // without isomorphs
  std::optional<PuzzleBlock> peeked_;
  std::uint64_t puzzles_ = 0;
  std::uint64_t digest_ = 0;
  std::optional<std::uint64_t> first_digest_;  // of the first repetition
  std::uint64_t rejected_ = 0;
  std::uint64_t fetched_ = 0;  // puzzles of the repetition, without isomorphs
  std::uint64_t read_ = 0;     // puzzles that the reader returned
};

}  // namespace sudoku
