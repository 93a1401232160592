#include "harness/results/row_columns.h"

#include <initializer_list>
#include <optional>
#include <string_view>
#include <vector>

namespace sudoku {
namespace {

constexpr std::string_view kDigest = "16 hex digits";
constexpr std::string_view kAsInRuns = "as in runs.csv";

/// First columns of runs.csv and summary.csv.
template <typename Row>
constexpr Column<Row> kKeyColumns[] = {
    column<&Row::key, &RowKey::engine>(
        {"engine", "", "id, or the name given with `--plugin` or `--engine-cmd`"}),
    column<&Row::key, &RowKey::dataset>(
        {"dataset", "",
         "path as typed, or path of the project's dataset of that name; `-` is standard input"}),
    digest_column<&Row::key, &RowKey::dataset_digest>(
        {"dataset_digest", kDigest,
         "sum modulo 2^64 of the XXH3-64 hashes of the puzzles. A puzzle is hashed as one "
         "character per cell, with `.` for an empty cell. If it is not 9x9, two bytes come first: "
         "rows and columns of a box"}),
    column<&Row::key, &RowKey::max_solutions>(
        {"max_solutions", "solutions", "`--max-solutions`; 0: no limit"}),
    column<&Row::key, &RowKey::threads>({"threads", "threads", "number of threads"}),
    column<&Row::key, &RowKey::seed>(
        {"seed", "", "`--seed`, for the sample, the order and the isomorphs"}),
    column<&Row::key, &RowKey::shape>(
        {"shape", "",
         "rows and columns of a box: `3x3` for 9x9 boards, `4x5` for 20x20 boards, `1x9` for Latin "
         "squares of order 9"}),
};

/// Column of the wall time. Files before schema 6 have no `time_ns`; it is then the wall time.
template <typename Row>
constexpr Column<Row> wall_column(std::string_view meaning) {
  auto result = column<&Row::totals, &Totals::wall_ns>({"wall_ns", "ns", meaning});
  result.read = [](Row& row, const CsvTable& table, std::size_t column) {
    read_value(row.totals.wall_ns, table, column);
    row.totals.time_ns = row.totals.wall_ns;
  };
  return result;
}

/// Columns of sums in runs.csv, summary.csv and blocks.csv.
template <typename Row>
constexpr Column<Row> kTotalsColumns[] = {
    column<&Row::totals, &Totals::puzzles>({"puzzles", "puzzles", "started"}),
    column<&Row::totals, &Totals::clues>({"clues", "clues", "of these puzzles, summed"}),
    {{"solved", "puzzles", "solved"},
     [](std::string& line, const Row& row) { write_value(line, row.totals.solved); },
     [](Row& row, const CsvTable& table, std::size_t column) {
       row.totals.solved = table.number(column);
       if (row.totals.solved <= row.totals.puzzles) return;
       table.refuse(column, "greater than the number of puzzles");
     }},
    column<&Row::totals, &Totals::timeouts>(
        {"timeouts", "puzzles",
         "stopped by `--timeout`, `--max-guesses`, `--time-limit` or an interrupt"}),
    column<&Row::totals, &Totals::gave_up>(
        {"gave_up", "puzzles", "a stochastic engine found no solution"}),
    column<&Row::totals, &Totals::failed>(
        {"failed", "puzzles", "a plugin or engine command failed"}),
    column<&Row::totals, &Totals::skipped>(
        {"skipped", "puzzles", "not started because of the time limit or an interrupt"}),
    {{"errors", "puzzles", "`wrong` + `disagreements`"},
     [](std::string& line, const Row& row) {
       write_value(line, row.totals.wrong + row.totals.disagreements);
     }},
    column<&Row::totals, &Totals::wrong>(
        {"wrong", "puzzles", "wrong answers, and failures of a plugin or engine command"}),
    column<&Row::totals, &Totals::disagreements>(
        {"disagreements", "puzzles", "with a disputed answer"}),
    column<&Row::totals, &Totals::solutions>(
        {"solutions", "solutions", "sum over the solved puzzles, up to 128 bits"}),
    optional_column<&Row::totals, &Totals::histogram>(
        {"solution_counts", "puzzles",
         "numbers of solved puzzles by their number of solutions, without puzzles that stopped at "
         "`max_solutions`. `0:3 1:12 10:5` means 3 puzzles with no solution, 12 with one, and 5 "
         "with 10 to 99. The ranges are 0, 1, 2 to 9, and then decades"}),
    {{"guesses", "guesses",
      "sum over the solved puzzles; empty if the engine does not report them"},
     [](std::string& line, const Row& row) {
       if (row.totals.has_guesses) write_value(line, row.totals.guesses);
     },
     [](Row& row, const CsvTable& table, std::size_t column) {
       row.totals.has_guesses = !table.text(column).empty();
       if (row.totals.has_guesses) row.totals.guesses = table.number(column);
     }},
    wall_column<Row>("wall time, summed over threads. For an engine command, `cpu_ns`, or the wall "
                     "time if it waited"),
    column<&Row::totals, &Totals::cpu_ns>(
        {"cpu_ns", "ns",
         "CPU time of the threads that call the engine; of all processes of a plugin or engine "
         "command. If these waited, it is the wall time, for a command without waits for a CPU. 0 "
         "if unknown"}),
    optional_column<&Row::totals, &Totals::time_ns>(
        {"time_ns", "ns",
         "the time that rates and ratios use: wall time; CPU time in blocks that lost the CPU to "
         "other programs, and in blocks in which helper threads or processes used more"}),
    column<&Row::totals, &Totals::solved_ns>({"solved_ns", "ns",
                                              "wall time of the solved puzzles, or of their blocks "
                                              "if puzzles are not timed one by one"}),
    column<&Row::totals, &Totals::interfered_ns>(
        {"interfered_ns", "ns", "wall time of the blocks with interference"}),
    optional_column<&Row::totals, &Totals::lost_ns>(
        {"lost_ns", "ns",
         "part of `interfered_ns` that other programs, the hypervisor or a CPU quota took"}),
    column<&Row::totals, &Totals::blocks>({"blocks", "blocks", "given to the engine"}),
    column<&Row::totals, &Totals::repeated>(
        {"repeated_blocks", "blocks", "repeated because of interference, at most twice each"}),
    column<&Row::totals, &Totals::interfered>(
        {"interfered_blocks", "blocks",
         "blocks that still had interference when they were measured for the last time"}),
    column<&Row::totals, &Totals::switches>(
        {"involuntary_switches", "switches", "involuntary context switches of the thread"}),
    optional_column<&Row::totals, &Totals::peak_bytes>(
        {"peak_bytes", "bytes",
         "largest memory use of one copy of the engine: its allocations, or the resident memory of "
         "its processes. Empty if unknown"}),
    optional_column<&Row::totals, &Totals::events, &EventCounts::instructions>(
        {"instructions", "instructions",
         "with `--counters`: executed during the calls. Empty if unknown"}),
    optional_column<&Row::totals, &Totals::events, &EventCounts::cycles>(
        {"cycles", "cycles", "likewise"}),
    optional_column<&Row::totals, &Totals::events, &EventCounts::branches>(
        {"branches", "branches", "likewise"}),
    optional_column<&Row::totals, &Totals::events, &EventCounts::branch_misses>(
        {"branch_misses", "branches", "likewise, mispredicted"}),
    optional_column<&Row::totals, &Totals::events, &EventCounts::l1d_misses>(
        {"l1d_misses", "loads", "likewise, misses of the L1 data cache"}),
    optional_column<&Row::totals, &Totals::scaled>(
        {"scaled_blocks", "blocks",
         "with an estimated count, because the CPU has too few counters for all events"}),
    optional_column<&Row::totals, &Totals::package_uj>(
        {"package_uj", "microjoules",
         "energy of the processor packages during the calls, including that of other programs. "
         "Empty with several threads, or if unknown"}),
    digest_column<&Row::totals, &Totals::answer_digest>(
        {"answer_digest", kDigest,
         "sum modulo 2^64 of the XXH3-64 hashes of `<puzzle>,<solutions>` of the solved puzzles"}),
};

/// Last columns of runs.csv and summary.csv. Before schema 6, noise was a verdict, and the lost
/// time was unknown.
template <typename Row>
constexpr Column<Row> kEndColumns[] = {
    {{"verdict", "", "see below"},
     [](std::string& line, const Row& row) { line += to_string(row.verdict); },
     [](Row& row, const CsvTable& table, std::size_t column) {
       const auto verdict = verdict_named(table.text(column));
       row.noise = noise_named(table.text(column)).value_or(Noise::none);
       if (!verdict && row.noise == Noise::none) table.refuse(column, "not a verdict");
       row.verdict = verdict.value_or(Verdict::ok);
       if (row.noise == Noise::interfered) row.totals.lost_ns = row.totals.interfered_ns;
     }},
    {{"noise", "", "empty, `noisy` or `interfered`; see below"},
     [](std::string& line, const Row& row) { line += to_string(row.noise); },
     [](Row& row, const CsvTable& table, std::size_t column) {
       const auto noise = noise_named(table.text(column));
       if (!noise) table.refuse(column, "not a kind of noise");
       row.noise = *noise;
     },
     true},
};

/// Column of the rate of a run or summary row. A rate of wrong answers means nothing.
template <typename Row>
constexpr Column<Row> kRateColumn[] = {
    {{"puzzles_per_second", "1/s",
      "solved x threads x 10^9 / time_ns. `time_ns` includes puzzles that were not solved. "
      "Empty if the verdict is `wrong`"},
     [](std::string& line, const Row& row) {
       if (row.verdict == Verdict::wrong) return;
       write_value(line, puzzles_per_second(row.totals, row.key.threads));
     }},
};

constexpr Column<RunRow> kRunColumns[] = {
    column<&RunRow::repetition>({"repetition", "", "index of the repetition, from 0"}),
    column<&RunRow::engine_seed>(
        {"engine_seed", "",
         "for a stochastic engine: `seed` + `repetition`, modulo 2^64; otherwise empty"}),
};

using OptionalEstimate = std::optional<Estimate>;

std::optional<double> value_of(const OptionalEstimate& estimate) {
  return estimate ? std::optional(estimate->value) : std::nullopt;
}

std::optional<double> low_of(const OptionalEstimate& estimate) {
  return estimate && estimate->interval ? std::optional(estimate->interval->low) : std::nullopt;
}

std::optional<double> high_of(const OptionalEstimate& estimate) {
  return estimate && estimate->interval ? std::optional(estimate->interval->high) : std::nullopt;
}

void set_value(OptionalEstimate& estimate, double value) { estimate = Estimate{value, {}}; }

void set_low(OptionalEstimate& estimate, double low) {
  if (estimate) estimate->interval = Interval{low, low};
}

void set_high(OptionalEstimate& estimate, double high) {
  if (estimate && estimate->interval) estimate->interval->high = high;
}

/// Column of an estimate: its value or an end of its interval. The columns are read in this order.
template <std::optional<double> (*part)(const OptionalEstimate&),
          void (*set)(OptionalEstimate&, double), auto... path>
constexpr Column<SummaryRow> estimate_column(ColumnText text) {
  return {text,
          [](std::string& line, const SummaryRow& row) {
            write_value(line, part(member<path...>(row)));
          },
          [](SummaryRow& row, const CsvTable& table, std::size_t column) {
            if (!table.text(column).empty()) set(member<path...>(row), table.real(column));
          },
          true};
}

template <auto... path>
constexpr auto value_column(ColumnText text) {
  return estimate_column<value_of, set_value, path...>(text);
}

template <auto... path>
constexpr auto low_column(ColumnText text) {
  return estimate_column<low_of, set_low, path...>(text);
}

template <auto... path>
constexpr auto high_column(ColumnText text) {
  return estimate_column<high_of, set_high, path...>(text);
}

template <auto quantile>
constexpr Column<SummaryRow> quantile_column(std::string_view name) {
  return optional_column<&SummaryRow::latencies, quantile>(
      {name, "ns",
       "quantiles of the wall time of the started puzzles, solved or not, from a histogram. A "
       "bucket is at most 1/64 of its value wide"});
}

constexpr std::string_view kMedianInterval =
    "95 % interval of the median; empty for too few blocks";
constexpr std::string_view kRatioInterval = "95 % interval of the ratio; empty for too few blocks";
constexpr std::string_view kSuccessInterval =
    "95 % interval of the success rate for puzzles like these: Wilson's interval for the effective "
    "number of independent trials";

constexpr Column<SummaryRow> kSummaryColumns[] = {
    column<&SummaryRow::repetitions>({"repetitions", "repetitions", "started"}),
};

constexpr Column<SummaryRow> kStatisticsColumns[] = {
    value_column<&SummaryRow::block_ns>(
        {"median_ns", "ns",
         "median over the blocks of `time_ns` per puzzle. A block that was not solved is longer "
         "than all others. Empty if the median is such a block"}),
    low_column<&SummaryRow::block_ns>({"median_low_ns", "ns", kMedianInterval}),
    high_column<&SummaryRow::block_ns>({"median_high_ns", "ns", kMedianInterval}),
    quantile_column<&LatencyQuantiles::p50>("p50_ns"),
    quantile_column<&LatencyQuantiles::p90>("p90_ns"),
    quantile_column<&LatencyQuantiles::p99>("p99_ns"),
    quantile_column<&LatencyQuantiles::p999>("p999_ns"),
    optional_column<&SummaryRow::latencies, &LatencyQuantiles::max>(
        {"max_ns", "ns", "maximum of these times; empty if a started puzzle was not solved"}),
    column<&SummaryRow::baseline>(
        {"baseline", "",
         "engine that the ratios refer to: `--baseline`, or the engine that is fastest in the "
         "median block, among those that solved everything, or else most. Empty if there is none"}),
    value_column<&SummaryRow::speedup, &Speedup::ratio>({"ratio", "", "speedup over the baseline"}),
    low_column<&SummaryRow::speedup, &Speedup::ratio>({"ratio_low", "", kRatioInterval}),
    high_column<&SummaryRow::speedup, &Speedup::ratio>({"ratio_high", "", kRatioInterval}),
    column<&SummaryRow::speedup, &Speedup::blocks>(
        {"ratio_blocks", "blocks", "used for the median"}),
    {{"ratio_bound", "", "`at_least` or `at_most` if `ratio` is only a bound; otherwise empty"},
     [](std::string& line, const SummaryRow& row) { line += to_string(row.speedup.bound); },
     [](SummaryRow& row, const CsvTable& table, std::size_t column) {
       const auto bound = bound_named(table.text(column));
       if (!bound) table.refuse(column, "not a bound");
       row.speedup.bound = *bound;
     },
     true},
    optional_column<&SummaryRow::speedup, &Speedup::total_ratio>(
        {"ratio_total", "",
         "ratio of the total times of the blocks of `ratio`. Empty if `ratio` is a bound"}),
    column<&SummaryRow::par2_s>(
        {"par2_s", "s", "PAR-2. Empty if a puzzle was not solved and there is no `--timeout`"}),
    column<&SummaryRow::vbs_par2_s>({"vbs_par2_s", "s", "PAR-2 of the virtual best engine"}),
    column<&SummaryRow::vbs_share>({"vbs_share", "",
                                    "share of the puzzles on which no other engine was faster. "
                                    "Empty for engines that take no part"}),
    value_column<&SummaryRow::success>(
        {"success_rate", "",
         "for a stochastic engine: solved share of all puzzles, isomorphs and repetitions. Empty "
         "if a repetition ended early"}),
    low_column<&SummaryRow::success>({"success_low", "", kSuccessInterval}),
    high_column<&SummaryRow::success>({"success_high", "", kSuccessInterval}),
    column<&SummaryRow::success_squares>(
        {"success_squares", "",
         "sum over the puzzles of the square of how often each was solved; `merge` computes the "
         "interval from it and `solved`"}),
};

constexpr Column<BlockRow> kBlockKeyColumns[] = {
    column<&BlockRow::engine>({"engine", "", kAsInRuns}),
    column<&BlockRow::dataset>({"dataset", "", kAsInRuns}),
    column<&BlockRow::repetition>({"repetition", "", kAsInRuns}),
    column<&BlockRow::first_puzzle>(
        {"first_puzzle", "", "index of the block's first puzzle in the dataset, from 0"}),
    digest_column<&BlockRow::puzzles_digest>(
        {"puzzles_digest", kDigest,
         "of the puzzles and isomorphs of the block, as `dataset_digest`"}),
};

constexpr Column<BlockRow> kBlockEndColumns[] = {
    optional_column<&BlockRow::totals, &Totals::error_ns>(
        {"error_ns", "ns",
         "largest systematic error of `time_ns` that is expected for a plugin or an engine "
         "command; "
         "0 for an engine of this program"}),
    column<&BlockRow::repeats>(
        {"repeats", "", "number of times that the block was repeated because of interference"}),
    optional_column<&BlockRow::iterations>(
        {"iterations", "",
         "number of times that the measured call solved each puzzle. Times and counters of the row "
         "are divided by it, except `involuntary_switches`"}),
    column<&BlockRow::reference_ns>(
        {"reference_ns", "ns",
         "CPU time of a fixed piece of work just before the engine ran, which shows how fast the "
         "CPU was. `compare` uses the repetition of a block in which it is least"}),
};

/// Returns the columns of sums in blocks.csv. Before schema 8, blocks.csv lacked most of them, and
/// two had other names.
std::vector<Column<BlockRow>> sums_of_block() {
  std::vector<Column<BlockRow>> columns(std::begin(kTotalsColumns<BlockRow>),
                                        std::end(kTotalsColumns<BlockRow>));
  for (auto& column : columns) {
    column.is_optional = true;
    if (column.name == "interfered_blocks") column.old_name = "interfered";
    if (column.name == "scaled_blocks") column.old_name = "scaled";
  }
  return columns;
}

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
         "as solved, one character per cell: 1 to 9, A to Z, a to z, and `.` for an empty cell; "
         "numbers on boards larger than 61x61; with candidates, one character per cell and digit"}),
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

