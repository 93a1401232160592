// Compares the join with known counts, identities and enumeration.

#include "engines/bandjoin/join.h"

#include <list>
#include <optional>

#include "tests/catch.h"
#include "tests/engines/candidate_puzzles.h"
#include "tests/engines/plain_count.h"
#include "tests/engines/puzzle_source.h"

namespace sudoku::bandjoin {
namespace {

// Builds with assertions have sanitizers and are slow.
#ifdef NDEBUG
constexpr std::size_t kEnumerated = 3000;
constexpr std::size_t kCellSums = 50;
#else
constexpr std::size_t kEnumerated = 300;
constexpr std::size_t kCellSums = 9;
#endif

const SolutionCount kEmptyGrid = *parse_count("6670903752021072936960");

SolutionCount joined(Join& join, const sudoku::Board& puzzle, unsigned threads = 1) {
  const SolveLimits limits = limit_of(0);
  StopCondition stop(limits);
  return join.count(given_candidates(puzzle), threads, stop);
}

/// Counts without a transposition or permutation of the board.
SolutionCount joined_upright(Board& board, SliceMemory& memory, const Grid& puzzle) {
  const SolveLimits limits = limit_of(0);
  StopCondition stop(limits);
  if (!board.plan().load(given_candidates(puzzle))) return 0;
  board.plan().look_for_symmetries();
  board.plan().choose();
  return board.count(memory, stop);
}

void check_count(SolutionCount count, SolutionCount expected) {
  CHECK(format_count(count) == format_count(expected));
}

/// Counts the calls of the innermost loop. Sets a stop signal in one of them.
class StoppingKernels {
 public:
  static constexpr std::size_t kCallsToStop = 5000;

  StoppingKernels() {
    calls = 0;
    stop = false;
  }
  Kernels kernels() const {
    Kernels counting = fastest_kernels();
    counting.contract = [](const Contraction& contraction) {
      if (++calls == kCallsToStop) stop = true;
      return fastest_kernels().contract(contraction);
    };
    return counting;
  }

