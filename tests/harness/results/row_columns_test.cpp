#include "harness/results/row_columns.h"

#include <cstdio>
#include <limits>
#include <regex>
#include <sstream>

#include "harness/base/errors.h"
#include "harness/base/units.h"
#include "harness/results/context.h"
#include "harness/tables/summary_table.h"
#include "tests/catch.h"
#include "tests/harness/base/comma_locale.h"
#include "tests/harness/results/columns_testing.h"

namespace sudoku {
namespace {

RowKey key() { return {"dlx", "data/hard.txt", 0xABCDEF, 2, 4, 17}; }

Totals totals() {
  Totals totals;
  totals.puzzles = 1000;
  totals.clues = 24000;
  totals.solved = 990;
  totals.timeouts = 6;
  totals.gave_up = 8;
  totals.failed = 4;
  totals.skipped = 5;
  totals.wrong = 2;
  totals.disagreements = 1;
  totals.solutions = 1200;
  totals.histogram = *SolutionHistogram::parse("1:900 2:80");
  totals.guesses = 123456789;
  totals.wall_ns = totals.time_ns = 3'000'000'000;
  totals.cpu_ns = 2'999'999'999;
  totals.error_ns = 7;
  totals.blocks = 40;
  totals.repeated = 7;
  totals.interfered = 6;
  totals.switches = 55;
  totals.solved_ns = 2'000'000'000;
  totals.interfered_ns = 1'000'000'000;
  totals.lost_ns = 300'000'000;
  totals.answer_digest = 0xFEDCBA9876543210U;
  totals.peak_bytes = 65536;
  totals.events = {11, 12, 13, 14, 15};
  totals.scaled = 3;
  totals.package_uj = 17;
  return totals;
}

RunRow run_record() { return {key(), 3, totals(), Verdict::partial, Noise::noisy, 20}; }

const std::string kTotals =
    ",1000,24000,990,6,8,4,5,3,2,1,1200,1:900 2:80,123456789,3000000000,2999999999,3000000000,"
    "2000000000,1000000000,300000000,40,7,6,55,65536,11,12,13,14,15,3,17,fedcba9876543210,";

const std::string kRunRow =
    "dlx,data/hard.txt,0000000000abcdef,2,4,17,3x3,3,20" + kTotals + "1320,partial,noisy\n";

SummaryRow summary_record() {
  SummaryRow row;
  row.key = key();
  row.repetitions = 5;
  row.totals = totals();
  row.latencies = {.p50 = 30, .p90 = 90, .p99 = 99, .p999 = 100, .max = 101};
  row.block_ns = Estimate{1234.5, Interval{1000, 1500.25}};
  row.baseline = "naive";
  row.speedup = {42, Estimate{2.5, Interval{2.25, 0.1 + 0.2}}, Bound::none, 3.5};
  row.par2_s = 1e-7;
  row.vbs_par2_s = 5e-8;
  row.vbs_share = 0.25;
  row.success_squares = 33;
  row.success = Estimate{0.75, Interval{0.5, 0.875}};
  row.noise = Noise::interfered;
  return row;
}

const std::string kSummaryRow =
    "dlx,data/hard.txt,0000000000abcdef,2,4,17,3x3,5" + kTotals +
    "1320,1234.5,1000,1500.25,30,90,99,100,101,naive,2.5,2.25,0.30000000000000004,42,,3.5,1e-07,"
    "5e-08,0.25,0.75,0.5,0.875,33,ok,interfered\n";

BlockRow block_record() { return {"dlx", "hard.txt", 1, 96, 0xAB, totals(), 2, 9876, 42}; }

const std::string kBlockRow = "dlx,hard.txt,1,96,00000000000000ab" + kTotals + "7,2,42,9876\n";

PuzzleRow puzzle_record() {
  return {"hard.txt", 12, numbered_puzzle(5040), 0, "stack", 1, RunStatus::ok, 2, 77, 123456};
}

const std::string kPuzzleRow =
    "hard.txt,12,3x3,.4.5" + std::string(77, '.') + ",0,stack,1,ok,2,77,123456\n";

/// Reads the only row of a table and returns `use(row)`. The names of a row of puzzles are valid
/// only while the table is open.
template <typename Row, typename Use>
auto use_row(const std::string& header, const std::string& row, Use use) {
  const TemporaryDirectory directory;
  const std::filesystem::path path = directory / "table.csv";
  write_file(path, header + row);
  RowReader<Row> table(path.string());
  REQUIRE(table.row());
  return use(*table.row());
}

/// Checks the text of a record, and that it is the text of the record that is read from it.
template <typename Row>
void check_text(const Row& record, const std::string& text) {
  CHECK(to_csv(record) == text);
  CHECK(use_row<Row>(row_header<Row>(), text, to_csv<Row>) == text);
}

/// Returns whether the text of a changed record has a part.
template <typename Row, typename Change>
bool has(Row record, Change change, std::string_view part) {
  change(record);
  return to_csv(record).find(part) != std::string::npos;
}

/// Reads the row of a run from a file without some columns, and with another verdict.
RunRow read_without(const std::vector<std::string>& columns, const std::string& verdict) {
  const auto names = split(row_header<RunRow>(), ',');
  auto fields = split(kRunRow, ',');
  std::string header;
  std::string row;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string name = names[i].substr(0, names[i].find('\n'));
    if (std::find(columns.begin(), columns.end(), name) != columns.end()) continue;
    header += name + ',';
    row += (name == "verdict" ? verdict : fields[i].substr(0, fields[i].find('\n'))) + ',';
  }
  return use_row<RunRow>(header + "end\n", row + "\n", [](RunRow run) { return run; });
}

/// Returns the names of the columns in the first table under a heading of results/COLUMNS.md.
std::vector<std::string> documented(const std::string& page, const std::string& heading) {
  const std::size_t begin = page.find("\n| ", page.find('\n' + heading + '\n'));
  std::vector<std::string> names;
  for (const std::string& line :
       split(page.substr(begin, page.find("\n\n", begin) - begin), '\n')) {
    const std::string cell = line.substr(0, line.find(" |"));
    const std::regex name("`([^`]+)`");
    for (std::sregex_iterator it(cell.begin(), cell.end(), name), end; it != end; ++it) {
      names.push_back((*it)[1]);
    }
  }
  return names;
}

/// Checks that the table of a file names the columns of its rows in their order. It may leave out
/// columns of runs.csv.
template <typename Row>
void check_documented(const std::string& page, const std::string& heading) {
  const auto names = documented(page, heading);
  const auto in_runs = documented(page, "## runs.csv");
  std::vector<std::string> columns;
  for (const Column<Row>& column : row_columns<Row>()) {
    const std::string name(column.name);
    const auto is_in = [&name](const auto& list) {
      return std::find(list.begin(), list.end(), name) != list.end();
    };
    if (is_in(names) || !is_in(in_runs)) columns.push_back(name);
  }
  CHECK(columns == names);
}

}  // namespace