/// Returns the columns of several lists, one after the other.
template <typename Row>
std::vector<Column<Row>> joined(std::initializer_list<std::span<const Column<Row>>> lists) {
  std::vector<Column<Row>> columns;
  for (const auto& list : lists) columns.insert(columns.end(), list.begin(), list.end());
  return columns;
}

}  // namespace

template <>
std::span<const Column<RunRow>> row_columns<RunRow>() {
  static const auto columns =
      joined<RunRow>({kKeyColumns<RunRow>, kRunColumns, kTotalsColumns<RunRow>, kRateColumn<RunRow>,
                      kEndColumns<RunRow>});
  return columns;
}

template <>
std::span<const Column<SummaryRow>> row_columns<SummaryRow>() {
  static const auto columns =
      joined<SummaryRow>({kKeyColumns<SummaryRow>, kSummaryColumns, kTotalsColumns<SummaryRow>,
                          kRateColumn<SummaryRow>, kStatisticsColumns, kEndColumns<SummaryRow>});
  return columns;
}

template <>
std::span<const Column<BlockRow>> row_columns<BlockRow>() {
  static const auto columns =
      joined<BlockRow>({kBlockKeyColumns, sums_of_block(), kBlockEndColumns});
  return columns;
}

template <>
std::span<const Column<PuzzleRow>> row_columns<PuzzleRow>() {
  return kPuzzleColumns;
}

std::string puzzle_csv(const BlockSample& sample, const BlockNames& names) {
  std::string text;
  for_each_puzzle_row(sample, names, [&text](const PuzzleRow& row) { append_row(text, row); });
  return text;
}

}  // namespace sudoku