  static inline std::atomic<std::size_t> calls;
  static inline std::atomic<bool> stop;
};

}  // namespace

TEST_CASE("nearly empty grids have known shares of all solutions", "[bandjoin]") {
  struct Case {
    std::array<Digits, 9> digits;  // of the first cells; 0 stands for every digit
    SolutionCount count;
  };
  const Case cases[] = {
      {{}, kEmptyGrid},
      {{0x001}, kEmptyGrid / 9},                       // one clue
      {{0x001, 0x002}, kEmptyGrid / 72},               // two clues in a box
      {{0x1FE}, kEmptyGrid / 9 * 8},                   // the first cell is not 1
      {{0x007}, kEmptyGrid / 9 * 3},                   // the first cell is 1, 2 or 3
      {{0x007, 0x007}, kEmptyGrid / 72 * 6},           // the first two cells are 1, 2 or 3
      {{0x007, 0x007, 0x007}, kEmptyGrid / 504 * 6},   // the first three cells are 1, 2 or 3
      {{0x003, 0x030, 0x1C0}, kEmptyGrid / 504 * 12},  // different sets
      // A filled row.
      {{0x001, 0x002, 0x004, 0x008, 0x010, 0x020, 0x040, 0x080, 0x100}, kEmptyGrid / 362'880},
  };
  for (const Kernels* kernels : supported_kernels()) {
    Join join(*kernels);
    for (const auto& [digits, count] : cases) {
      OwnedBoard puzzle;
      for (std::size_t cell = 0; cell < digits.size(); ++cell) {
        if (digits[cell] != 0) puzzle.candidates()[cell] = digits[cell];
      }
      INFO("puzzle " << format_line(puzzle));
      check_count(joined(join, puzzle), count);
    }
  }
}

TEST_CASE("a filled house divides the count by 9!", "[bandjoin]") {
  Join join(fastest_kernels());
  for (const std::size_t house : {4U, 13U, 17U, 18U, 22U}) {
    INFO("house " << house);
    Grid puzzle;
    std::uint8_t digit = 0;
    for (const int cell : Houses9x9::cells_of(house)) puzzle[cell] = ++digit;
    check_count(joined(join, puzzle), kEmptyGrid / 362'880);
  }
}

TEST_CASE("the slices of an empty band contain all its fillings", "[bandjoin][vectors]") {
  Candidates all;
  all.fill(kEveryDigit);
  std::vector<Partition> every;
  PartitionSet::all().list(every);
  const auto kernels = GENERATE(from_range(supported_kernels()));
  Band band(*kernels);
  band.load(all, all, 1);
  band.arrange(2, 0, every, 1, every);
  SliceMemory memory;
  const SolveLimits limits = limit_of(0);
  StopCondition stop(limits);
  std::uint16_t largest = 0;
  for (const Partition outer : {Partition{0}, Partition{777}, Partition{1679}}) {
    const Slice slice = band.find_slice(outer, memory, stop);
    std::uint64_t sum = 0;
    for (const std::size_t row : *slice.rows) {
      for (const std::size_t column : *slice.columns) {
        const std::uint16_t entry = slice.entries[row * slice.stride + column];
        sum += entry;
        largest = std::max(largest, entry);
      }
    }
    CHECK(sum * kPartitions == 948'109'639'680);
    // Equal partitions in all boxes have the most fillings.
    const std::size_t own = outer;
    CHECK(slice.row(own)[(*slice.columns)[own]] == 1728);
  }
  CHECK(largest == 1728);
}

TEST_CASE("the join counts like enumeration and like a plain search", "[bandjoin]") {
  const auto enumeration = resolve_engine("lanes")->make({});
  std::list<Join> joins;
  for (const Kernels* kernels : supported_kernels()) joins.emplace_back(*kernels);
  const auto check = [&joins](const sudoku::Board& puzzle, SolutionCount expected) {
    INFO("puzzle " << format_line(puzzle));
    for (Join& join : joins) check_count(joined(join, puzzle), expected);
  };
  PuzzleSource source(6);
  DugPuzzles dug(6);
  std::size_t impossible = 0;
  for (std::size_t i = 0; i < kEnumerated; ++i) {
    // Some have damaged clues. The others have 24 to 39 clues.
    const Grid puzzle = i % 3 == 0 ? source.next() : dug.next(24 + i % 16);
    const SolveResult expected = solve_one(*enumeration, puzzle, limit_of(1'000'000));
    if (expected.outcome != Outcome::exhausted) continue;
    check(puzzle, expected.solutions);
    if (expected.solutions == 0) ++impossible;
  }
  CHECK(impossible > kEnumerated / 30);
  const BoardList puzzles = puzzles_with_candidates(8, kEnumerated / 30);
  std::size_t several = 0;
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    constexpr std::uint64_t kTooMany = 5000;
    const std::uint64_t expected = PlainCount::of(puzzles[i], kTooMany);
    if (expected == kTooMany) continue;
    check(puzzles[i], expected);
    several += expected > 1 ? 1 : 0;
  }
  CHECK(several > puzzles.size() / 10);
}

TEST_CASE("counts for parts of the digits of a cell add up to the count of the puzzle",
          "[bandjoin]") {
  // The puzzles have symmetries: all their clues and candidates are in a few cells.
  BoardSource random(k9x9, 9);
  DugPuzzles dug(9);
  Join join(fastest_kernels());
  for (std::size_t i = 0; i < kCellSums; ++i) {
    OwnedBoard puzzle = dug.next(12 + i % 9);
    const std::size_t row = kSize * random.below(kSize);
    if (i % 2 == 0) {
      const auto pair = digit_bit(random.digit()) | digit_bit(random.digit());
      for (const std::size_t cell : {row, row + 1, row + 2}) puzzle.candidates()[cell] &= ~pair;
    }
    INFO("puzzle " << format_line(puzzle));
    const SolutionCount whole = joined(join, puzzle);
    Digits& digits = puzzle.candidates()[row + random.below(kSize)];
    const Digits all = digits;
    digits = all & 0b001'010'101;
    const SolutionCount some = joined(join, puzzle);
    digits = all & 0b110'101'010;
    check_count(some + joined(join, puzzle), whole);
  }
}

TEST_CASE("both orientations have the same count", "[bandjoin]") {
  Board board(fastest_kernels());
  SliceMemory memory;
  DugPuzzles dug(7);
  for (std::size_t i = 0; i < kCellSums; ++i) {
    const Grid puzzle = dug.next(13 + i % 9);
    INFO("puzzle " << format_line(puzzle));
    check_count(joined_upright(board, memory, {transposed(puzzle.cells, kSize)}),
                joined_upright(board, memory, puzzle));
  }
}

TEST_CASE("a join with little memory has the same count", "[bandjoin]") {
  Board board(fastest_kernels());
  SliceMemory enough;
  SliceMemory little(50'000);
  for (const std::string_view line :
       {".........8.6..2...5..643....285.9...3..2...58..58...........3.7..3.2.....5.......",
        "263..........1...81..6........7..3.6....5..97.1.....4.82.5...6.3......89.........",
        "....1.862..8......6......5.3.....718..78.3.2....7........1..29.....3.....2......3"}) {
    INFO("puzzle " << line);
    const SolutionCount expected = joined_upright(board, enough, grid_of(line));
    check_count(joined_upright(board, little, grid_of(line)), expected);
  }
}

TEST_CASE("the count does not depend on the threads", "[bandjoin][threads]") {
  Join join(fastest_kernels());
  const Grid large =
      grid_of("......8..................4...8........................................6..........");
  for (const unsigned threads : {2U, 3U}) {
    INFO(threads << " threads");
    check_count(joined(join, large, threads), *parse_count("1225548161379532800"));
  }
}

TEST_CASE("a stop signal stops a join within a few calls of its kernels", "[bandjoin][threads]") {
  const unsigned threads = GENERATE(1U, 2U);
  const StoppingKernels stopping;
  const Kernels kernels = stopping.kernels();
  Join join(kernels);
  SolveLimits limits = limit_of(0);
  limits.stop = &StoppingKernels::stop;
  StopCondition condition(limits);
  const SolutionCount found = join.count(given_candidates(kMany), threads, condition);
  CHECK(condition.outcome() == Outcome::stopped);
  CHECK(StoppingKernels::calls >= StoppingKernels::kCallsToStop);
  CHECK(StoppingKernels::calls < StoppingKernels::kCallsToStop + 100 * threads);
  CHECK((found > 0));
  CHECK((found < *parse_count("13205275952041152")));
}

TEST_CASE("counts of symmetric puzzles with few clues add up", "[bandjoin]") {
  // The symmetries divide the solutions with equal digits in a cell into classes.
#ifdef NDEBUG
  const std::string_view line =
      GENERATE("1.......................................2.......................................3",
               "12.......34.......5..............................................................",
               "...1.......1.......1.............................................................");
#else
  const std::string_view line =
      "...1.......1.......1.............................................................";
#endif
  Grid puzzle = grid_of(line);
  Join join(fastest_kernels());
  const SolutionCount whole = joined(join, puzzle);
  SolutionCount sum = 0;
  for (std::uint8_t digit = 1; digit <= 9; ++digit) {
    puzzle[78] = digit;
    sum += joined(join, puzzle);
  }
  check_count(sum, whole);
}

}  // namespace sudoku::bandjoin
