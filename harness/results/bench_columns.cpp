#include "harness/results/bench_columns.h"

#include <optional>
#include <string_view>

namespace sudoku {
namespace {

constexpr std::string_view kDigest = "16 hex digits";
constexpr std::string_view kAsInRuns = "as in runs.csv";

constexpr Column<RowKey> kKeyColumns[] = {
    column<&RowKey::engine>(
        {"engine", "", "id, or the name given with `--plugin` or `--engine-cmd`"}),
    column<&RowKey::dataset>(
        {"dataset", "",
         "path as typed, or path of the project's dataset of that name; `-` is standard input"}),
    digest_column<&RowKey::dataset_digest>(
        {"dataset_digest", kDigest,
         "sum modulo 2^64 of the XXH3-64 hashes of the puzzles. A puzzle is hashed as one "
         "character "
         "per cell, with `.` for an empty cell. If it is not 9x9, two bytes come first: rows and "
         "columns of a box"}),
    column<&RowKey::max_solutions>(
        {"max_solutions", "solutions", "`--max-solutions`; 0: no limit"}),
    column<&RowKey::threads>({"threads", "threads", "number of threads"}),
    column<&RowKey::seed>({"seed", "", "`--seed`, for the sample, the order and the isomorphs"}),
    column<&RowKey::shape>({"shape", "",
                            "rows and columns of a box: `3x3` for 9x9 boards, `4x5` for 20x20 "
                            "boards"}),
};

constexpr Column<Totals> kTotalsColumns[] = {
    column<&Totals::puzzles>({"puzzles", "puzzles", "started"}),
    column<&Totals::clues>({"clues", "clues", "of these puzzles, summed"}),
    column<&Totals::solved>({"solved", "puzzles", "solved"}),
    column<&Totals::timeouts>({"timeouts", "puzzles",
                               "stopped by `--timeout`, `--max-guesses`, `--time-limit` or an "
                               "interrupt"}),
    column<&Totals::gave_up>({"gave_up", "puzzles", "a stochastic engine found no solution"}),
    column<&Totals::failed>({"failed", "puzzles", "a plugin or engine command failed"}),
    column<&Totals::skipped>(
        {"skipped", "puzzles", "not started because of the time limit or an interrupt"}),
    {{"errors", "puzzles", "`wrong` + `disagreements`"},
     [](std::string& line, const Totals& totals) {
       write_value(line, totals.wrong + totals.disagreements);
     }},
    column<&Totals::wrong>(
        {"wrong", "puzzles", "wrong answers, and failures of a plugin or engine command"}),
    column<&Totals::disagreements>({"disagreements", "puzzles", "with a disputed answer"}),
    column<&Totals::solutions>(
        {"solutions", "solutions", "sum over the solved puzzles, up to 128 bits"}),
    {{"guesses", "guesses",
      "sum over the solved puzzles; empty if the engine does not report them"},
     [](std::string& line, const Totals& totals) {
       if (totals.has_guesses) write_value(line, totals.guesses);
     },
     [](Totals& totals, const CsvTable& table, std::size_t column) {
       totals.has_guesses = !table.text(column).empty();
       if (totals.has_guesses) totals.guesses = table.number(column);
     }},
    column<&Totals::wall_ns>({"wall_ns", "ns", "wall time, summed over threads"}),
    column<&Totals::cpu_ns>({"cpu_ns", "ns",
                             "CPU time of the calling threads. In a run with plugins: of all "
                             "threads of the process, or "
                             "the wall time if the engine waited or a plugin was stopped. 0 for an "
                             "engine command, whose "
                             "CPU time is unknown"}),
    column<&Totals::solved_ns>({"solved_ns", "ns",
                                "wall time of the solved puzzles, or of their blocks if puzzles "
                                "are not timed one by one"}),
    column<&Totals::interfered_ns>(
        {"interfered_ns", "ns", "wall time of the blocks with interference"}),
    column<&Totals::blocks>({"blocks", "blocks", "given to the engine"}),
    column<&Totals::repeated>(
        {"repeated_blocks", "blocks", "repeated because of interference, at most twice each"}),
    column<&Totals::interfered>(
        {"interfered_blocks", "blocks", "with interference in the last repetition, too"}),
    column<&Totals::switches>(
        {"involuntary_switches", "switches", "involuntary context switches of the thread"}),
    optional_column<&Totals::peak_bytes>(
        {"peak_bytes", "bytes",
         "largest memory use of one copy of the engine: its allocations, or its resident memory in "
         "a sub-process. For an engine command, of all its processes. Empty if unknown"}),
    optional_column<&Totals::events, &EventCounts::instructions>(
        {"instructions", "instructions",
         "with `--counters`: executed during the calls, without kernel code. For an engine "
         "command, "
         "in all its processes. Empty if unknown"}),
    optional_column<&Totals::events, &EventCounts::cycles>({"cycles", "cycles", "likewise"}),
    optional_column<&Totals::events, &EventCounts::branches>({"branches", "branches", "likewise"}),
    optional_column<&Totals::events, &EventCounts::branch_misses>(
        {"branch_misses", "branches", "likewise, mispredicted"}),
    optional_column<&Totals::events, &EventCounts::l1d_misses>(
        {"l1d_misses", "loads", "likewise, misses of the L1 data cache"}),
    optional_column<&Totals::scaled>(
        {"scaled_blocks", "blocks",
         "with an estimated count. If the CPU has too few counters for all events, a count is "
         "scaled from the time in which its counter ran"}),
    optional_column<&Totals::package_uj>(
        {"package_uj", "microjoules",
         "energy of the processor packages during the calls, including that of other programs. "
         "Empty with several threads, or if unknown"}),
};

/// Column of the verdict of any row.
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

/// Column of the rate of a run or summary row. A rate of wrong answers means nothing.
template <typename Record>
constexpr Column<Record> rate_column() {
  return {{"puzzles_per_second", "1/s",
           "solved x threads x 10^9 / wall_ns. `wall_ns` includes puzzles that were not solved. "
           "Empty if the verdict is `wrong`"},
          [](std::string& line, const Record& row) {
            if (row.verdict == Verdict::wrong) return;
            write_value(line, puzzles_per_second(row.totals, row.key.threads));
          }};
}

template <typename Record>
constexpr Column<Record> answer_digest_column() {
  return digest_column<&Record::totals, &Totals::answer_digest>(
      {"answer_digest", kDigest,
       "sum modulo 2^64 of the XXH3-64 hashes of `<puzzle>,<solutions>` of the solved puzzles"});
}

constexpr Column<RunRow> kRunColumns[] = {
    column<&RunRow::repetition>({"repetition", "", "index of the repetition, from 0"}),
    column<&RunRow::engine_seed>(
        {"engine_seed", "",
         "for a stochastic engine: `seed` + `repetition`, modulo 2^64; otherwise empty"}),
};

constexpr Column<RunRow> kRunEndColumns[] = {
    rate_column<RunRow>(),
    answer_digest_column<RunRow>(),
    verdict_column<RunRow>(),
};

using Estimate = std::optional<MedianEstimate>;

std::optional<double> median(const Estimate& estimate) {
  return estimate ? std::optional(estimate->median) : std::nullopt;
}

std::optional<double> low(const Estimate& estimate) {
  return estimate && estimate->interval ? std::optional(estimate->interval->low) : std::nullopt;
}

std::optional<double> high(const Estimate& estimate) {
  return estimate && estimate->interval ? std::optional(estimate->interval->high) : std::nullopt;
}

/// Column of the median, or of an end of the interval, of an estimate.
template <std::optional<double> (*part)(const Estimate&), auto... path>
constexpr Column<SummaryRow> estimate_column(ColumnText text) {
  return {text, [](std::string& line, const SummaryRow& row) {
            write_value(line, part(member<path...>(row)));
          }};
}

template <int per_mille>
constexpr Column<SummaryRow> quantile_column(std::string_view name) {
  return {{name, "ns",
           "quantiles of the wall time of the started puzzles, solved or not, from a histogram. A "
           "bucket is at most 1/64 of its value wide"},
          [](std::string& line, const SummaryRow& row) {
            if (row.verdict == Verdict::wrong) return;
            write_value(line, row.latencies.quantile(per_mille / 1000.0));
          }};
}

constexpr std::string_view kMedianInterval =
    "95 % interval of the median, by the sign test; empty for fewer than 6 blocks";
constexpr std::string_view kRatioInterval =
    "95 % interval of the ratio, by the sign test; empty for fewer than 12 blocks";
constexpr std::string_view kSuccessInterval =
    "95 % interval of the success rate for puzzles like these: Wilson's interval for the effective "
    "number of "
    "independent trials, because trials of one puzzle are not independent";

constexpr Column<SummaryRow> kSummaryColumns[] = {
    column<&SummaryRow::repetitions>({"repetitions", "repetitions", "started"}),
};

constexpr Column<SummaryRow> kSummaryEndColumns[] = {
    rate_column<SummaryRow>(),
    estimate_column<median, &SummaryRow::block_ns>(
        {"median_ns", "ns",
         "median over the blocks of wall time per puzzle. A block that was not solved counts as "
         "longer than all others. Empty if the median is such a block"}),
    estimate_column<low, &SummaryRow::block_ns>({"median_low_ns", "ns", kMedianInterval}),
    estimate_column<high, &SummaryRow::block_ns>({"median_high_ns", "ns", kMedianInterval}),
    quantile_column<500>("p50_ns"),
    quantile_column<900>("p90_ns"),
    quantile_column<990>("p99_ns"),
    quantile_column<999>("p999_ns"),
    {{"max_ns", "ns", "maximum of these times; empty if a started puzzle was not solved"},
     [](std::string& line, const SummaryRow& row) {
       if (row.verdict != Verdict::wrong) write_value(line, row.latencies.max());
     }},
    column<&SummaryRow::baseline>(
        {"baseline", "",
         "engine that the ratios refer to: that of `--baseline`, or the fastest engine that solved "
         "everything, or the engine that solved most. Empty if there is none"}),
    estimate_column<median, &SummaryRow::speedup, &Speedup::times>(
        {"ratio", "",
         "speedup over the baseline: median over the blocks that both solved. It compares CPU "
         "times, "
         "or wall times if the CPU time of one is unknown. Two consecutive blocks, in which the "
         "engines ran in opposite order, are averaged"}),
    estimate_column<low, &SummaryRow::speedup, &Speedup::times>({"ratio_low", "", kRatioInterval}),
    estimate_column<high, &SummaryRow::speedup, &Speedup::times>(
        {"ratio_high", "", kRatioInterval}),
    column<&SummaryRow::speedup, &Speedup::blocks>(
        {"ratio_blocks", "blocks", "used for the median"}),
    {{"ratio_bound", "",
      "`at_least` or `at_most` if `ratio` is only a bound; otherwise empty. It is a bound if fewer "
      "than half of the blocks that both started, or too few for an interval, were solved by both. "
      "The median is then over all blocks that both started. If one engine did not solve a block, "
      "its time is "
      "a "
      "lower bound; if neither did, the ratio of the block is unknown"},
     [](std::string& line, const SummaryRow& row) { line += to_string(row.speedup.bound); }},
    column<&SummaryRow::par2_s>(
        {"par2_s", "s",
         "mean time per puzzle. Each puzzle that was not solved, or not started, counts as twice "
         "`--timeout`. Empty if there is such a puzzle and no timeout"}),
    column<&SummaryRow::vbs_par2_s>(
        {"vbs_par2_s", "s",
         "`par2_s` of the virtual best engine, which is as fast as the fastest engine on each "
         "puzzle"}),
    column<&SummaryRow::vbs_share>({"vbs_share", "",
                                    "share of the puzzles on which no other engine was faster. "
                                    "Empty for engines that are wrong "
                                    "or not timed by puzzle; they take no part"}),
    {{"success_rate", "",
      "for a stochastic engine: solved share of all puzzles, isomorphs and repetitions. Each "
      "repetition has its own seed. Empty if a repetition ended early"},
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
    column<&SummaryRow::success_squares>(
        {"success_squares", "",
         "sum over the puzzles of the square of how often each was solved; `merge` computes the "
         "interval from it and `solved`"}),
    answer_digest_column<SummaryRow>(),
    verdict_column<SummaryRow>(),
};

constexpr Column<BlockRow> kBlockColumns[] = {
    column<&BlockRow::engine>({"engine", "", kAsInRuns}),
    column<&BlockRow::dataset>({"dataset", "", kAsInRuns}),
    column<&BlockRow::repetition>({"repetition", "", kAsInRuns}),
    column<&BlockRow::first_puzzle>(
        {"first_puzzle", "", "index of the block's first puzzle in the dataset, from 0"}),
    column<&BlockRow::totals, &Totals::puzzles>({"puzzles", "puzzles", "started"}),
    column<&BlockRow::totals, &Totals::solved>({"solved", "puzzles", "solved"}),
    digest_column<&BlockRow::puzzles_digest>(
        {"puzzles_digest", kDigest,
         "of the puzzles and isomorphs of the block, as `dataset_digest`"}),
    column<&BlockRow::totals, &Totals::skipped>({"skipped", "puzzles", "not started"}),
    column<&BlockRow::totals, &Totals::wall_ns>({"wall_ns", "ns", kAsInRuns}),
    column<&BlockRow::totals, &Totals::cpu_ns>({"cpu_ns", "ns", kAsInRuns}),
    column<&BlockRow::totals, &Totals::switches>({"involuntary_switches", "switches", kAsInRuns}),
    column<&BlockRow::repeats>(
        {"repeats", "", "number of times that the block was repeated because of interference"}),
    column<&BlockRow::totals, &Totals::interfered>(
        {"interfered", "", "1 if there was interference in the last repetition, too"}),
    column<&BlockRow::reference_ns>(
        {"reference_ns", "ns",
         "CPU time of a fixed piece of work just before the engine ran. It shows how fast the CPU "
         "was. `compare` uses it to select the best repetition of a block, and excludes blocks in "
         "which the two runs differ by more than 10 %"}),
    optional_column<&BlockRow::totals, &Totals::events, &EventCounts::instructions>(
        {"instructions", "instructions", kAsInRuns}),
    optional_column<&BlockRow::totals, &Totals::events, &EventCounts::cycles>(
        {"cycles", "cycles", kAsInRuns}),
    optional_column<&BlockRow::totals, &Totals::events, &EventCounts::branches>(
        {"branches", "branches", kAsInRuns}),
    optional_column<&BlockRow::totals, &Totals::events, &EventCounts::branch_misses>(
        {"branch_misses", "branches", kAsInRuns}),
    optional_column<&BlockRow::totals, &Totals::events, &EventCounts::l1d_misses>(
        {"l1d_misses", "loads", kAsInRuns}),
    optional_column<&BlockRow::totals, &Totals::scaled>(
        {"scaled", "", "1 if one of these counts is an estimate"}),
};

void read_runstatus(PuzzleRow& row, const CsvTable& table, std::size_t column) {
  row.runstatus = {};
  for (const std::string_view word : {"ok", "timeout", "gave_up", "crash", "other"}) {
    if (table.text(column) == word) row.runstatus = word;
  }
  if (row.runstatus.empty()) table.refuse(column, "not a runstatus");
}

constexpr Column<PuzzleRow> kPuzzleColumns[] = {
    column<&PuzzleRow::dataset>({"dataset", "", kAsInRuns}),
    column<&PuzzleRow::line>({"line", "", "in the dataset, from 1; for a grid, its first line"}),
    {{"shape", "", kAsInRuns},
     [](std::string& line, const PuzzleRow& row) { write_value(line, row.puzzle.shape()); },
     [](PuzzleRow& row, const CsvTable& table, std::size_t column) {
       Shape shape;
       read_value(shape, table, column);
       row.puzzle = OwnedBoard(shape);
     }},
    column<&PuzzleRow::puzzle>(
        {"puzzle", "",
         "as solved, one character per cell: 1 to 9, A to Z, a, and `.` for an empty cell"}),
    column<&PuzzleRow::isomorph>({"isomorph", "",
                                  "0: the puzzle of the dataset; 1 and up: its random isomorphs, "
                                  "which have the same `line`"}),
    column<&PuzzleRow::engine>({"engine", "", kAsInRuns}),
    column<&PuzzleRow::repetition>({"repetition", "", kAsInRuns}),
    {{"runstatus", "",
      "`ok`: solved; `timeout`: stopped; `gave_up`: as in runs.csv; `crash`: a plugin or engine "
      "command crashed or gave an invalid answer; `other`: not started"},
     [](std::string& line, const PuzzleRow& row) { line += row.runstatus; },
     read_runstatus},
    column<&PuzzleRow::solutions>({"solutions", "solutions", "found"}),
    column<&PuzzleRow::guesses>({"guesses", "guesses", "empty if the engine does not report them"}),
    column<&PuzzleRow::wall_ns>(
        {"wall_ns", "ns", "wall time; empty if the puzzle was not started or not timed by itself"}),
};

// Run rows and summary rows have the same parts: the key, columns of their own, the totals, and
// columns of their own.

template <typename Row>
void append_parts(std::string& rows, const Row& row, std::span<const Column<Row>> begin,
                  std::span<const Column<Row>> end) {
  append_fields(rows, kKeyColumns, row.key);
  append_fields(rows, begin, row);
  append_fields(rows, kTotalsColumns, row.totals);
  append_fields(rows, end, row);
  end_row(rows);
}

template <typename Row>
RowReader<Row> reader_of_parts(const CsvTable& table, std::span<const Column<Row>> begin_columns,
                               std::span<const Column<Row>> end_columns) {
  return [key = PartReader(table, kKeyColumns), begin = PartReader<Row>(table, begin_columns),
          totals = PartReader(table, kTotalsColumns),
          end = PartReader<Row>(table, end_columns)](const CsvTable& fields) {
    Row row;
    key.read(fields, row.key);
    begin.read(fields, row);
    totals.read(fields, row.totals);
    end.read(fields, row);
    return row;
  };
}

}  // namespace

std::vector<ColumnText> runs_columns() {
  return texts_of(kKeyColumns, kRunColumns, kTotalsColumns, kRunEndColumns);
}

std::vector<ColumnText> summary_columns() {
  return texts_of(kKeyColumns, kSummaryColumns, kTotalsColumns, kSummaryEndColumns);
}

std::vector<ColumnText> blocks_columns() { return texts_of(kBlockColumns); }

std::vector<ColumnText> puzzles_columns() { return texts_of(kPuzzleColumns); }

void append_row(std::string& rows, const RunRow& record) {
  append_parts<RunRow>(rows, record, kRunColumns, kRunEndColumns);
}

void append_row(std::string& rows, const SummaryRow& record) {
  append_parts<SummaryRow>(rows, record, kSummaryColumns, kSummaryEndColumns);
}

void append_row(std::string& rows, const BlockRow& record) {
  append_fields(rows, kBlockColumns, record);
  end_row(rows);
}

void append_row(std::string& rows, const PuzzleRow& record) {
  append_fields(rows, kPuzzleColumns, record);
  end_row(rows);
}

RowReader<RunRow> run_reader(const CsvTable& table) {
  return reader_of_parts<RunRow>(table, kRunColumns, kRunEndColumns);
}

RowReader<SummaryRow> summary_reader(const CsvTable& table) {
  return reader_of_parts<SummaryRow>(table, kSummaryColumns, kSummaryEndColumns);
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
