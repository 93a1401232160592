#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "engines/bandjoin/aligned_words.h"
#include "engines/bandjoin/band.h"
#include "engines/bandjoin/box_stack.h"
#include "engines/bandjoin/kernels.h"
#include "engines/bandjoin/symmetry.h"
#include "engines/solution_count.h"

namespace sudoku::bandjoin {

/// Which stack and band takes which part in a join.
struct Roles {
  std::array<std::size_t, 3> stacks;  // the one whose triples are taken one by one, second, third
  std::array<std::size_t, 3> bands;   // a, b, c of a Contraction
};

/// The join of one puzzle in one orientation. An instance serves any number of puzzles, one after
/// the other.
class Board {
 public:
  explicit Board(const Kernels& kernels)
      : kernels_(kernels), bands_{Band(kernels), Band(kernels), Band(kernels)} {}

  /// False if the puzzle has no solution.
  bool load(const Grid& puzzle);
  /// The same with the puzzle of another board, rows and columns exchanged.
  bool load_transposed(const Board& other);

  /// Until then, and after the next load, symmetries save no work.
  void look_for_symmetries();

  /// Chooses the roles with the least work, symmetries left aside. Returns about how many
  /// multiplications that is.
  double plan();

  /// The work that symmetries leave of that. Finds the orbits that count() needs.
  double planned_work(Interruption& interruption);

  /// Chooses the roles with the least work that symmetries leave, and returns it.
  double plan_with_symmetries(Interruption& interruption);

  /// The number of solutions; a part of it if the interruption comes.
  SolutionCount count(SliceMemory& memory, Interruption& interruption);

  /// Prepares to count the puzzle of another board by its plan.
  void follow(const Board& planned);

  /// The solutions with the orbits that are taken from `next` up to the last one. Boards that
  /// follow each other share the orbits, each on a thread of its own.
  SolutionCount count_share(std::atomic<std::size_t>& next, SliceMemory& memory,
                            Interruption& interruption);

 private:
  /// The partitions of bands b and c in a triple of the second stack, by rank.
  struct SecondEntry {
    std::uint16_t b;
    std::uint16_t c;
  };
  /// Part of a slice: the rows and columns of the partitions of the two stacks. The slice itself
  /// where it has no others, else a copy, with equal ones once.
  struct Table {
    Slice part;
    std::size_t width = 0;  // columns, to a multiple of 8
    Partition outer = 0;    // of the slice
    bool is_filled = false;
    AlignedWords copied_entries;
    std::vector<std::uint16_t> copied_rows;
    std::vector<std::uint16_t> copied_columns;
  };

  /// Numbers values below kPartitions.
  class Distinct {
   public:
    /// `numbers[i]` becomes the number of `values[i]`: equal values have one, in the order in which
    /// they come first. Returns them by their numbers, until the next call.
    const std::vector<std::uint16_t>& number(const std::vector<std::uint16_t>& values,
                                             std::vector<std::uint16_t>& numbers);

   private:
    std::vector<std::uint16_t> values_;
    std::array<std::uint16_t, kPartitions> numbers_{};
    std::array<bool, kPartitions> is_seen_{};  // whether it is among `values_`
  };

  bool load_bands();
  /// The work of these roles for `second_count` partitions a with each of `outer_count` triples.
  double work(const Roles& roles, double outer_count, double second_count) const;
  template <typename WorkOf>
  double choose_roles(WorkOf&& work_of);
  const std::vector<Orbit>& find_orbits_of(std::size_t stack, Interruption& interruption);
  bool is_image_of_another(std::size_t stack) const;
  double mean_shares(std::size_t outer, std::size_t second, std::size_t a);
  void arrange();
  void find_free_columns();
  void list_second();
  void list_third();
  void share_out(const Orbit& orbit, std::size_t second, std::size_t a);
  void find_slices(const Triple& outer, SliceMemory& memory, Interruption& interruption);
  void copy(const Slice& slice, Table& table);
  bool fill(Table& table, std::size_t band, const Triple& outer);
  void pair_rows_of_terms();
  SolutionCount count_with(const Triple& outer, SliceMemory& memory, Interruption& interruption);
  std::uint64_t count_with(std::size_t partition);

  const Kernels& kernels_;
  Grid puzzle_;
  Candidates candidates_{};
  std::array<Band, 3> bands_;
  std::array<BoxStack, 3> stacks_;
  // By stack, the columns without a clue. They may change places.
  std::array<std::array<bool, 3>, 3> free_columns_{};
  Roles roles_{};
  std::vector<Symmetry> symmetries_;
  std::array<std::vector<Orbit>, 3> orbits_;  // of the triples of each stack; empty: not looked for
  // The triples of the second stack by the partition of band a, those of the third by that of band
  // b: the k-th partition has those from begins[k] to begins[k + 1].
  std::vector<std::uint32_t> second_begins_;
  std::vector<SecondEntry> second_entries_;
  std::vector<std::uint32_t> third_begins_;
  std::vector<TriplePair> third_pairs_;  // c by rank
  std::vector<TriplePair> pairs_;        // c by the row of the terms
  unsigned third_weight_ = 1;            // each triple there stands for so many
  std::vector<std::uint32_t> shares_;    // and each partition of band a in the second stack
  std::array<Slice, 3> slices_;
  Distinct rows_;  // of a table that is filled
  Distinct columns_;
  Table b_;
  Table c_;
  AlignedWords factors_;
  AlignedWords terms_;
  std::vector<std::uint32_t> low_weights_;
  std::vector<std::uint32_t> high_weights_;
};

}  // namespace sudoku::bandjoin
