#include "harness/check/answer_checker.h"

#include <optional>

#include "tests/catch.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {
namespace {

/// Returns the solution with its first cells emptied.
Grid puzzle_with_holes(int holes) {
  Grid puzzle = kSolution;
  for (int cell = 0; cell < holes; ++cell) puzzle[cell] = 0;
  return puzzle;
}

const Grid kPuzzle = puzzle_with_holes(9);

GridAnswer found(SolutionCount solutions, Outcome outcome = Outcome::exhausted,
                 const Grid& first_solution = kSolution) {
  return {{solutions, 0, outcome}, first_solution};
}

/// Returns the sample of an engine with this answer.
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

constexpr ArbiterTime kNoTime{.per_search = std::chrono::seconds(1), .total = {}};

std::vector<Solver> solvers_named(const std::vector<std::string>& ids) {
  std::vector<Solver> solvers(ids.size());
  for (std::size_t i = 0; i < ids.size(); ++i) solvers[i].id = ids[i];
  return solvers;
}

/// Returns the faults in the answers of these engines. By default, the arbiter has no time.
std::vector<Fault> faults_of(const std::vector<std::string>& ids, const PuzzleBlock& block,
                             std::span<const EngineSample> engines, std::uint64_t max_solutions = 0,
                             ArbiterTime arbiter_time = kNoTime) {
  const auto solvers = solvers_named(ids);
  SolveLimits limits;
  limits.max_solutions = max_solutions;
  return AnswerChecker(solvers, limits, arbiter_time).check(block, engines);
}

/// Returns a block of equal puzzles.
PuzzleBlock block_of(std::size_t count, const Grid& puzzle = kPuzzle) {
  PuzzleBlock block;
  for (std::size_t i = 0; i < count; ++i) {
    block.puzzles.push_back(puzzle);
    block.lines.push_back(i + 1);
  }
  return block;
}

/// Returns the faults in the answers of engines a, b, c, ... to one puzzle.
std::vector<Fault> check_answers(const std::vector<GridAnswer>& answers, const Case& limits = {},
                                 const Grid& puzzle = kPuzzle, ArbiterTime arbiter_time = kNoTime) {
  PuzzleBlock block = block_of(1, puzzle);
  block.expectations = {limits.expectation};
  std::vector<EngineSample> engines;
  std::vector<std::string> ids;
  for (const GridAnswer& answer : answers) {
    engines.push_back(sample_of({answer}));
    ids.emplace_back(1, static_cast<char>('a' + ids.size()));
  }
  return faults_of(ids, block, engines, limits.max_solutions, arbiter_time);
}

/// Formats faults as engine:kind, with w for wrong and d for disagreement.
std::string brief(const std::vector<Fault>& faults) {
  std::string text;
  for (const Fault& fault : faults) {
    if (!text.empty()) text += ' ';
    text += static_cast<char>('a' + fault.engine);
    text += fault.kind == FaultKind::wrong ? ":w" : ":d";
  }
  return text;
}

/// Formats faults as `brief` does, followed by the text of the first fault.
std::string detailed(const std::vector<Fault>& faults) {
  return faults.empty() ? "" : brief(faults) + ' ' + faults.front().what;
}

/// Returns another valid solution of the empty grid.
Grid mirrored(Grid solution) {
  for (auto& digit : solution.cells) digit = static_cast<std::uint8_t>(10 - digit);
  return solution;
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
  CHECK(check_answers({found(1), found(1)}).empty());
  CHECK(check_answers({found(0), found(0)}).empty());
  CHECK(check_answers({found(2, Outcome::solution_limit), found(2)}, {2, {}}).empty());
}

TEST_CASE("a solution that breaks a rule or drops a clue is wrong", "[verdict]") {
  Grid broken = kSolution;
  std::swap(broken[0], broken[1]);
  CHECK(detailed(check_answers({found(1), found(1, Outcome::exhausted, broken)})) ==
        "b:w b: its solution breaks a rule: " + format_line(broken));
  // A valid solution of another puzzle.
  const GridAnswer other = found(1, Outcome::exhausted, mirrored(kSolution));
  CHECK(brief(check_answers({other})) == "a:w");
  CHECK(check_answers({other}, {}, Grid{}).empty());
  // A wrong solution is also reported after a timeout. It does not count against other engines.
  CHECK(brief(check_answers({found(1, Outcome::timeout, Grid{})})) == "a:w");
  CHECK(check_answers({found(0, Outcome::timeout, Grid{})}).empty());
  const auto twice = found(2, Outcome::exhausted, Grid{});
  CHECK(brief(check_answers({twice, twice, found(1)})) == "a:w b:w");
}

TEST_CASE("a solution against the candidates is wrong", "[verdict]") {
  OwnedBoard puzzle = kPuzzle;
  puzzle.candidates()[0] = digit_bit(8);
  CHECK(find_violation(puzzle, found(1), kSolution, 2).empty());
  puzzle.candidates()[0] = digit_bit(1) | digit_bit(9);
  CHECK(
      find_violation(puzzle, found(1), kSolution, 2).starts_with("its solution breaks a rule: 8"));
}

TEST_CASE("a wrong number of solutions at the limit is wrong", "[verdict]") {
  CHECK(detailed(check_answers({found(3)}, {2, {}})) ==
        "a:w a: found 3 solutions, more than the limit of 2");
  CHECK(check_answers({found(3)}, {3, {}}).empty());
  CHECK(detailed(check_answers({found(1, Outcome::solution_limit)}, {2, {}})) ==
        "a:w a: stopped at the limit of 2 solutions with 1");
  CHECK(brief(check_answers({found(5, Outcome::solution_limit)}, {0, {}})) == "a:w");
}

TEST_CASE("an unexpected count is wrong", "[verdict]") {
  CHECK(detailed(check_answers({found(294), found(295), found(296)}, expecting(295))) ==
        "a:w c:w a: found 294 solutions, expected 295");
  // Counts are compared up to the limit.
  CHECK(check_answers({found(2, Outcome::solution_limit)}, expecting(295, 2)).empty());
  CHECK(brief(check_answers({found(1)}, expecting(295, 2))) == "a:w");
  CHECK(check_answers({found(1)}, expecting(1, 2)).empty());
  CHECK(check_answers({found(0)}, expecting(SolutionCount{0}, 2)).empty());
  // A search that hit a limit may find fewer solutions, but not more.
  for (const Outcome outcome : {Outcome::timeout, Outcome::guess_limit, Outcome::stopped}) {
    CHECK(check_answers({found(7, outcome)}, expecting(295)).empty());
    CHECK(brief(check_answers({found(296, outcome)}, expecting(295))) == "a:w");
  }
}

TEST_CASE("an expected solution has to be the only one found", "[verdict]") {
  const Case expected = expecting(kSolution);
  CHECK(check_answers({found(1)}, expected).empty());
  CHECK(check_answers({found(0, Outcome::timeout)}, expected).empty());
  CHECK(detailed(check_answers({found(0)}, expected)) == "a:w a: found no solution, expected one");
  const Grid other = mirrored(kSolution);
  CHECK(detailed(check_answers({found(1, Outcome::exhausted, other)}, expected, Grid{})) ==
        "a:w a: its only solution is not the expected one: " + format_line(other));
  // One of several solutions cannot refute the others.
  const GridAnswer first = found(1, Outcome::solution_limit, other);
  CHECK(check_answers({first}, expecting(kSolution, 1), Grid{}).empty());
  CHECK(check_answers({found(2, Outcome::exhausted, other)}, expected, Grid{}).empty());
}

TEST_CASE("each puzzle has its own expectations", "[verdict]") {
  PuzzleBlock block = block_of(2);
  block.expectations = {{SolutionCount{1}, {}}, {SolutionCount{3}, {}}};
  const EngineSample engine = sample_of({found(1), found(1)});
  const auto faults = faults_of({"a"}, block, {&engine, 1});
  REQUIRE(faults.size() == 1);
  CHECK(faults.front().puzzle == 1);
  CHECK(faults.front().engine == 0);
}

TEST_CASE("an engine that differs from the most frequent answer disagrees", "[verdict]") {
  CHECK(detailed(check_answers({found(4), found(5), found(5)})) ==
        "a:d a: found 4 solutions where others found 5");
  CHECK(brief(check_answers({found(5), found(4), found(5), found(6)})) == "b:d d:d");
  // On a tie all engines disagree.
  const auto faults = check_answers({found(5), found(4)});
  REQUIRE(detailed(faults) == "a:d b:d a: found 5 solutions where others found 4");
  CHECK(faults[1].what == "b: found 4 solutions where others found 5");
  CHECK(brief(check_answers({found(4), found(5), found(5), found(4), found(7)})) ==
        "a:d b:d c:d d:d e:d");
}

TEST_CASE("a verified solution refutes a count of 0", "[verdict]") {
  for (const std::uint64_t limit : {0U, 1U, 2U}) {
    CHECK(detailed(check_answers({found(0), found(1)}, {limit, {}})) ==
          "a:w a: found 0 solutions, but one is verified");
  }
  CHECK(brief(check_answers({found(0), found(0), found(1)})) == "a:w b:w");
  // A solution of a search that hit a limit refutes it, too. A number without a solution does not.
  CHECK(brief(check_answers({found(0), found(1, Outcome::timeout)})) == "a:w");
  GridAnswer count_only = found(1);
  count_only.has_solution = false;
  CHECK(brief(check_answers({found(0), count_only})) == "a:d b:d");
}

TEST_CASE("different verified solutions refute a lower count", "[verdict]") {
  const auto another = found(1, Outcome::exhausted, mirrored(kSolution));
  CHECK(detailed(check_answers({found(1), another, found(2)}, {}, Grid{})) ==
        "a:w b:w a: found 1 solution, but 2 different ones are verified");
  CHECK(brief(check_answers({found(1), another}, {2, {}}, Grid{})) == "a:w b:w");
  // If one solution is requested, engines may find different ones.
  CHECK(check_answers({found(1), another}, {1, {}}, Grid{}).empty());
  const auto two = found(2, Outcome::exhausted, mirrored(kSolution));
  CHECK(check_answers({found(2), two}, {2, {}}, Grid{}).empty());
}

TEST_CASE("the arbiter decides between engines that differ", "[verdict]") {
  const auto decided = [](const std::vector<GridAnswer>& answers) {
    return detailed(check_answers(answers, {}, kPuzzle, {}));
  };
  const std::string found_2 = "found 2 solutions; dlx and bitmask count 1";
  CHECK(decided({found(1), found(2)}) == "b:w b: " + found_2);
  CHECK(decided({found(2), found(2), found(1)}) == "a:w b:w a: " + found_2);
  CHECK(decided({found(2), found(5), found(5)}) == "a:w b:w c:w a: " + found_2);
  CHECK(decided({found(1), found(2, Outcome::timeout)}) == "b:w b: " + found_2);
}

TEST_CASE("an arbiter without time leaves a difference undecided", "[verdict]") {
  const EngineSample engines[] = {sample_of({found(1)}), sample_of({found(2)})};
  const auto solvers = solvers_named({"a", "b"});
  AnswerChecker checker(solvers, {}, kNoTime);
  CHECK(brief(checker.check(block_of(1), engines)) == "a:d b:d");
  CHECK(checker.is_arbiter_out_of_time());
}

TEST_CASE("an engine that was wrong before does not count, one that crashed does", "[verdict]") {
  const auto check = [](const EngineSample& first) {
    const EngineSample engines[] = {first, sample_of({found(1), found(1)})};
    return brief(faults_of({"a", "b"}, block_of(2), engines));
  };
  CHECK(check(sample_of({found(0), found(2)})) == "a:w a:d");
  EngineSample broken = sample_of({found(0, Outcome::failed), found(2)});
  broken.failures = {{0, "crashed"}};
  CHECK(check(broken) == "a:w a:d b:d");
}

TEST_CASE("a crash is wrong and has a reason", "[verdict]") {
  EngineSample sample = sample_of({found(1), found(0, Outcome::failed)});
  sample.failures = {{1, "crashed with signal SIGSEGV"}};
  const EngineSample engines[] = {sample, sample_of({found(1), found(1)})};
  const auto faults = faults_of({"a", "b"}, block_of(2), engines);
  REQUIRE(detailed(faults) == "a:w a: crashed with signal SIGSEGV");
  CHECK(faults.front().puzzle == 1);
}

TEST_CASE("if the run uses every arbiter engine, two equal answers decide against one",
          "[verdict]") {
  const std::vector<std::string> ids{"dlx", "bitmask", "stack", "bandjoin", "naive", "mine"};
  const auto check = [&](const std::vector<SolutionCount>& counts) {
    std::vector<EngineSample> engines;
    for (const SolutionCount count : counts) engines.push_back(sample_of({found(count)}));
    return detailed(faults_of(ids, block_of(1), engines, 0, {}));
  };
  CHECK(check({1, 1, 1, 1, 1, 2}) == "f:w mine: found 2 solutions; dlx and bitmask count 1");
  CHECK(check({2, 1, 1, 1, 1, 1}).starts_with("a:w dlx: "));
  CHECK(check({2, 1, 1, 1, 1, 2}).starts_with("a:w f:w dlx: "));
  CHECK(check({2, 2, 1, 1, 1, 1}).starts_with("a:d b:d dlx: "));
  CHECK(check({1, 2, 3, 4, 5, 5}).find(":w") == std::string::npos);
}

TEST_CASE("an engine that only counts needs no solution", "[verdict]") {
  GridAnswer count_only = found(1, Outcome::exhausted, Grid{});
  CHECK(brief(check_answers({count_only})) == "a:w");
  count_only.has_solution = false;
  CHECK(check_answers({count_only}).empty());
  CHECK(check_answers({count_only}, expecting(kSolution)).empty());
  count_only.solutions = 2;
  CHECK(brief(check_answers({count_only, found(1), found(1)})) == "a:d");
}

TEST_CASE("unfinished searches count only as lower bounds", "[verdict]") {
  const auto cut = found(3, Outcome::timeout);
  GridAnswer none;
  none.outcome = Outcome::gave_up;
  CHECK(check_answers({cut, cut, found(5)}).empty());
  CHECK(check_answers({cut, found(2, Outcome::stopped)}).empty());
  CHECK(check_answers({found(1), none, found(1)}).empty());
  CHECK(check_answers({none, none, found(0)}).empty());
  CHECK(brief(check_answers({found(5), found(6, Outcome::timeout)})) == "b:d");
  CHECK(check_answers({found(5), found(5, Outcome::guess_limit)}).empty());
  CHECK(check_answers({found(5), found(5), found(3), found(4, Outcome::timeout)}).size() == 1);
}

TEST_CASE("large counts are compared, and equal lower bounds agree", "[verdict]") {
  const SolutionCount large = *parse_count("6670903752021072936960");
  CHECK(brief(check_answers({found(large), found(large), found(large + (SolutionCount{1} << 64))},
                            {}, Grid{})) == "c:d");
  CHECK(check_answers({found(kMostSolutions), found(kMostSolutions)}, {}, Grid{}).empty());
  CHECK(detailed(
            check_answers({found(kMostSolutions), found(kMostSolutions), found(5)}, {}, Grid{})) ==
        "c:d c: found 5 solutions where others found >=340282366920938463463374607431768211455");
}

namespace {

/// Returns the faults of an engine in its answers to isomorphs of kPuzzle. Maps the solutions.
std::vector<Fault> check_isomorphs(std::vector<GridAnswer> answers,
                                   ArbiterTime arbiter_time = kNoTime) {
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
  return faults_of({"a"}, block, {&sample, 1}, 0, arbiter_time);
}

}  // namespace

TEST_CASE("isomorphs of a puzzle have the same number of solutions", "[verdict]") {
  CHECK(check_isomorphs({found(1), found(1), found(1)}).empty());
  for (const bool is_decided : {false, true}) {
    const auto faults =
        check_isomorphs({found(1), found(1), found(4)}, is_decided ? ArbiterTime{} : kNoTime);
    REQUIRE(brief(faults) == (is_decided ? "a:w" : "a:d"));
    CHECK(faults.front().puzzle == 2);
  }
}

TEST_CASE("the solutions of isomorphs of a unique puzzle are compared", "[verdict]") {
  // In a solution of the empty puzzle, any two digits can be exchanged.
  PuzzleBlock block = block_of(2, Grid{});
  block.lines = {1, 1};
  block.isomorphs = 2;
  block.isomorphisms.resize(2);
  std::swap(block.isomorphisms[1].digits[1], block.isomorphisms[1].digits[2]);
  EngineSample sample = sample_of({found(1), found(1)});
  CHECK(brief(faults_of({"a"}, block, {&sample, 1})) == "a:w a:w");
  sample.solutions.set(1, block.isomorphisms[1].apply(kSolution));
  CHECK(faults_of({"a"}, block, {&sample, 1}).empty());
}

}  // namespace sudoku
