#include "harness/audit/audit.h"

#include <bit>
#include <numeric>

#include "harness/puzzle/digest.h"
#include "harness/puzzle/isomorph.h"
#include "harness/puzzle/shapes.h"
#include "tests/catch.h"
#include "tests/engines/puzzle_source.h"
#include "tests/harness/dataset/compress.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {
namespace {

const std::string kUniqueText = format_line(kUnique);
const std::string kFiveText = format_line(kFive);

AuditReport audit_text(const std::string& text, AuditPlan plan = {}) {
  const test::TemporaryFile file(text);
  plan.input = Input(file.path());
  return audit(plan);
}

std::vector<Examination> examine(const std::vector<Grid>& puzzles) {
  return PuzzleExaminer({}).examine(boards_of(puzzles)).examinations;
}

/// Returns whether a clue is redundant, with an engine that the examiner does not use.
bool has_clue_to_spare(const Grid& puzzle) {
  const auto engine = find_engine("dlx")->make({});
  for (int cell = 0; cell < kCells; ++cell) {
    Grid reduced = puzzle;
    reduced[cell] = 0;
    if (puzzle[cell] != 0 && solve_one(*engine, reduced, limit_of(2)).solutions == 1) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("an audit does not depend on the notation", "[audit]") {
  std::string zeros = kUniqueText;
  std::replace(zeros.begin(), zeros.end(), '.', '0');
  const std::string plain = kUniqueText + "\n" + kFiveText + "\n";
  const AuditReport report = audit_text(plain);
  CHECK(report.puzzles == 2);
  CHECK(report.digest == puzzle_hash(kUnique) + puzzle_hash(kFive));
  CHECK(audit_text("# comment\r\n\r\n" + zeros + "\r\n" + kFiveText).digest == report.digest);
  CHECK(audit_text(test::gzip(plain)).digest == report.digest);
}

TEST_CASE("duplicates and isomorphs are distinguished, and listed up to the limit", "[audit]") {
  const Grid unique = kUnique;
  const std::string isomorph = format_line(numbered_isomorphism(unique, 1, 1).apply(unique));
  const std::string text = kUniqueText + "\n" + kFiveText + "\n" + isomorph + "\n" + kUniqueText +
                           "\n" + isomorph + "\n";
  AuditPlan plan;
  CHECK_FALSE(audit_text(text, plan).isomorphs.has_value());
  plan.finds_isomorphs = true;
  const AuditReport report = audit_text(text, plan);
  CHECK(report.duplicates.listed == std::vector<Duplicate>{{4, 1}, {5, 3}});
  REQUIRE(report.isomorphs.has_value());
  CHECK(report.isomorphs->listed == std::vector<Duplicate>{{3, 1}});
  plan.max_listed = 1;
  const AuditReport shorter = audit_text(text, plan);
  CHECK(shorter.duplicates.count == 2);
  CHECK(shorter.duplicates.listed == std::vector<Duplicate>{{4, 1}});
  CHECK(shorter.redundant.count == 0);
}

TEST_CASE("eliminations, duplicates and isomorphs of candidates are found", "[audit]") {
  Random random(3);
  OwnedBoard puzzle(k9x9);
  for (Digits& digits : puzzle.candidates()) digits &= random.next();
  std::size_t eliminations = 0;
  for (const Digits digits : puzzle.candidates()) {
    eliminations += 9 - static_cast<std::size_t>(std::popcount(digits));
  }
  OwnedBoard other = puzzle;
  other.candidates()[80] ^= 1;
  const OwnedBoard isomorph = random_isomorphism(random).apply(Board(puzzle));
  const std::string text = format_line(puzzle) + "\n" + format_line(isomorph) + "\n" +
                           format_line(puzzle) + "\n" + format_line(other) + "\n";
  AuditPlan plan;
  plan.finds_isomorphs = true;
  const AuditReport report = audit_text(text, plan);
  CHECK(report.have_candidates);
  CHECK(report.digest == 2 * puzzle_hash(puzzle) + puzzle_hash(isomorph) + puzzle_hash(other));
  CHECK(report.givens.at(eliminations) == 3);
  CHECK(report.duplicates.listed == std::vector<Duplicate>{{3, 1}});
  REQUIRE(report.isomorphs.has_value());
  CHECK(report.isomorphs->listed == std::vector<Duplicate>{{2, 1}});
}

TEST_CASE("every line that repeats an earlier one is found", "[audit]") {
  // Lines 500 to 503 repeat line 7, and line 1000 repeats line 999.
  std::string text;
  for (std::uint64_t line = 1; line <= 1000; ++line) {
    const bool is_seven = line >= 500 && line <= 503;
    const std::uint64_t number = is_seven ? 7 : std::min<std::uint64_t>(line, 999);
    text += format_line(numbered_puzzle(number)) + '\n';
  }
  AuditPlan plan;
  plan.threads = 2;
  const std::vector<Duplicate> expected{{500, 7}, {501, 7}, {502, 7}, {503, 7}, {1000, 999}};
  CHECK(audit_text(text, plan).duplicates.listed == expected);
}

TEST_CASE("the histograms count every puzzle once, whatever the threads", "[audit]") {
  PuzzleSource source(12);
  std::string text;
  for (int i = 0; i < 3000; ++i) text += format_line(source.next()) + '\n';
  for (const unsigned threads : {1U, 2U}) {
    AuditPlan plan;
    plan.threads = threads;
    const AuditReport report = audit_text(text, plan);
    CHECK(report.puzzles == 3000);
    CHECK(std::accumulate(report.givens.begin(), report.givens.end(), std::uint64_t{0}) == 3000);
    CHECK(report.one_solution + report.no_solution.count + report.several_solutions.count == 3000);
    CHECK(report.one_solution > 0);
    CHECK(std::accumulate(report.difficulties.begin(), report.difficulties.end(),
                          std::uint64_t{0}) == report.one_solution);
    CHECK(report.difficulties.front() == 0);
    CHECK(report.minimal + report.redundant.count == report.one_solution);
  }
}

TEST_CASE("an audit that is stopped reports what it has", "[audit]") {
  const std::atomic<bool> stop = true;
  AuditPlan plan;
  plan.limits.stop = &stop;
  CHECK(audit_text(kUniqueText + "\n", plan).puzzles == 0);
}

TEST_CASE("minimality agrees with another engine", "[audit]") {
  PuzzleSource source(11);
  std::vector<Grid> puzzles;
  for (int i = 0; i < 300; ++i) puzzles.push_back(source.next());
  const auto examinations = examine(puzzles);
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    if (!examinations[i].has_one_solution()) continue;
    INFO(format_line(puzzles[i]));
    CHECK((examinations[i].minimality == Minimality::redundant) == has_clue_to_spare(puzzles[i]));
  }
}

TEST_CASE("puzzles of other shapes are examined, but not rated", "[audit]") {
  const Shape shape{2, 2};
  BoardList puzzles(shape);
  for (const char* text : {"11..............", "1..4..1..4..2..3", "1234341221434321",
                           "................", "123434..........", "..4.3.....14...."}) {
    REQUIRE(parse_symbols(text, shape, puzzles.emplace_back()));
  }
  const ExaminedPuzzles examined = PuzzleExaminer({}, shape).examine(puzzles);
  const auto engine = find_engine("naive")->make({});
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    SolveResult result;
    engine->solve(puzzles[i], {}, {{&result, 1}, {}}, nullptr);
    const Examination& examination = examined.examinations[i];
    CHECK(examination.answer.solutions == result.solutions);
    CHECK(examination.difficulty == Difficulty::any);
    if (result.solutions != 0) CHECK(is_solution_of(examined.solutions[i], puzzles[i]));
  }
  CHECK(examined.examinations[0].has_no_solution());
  CHECK(examined.examinations[2].minimality == Minimality::redundant);
  CHECK(examined.examinations[5].minimality == Minimality::minimal);
  CHECK(examined.examinations[3].has_several_solutions());
}

}  // namespace sudoku