TEST_CASE("rows are written in their format and read back", "[row_columns]") {
  check_text(run_record(), kRunRow);
  check_text(summary_record(), kSummaryRow);
  check_text(block_record(), kBlockRow);
  check_text(puzzle_record(), kPuzzleRow);
}

TEST_CASE("results/COLUMNS.md describes the columns", "[row_columns]") {
  const auto path = std::filesystem::path(SUDOKU_SOURCE_DIR) / "results/COLUMNS.md";
  if (!std::filesystem::exists(path)) {
    WARN("skipped, because there is no " << path);
    return;
  }
  const std::string page = read_file(path);
  check_documented<RunRow>(page, "## runs.csv");
  check_documented<SummaryRow>(page, "## summary.csv");
  check_documented<BlockRow>(page, "## blocks.csv");
  check_documented<PuzzleRow>(page, "## puzzles.csv");
}

TEST_CASE("puzzles of every kind are read back", "[row_columns]") {
  std::vector<OwnedBoard> puzzles = {numbered_puzzle(5040), OwnedBoard(Shape{8, 8}),
                                     OwnedBoard(Shape{1, 5}), OwnedBoard(Shape{1, 5})};
  puzzles[2].candidates()[7] = 0b1001;
  puzzles[3].candidates()[7] = 0;
  for (const OwnedBoard& puzzle : puzzles) {
    PuzzleRow record = puzzle_record();
    record.puzzle = puzzle;
    CHECK(use_row<PuzzleRow>(row_header<PuzzleRow>(), to_csv(record),
                             [](const PuzzleRow& row) { return row.puzzle; }) == puzzle);
  }
}

TEST_CASE("the speed of a wrong engine is not written", "[row_columns]") {
  const auto is_wrong = [](auto& row) { row.verdict = Verdict::wrong; };
  CHECK(has(run_record(), is_wrong, ",fedcba9876543210,,wrong,noisy\n"));
  CHECK(has(summary_record(), is_wrong, ",fedcba9876543210,,1234.5,"));
}

TEST_CASE("missing values are empty", "[row_columns]") {
  CHECK(to_csv(SummaryRow{}) ==
        ",,0000000000000000,0,1,0,3x3,0,0,0,0,0,0,0,0,0,0,0,0,,0,0,0,0,0,0,0,0,0,0,0,,,,,,,0,,"
        "0000000000000000,0,,,,,,,,,,,,,0,,,,,,,,,,ok,\n");
  const SummaryRow summary = summary_record();
  CHECK(has(
      summary, [](auto& row) { row.block_ns->interval.reset(); }, ",1234.5,,,30,"));
  CHECK(has(
      summary, [](auto& row) { row.speedup.ratio->interval.reset(); }, ",naive,2.5,,,42,"));
  CHECK(has(
      run_record(), [](auto& row) { row.totals.has_guesses = false; },
      ",1200,1:900 2:80,,3000000000,"));
  CHECK(has(
      puzzle_record(), [](auto& row) { row.wall_ns.reset(); }, ",2,77,\n"));
  CHECK(has(
      puzzle_record(), [](auto& row) { row.guesses.reset(); }, ",2,,123456\n"));
}

