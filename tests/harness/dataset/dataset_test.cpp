#include "harness/dataset/dataset.h"

#include <array>

#include "harness/puzzle/digest.h"
#include "tests/catch.h"
#include "tests/harness/dataset/read_dataset.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {
namespace {

/// A file of different puzzles.
class NumberedFile {
 public:
  explicit NumberedFile(std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
      puzzles_.push_back(numbered_puzzle(i));
      text += format_line(puzzles_.back()) + '\n';
    }
    write_file(path(), text);
  }
  std::string path() const { return file_.path(); }
  const std::vector<Grid>& puzzles() const { return puzzles_; }

 private:
  test::TemporaryFile file_{""};
  std::vector<Grid> puzzles_;
};

/// Joins all blocks of a repetition; `sizes` receives the block sizes.
struct Pass {
  PuzzleBlock all;
  std::vector<std::size_t> sizes;
};

Pass read_pass(Dataset& dataset) {
  Pass pass;
  PuzzleBlock block;
  while (dataset.next(block)) {
    CHECK(block.first_index * block.isomorphs == pass.all.puzzles.size());
    CHECK(block.lines.size() == block.puzzles.size());
    pass.sizes.push_back(block.puzzles.size());
    for (const Grid& puzzle : grids_of(block.puzzles)) pass.all.puzzles.push_back(puzzle);
    pass.all.lines.insert(pass.all.lines.end(), block.lines.begin(), block.lines.end());
    pass.all.expectations.insert(pass.all.expectations.end(), block.expectations.begin(),
                                 block.expectations.end());
  }
  CHECK(block.puzzles.empty());
  return pass;
}

std::uint64_t digest_of(const std::vector<Grid>& puzzles) {
  std::uint64_t digest = 0;
  for (const Grid& puzzle : puzzles) digest += puzzle_hash(puzzle);
  return digest;
}

std::vector<Grid> grids_in(const Pass& pass) {
  const auto grids = grids_of(pass.all.puzzles);
  return {grids.begin(), grids.end()};
}

/// Returns the puzzles with their lines, sorted.
std::vector<std::pair<std::uint64_t, std::string>> contents(const PuzzleBlock& block) {
  std::vector<std::pair<std::uint64_t, std::string>> rows;
  for (std::size_t i = 0; i < block.puzzles.size(); ++i) {
    rows.emplace_back(block.lines[i], format_line(block.puzzles[i]));
  }
  std::sort(rows.begin(), rows.end());
  return rows;
}

/// Returns all puzzles of one repetition.
PuzzleBlock read_once(const std::string& path, const Selection& selection) {
  Dataset dataset({path, {}}, selection, 1);
  return read_pass(dataset).all;
}

Selection first(std::uint64_t count) { return {count, 0, false, 1}; }
Selection sample(std::uint64_t count, std::uint64_t seed = 1) { return {0, count, false, seed}; }
Selection shuffled(std::uint64_t seed = 1) { return {0, 0, true, seed}; }

}  // namespace

