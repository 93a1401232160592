#include "harness/results/row_columns.h"

#include <cstdio>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include "harness/base/errors.h"
#include "harness/base/units.h"
#include "harness/report/summary_table.h"
#include "harness/results/context.h"
#include "tests/catch.h"
#include "tests/harness/base/comma_locale.h"
#include "tests/harness/harness_testing.h"
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

const std::string kRunRow =
    "dlx,data/"
    "hard.txt,0000000000abcdef,2,4,17,3x3,3,20,1000,24000,990,6,8,4,5,3,2,1,1200,1:900 "
    "2:80,123456789,"
    "3000000000,2999999999,3000000000,2000000000,1000000000,300000000,40,7,6,55,65536,11,12,13,14,"
    "15,3,17,fedcba9876543210,1320,partial,noisy\n";

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
    "dlx,data/hard.txt,0000000000abcdef,2,4,17,3x3,5,1000,24000,990,6,8,4,5,3,2,1,1200,1:900 "
    "2:80,123456789,"
    "3000000000,2999999999,3000000000,2000000000,1000000000,300000000,40,7,6,55,65536,11,12,13,14,"
    "15,3,17,fedcba9876543210,1320,1234.5,1000,1500.25,30,90,"
    "99,100,"
    "101,naive,2.5,2.25,"
    "0.30000000000000004,42,,3.5,1e-07,5e-08,0.25,0.75,0.5,0.875,33,ok,"
    "interfered\n";

BlockRow block_record() { return {"dlx", "hard.txt", 1, 96, 0xAB, totals(), 2, 9876, 42}; }

const std::string kBlockRow =
    "dlx,hard.txt,1,96,00000000000000ab,1000,24000,990,6,8,4,5,3,2,1,1200,1:900 2:80,123456789,"
    "3000000000,2999999999,3000000000,2000000000,1000000000,300000000,40,7,6,55,65536,11,12,13,14,"
    "15,3,17,fedcba9876543210,7,2,42,9876\n";

PuzzleRow puzzle_record() {
  return {"hard.txt", 12, numbered_puzzle(5040), 0, "stack", 1, "ok", 2, 77, 123456};
}

const std::string kPuzzleRow =
    "hard.txt,12,3x3,.4.5.........................................................................."
    "...,"
    "0,stack,1,ok,2,77,123456\n";

/// Returns the fields of a row without quotes.
std::vector<std::string> fields(std::string row) {
  REQUIRE(row.ends_with('\n'));
  row.pop_back();
  return split(row + ',', ',');
}

std::string with_dataset(const std::string& name) {
  PuzzleRow record = puzzle_record();
  record.dataset = name;
  return to_csv(record);
}

const std::string kRestOfPuzzleRow = kPuzzleRow.substr(kPuzzleRow.find(','));

/// Reads the only row of a table and returns `use(row)`. The names of a row of puzzles are valid
/// only while the table is open.
template <typename Row, typename Use>
auto use_row(const std::string& header, const std::string& row, Use use) {
  const TemporaryDirectory directory;
  const std::filesystem::path path = directory / "table.csv";
  write_file(path, header + row);
  CsvTable table(path.string());
  const PartReader<Row> reader(table, row_columns<Row>());
  REQUIRE(table.next());
  return use(reader.read(table));
}

/// Returns the only row of a table of runs.
RunRow read(const std::string& header, const std::string& row) {
  return use_row<RunRow>(header, row, [](RunRow run) { return run; });
}

/// Reads a row and writes it again.
template <typename Row>
std::string rewrite(const std::string& header, const std::string& row) {
  return use_row<Row>(header, row, to_csv<Row>);
}

}  // namespace

TEST_CASE("rows are written in their format and read back", "[row_columns]") {
  CHECK(to_csv(run_record()) == kRunRow);
  CHECK(to_csv(summary_record()) == kSummaryRow);
  CHECK(to_csv(block_record()) == kBlockRow);
  CHECK(to_csv(puzzle_record()) == kPuzzleRow);
  CHECK(rewrite<RunRow>(runs_header(), kRunRow) == kRunRow);
  CHECK(rewrite<SummaryRow>(summary_header(), kSummaryRow) == kSummaryRow);
  CHECK(rewrite<PuzzleRow>(puzzles_header(), kPuzzleRow) == kPuzzleRow);
  CHECK(fields(to_csv(RunRow{})).size() == fields(runs_header()).size());
  CHECK(fields(to_csv(SummaryRow{})).size() == fields(summary_header()).size());
  CHECK(fields(to_csv(PuzzleRow{})).size() == fields(puzzles_header()).size());
}

