#include "harness/audit/audit.h"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <string>
#include <vector>

#include "harness/puzzle/digest.h"
#include "harness/puzzle/isomorph.h"
#include "tests/catch.h"
#include "tests/engines/puzzle_source.h"
#include "tests/harness/dataset/compress.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {
namespace {

const std::string kUnique =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
const std::string kFive =
    ".7..8..239.....4.8.83...59..1..3..56.9..5.2..3....9.8.72...8...1..276..98..395...";

AuditReport audit_text(const std::string& text, AuditPlan plan = {}) {
  const TemporaryDirectory directory;
  write_file(directory / "d", text);
  plan.path = directory / "d";
  return audit(plan);
}

}  // namespace

TEST_CASE("an audit does not depend on the notation", "[audit]") {
  std::string zeros = kUnique;
  std::replace(zeros.begin(), zeros.end(), '.', '0');
  const std::string plain = kUnique + "\n" + kFive + "\n";
  const AuditReport report = audit_text(plain);
  CHECK(report.puzzles == 2);
  CHECK(report.digest == puzzle_hash(grid_of(kUnique)) + puzzle_hash(grid_of(kFive)));
  CHECK(audit_text("# comment\r\n\r\n" + zeros + "\r\n" + kFive).digest == report.digest);
  CHECK(audit_text(test::gzip(plain)).digest == report.digest);
}

TEST_CASE("invalid lines are reported with the reason and skipped", "[audit]") {
  const AuditReport report = audit_text(kUnique + "\n12k\n" + kFive + "\n" + kUnique + "1\n");
  CHECK(report.puzzles == 2);
  CHECK(report.rejected.count == 2);
  REQUIRE(report.rejected.listed.size() == 2);
  CHECK(report.rejected.listed[0].position.line == 2);
  CHECK(report.rejected.listed[0].position.column == 3);
  CHECK_FALSE(report.rejected.listed[0].what.empty());
  CHECK(report.rejected.listed[1].position.line == 4);
}

TEST_CASE("duplicates and isomorphs are distinguished", "[audit]") {
  const Grid unique = grid_of(kUnique);
  const std::string isomorph = format_line(numbered_isomorphism(unique, 1, 1).apply(unique));
  const std::string text =
      kUnique + "\n" + kFive + "\n" + isomorph + "\n" + kUnique + "\n" + isomorph + "\n";
  AuditPlan plan;
  CHECK_FALSE(audit_text(text, plan).isomorphs.has_value());
  plan.finds_isomorphs = true;
  const AuditReport report = audit_text(text, plan);
  CHECK(report.duplicates.listed == std::vector<Duplicate>{{4, 1}, {5, 3}});
  REQUIRE(report.isomorphs.has_value());
  CHECK(report.isomorphs->listed == std::vector<Duplicate>{{3, 1}});
}

TEST_CASE("findings are listed up to the limit and all counted", "[audit]") {
  AuditPlan plan;
  plan.max_listed = 2;
  const AuditReport report = audit_text(kFive + "\n" + kFive + "\n" + kFive + "\n", plan);
  CHECK(report.several_solutions.count == 3);
  CHECK(report.several_solutions.listed == std::vector<std::uint64_t>{1, 2});
}

TEST_CASE("expectations are compared with the solutions", "[audit]") {
  const AuditReport report =
      audit_text("puzzle,count\n" + kUnique + ",1\n" + kFive + ",5\n" + kUnique + ",2\n");
  CHECK(report.unexpected.count == 1);
  REQUIRE(report.unexpected.listed.size() == 1);
  CHECK(report.unexpected.listed[0].position.line == 4);
  CHECK(report.unchecked_counts == 1);
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
    CHECK(std::accumulate(report.clues.begin(), report.clues.end(), std::uint64_t{0}) == 3000);
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
  CHECK(audit_text(kUnique + "\n", plan).puzzles == 0);
}

}  // namespace sudoku
