#include "harness/results/bench_columns.h"

#include <optional>
#include <string_view>

#include "harness/results/columns.h"

namespace sudoku {
namespace {

constexpr std::string_view kDigest = "16 hex digits";
constexpr std::string_view kShape =
    "rows and columns of a box: `3x3` of boards of 9x9, `4x5` of 20x20";
constexpr std::string_view kAsInRuns = "as in runs.csv";

std::optional<double> low(const std::optional<MedianEstimate>& estimate) {
  return estimate && estimate->interval ? std::optional(estimate->interval->low) : std::nullopt;
}

std::optional<double> high(const std::optional<MedianEstimate>& estimate) {
  return estimate && estimate->interval ? std::optional(estimate->interval->high) : std::nullopt;
}

std::optional<double> median(const std::optional<MedianEstimate>& estimate) {
  return estimate ? std::optional(estimate->median) : std::nullopt;
}

constexpr Column<RowKey> kKeyColumns[] = {
    column<&RowKey::engine>(
        {"engine", "", "id of the engine, or the name given with `--plugin` or `--engine-cmd`"}),
    column<&RowKey::dataset>(
        {"dataset", "",
         "path as given on the command line, or that of the project's dataset of that name; `-` is "
         "standard input"}),
    digest_column<&RowKey::dataset_digest>(
        {"dataset_digest", kDigest,
         "sum modulo 2^64 of the XXH3-64 hash of each puzzle, written as one character per cell "
         "with "
         "`.` for an empty one; where it is not of 9x9, after two bytes, the rows and the columns "
         "of a box"}),
    column<&RowKey::max_solutions>(
        {"max_solutions", "solutions",
         "`--max-solutions`: where the search of a puzzle ends; 0 means all"}),
    column<&RowKey::threads>({"threads", "threads", "threads that solved"}),
    column<&RowKey::seed>({"seed", "", "`--seed`, of the sample, the order and the isomorphs"}),
    since_later(column<&RowKey::shape>({"shape", "", kShape})),
};

/// Versions that write only the sum of both: all errors are wrong or all are disagreements, as the
/// verdict says.
void read_errors(Totals& totals, const CsvTable& table, std::size_t column) {
  const std::uint64_t errors = table.number(column);
  const auto wrong = table.find_column("wrong");
  if (!wrong) {
    const bool is_wrong = table.text(table.column("verdict")) == to_string(Verdict::wrong);
    (is_wrong ? totals.wrong : totals.disagreements) = errors;
  } else if (errors != table.number(*wrong) + table.number(table.column("disagreements"))) {
    table.refuse(column, "not the wrong and the disputed");
  }
}

constexpr Column<Totals> kTotalsColumns[] = {
    column<&Totals::puzzles>({"puzzles", "puzzles", "handed to the engine"}),
    since_later(column<&Totals::clues>({"clues", "clues", "of these puzzles, summed"})),
    column<&Totals::solved>({"solved", "puzzles", "answered"}),
    column<&Totals::timeouts>(
        {"timeouts", "puzzles",
         "begun, and cut short by `--timeout`, `--max-guesses`, `--time-limit` or an interrupt"}),
    since_later(column<&Totals::gave_up>(
        {"gave_up", "puzzles", "begun, and a stochastic engine ended without a solution"})),
    since_later(column<&Totals::failed>(
        {"failed", "puzzles", "begun, and the plugin or engine command broke down"})),
    column<&Totals::skipped>(
        {"skipped", "puzzles",
         "left out because the time limit had passed or the run was interrupted"}),
    {{"errors", "puzzles", "`wrong` + `disagreements`"},
     [](std::string& line, const Totals& totals) {
       write_value(line, totals.wrong + totals.disagreements);
     },
     read_errors},
    since_later(column<&Totals::wrong>(
        {"wrong", "puzzles",
         "with an answer that is wrong, or on which a plugin or an engine command broke down"})),
    since_later(column<&Totals::disagreements>(
        {"disagreements", "puzzles", "with an answer that is disputed"})),
    column<&Totals::solutions>(
        {"solutions", "solutions", "sum over the answered puzzles, up to 128 bits"}),
    {{"guesses", "guesses",
      "sum over the answered puzzles; empty where the engine does not tell them"},
     [](std::string& line, const Totals& totals) {
       if (totals.has_guesses) write_value(line, totals.guesses);
     },
     [](Totals& totals, const CsvTable& table, std::size_t column) {
       totals.guesses = table.optional_number(column).value_or(0);
       totals.has_guesses = !table.text(column).empty();
     }},
    column<&Totals::wall_ns>({"wall_ns", "ns", "wall time, summed over threads"}),
    column<&Totals::cpu_ns>(
        {"cpu_ns", "ns",
         "thread CPU time, summed over threads; beside a plugin that of all threads of the "
         "process, "
         "and the wall time where it waited or a plugin was cut short; 0 for an engine command, "
         "where it is not known"}),
    since_later(column<&Totals::solved_ns>(
        {"solved_ns", "ns",
         "wall time of the answered puzzles, or, where they are not timed one by one, of their "
         "blocks"})),
    since_later(column<&Totals::interfered_ns>(
        {"interfered_ns", "ns", "wall time of the blocks that stayed interfered"})),
    column<&Totals::blocks>({"blocks", "blocks", "that the engine was given"}),
    column<&Totals::repeated>(
        {"repeated_blocks", "blocks",
         "that were measured again because something interfered, up to twice"}),
    column<&Totals::interfered>({"interfered_blocks", "blocks", "that stayed so"}),
    column<&Totals::switches>(
        {"involuntary_switches", "switches", "of the thread to another one, during all calls"}),
    since_later(column<&Totals::peak_bytes>(
        {"peak_bytes", "bytes",
         "the most memory that a copy of the engine held at a time: what it allocated, or, in a "
         "process of its own, what became resident there with it, and of an engine command all of "
         "its processes; empty where that is not known"})),
    since_later(column<&Totals::events, &EventCounts::instructions>(
        {"instructions", "instructions",
         "with `--counters`: what the processor counted of all calls, outside of the system's own "
         "code; of an engine command in all of its processes; empty where that is not known"})),
    since_later(column<&Totals::events, &EventCounts::cycles>({"cycles", "cycles", "likewise"})),
    since_later(
        column<&Totals::events, &EventCounts::branches>({"branches", "branches", "likewise"})),
    since_later(column<&Totals::events, &EventCounts::branch_misses>(
        {"branch_misses", "branches",
         "likewise, of branches that went another way than foretold"})),
    since_later(column<&Totals::events, &EventCounts::l1d_misses>(
        {"l1d_misses", "loads", "likewise, of loads that the first cache of data did not have"})),
    since_later(column<&Totals::scaled>(
        {"scaled_blocks", "blocks",
         "of which a count is an estimate, as the counters took turns: it is scaled from the time "
         "in which its counter ran"})),
    since_later(column<&Totals::package_uj>(
        {"package_uj", "microjoules",
         "that the processor packages took during all calls, whoever used them; empty with more "
         "than one thread, and where the system does not tell"})),
};

/// A verdict, of any kind of row.
template <typename Record>
constexpr Column<Record> verdict_column() {
  return {{"verdict", "", "see below"},
          [](std::string& line, const Record& row) { line += to_string(row.verdict); },
          [](Record& row, const CsvTable& table, std::size_t column) {
            const auto verdict = verdict_named(table.text(column));
            if (!verdict) table.refuse(column, "not a verdict");
            row.verdict = *verdict;
          }};
}

constexpr ColumnText kRate = {
    "puzzles_per_second", "1/s",
    "solved x threads x 10^9 / wall_ns, which has the time of puzzles that were cut short in it, "
    "too; empty where the verdict is `wrong`"};

constexpr ColumnText kAnswerDigest = {
    "answer_digest", kDigest,
    "sum modulo 2^64 of the XXH3-64 hash of `<puzzle>,<solutions>` over the answered puzzles"};

constexpr std::string_view kMedianInterval =
    "its 95 % interval, from the sign test; empty below 6 blocks";
constexpr std::string_view kRatioInterval =
    "its 95 % interval, from the sign test; empty below 12 blocks";
constexpr std::string_view kSuccessInterval =
    "its 95 % interval, for puzzles like these: Wilson's, for as many independent trials as the "
    "spread between the puzzles is worth, since trials of one puzzle are not independent";
constexpr std::string_view kQuantile =
    "quantiles of the wall time of the puzzles that were begun, from a histogram with buckets of "
    "at most 1/64 of their value; likewise of those that were not answered";

/// How fast answers are that are wrong means nothing.
template <typename Record>
void write_rate(std::string& line, const Record& row, const Totals& totals) {
  if (row.verdict != Verdict::wrong) write_value(line, puzzles_per_second(totals, row.key.threads));
}

void write_quantile(std::string& line, const SummaryRow& row, double fraction) {
  if (row.verdict != Verdict::wrong) write_value(line, row.latencies.quantile(fraction));
}

constexpr Column<RunRow> kRunColumns[] = {
    column<&RunRow::repetition>({"repetition", "", "number of the pass over the dataset, from 0"}),
    since_later(column<&RunRow::engine_seed>(
        {"engine_seed", "",
         "of a stochastic engine: `seed` + `repetition`, modulo 2^64; else empty"})),
};

constexpr Column<RunRow> kRunEndColumns[] = {
    {kRate, [](std::string& line, const RunRow& run) { write_rate(line, run, run.totals); }},
    digest_column<&RunRow::totals, &Totals::answer_digest>(kAnswerDigest),
    verdict_column<RunRow>(),
};

constexpr Column<SummaryRow> kSummaryColumns[] = {
    column<&SummaryRow::repetitions>({"repetitions", "passes", "that were begun"}),
};

constexpr Column<SummaryRow> kSummaryEndColumns[] = {
    {kRate, [](std::string& line, const SummaryRow& row) { write_rate(line, row, row.totals); }},
    {{"median_ns", "ns",
      "median over the blocks of wall time per puzzle; a block that was begun and not answered in "
      "full takes longer than all others, and where the median would be one there is none"},
     [](std::string& line, const SummaryRow& row) { write_value(line, median(row.block_ns)); }},
    {{"median_low_ns", "ns", kMedianInterval},
     [](std::string& line, const SummaryRow& row) { write_value(line, low(row.block_ns)); }},
    {{"median_high_ns", "ns", kMedianInterval},
     [](std::string& line, const SummaryRow& row) { write_value(line, high(row.block_ns)); }},
    {{"p50_ns", "ns", kQuantile},
     [](std::string& line, const SummaryRow& row) { write_quantile(line, row, 0.5); }},
    {{"p90_ns", "ns", kQuantile},
     [](std::string& line, const SummaryRow& row) { write_quantile(line, row, 0.9); }},
    {{"p99_ns", "ns", kQuantile},
     [](std::string& line, const SummaryRow& row) { write_quantile(line, row, 0.99); }},
    {{"p999_ns", "ns", kQuantile},
     [](std::string& line, const SummaryRow& row) { write_quantile(line, row, 0.999); }},
    {{"max_ns", "ns", "the longest of them, if all were answered"},
     [](std::string& line, const SummaryRow& row) {
       if (row.verdict != Verdict::wrong) write_value(line, row.latencies.max());
     }},
    column<&SummaryRow::baseline>(
        {"baseline", "",
         "engine that the ratios refer to: that of `--baseline`, else the fastest of those that "
         "answered everything, or if none did, the one that answered most; empty where there is "
         "none"}),
    {{"ratio", "",
      "how many times as fast as the baseline, by CPU time where it is known of both, else by wall "
      "time: median over the blocks in which both answered every puzzle, rightly, paired block by "
      "block; the two blocks in which the engines' turns are in opposite order are averaged "
      "first"},
     [](std::string& line, const SummaryRow& row) {
       write_value(line, median(row.speedup.times));
     }},
    {{"ratio_low", "", kRatioInterval},
     [](std::string& line, const SummaryRow& row) { write_value(line, low(row.speedup.times)); }},
    {{"ratio_high", "", kRatioInterval},
     [](std::string& line, const SummaryRow& row) { write_value(line, high(row.speedup.times)); }},
    {{"ratio_blocks", "blocks", "that the median is over"},
     [](std::string& line, const SummaryRow& row) { write_value(line, row.speedup.blocks); }},
    {{"ratio_bound", "",
      "`at_least` or `at_most` where `ratio` is only a bound, because an engine was cut short and "
      "fewer than half of the blocks that both began, or too few for an interval, are left: the "
      "median over all these, where a block that one did not answer in full took at least the time "
      "that was measured, and one that neither did could be anything; else empty"},
     [](std::string& line, const SummaryRow& row) { line += to_string(row.speedup.bound); }},
    column<&SummaryRow::par2_s>(
        {"par2_s", "s",
         "mean time per puzzle, those left out included, where one that was not answered counts as "
         "twice `--timeout`; empty where there was none"}),
    column<&SummaryRow::vbs_par2_s>(
        {"vbs_par2_s", "s",
         "the same for the virtual best engine, which is on each puzzle as fast as the fastest "
         "engine"}),
    column<&SummaryRow::vbs_share>(
        {"vbs_share", "",
         "share of the puzzles on which no other engine was faster; empty for engines that are "
         "timed by the block or are wrong, which take no part"}),
    {{"success_rate", "",
      "of a stochastic engine, where no pass ended early: the share of the puzzles, "
      "isomorphs and repetitions, each of which has another seed, that it answered"},
     [](std::string& line, const SummaryRow& row) {
       if (row.success) write_value(line, row.success->share);
     }},
    {{"success_low", "", kSuccessInterval},
     [](std::string& line, const SummaryRow& row) {
       if (row.success) write_value(line, row.success->interval.low);
     }},
    {{"success_high", "", kSuccessInterval},
     [](std::string& line, const SummaryRow& row) {
       if (row.success) write_value(line, row.success->interval.high);
     }},
    since_later(column<&SummaryRow::success_squares>(
        {"success_squares", "",
         "sum over the puzzles of the square of how often each was answered: of it and `solved` "
         "the interval is made"})),
    digest_column<&SummaryRow::totals, &Totals::answer_digest>(kAnswerDigest),
    verdict_column<SummaryRow>(),
};

constexpr Column<BlockRow> kBlockColumns[] = {
    column<&BlockRow::engine>({"engine", "", kAsInRuns}),
    column<&BlockRow::dataset>({"dataset", "", kAsInRuns}),
    column<&BlockRow::repetition>({"repetition", "", kAsInRuns}),
    column<&BlockRow::first_puzzle>(
        {"first_puzzle", "", "number of the block's first puzzle in the dataset, from 0"}),
    column<&BlockRow::totals, &Totals::puzzles>({"puzzles", "puzzles", "handed to the engine"}),
    since_later(column<&BlockRow::totals, &Totals::solved>({"solved", "puzzles", "answered"})),
    digest_column<&BlockRow::puzzles_digest>(
        {"puzzles_digest", kDigest,
         "of the puzzles of the block, isomorphs included, as in `dataset_digest`"}),
    column<&BlockRow::totals, &Totals::skipped>({"skipped", "puzzles", "left out"}),
    column<&BlockRow::totals, &Totals::wall_ns>({"wall_ns", "ns", kAsInRuns}),
    column<&BlockRow::totals, &Totals::cpu_ns>({"cpu_ns", "ns", kAsInRuns}),
    column<&BlockRow::totals, &Totals::switches>({"involuntary_switches", "switches", kAsInRuns}),
    column<&BlockRow::repeats>({"repeats", "", "times that the block was measured again"}),
    column<&BlockRow::totals, &Totals::interfered>(
        {"interfered", "", "1 if something interfered to the last"}),
    column<&BlockRow::reference_ns>(
        {"reference_ns", "ns",
         "CPU time of a fixed piece of work just before the engine's turn: how much of a processor "
         "there was to be had. `compare` takes the best repetition of a block by it, and leaves "
         "out blocks where the two runs differ by more than 10 %"}),
    since_later(column<&BlockRow::totals, &Totals::events, &EventCounts::instructions>(
        {"instructions", "instructions", kAsInRuns})),
    since_later(column<&BlockRow::totals, &Totals::events, &EventCounts::cycles>(
        {"cycles", "cycles", kAsInRuns})),
    since_later(column<&BlockRow::totals, &Totals::events, &EventCounts::branches>(
        {"branches", "branches", kAsInRuns})),
    since_later(column<&BlockRow::totals, &Totals::events, &EventCounts::branch_misses>(
        {"branch_misses", "branches", kAsInRuns})),
    since_later(column<&BlockRow::totals, &Totals::events, &EventCounts::l1d_misses>(
        {"l1d_misses", "loads", kAsInRuns})),
    since_later(column<&BlockRow::totals, &Totals::scaled>(
        {"scaled", "", "1 if one of these is an estimate"})),
};

void read_runstatus(PuzzleRow& row, const CsvTable& table, std::size_t column) {
  row.runstatus = {};
  for (const std::string_view word : {"ok", "timeout", "gave_up", "crash", "other"}) {
    if (table.text(column) == word) row.runstatus = word;
  }
  if (row.runstatus.empty()) table.refuse(column, "not a word for how a search ends");
}

constexpr Column<PuzzleRow> kPuzzleColumns[] = {
    column<&PuzzleRow::dataset>({"dataset", "", kAsInRuns}),
    column<&PuzzleRow::line>({"line", "", "of the dataset, from 1; for a grid its first line"}),
    since_later(Column<PuzzleRow>{
        {"shape", "", kAsInRuns},
        [](std::string& line, const PuzzleRow& row) { write_value(line, row.puzzle.shape()); },
        [](PuzzleRow& row, const CsvTable& table, std::size_t column) {
          Shape shape;
          read_value(shape, table, column);
          row.puzzle = OwnedBoard(shape);
        }}),
    column<&PuzzleRow::puzzle>(
        {"puzzle", "",
         "as it was solved: one character per cell, 1 to 9, A to Z, a, and `.` for an empty one"}),
    column<&PuzzleRow::isomorph>(
        {"isomorph", "",
         "0 is the puzzle as it stands in the dataset, 1 and up its random isomorphs; the rows of "
         "a `line` show the spread"}),
    column<&PuzzleRow::engine>({"engine", "", kAsInRuns}),
    column<&PuzzleRow::repetition>({"repetition", "", kAsInRuns}),
    {{"runstatus", "",
      "`ok` answered, `timeout` cut short, `gave_up` as in runs.csv, `crash` the process of a "
      "plugin or an engine command "
      "broke down or answered what cannot be read, `other` left out"},
     [](std::string& line, const PuzzleRow& row) { line += row.runstatus; },
     read_runstatus},
    column<&PuzzleRow::solutions>({"solutions", "solutions", "found"}),
    column<&PuzzleRow::guesses>(
        {"guesses", "guesses", "taken; empty where the engine does not tell them"}),
    column<&PuzzleRow::wall_ns>(
        {"wall_ns", "ns", "of the call; empty where the puzzle was left out"}),
};

}  // namespace

std::vector<ColumnText> runs_columns() {
  return texts_of(kKeyColumns, kRunColumns, kTotalsColumns, kRunEndColumns);
}

std::vector<ColumnText> summary_columns() {
  return texts_of(kKeyColumns, kSummaryColumns, kTotalsColumns, kSummaryEndColumns);
}

std::vector<ColumnText> blocks_columns() {
  return texts_of(kBlockColumns);
}

std::vector<ColumnText> puzzles_columns() {
  return texts_of(kPuzzleColumns);
}

void append_row(std::string& rows, const RunRow& record) {
  CsvRow(rows)
      .values(kKeyColumns, record.key)
      .values(kRunColumns, record)
      .values(kTotalsColumns, record.totals)
      .values(kRunEndColumns, record)
      .end();
}

void append_row(std::string& rows, const SummaryRow& record) {
  CsvRow(rows)
      .values(kKeyColumns, record.key)
      .values(kSummaryColumns, record)
      .values(kTotalsColumns, record.totals)
      .values(kSummaryEndColumns, record)
      .end();
}

void append_row(std::string& rows, const BlockRow& record) {
  CsvRow(rows).values(kBlockColumns, record).end();
}

void append_row(std::string& rows, const PuzzleRow& record) {
  CsvRow(rows).values(kPuzzleColumns, record).end();
}

RowReader<RunRow> run_reader(const CsvTable& table) {
  return [key = PartReader(table, kKeyColumns), run = PartReader(table, kRunColumns),
          totals = PartReader(table, kTotalsColumns),
          end = PartReader(table, kRunEndColumns)](const CsvTable& row) {
    RunRow record;
    key.read(row, record.key);
    run.read(row, record);
    totals.read(row, record.totals);
    end.read(row, record);
    return record;
  };
}

RowReader<SummaryRow> summary_reader(const CsvTable& table) {
  return [key = PartReader(table, kKeyColumns), begin = PartReader(table, kSummaryColumns),
          totals = PartReader(table, kTotalsColumns),
          end = PartReader(table, kSummaryEndColumns)](const CsvTable& row) {
    SummaryRow record;
    key.read(row, record.key);
    begin.read(row, record);
    totals.read(row, record.totals);
    end.read(row, record);
    return record;
  };
}

RowReader<BlockRow> block_reader(const CsvTable& table) {
  return [columns = PartReader(table, kBlockColumns)](const CsvTable& row) {
    BlockRow record;
    columns.read(row, record);
    Totals& totals = record.totals;
    totals.blocks = 1;
    totals.repeated = record.repeats > 0 ? 1 : 0;
    totals.interfered_ns = totals.interfered != 0 ? totals.wall_ns : 0;
    return record;
  };
}

RowReader<PuzzleRow> puzzle_reader(const CsvTable& table) {
  return [columns = PartReader(table, kPuzzleColumns)](const CsvTable& row) {
    PuzzleRow record;
    columns.read(row, record);
    return record;
  };
}

}  // namespace sudoku
