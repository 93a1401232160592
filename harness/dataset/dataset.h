#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "harness/dataset/dataset_reader.h"
#include "harness/dataset/shard.h"
#include "harness/dataset/text_cut.h"

namespace sudoku {

/// Which puzzles of a dataset are used, and in which order.
struct Selection {
  std::uint64_t max_puzzles = 0;  ///< the first so many; 0 means all
  std::uint64_t sample = 0;       ///< so many drawn at random, in input order; 0 means all
  bool shuffle = false;           ///< in random order
  std::uint64_t seed = 1;         ///< of the sample, of the order and of the isomorphs
  unsigned isomorphs = 1;         ///< of each puzzle, the puzzle itself among them
  /// Of the file, see shard_of_text; not together with the first three.
  std::optional<Shard> shard{};
};

/// How a dataset is cut into blocks. All sizes are in puzzles, isomorphs counted.
struct Blocking {
  /// Puzzles a block; 0 means as many as leave `min_blocks` blocks, where the dataset is small, and
  /// kMaxAutomatic otherwise.
  std::size_t size = 0;
  std::size_t min_blocks = 32;

  static constexpr std::size_t kMinAutomatic = 8;
  static constexpr std::size_t kMaxAutomatic = 4096;
};

/// The selected puzzles of one dataset, each as so many isomorphs as the selection says, handed out
/// in blocks, in one or more passes. A large file is read again for each pass; a small dataset, a
/// sample, a shuffled dataset, and one that gives its data once but is passed over more often are
/// kept in memory. Not thread-safe.
class Dataset {
 public:
  /// `reader` has not read yet. Throws InputError if it has no puzzle, which a shard of it need not
  /// have. Throws Interrupted where an interrupt comes before the first puzzle.
  Dataset(DatasetReader reader, Selection selection, unsigned passes, Blocking blocking = {});

  /// The block that the next call of `next` hands out. Throws InputError.
  const PuzzleBlock& peek();

  /// Moves the next block of the pass into `block`; false at its end, after which the next pass
  /// begins. Throws InputError.
  bool next(PuzzleBlock& block);

  const std::string& path() const { return file().path(); }
  /// Of all its boards.
  const Shape& shape() const { return reader_.shape(); }
  /// As it is stored.
  const InputFile& file() const { return reader_.file(); }
  /// Sum of the hashes of the dataset's own puzzles handed out in the current or, between passes,
  /// last pass.
  std::uint64_t digest() const { return digest_; }
  /// Those of the dataset, without the isomorphs of them.
  std::uint64_t puzzles() const { return puzzles_; }
  std::uint64_t rejected() const { return rejected_; }
  /// The bytes of the text that are the shard's, where there is one.
  const std::optional<TextRange>& range() const { return range_; }
  /// How much of the pass has been read, from 0 to 1, where that is known.
  std::optional<double> progress() const;

 private:
  void load_selection();
  void read_ahead(std::size_t enough);
  void choose_block_size(std::uint64_t puzzles);
  std::size_t without_isomorphs(std::uint64_t puzzles) const;
  void begin_reading();
  void go_to_shard();
  void end_pass();
  bool fetch(PuzzleBlock& block);
  bool fetch_from_memory(PuzzleBlock& block);
  bool fetch_from_reader(PuzzleBlock& block, std::uint64_t max_puzzles);

  DatasetReader reader_;
  Selection selection_;
  Blocking blocking_;
  bool has_begun_reading_ = false;
  bool is_reading_ = false;  // a pass: not between passes, nor for puzzles in memory
  std::optional<TextRange> range_;
  std::uint64_t lines_before_ = 0;  // the range
  PuzzleBlock memory_;              // the first puzzles of a pass
  bool is_all_in_memory_ = false;
  std::size_t block_size_;  // without isomorphs
  std::optional<PuzzleBlock> peeked_;
  std::uint64_t puzzles_ = 0;
  std::uint64_t digest_ = 0;
  std::optional<std::uint64_t> first_digest_;  // of the first pass
  std::uint64_t rejected_ = 0;
  std::uint64_t fetched_ = 0;  // of the pass
  std::uint64_t read_ = 0;     // by the reader
};

}  // namespace sudoku
