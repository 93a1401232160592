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

/// The order of stacks and bands in a join.
struct Roles {
  std::array<std::size_t, 3> stacks;  // outer loop, second, third
  std::array<std::size_t, 3> bands;   // a, b, c of a Contraction
};

/// Joins one puzzle in one orientation. An instance can be reused for other puzzles.
class Board {
 public:
  explicit Board(const Kernels& kernels)
      : kernels_(kernels), bands_{Band(kernels), Band(kernels), Band(kernels)} {}

  /// Loads a puzzle by its given candidates. Returns false if it has no solution.
  bool load(const Candidates& given);
  /// Loads the transposed puzzle of another board. Returns false if it has no solution.
  bool load_transposed(const Board& other);

  /// Finds symmetries of the puzzle, which save work. Without this call, none are used.
  void look_for_symmetries();

  /// Chooses the roles with the least work, without symmetries. Returns the work: about the number
  /// of multiplications.
  double plan();

  /// Returns the work of these roles with symmetries. Finds the orbits that count() needs.
  double planned_work(StopCondition& stop);

  /// Chooses the roles with the least work with symmetries, and returns the work.
  double plan_with_symmetries(StopCondition& stop);

  /// Returns the number of solutions, or a lower bound if the stop condition is met.
  SolutionCount count(SliceMemory& memory, StopCondition& stop);

  /// Copies puzzle, roles and orbits of another board.
  void copy_plan(const Board& planned);

  /// Returns the solutions of the orbits that it takes from `next`. Several boards with the same
  /// plan may share `next`, each on its own thread.
  SolutionCount count_share(std::atomic<std::size_t>& next, SliceMemory& memory,
                            StopCondition& stop);

 private:
  /// The partitions of bands b and c in a triple of the second stack, by rank.
  struct SecondEntry {
    std::uint16_t b;
    std::uint16_t c;
  };
  /// The requested rows and columns of a slice: the slice itself if it has no others, else a copy
  /// without duplicates.
  struct Table {
    Slice part;
    std::size_t width = 0;  // columns, rounded up to a multiple of 8
    Partition outer = 0;    // of the slice
    bool is_filled = false;
    AlignedWords copied_entries;
    std::vector<std::uint16_t> copied_rows;
    std::vector<std::uint16_t> copied_columns;
  };

  /// Numbers distinct values below kPartitions.
  class Distinct {
   public:
    /// Sets `numbers[i]` to the number of `values[i]`. Numbers follow the first occurrences of the
    /// values. Returns the values by number; the result is valid until the next call.
    const std::vector<std::uint16_t>& number(const std::vector<std::uint16_t>& values,
                                             std::vector<std::uint16_t>& numbers);

   private:
    std::vector<std::uint16_t> values_;
    std::array<std::uint16_t, kPartitions> numbers_{};
    std::array<bool, kPartitions> is_seen_{};  // whether it is among `values_`
  };

  bool load_bands();
  /// Returns the work of these roles for `outer_count` triples and `second_count` partitions a per
  /// triple.
  double work(const Roles& roles, double outer_count, double second_count) const;
  template <typename WorkOf>
  double choose_roles(WorkOf&& work_of);
  const std::vector<Orbit>& find_orbits_of(std::size_t stack, StopCondition& stop);
  bool is_image_of_another(std::size_t stack) const;
  double mean_shares(std::size_t outer, std::size_t second, std::size_t a);
  void arrange();
  void find_free_columns();
  void list_second();
  void list_third();
  void find_shares(const Orbit& orbit, std::size_t second, std::size_t a);
  void find_slices(const Triple& outer, SliceMemory& memory, StopCondition& stop);
  void copy(const Slice& slice, Table& table);
  bool fill(Table& table, std::size_t band, const Triple& outer);
  void pair_rows_of_terms();
  SolutionCount count_with(const Triple& outer, SliceMemory& memory, StopCondition& stop);
  std::uint64_t count_with(std::size_t partition);

  const Kernels& kernels_;
  Candidates given_{};
  Candidates candidates_{};
  std::array<Band, 3> bands_;
  std::array<BoxStack, 3> stacks_;
  // By stack: the columns with the same given candidates as another one, which are interchangeable.
  std::array<std::array<bool, 3>, 3> free_columns_{};
  Roles roles_{};
  std::vector<Symmetry> symmetries_;
  std::array<std::vector<Orbit>, 3> orbits_;  // by stack: of its triples; empty if not searched
  // The triples of the second stack, sorted by the partition of band a, and the triples of the
  // third stack, sorted by the partition of band b. The k-th partition has the triples from
  // begins[k] to begins[k + 1].
  std::vector<std::uint32_t> second_begins_;
  std::vector<SecondEntry> second_entries_;
  std::vector<std::uint32_t> third_begins_;
  std::vector<TriplePair> third_pairs_;  // c by rank
  std::vector<TriplePair> pairs_;        // c as offset of its row in the terms
  unsigned third_weight_ = 1;            // triples that each triple in third_pairs_ represents
  std::vector<std::uint32_t> shares_;    // partitions that each partition of band a represents
  std::array<Slice, 3> slices_;
  Distinct rows_;  // of the table being filled
  Distinct columns_;
  Table b_;
  Table c_;
  AlignedWords factors_;
  AlignedWords terms_;
  std::vector<std::uint32_t> low_weights_;
  std::vector<std::uint32_t> high_weights_;
};

}  // namespace sudoku::bandjoin