TEST_CASE("a ratio that is only a bound is marked", "[row_columns]") {
  const auto with = [](Bound bound) {
    return [bound](SummaryRow& row) { row.speedup = {42, Estimate{2.5, {}}, bound}; };
  };
  CHECK(has(summary_record(), with(Bound::at_least), ",naive,2.5,,,42,at_least,"));
  CHECK(has(summary_record(), with(Bound::at_most), ",naive,2.5,,,42,at_most,"));
}

TEST_CASE("the largest numbers are written with all their digits", "[row_columns]") {
  const auto of = [](SolutionCount solutions) {
    return [solutions](RunRow& row) { row.totals.solutions = solutions; };
  };
  const std::string most = ",>=340282366920938463463374607431768211455,";
  CHECK(has(run_record(), of(*parse_count("6670903752021072936960")), ",6670903752021072936960,"));
  CHECK(has(run_record(), of(kMostSolutions), most));
  CHECK(has(
      puzzle_record(), [](auto& row) { row.solutions = ~SolutionCount{0}; }, most));
  const auto is_full = [](RunRow& row) {
    row.totals.guesses = std::numeric_limits<std::uint64_t>::max();
    row.totals.wall_ns = std::numeric_limits<std::int64_t>::max();
  };
  CHECK(has(run_record(), is_full, ",18446744073709551615,9223372036854775807,"));
}

TEST_CASE("the locale does not affect the format", "[row_columns]") {
  const auto texts = [] {
    return std::vector{to_csv(run_record()), to_csv(summary_record()), to_csv(puzzle_record()),
                       format_table(std::vector{summary_record()}, {}),
                       std::to_string(parse_duration("1.5ms").value().count())};
  };
  const auto expected = texts();
  std::string c_number(8, '\0');
  std::vector<std::string> found;
  std::string context;
  std::ostringstream cpp_number;
  bool is_c_changed = false;
  {
    const CommaLocale locale;
    is_c_changed = locale.is_c_changed();
    cpp_number.imbue(std::locale());
    cpp_number << 1234.5;
    c_number.resize(
        static_cast<std::size_t>(std::snprintf(c_number.data(), c_number.size(), "%.1f", 1.5)));
    found = texts();
    context = to_json({});
  }
  CHECK(cpp_number.str() == "1.234,5");  // the locale is active
  if (is_c_changed) {
    CHECK(c_number == "1,5");
  } else {
    WARN("localedef cannot make de_DE.UTF-8: only the locale of C++ was changed");
  }
  CHECK(found == expected);
  CHECK(context.find("\"load_average\"") != std::string::npos);
}

TEST_CASE("files of schema 3 lack the columns of schema 4", "[row_columns]") {
  const Totals old = read_without({"peak_bytes", "instructions", "cycles", "branches",
                                   "branch_misses", "l1d_misses", "scaled_blocks", "package_uj"},
                                  "ok")
                         .totals;
  CHECK(old.solved == 990);
  CHECK_FALSE(old.peak_bytes);
  CHECK_FALSE(old.events.cycles);
  CHECK(old.scaled == 0);
  CHECK_FALSE(old.package_uj);
}

TEST_CASE("blocks had fewer columns before schema 8, and other names", "[row_columns]") {
  const auto old = [](const BlockRow& row) {
    CHECK(row.totals.interfered == 1);
    CHECK(row.totals.scaled == 2);
    CHECK(row.totals.wall_ns == 30);
    CHECK(row.totals.clues == 0);
    return row.repeats;
  };
  const std::string header =
      "engine,dataset,repetition,first_puzzle,puzzles,solved,puzzles_digest,skipped,wall_ns,cpu_ns,"
      "involuntary_switches,repeats,interfered,reference_ns,scaled\n";
  CHECK(use_row<BlockRow>(header, "dlx,d,0,0,9,9,00000000000000ab,0,30,30,0,4,1,50,2\n", old) == 4);
}

TEST_CASE("noise was a verdict before schema 6", "[row_columns]") {
  struct Case {
    const char* word;
    Verdict verdict;
    Noise noise;
    std::int64_t lost_ns;
  };
  // The lost time was not written. It is at most the time of the blocks with interference.
  for (const auto& [word, verdict, noise, lost_ns] :
       {Case{"noisy", Verdict::ok, Noise::noisy, 0},
        {"interfered", Verdict::ok, Noise::interfered, 1'000'000'000},
        {"partial", Verdict::partial, Noise::none, 0}}) {
    const RunRow old = read_without({"lost_ns", "noise"}, word);
    CHECK(old.verdict == verdict);
    CHECK(old.noise == noise);
    CHECK(old.totals.lost_ns == lost_ns);
  }
  for (const char* word : {"", "fine"}) {
    CHECK(
        message_of<InputError>([&] { read_without({"noise"}, word); }).ends_with("not a verdict"));
  }
}

TEST_CASE("all other columns are required", "[row_columns]") {
  CHECK(message_of<InputError>([&] {
          read_without({"clues"}, "ok");
        }).ends_with("column clues is missing"));
}

}  // namespace sudoku
