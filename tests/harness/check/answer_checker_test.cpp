#include "harness/check/answer_checker.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/catch.h"
#include "tests/engines/engine_testing.h"

namespace sudoku {
namespace {

const Grid kFirst =
    grid_of("812753649943682175675491283154237896369845721287169534521974368438526917796318452");

/// The first cells of the solution opened.
Grid puzzle_with_holes(int holes) {
  Grid puzzle = kFirst;
  for (int cell = 0; cell < holes; ++cell) puzzle[cell] = 0;
  return puzzle;
}

const Grid kPuzzle = puzzle_with_holes(9);

GridAnswer found(SolutionCount solutions, Outcome outcome = Outcome::exhausted,
                 const Grid& first_solution = kFirst) {
  return {{solutions, 0, outcome}, first_solution};
}

/// An engine that answers like this.
EngineSample sample_of(const std::vector<GridAnswer>& answers) {
  EngineSample sample = blank_sample({k9x9, std::vector<std::uint8_t>(kCells * answers.size())});
  for (std::size_t i = 0; i < answers.size(); ++i) give(answers[i], i, sample.answers());
  sample.puzzle_ns.assign(answers.size(), 10);
  sample.wall_ns = sample.cpu_ns = 10;
  return sample;
}

struct Case {
  std::uint64_t max_solutions = 0;
  Expectation expectation;
};

/// The faults that are found in the answers of engines a, b, c, ... to one puzzle.
std::vector<Fault> judge_answers(const std::vector<GridAnswer>& answers, const Case& limits = {},
                                 const Grid& puzzle = kPuzzle, Arbiter* arbiter = nullptr) {
  PuzzleBlock block;
  block.puzzles.push_back(puzzle);
  block.lines = {1};
  block.expectations = {limits.expectation};
  std::vector<EngineSample> engines;
  std::vector<std::string> ids;
  for (const GridAnswer& answer : answers) {
    engines.push_back(sample_of({answer}));
    ids.emplace_back(1, static_cast<char>('a' + ids.size()));
  }
  return AnswerChecker(ids, limits.max_solutions, arbiter).check(block, engines);
}

/// Faults as text: engine:kind, with w for wrong and d for disagreement.
std::string brief(const std::vector<Fault>& faults) {
  std::string text;
  for (const Fault& fault : faults) {
    if (!text.empty()) text += ' ';
    text += static_cast<char>('a' + fault.engine);
    text += fault.kind == FaultKind::wrong ? ":w" : ":d";
  }
  return text;
}

Case expecting(SolutionCount count, std::uint64_t max_solutions = 0) {
  return {max_solutions, {count, {}}};
}

Case expecting(const Grid& solution, std::uint64_t max_solutions = 0) {
  Case expected{max_solutions, {}};
  expected.expectation.solution.push_back(solution);
  return expected;
}

}  // namespace

TEST_CASE("right answers have no faults", "[verdict]") {
  CHECK(judge_answers({found(1), found(1)}).empty());
  CHECK(judge_answers({found(0), found(0)}).empty());
  CHECK(judge_answers({found(2, Outcome::solution_limit), found(2)}, {2, {}}).empty());
}

TEST_CASE("a solution against the rules is wrong", "[verdict]") {
  Grid broken = kFirst;
  std::swap(broken[0], broken[1]);
  const auto faults = judge_answers({found(1), found(1, Outcome::exhausted, broken)});
  CHECK(brief(faults) == "b:w");
  CHECK(faults.front().what == "b: its solution breaks a rule: " + format_line(broken));
}

TEST_CASE("a solution that drops a clue is wrong", "[verdict]") {
  // A solution of the rules, but of another puzzle: 1 and 2 exchanged everywhere.
  Grid other = kFirst;
  for (auto& digit : other.cells) digit = digit == 1 ? 2 : digit == 2 ? 1 : digit;
  CHECK(brief(judge_answers({found(1, Outcome::exhausted, other)})) == "a:w");
  CHECK(judge_answers({found(1, Outcome::exhausted, other)}, {}, Grid{}).empty());
}

TEST_CASE("the solution of a search that was cut short is checked, too", "[verdict]") {
  CHECK(brief(judge_answers({found(1, Outcome::timeout, Grid{})})) == "a:w");
  CHECK(judge_answers({found(0, Outcome::timeout, Grid{})}).empty());
}

TEST_CASE("more solutions than the limit are wrong", "[verdict]") {
  const auto faults = judge_answers({found(3)}, {2, {}});
  CHECK(brief(faults) == "a:w");
  CHECK(faults.front().what == "a: found 3 solutions, more than the limit of 2");
  CHECK(judge_answers({found(3)}, {3, {}}).empty());
}

TEST_CASE("an end at the limit with another count is wrong", "[verdict]") {
  const auto faults = judge_answers({found(1, Outcome::solution_limit)}, {2, {}});
  CHECK(brief(faults) == "a:w");
  CHECK(faults.front().what == "a: stopped at the limit of 2 solutions with 1");
  CHECK(brief(judge_answers({found(5, Outcome::solution_limit)}, {0, {}})) == "a:w");
}

TEST_CASE("another count than the dataset expects is wrong", "[verdict]") {
  const auto faults = judge_answers({found(294), found(295), found(296)}, expecting(295));
  CHECK(brief(faults) == "a:w c:w");
  CHECK(faults.front().what == "a: found 294 solutions, expected 295");
}

TEST_CASE("an expected count is compared up to the limit", "[verdict]") {
  CHECK(judge_answers({found(2, Outcome::solution_limit)}, expecting(295, 2)).empty());
  CHECK(brief(judge_answers({found(1)}, expecting(295, 2))) == "a:w");
  CHECK(judge_answers({found(1)}, expecting(1, 2)).empty());
  CHECK(judge_answers({found(0)}, expecting(SolutionCount{0}, 2)).empty());
}

TEST_CASE("a search that was cut short may have less than expected, not more", "[verdict]") {
  for (const Outcome outcome : {Outcome::timeout, Outcome::guess_limit, Outcome::stopped}) {
    CHECK(judge_answers({found(7, outcome)}, expecting(295)).empty());
    CHECK(brief(judge_answers({found(296, outcome)}, expecting(295))) == "a:w");
  }
}

TEST_CASE("an expected solution has to be the only one found", "[verdict]") {
  const Case expected = expecting(kFirst);
  CHECK(judge_answers({found(1)}, expected).empty());
  CHECK(judge_answers({found(0)}, expected).front().what == "a: found no solution, expected one");

  // The empty grid has any solution; this one is not that of the dataset.
  Grid other = kFirst;
  for (auto& digit : other.cells) digit = static_cast<std::uint8_t>(10 - digit);
  const auto only = found(1, Outcome::exhausted, other);
  CHECK(judge_answers({only}, expected, Grid{}).front().what ==
        "a: its only solution is not the expected one: " + format_line(other));
  // One of several says nothing about the others.
  CHECK(judge_answers({found(1, Outcome::solution_limit, other)}, expecting(kFirst, 1), Grid{})
            .empty());
  CHECK(judge_answers({found(2, Outcome::exhausted, other)}, expected, Grid{}).empty());
  CHECK(judge_answers({found(0, Outcome::timeout)}, expected).empty());
}

TEST_CASE("expectations are those of the puzzle", "[verdict]") {
  PuzzleBlock block;
  block.puzzles.push_back(kPuzzle);
  block.puzzles.push_back(kPuzzle);
  block.lines = {1, 2};
  block.expectations = {{SolutionCount{1}, {}}, {SolutionCount{3}, {}}};
  const EngineSample engine = sample_of({found(1), found(1)});
  const auto faults = AnswerChecker({"a"}, 0, nullptr).check(block, {&engine, 1});
  REQUIRE(faults.size() == 1);
  CHECK(faults.front().puzzle == 1);
  CHECK(faults.front().engine == 0);
}

TEST_CASE("who is unlike the majority disagrees", "[verdict]") {
  const auto faults = judge_answers({found(4), found(5), found(5)});
  CHECK(brief(faults) == "a:d");
  CHECK(faults.front().what == "a: found 4 solutions where others found 5");
  CHECK(brief(judge_answers({found(5), found(4), found(5), found(6)})) == "b:d d:d");
}

TEST_CASE("a verified solution refutes that there is none", "[verdict]") {
  for (const std::uint64_t limit : {0U, 1U, 2U}) {
    const auto faults = judge_answers({found(0), found(1)}, {limit, {}});
    REQUIRE(brief(faults) == "a:w");
    CHECK(faults.front().what == "a: found 0 solutions, but one is verified");
  }
  CHECK(brief(judge_answers({found(0), found(0), found(1)})) == "a:w b:w");
  // So does that of a search that was cut short, but no number without a solution.
  CHECK(brief(judge_answers({found(0), found(1, Outcome::timeout)})) == "a:w");
  GridAnswer count_only = found(1);
  count_only.has_solution = false;
  CHECK(brief(judge_answers({found(0), count_only})) == "a:d b:d");
}

TEST_CASE("different verified solutions refute a count that is lower", "[verdict]") {
  Grid other = kFirst;
  for (auto& digit : other.cells) digit = static_cast<std::uint8_t>(10 - digit);
  const auto another = found(1, Outcome::exhausted, other);
  const auto faults = judge_answers({found(1), another, found(2)}, {}, Grid{});
  REQUIRE(brief(faults) == "a:w b:w");
  CHECK(faults[0].what == "a: found 1 solution, but 2 different ones are verified");
  CHECK(brief(judge_answers({found(1), another}, {2, {}}, Grid{})) == "a:w b:w");
  // Where one is asked for, each may have found another one.
  CHECK(judge_answers({found(1), another}, {1, {}}, Grid{}).empty());
  CHECK(judge_answers({found(2), found(2, Outcome::exhausted, other)}, {2, {}}, Grid{}).empty());
}

TEST_CASE("the arbiter decides between engines that differ", "[verdict]") {
  Arbiter arbiter(0, nullptr);
  const auto faults = judge_answers({found(1), found(2)}, {}, kPuzzle, &arbiter);
  REQUIRE(brief(faults) == "b:w");
  CHECK(faults.front().what == "b: found 2 solutions; dlx and bitmask count 1");
  CHECK(brief(judge_answers({found(3), found(3), found(1)}, {}, kPuzzle, &arbiter)) == "a:w b:w");
  CHECK(brief(judge_answers({found(4), found(5), found(5)}, {}, kPuzzle, &arbiter)) ==
        "a:w b:w c:w");
  CHECK(brief(judge_answers({found(1), found(2, Outcome::timeout)}, {}, kPuzzle, &arbiter)) ==
        "b:w");
}

TEST_CASE("without an arbiter, a difference stays undecided", "[verdict]") {
  Arbiter arbiter(0, nullptr, {.per_search = std::chrono::seconds(1), .total = {}});
  CHECK(brief(judge_answers({found(1), found(2)}, {}, kPuzzle, &arbiter)) == "a:d b:d");
  CHECK(arbiter.is_out_of_time());
}

TEST_CASE("an engine that was wrong before does not count", "[verdict]") {
  PuzzleBlock block;
  block.puzzles.push_back(kPuzzle);
  block.puzzles.push_back(kPuzzle);
  block.lines = {1, 2};
  const EngineSample engines[] = {sample_of({found(0), found(2)}), sample_of({found(1), found(1)})};
  CHECK(brief(AnswerChecker({"a", "b"}, 0, nullptr).check(block, engines)) == "a:w a:d");
}

TEST_CASE("an engine that crashed before still counts", "[verdict]") {
  PuzzleBlock block;
  block.puzzles.push_back(kPuzzle);
  block.puzzles.push_back(kPuzzle);
  block.lines = {1, 2};
  EngineSample broken = sample_of({found(0, Outcome::failed), found(2)});
  broken.failures = {{0, "crashed"}};
  const EngineSample engines[] = {broken, sample_of({found(1), found(1)})};
  CHECK(brief(AnswerChecker({"a", "b"}, 0, nullptr).check(block, engines)) == "a:w a:d b:d");
}

TEST_CASE("on a tie nobody is believed", "[verdict]") {
  const auto faults = judge_answers({found(5), found(4)});
  REQUIRE(brief(faults) == "a:d b:d");
  CHECK(faults[0].what == "a: found 5 solutions where others found 4");
  CHECK(faults[1].what == "b: found 4 solutions where others found 5");
  CHECK(brief(judge_answers({found(4), found(5), found(5), found(4)})) == "a:d b:d c:d d:d");
  CHECK(brief(judge_answers({found(4), found(5), found(5), found(4), found(7)})) ==
        "a:d b:d c:d d:d e:d");
}

TEST_CASE("an engine that broke down is wrong and says how", "[verdict]") {
  PuzzleBlock block;
  block.puzzles.push_back(kPuzzle);
  block.puzzles.push_back(kPuzzle);
  block.lines = {1, 2};
  EngineSample sample = sample_of({found(1), found(0, Outcome::failed)});
  sample.failures = {{1, "crashed with signal SIGSEGV"}};
  const EngineSample engines[] = {sample, sample_of({found(1), found(1)})};
  const auto faults = AnswerChecker({"a", "b"}, 0, nullptr).check(block, engines);
  REQUIRE(brief(faults) == "a:w");
  CHECK(faults.front().puzzle == 1);
  CHECK(faults.front().what == "a: crashed with signal SIGSEGV");
}

TEST_CASE("if the run uses every arbiter engine, two equal answers decide against one",
          "[verdict]") {
  PuzzleBlock block;
  block.puzzles.push_back(kPuzzle);
  block.lines.push_back(1);
  const std::vector<std::string> ids{"dlx", "bitmask", "stack", "bandjoin", "naive", "mine"};
  const auto check = [&](const std::vector<SolutionCount>& counts) {
    std::vector<EngineSample> engines;
    for (const SolutionCount count : counts) engines.push_back(sample_of({found(count)}));
    Arbiter arbiter(0, nullptr);
    return AnswerChecker(ids, 0, &arbiter).check(block, engines);
  };
  const auto one = check({1, 1, 1, 1, 1, 2});
  REQUIRE(brief(one) == "f:w");
  CHECK(one.front().what == "mine: found 2 solutions; dlx and bitmask count 1");
  CHECK(brief(check({2, 1, 1, 1, 1, 1})) == "a:w");
  CHECK(brief(check({2, 1, 1, 1, 1, 2})) == "a:w f:w");
  CHECK(brief(check({2, 2, 1, 1, 1, 1})) == "a:d b:d");
  CHECK(brief(check({1, 2, 3, 4, 5, 5})).find(":w") == std::string::npos);
}

TEST_CASE("an engine that tells the count only is not asked for a solution", "[verdict]") {
  GridAnswer count_only = found(1, Outcome::exhausted, Grid{});
  CHECK(brief(judge_answers({count_only})) == "a:w");
  count_only.has_solution = false;
  CHECK(judge_answers({count_only}).empty());
  CHECK(judge_answers({count_only}, expecting(kFirst)).empty());
  count_only.solutions = 2;
  CHECK(brief(judge_answers({count_only, found(1), found(1)})) == "a:d");
}

TEST_CASE("unfinished searches do not count", "[verdict]") {
  const auto cut = found(3, Outcome::timeout);
  CHECK(judge_answers({cut, cut, found(5)}).empty());
  CHECK(judge_answers({cut, found(2, Outcome::stopped)}).empty());
}

TEST_CASE("a lower bound above what others found disagrees", "[verdict]") {
  CHECK(brief(judge_answers({found(5), found(6, Outcome::timeout)})) == "b:d");
  CHECK(judge_answers({found(5), found(5, Outcome::guess_limit)}).empty());
  CHECK(judge_answers({found(5), found(5), found(3), found(4, Outcome::timeout)}).size() == 1);
}

TEST_CASE("an answer that breaks a rule does not count", "[verdict]") {
  const auto broken = found(2, Outcome::exhausted, Grid{});
  CHECK(brief(judge_answers({broken, found(1)})) == "a:w");
  CHECK(brief(judge_answers({broken, broken, found(1)})) == "a:w b:w");
}

TEST_CASE("counts beyond 64 bits are told apart", "[verdict]") {
  const SolutionCount large = *parse_count("6670903752021072936960");
  CHECK(brief(judge_answers({found(large), found(large), found(large + (SolutionCount{1} << 64))},
                            {}, Grid{})) == "c:d");
}

TEST_CASE("a search that gave up contradicts no count and is never wrong for it", "[verdict]") {
  GridAnswer none;
  none.outcome = Outcome::gave_up;
  CHECK(judge_answers({found(1), none, found(1)}).empty());
  CHECK(judge_answers({none, none, found(0)}).empty());
}

TEST_CASE("counts that are lower bounds alike do not differ", "[verdict]") {
  CHECK(judge_answers({found(kMostSolutions), found(kMostSolutions)}, {}, Grid{}).empty());
  const auto faults =
      judge_answers({found(kMostSolutions), found(kMostSolutions), found(5)}, {}, Grid{});
  REQUIRE(brief(faults) == "c:d");
  CHECK(faults.front().what.ends_with(
      "found 5 solutions where others found >=340282366920938463463374607431768211455"));
}

namespace {

/// The faults of one engine that answers the isomorphs of kPuzzle like this, solutions mapped.
std::vector<Fault> judge_isomorphs(std::vector<GridAnswer> answers, Arbiter* arbiter = nullptr) {
  PuzzleBlock block;
  block.isomorphs = answers.size();
  for (std::size_t number = 0; number < answers.size(); ++number) {
    block.isomorphisms.push_back(numbered_isomorphism(kPuzzle, 1, number));
    const Isomorphism& isomorphism = block.isomorphisms.back();
    block.puzzles.push_back(isomorphism.apply(kPuzzle));
    block.lines.push_back(1);
    answers[number].first_solution = isomorphism.apply(answers[number].first_solution);
  }
  const EngineSample sample = sample_of(answers);
  return AnswerChecker({"a"}, 0, arbiter).check(block, {&sample, 1});
}

}  // namespace

TEST_CASE("isomorphs of a puzzle have the same number of solutions", "[verdict]") {
  CHECK(judge_isomorphs({found(1), found(1), found(1)}).empty());
  const auto faults = judge_isomorphs({found(3), found(3), found(4)});
  REQUIRE(brief(faults) == "a:d");
  CHECK(faults.front().puzzle == 2);
}

TEST_CASE("the arbiter decides about isomorphs, too", "[verdict]") {
  Arbiter arbiter(0, nullptr);
  const auto faults = judge_isomorphs({found(1), found(1), found(4)}, &arbiter);
  REQUIRE(brief(faults) == "a:w");
  CHECK(faults.front().puzzle == 2);
}

TEST_CASE("the only solution of isomorphs is one, mapped back", "[verdict]") {
  // In the solution of the empty puzzle, any two digits may be exchanged.
  PuzzleBlock block;
  block.puzzles.push_back(Grid{});
  block.puzzles.push_back(Grid{});
  block.lines = {1, 1};
  block.isomorphs = 2;
  block.isomorphisms.resize(2);
  std::swap(block.isomorphisms[1].digits[1], block.isomorphisms[1].digits[2]);
  EngineSample sample = sample_of({found(1), found(1)});
  AnswerChecker check({"a"}, 0, nullptr);
  CHECK(brief(check.check(block, {&sample, 1})) == "a:w a:w");
  sample.solutions.set(1, block.isomorphisms[1].apply(kFirst));
  CHECK(check.check(block, {&sample, 1}).empty());
}

}  // namespace sudoku