TEST_CASE("puzzles of every kind are read back", "[row_columns]") {
  PuzzleRow record = puzzle_record();
  const auto check_read = [&record](OwnedBoard puzzle) {
    record.puzzle = std::move(puzzle);
    const auto puzzle_of = [](const PuzzleRow& row) { return row.puzzle; };
    CHECK(use_row<PuzzleRow>(puzzles_header(), to_csv(record), puzzle_of) == record.puzzle);
  };
  check_read(numbered_puzzle(5040));
  check_read(OwnedBoard(Shape{8, 8}));
  OwnedBoard puzzle(Shape{1, 5});
  puzzle.candidates()[7] = 0b1001;
  check_read(puzzle);
  puzzle.candidates()[7] = 0;
  check_read(puzzle);
}

TEST_CASE("the speed of a wrong engine is not written", "[row_columns]") {
  RunRow run = run_record();
  run.verdict = Verdict::wrong;
  CHECK(to_csv(run).ends_with(
      ",2999999999,3000000000,2000000000,1000000000,300000000,40,7,6,55,65536,11,12,13,14,15,3,17,"
      "fedcba9876543210,,wrong,noisy\n"));
  SummaryRow row = summary_record();
  row.verdict = Verdict::wrong;
  CHECK(to_csv(row).find(
            ",40,7,6,55,65536,11,12,13,14,15,3,17,fedcba9876543210,,1234.5,1000,1500.25,30,") !=
        std::string::npos);
}

TEST_CASE("missing values are empty", "[row_columns]") {
  CHECK(to_csv(SummaryRow{}) ==
        ",,0000000000000000,0,1,0,3x3,0,0,0,0,0,0,0,0,0,0,0,0,,0,0,0,0,0,0,0,0,0,0,0,,,,,,,0,,"
        "0000000000000000,0,,,,,,,,,,,,,0,,,,,,,,,,ok,\n");

  SummaryRow row = summary_record();
  row.block_ns->interval.reset();
  row.speedup.ratio->interval.reset();
  CHECK(to_csv(row).find(",1234.5,,,30,") != std::string::npos);
  CHECK(to_csv(row).find(",naive,2.5,,,42,") != std::string::npos);

  RunRow run = run_record();
  run.totals.has_guesses = false;
  CHECK(to_csv(run).find(",1200,1:900 2:80,,3000000000,") != std::string::npos);

  PuzzleRow puzzle = puzzle_record();
  puzzle.wall_ns.reset();
  CHECK(to_csv(puzzle).ends_with(",2,77,\n"));
  puzzle.guesses.reset();
  CHECK(to_csv(puzzle).ends_with(",2,,\n"));
}

TEST_CASE("a ratio that is only a bound is marked", "[row_columns]") {
  SummaryRow row = summary_record();
  row.speedup = {42, Estimate{2.5, {}}, Bound::at_least};
  CHECK(to_csv(row).find(",naive,2.5,,,42,at_least,") != std::string::npos);
  row.speedup.bound = Bound::at_most;
  CHECK(to_csv(row).find(",naive,2.5,,,42,at_most,") != std::string::npos);
}

TEST_CASE("names with special characters are quoted", "[row_columns]") {
  CHECK(with_dataset("a,b") == "\"a,b\"" + kRestOfPuzzleRow);
  CHECK(with_dataset("say \"hard\"") == "\"say \"\"hard\"\"\"" + kRestOfPuzzleRow);
  CHECK(with_dataset("two\nlines") == "\"two\nlines\"" + kRestOfPuzzleRow);
  CHECK(with_dataset("two\rlines") == "\"two\rlines\"" + kRestOfPuzzleRow);
  CHECK(with_dataset(" a") == "\" a\"" + kRestOfPuzzleRow);
  CHECK(with_dataset("a\t") == "\"a\t\"" + kRestOfPuzzleRow);
  CHECK(with_dataset("blank 'quote'; ü") == "blank 'quote'; ü" + kRestOfPuzzleRow);

  RunRow run = run_record();
  run.key.dataset = "a,b";
  CHECK(to_csv(run).starts_with("dlx,\"a,b\",0000000000abcdef,"));
  SummaryRow row = summary_record();
  row.key.dataset = "a,b";
  CHECK(to_csv(row).starts_with("dlx,\"a,b\",0000000000abcdef,"));
}