TEST_CASE("the automatic block size gives the wanted number of blocks", "[dataset]") {
  const auto block_sizes = [](std::size_t puzzles, Blocking blocking, unsigned isomorphs) {
    const NumberedFile file(puzzles);
    Selection selection;
    selection.isomorphs = isomorphs;
    Dataset dataset({file.path(), {}}, selection, 1, blocking);
    return read_pass(dataset).sizes;
  };
  using Sizes = std::vector<std::size_t>;
  CHECK(block_sizes(3200, {}, 1) == Sizes(32, 100));
  CHECK(block_sizes(1600, {0, 16}, 1) == Sizes(16, 100));
  CHECK(block_sizes(3207, {}, 1).back() == 7);
  CHECK(block_sizes(20, {}, 1) == Sizes{8, 8, 4});
  CHECK(block_sizes(140'000, {}, 1).front() == 4096);
  CHECK(block_sizes(320, {}, 10) == Sizes(32, 100));
  CHECK(block_sizes(20, {7}, 1) == Sizes{7, 7, 6});
  CHECK(block_sizes(3, {7}, 2) == Sizes(1, 6));
}

TEST_CASE("a few large boards make one block each", "[dataset]") {
  const auto blocks = [](std::size_t puzzles, std::size_t cells) {
    std::string content;
    for (std::size_t i = 0; i < puzzles; ++i) content += std::string(cells, '.') + '\n';
    const test::TemporaryFile file(content);
    Dataset dataset({file.path(), {}}, {}, 1);
    PuzzleBlock block;
    std::size_t count = 0;
    while (dataset.next(block)) ++count;
    return count;
  };
  CHECK(blocks(20, 256) == 20);
  CHECK(blocks(64, 256) == 32);
  CHECK(blocks(20, 64) == 3);
}

TEST_CASE("peek returns the next block and keeps it", "[dataset]") {
  const NumberedFile file(20);
  Dataset dataset({file.path(), {}}, {}, 1);
  const PuzzleBlock peeked = dataset.peek();
  CHECK(dataset.peek().puzzles == peeked.puzzles);
  PuzzleBlock block;
  REQUIRE(dataset.next(block));
  CHECK(block.puzzles == peeked.puzzles);
  CHECK(dataset.peek().first_index == block.puzzles.size());
}

TEST_CASE("every repetition returns the same puzzles", "[dataset]") {
  // More puzzles than are read ahead.
  const NumberedFile file(140'000);
  for (const Selection& selection : {Selection{}, first(333), sample(100), shuffled()}) {
    Dataset dataset({file.path(), {}}, selection, 3);
    const Pass pass = read_pass(dataset);
    const std::uint64_t digest = dataset.digest();
    CHECK(digest == digest_of(grids_in(pass)));
    for (int i = 0; i < 2; ++i) {
      const Pass again = read_pass(dataset);
      CHECK(again.all.puzzles == pass.all.puzzles);
      CHECK(again.all.lines == pass.all.lines);
      CHECK(again.sizes == pass.sizes);
      CHECK(dataset.digest() == digest);
      CHECK(dataset.puzzles() == pass.all.puzzles.size());
    }
  }
  for (const Selection& selection : {Selection{}, sample(140'001)}) {
    const PuzzleBlock all = read_once(file.path(), selection);
    CHECK(std::ranges::equal(grids_of(all.puzzles), file.puzzles()));
  }
}

TEST_CASE("only the first puzzles are used", "[dataset]") {
  const NumberedFile file(100);
  for (const std::size_t count : {1U, 8U, 9U, 100U, 1000U}) {
    Dataset dataset({file.path(), {}}, first(count), 1);
    const auto puzzles = grids_in(read_pass(dataset));
    REQUIRE(puzzles.size() == std::min<std::size_t>(count, 100));
    CHECK(std::equal(puzzles.begin(), puzzles.end(), file.puzzles().begin()));
  }
}

TEST_CASE("invalid lines after the first puzzles are not read", "[dataset]") {
  const test::TemporaryFile file(format_line(numbered_puzzle(1)) + "\nbad\n");
  Dataset dataset({file.path(), {}}, first(1), 2);
  CHECK(read_pass(dataset).all.puzzles.size() == 1);
  CHECK(read_pass(dataset).all.puzzles.size() == 1);
}

TEST_CASE("a sample depends on the seed and keeps the input order", "[dataset]") {
  const NumberedFile file(1000);
  const PuzzleBlock drawn = read_once(file.path(), sample(50));
  CHECK(drawn.puzzles.size() == 50);
  CHECK(std::is_sorted(drawn.lines.begin(), drawn.lines.end(), std::less_equal<>()));
  for (std::size_t i = 0; i < drawn.puzzles.size(); ++i) {
    CHECK(drawn.puzzles[i] == file.puzzles()[drawn.lines[i] - 1]);
  }
  CHECK(read_once(file.path(), sample(50)).lines == drawn.lines);
  CHECK(read_once(file.path(), sample(50, 2)).lines != drawn.lines);
}

TEST_CASE("every puzzle is equally likely in a sample", "[dataset]") {
  const NumberedFile file(100);
  std::vector<int> hits(101);
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    for (const std::uint64_t line : read_once(file.path(), sample(10, seed)).lines) ++hits[line];
  }
  // Each is expected 40 times, with a standard deviation of 6.
  CHECK(*std::min_element(hits.begin() + 1, hits.end()) > 10);
  CHECK(*std::max_element(hits.begin() + 1, hits.end()) < 70);
}

TEST_CASE("a shuffled dataset is a permutation", "[dataset]") {
  const NumberedFile file(500);
  const PuzzleBlock in_order = read_once(file.path(), {});
  const PuzzleBlock permuted = read_once(file.path(), shuffled());
  CHECK(permuted.lines != in_order.lines);
  CHECK(contents(permuted) == contents(in_order));
  CHECK(read_once(file.path(), shuffled()).lines == permuted.lines);
  CHECK(read_once(file.path(), shuffled(2)).lines != permuted.lines);
}

TEST_CASE("a sample can be shuffled or limited", "[dataset]") {
  const NumberedFile file(500);
  const auto mixed = read_once(file.path(), {0, 100, true, 1}).lines;
  CHECK(mixed.size() == 100);
  CHECK_FALSE(std::is_sorted(mixed.begin(), mixed.end()));
  const auto early = read_once(file.path(), {50, 40, false, 1}).lines;
  CHECK(early.size() == 40);
  CHECK(early.back() <= 50);
}

TEST_CASE("expectations go with their puzzles", "[dataset]") {
  std::string text = "puzzle,count\n";
  for (int i = 0; i < 100; ++i) {
    text += format_line(numbered_puzzle(static_cast<std::uint64_t>(i))) + ',' + std::to_string(i) +
            '\n';
  }
  const test::TemporaryFile file(text);
  for (const Selection& selection : {Selection{}, sample(40), shuffled()}) {
    const PuzzleBlock all = read_once(file.path(), selection);
    REQUIRE(all.expectations.size() == all.puzzles.size());
    for (std::size_t i = 0; i < all.puzzles.size(); ++i) {
      CHECK((all.expectations[i].count == SolutionCount{all.lines[i] - 2}));
      CHECK(all.puzzles[i] == numbered_puzzle(all.lines[i] - 2));
    }
  }
}

TEST_CASE("invalid lines are counted in every repetition", "[dataset]") {
  const std::string empty = format_line(Grid{});
  const test::TemporaryFile file(empty + "\n5k..\n" + empty + "\n53..\n");
  for (const Selection& selection : {Selection{}, sample(9)}) {
    Dataset dataset({file.path(), test::skipping()}, selection, 2);
    for (int pass = 0; pass < 2; ++pass) {
      CHECK(read_pass(dataset).all.puzzles.size() == 2);
      CHECK(dataset.rejected() == 2);
    }
  }
}

TEST_CASE("a pipe is kept in memory for several repetitions", "[dataset]") {
  std::array<int, 2> ends{};
  REQUIRE(::pipe(ends.data()) == 0);
  std::string text;
  for (std::uint64_t i = 0; i < 20; ++i) text += format_line(numbered_puzzle(i)) + '\n';
  REQUIRE(::write(ends[1], text.data(), text.size()) == static_cast<ssize_t>(text.size()));
  ::close(ends[1]);
  Dataset dataset({"/dev/fd/" + std::to_string(ends[0]), {}}, {}, 2);
  for (int pass = 0; pass < 2; ++pass) CHECK(read_pass(dataset).all.puzzles.size() == 20);
  ::close(ends[0]);
}

TEST_CASE("progress is the fraction that has been read", "[dataset]") {
  const NumberedFile file(5000);
  for (const Selection& selection : {Selection{}, first(3000), shuffled()}) {
    Dataset dataset({file.path(), {}}, selection, 1);
    PuzzleBlock block;
    double last = 0;
    while (dataset.next(block)) {
      if (const auto progress = dataset.progress()) {
        CHECK(*progress >= last);
        last = *progress;
      }
    }
    CHECK(last > 0);
    CHECK(last <= 1);
  }
}

TEST_CASE("every puzzle is returned with its isomorphs, itself first", "[dataset]") {
  const NumberedFile file(100);
  Selection selection;
  selection.isomorphs = 3;
  selection.seed = 5;
  Dataset dataset({file.path(), {}}, selection, 1);
  std::size_t puzzle = 0;
  PuzzleBlock block;
  while (dataset.next(block)) {
    REQUIRE(block.isomorphs == 3);
    REQUIRE(block.puzzles.size() % 3 == 0);
    for (std::size_t i = 0; i < block.puzzles.size(); ++i) {
      const Grid& own = file.puzzles()[puzzle + i / 3];
      CHECK(block.isomorphisms[i] == numbered_isomorphism(own, 5, i % 3));
      Grid undone;
      block.isomorphisms[i].undo(block.puzzles[i], undone.cells);
      CHECK(undone == own);
      CHECK(block.lines[i] == puzzle + i / 3 + 1);
    }
    puzzle += block.puzzles.size() / 3;
  }
  CHECK(puzzle == 100);
  CHECK(dataset.puzzles() == 100);
  CHECK(dataset.digest() == digest_of(file.puzzles()));
}

TEST_CASE("candidates are kept in isomorphs, samples and shuffled orders", "[dataset]") {
  Random random(1);
  BoardList puzzles(k9x9);
  std::string text;
  for (int i = 0; i < 50; ++i) {
    OwnedBoard puzzle(k9x9);
    for (Digits& digits : puzzle.candidates()) digits &= random.next();
    puzzles.push_back(puzzle);
    text += format_line(puzzle) + '\n';
  }
  const test::TemporaryFile file(text);
  Selection selection;
  selection.isomorphs = 3;
  selection.shuffle = true;
  selection.sample = 20;
  Dataset dataset(DatasetReader(file.path(), {}), selection, 1);
  CHECK(dataset.kind().have_candidates);
  PuzzleBlock block;
  std::size_t count = 0;
  while (dataset.next(block)) {
    REQUIRE(block.puzzles.have_candidates());
    for (std::size_t i = 0; i < block.puzzles.size(); ++i, ++count) {
      const Board own = puzzles[block.lines[i] - 1];
      CHECK(OwnedBoard(block.puzzles[i]) == block.isomorphisms[i].apply(own));
      CHECK((OwnedBoard(block.puzzles[i]) == OwnedBoard(own)) == (i % 3 == 0));
    }
  }
  CHECK(count == 60);
}

TEST_CASE("expectations are mapped to isomorphs", "[dataset]") {
  const std::string solution = format_line(kSolution);
  const std::string puzzle = std::string(20, '.') + solution.substr(20);
  const test::TemporaryFile file("puzzle,solution\n" + puzzle + "," + solution + "\n");
  Selection selection;
  selection.isomorphs = 2;
  Dataset dataset({file.path(), {}}, selection, 1);
  const PuzzleBlock& block = dataset.peek();
  REQUIRE(block.expectations.size() == 2);
  CHECK(block.puzzles[1] != block.puzzles[0]);
  CHECK(is_solution_of(block.expectations[1].solution[0], block.puzzles[1]));
}

TEST_CASE("the shards of a dataset have all puzzles and lines in every repetition", "[dataset]") {
  const NumberedFile file(20);
  for (const std::uint64_t count : {1, 3, 30}) {
    std::vector<Grid> puzzles;
    std::uint64_t end = 0;
    for (std::uint64_t number = 0; number < count; ++number) {
      Selection selection;
      selection.shard = {number, count};
      Dataset dataset({file.path(), {}}, selection, 2);
      const Pass first = read_pass(dataset);
      CHECK(read_pass(dataset).all.puzzles == first.all.puzzles);
      for (std::size_t i = 0; i < first.all.puzzles.size(); ++i) {
        CHECK(first.all.lines[i] == puzzles.size() + 1);
        puzzles.push_back(as_grid(first.all.puzzles[i]));
      }
      REQUIRE(dataset.range());
      CHECK(dataset.range()->begin == end);
      end = dataset.range()->end;
    }
    CHECK(puzzles == file.puzzles());
    CHECK(end == 20 * (kCells + 1));
  }
}

TEST_CASE("a dataset that changes between repetitions is an error", "[dataset]") {
  const NumberedFile file(100);
  Dataset dataset({file.path(), {}}, {}, 3, {8});
  read_pass(dataset);
  CHECK_NOTHROW(read_pass(dataset));
  std::string text = read_file(file.path());
  text[0] = '9';
  write_file(file.path(), text);
  CHECK(message_of<InputError>([&] { read_pass(dataset); }) ==
        file.path() + ": changed between two repetitions");
}

}  // namespace sudoku