TEST_CASE("counts have up to 128 bits", "[row_columns]") {
  RunRow run = run_record();
  run.totals.solutions = *parse_count("6670903752021072936960");
  CHECK(to_csv(run).find(",6670903752021072936960,") != std::string::npos);
  PuzzleRow puzzle = puzzle_record();
  puzzle.solutions = ~SolutionCount{0};
  CHECK(to_csv(puzzle).find(",>=340282366920938463463374607431768211455,") != std::string::npos);
  run.totals.solutions = kMostSolutions;
  CHECK(to_csv(run).find(",>=340282366920938463463374607431768211455,") != std::string::npos);
}

TEST_CASE("the largest numbers are written with all their digits", "[row_columns]") {
  RunRow run = run_record();
  run.totals.guesses = std::numeric_limits<std::uint64_t>::max();
  run.totals.wall_ns = std::numeric_limits<std::int64_t>::max();
  CHECK(to_csv(run).find(",18446744073709551615,9223372036854775807,") != std::string::npos);
}

TEST_CASE("the locale does not affect the format", "[row_columns]") {
  std::string c_number(8, '\0');
  std::string run;
  std::string summary;
  std::string puzzle;
  std::string table;
  std::string context;
  std::optional<std::chrono::nanoseconds> duration;
  std::ostringstream cpp_number;
  bool is_c_changed = false;
  {
    const CommaLocale locale;
    is_c_changed = locale.is_c_changed();
    cpp_number.imbue(std::locale());
    cpp_number << 1234.5;
    c_number.resize(
        static_cast<std::size_t>(std::snprintf(c_number.data(), c_number.size(), "%.1f", 1.5)));
    run = to_csv(run_record());
    summary = to_csv(summary_record());
    puzzle = to_csv(puzzle_record());
    table = format_table(std::vector{summary_record()}, {});
    context = to_json({});
    duration = parse_duration("1.5ms");
  }
  CHECK(cpp_number.str() == "1.234,5");  // the locale is active
  if (is_c_changed) {
    CHECK(c_number == "1,5");
  } else {
    WARN("localedef cannot make de_DE.UTF-8: only the locale of C++ was changed");
  }
  CHECK(run == kRunRow);
  CHECK(summary == kSummaryRow);
  CHECK(puzzle == kPuzzleRow);
  CHECK(table == format_table(std::vector{summary_record()}, {}));
  CHECK(context.find("\"load_average\"") != std::string::npos);
  CHECK(duration == std::chrono::microseconds(1500));
}

TEST_CASE("files of schema 3 lack the columns of schema 4", "[row_columns]") {
  std::string header = runs_header();
  std::string row = kRunRow;
  header.erase(header.find("peak_bytes,"),
               header.find("answer_digest") - header.find("peak_bytes,"));
  row.erase(row.find("65536,"), row.find("fedcba") - row.find("65536,"));
  const Totals old = read(header, row).totals;
  CHECK(old.solved == 990);
  CHECK_FALSE(old.peak_bytes);
  CHECK_FALSE(old.events.cycles);
  CHECK(old.scaled == 0);
  CHECK_FALSE(old.package_uj);
  CHECK(read(runs_header(), kRunRow).totals.peak_bytes == 65536);
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
  const auto old = [](const std::string& verdict) {
    std::string header = runs_header();
    std::string row = kRunRow;
    header.erase(header.find("lost_ns,"), 8);
    header.erase(header.find(",noise"), 6);
    row.erase(row.find("300000000,"), 10);
    row.replace(row.find("partial,noisy"), 13, verdict);
    return read(header, row);
  };
  CHECK(old("noisy").verdict == Verdict::ok);
  CHECK(old("noisy").noise == Noise::noisy);
  CHECK(old("noisy").totals.lost_ns == 0);
  CHECK(old("interfered").verdict == Verdict::ok);
  CHECK(old("interfered").noise == Noise::interfered);
  CHECK(old("interfered").totals.lost_ns == 1'000'000'000);  // at most; it was not written
  CHECK(old("partial").verdict == Verdict::partial);
  CHECK(old("partial").noise == Noise::none);
  for (const char* word : {"", "fine"}) {
    CHECK(message_of<InputError>([&] { old(word); }).ends_with("not a verdict"));
  }
  const RunRow row = read(runs_header(), kRunRow);
  CHECK(row.verdict == Verdict::partial);
  CHECK(row.noise == Noise::noisy);
  CHECK(row.totals.lost_ns == 300'000'000);
}

TEST_CASE("all other columns are required", "[row_columns]") {
  std::string header = runs_header();
  std::string row = kRunRow;
  header.erase(header.find("clues,"), 6);
  row.erase(row.find("24000,"), 6);
  CHECK(message_of<InputError>([&] { read(header, row); }).ends_with("column clues is missing"));
}

}  // namespace sudoku
