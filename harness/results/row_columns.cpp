#include "harness/results/row_columns.h"

#include <initializer_list>
#include <optional>
#include <string_view>
#include <vector>

namespace sudoku {
namespace {

/// First columns of runs.csv and summary.csv.
template <typename Row>
constexpr Column<Row> kKeyColumns[] = {
    column<&Row::key, &RowKey::engine>("engine"),
    column<&Row::key, &RowKey::dataset>("dataset"),
    digest_column<&Row::key, &RowKey::dataset_digest>("dataset_digest"),
    column<&Row::key, &RowKey::max_solutions>("max_solutions"),
    column<&Row::key, &RowKey::threads>("threads"),
    column<&Row::key, &RowKey::seed>("seed"),
    column<&Row::key, &RowKey::shape>("shape"),
};

/// Columns of sums in runs.csv, summary.csv and blocks.csv.
template <typename Row>
constexpr Column<Row> kTotalsColumns[] = {
    column<&Row::totals, &Totals::puzzles>("puzzles"),
    column<&Row::totals, &Totals::clues>("clues"),
    {"solved", [](std::string& line, const Row& row) { write_value(line, row.totals.solved); },
     [](Row& row, const CsvTable& table, std::size_t column) {
       row.totals.solved = table.number(column);
       if (row.totals.solved <= row.totals.puzzles) return;
       table.refuse(column, "greater than the number of puzzles");
     }},
    column<&Row::totals, &Totals::timeouts>("timeouts"),
    column<&Row::totals, &Totals::gave_up>("gave_up"),
    column<&Row::totals, &Totals::failed>("failed"),
    column<&Row::totals, &Totals::skipped>("skipped"),
    {"errors",
     [](std::string& line, const Row& row) {
       write_value(line, row.totals.wrong + row.totals.disagreements);
     }},
    column<&Row::totals, &Totals::wrong>("wrong"),
    column<&Row::totals, &Totals::disagreements>("disagreements"),
    column<&Row::totals, &Totals::solutions>("solutions"),
    optional_column<&Row::totals, &Totals::histogram>("solution_counts"),
    {"guesses",
     [](std::string& line, const Row& row) {
       if (row.totals.has_guesses) write_value(line, row.totals.guesses);
     },
     [](Row& row, const CsvTable& table, std::size_t column) {
       row.totals.has_guesses = !table.text(column).empty();
       if (row.totals.has_guesses) row.totals.guesses = table.number(column);
     }},
    // Files before schema 6 have no `time_ns`; it is then the wall time.
    {"wall_ns", [](std::string& line, const Row& row) { write_value(line, row.totals.wall_ns); },
     [](Row& row, const CsvTable& table, std::size_t column) {
       read_value(row.totals.wall_ns, table, column);
       row.totals.time_ns = row.totals.wall_ns;
     }},
    column<&Row::totals, &Totals::cpu_ns>("cpu_ns"),
    optional_column<&Row::totals, &Totals::time_ns>("time_ns"),
    column<&Row::totals, &Totals::solved_ns>("solved_ns"),
    column<&Row::totals, &Totals::interfered_ns>("interfered_ns"),
    optional_column<&Row::totals, &Totals::lost_ns>("lost_ns"),
    column<&Row::totals, &Totals::blocks>("blocks"),
    column<&Row::totals, &Totals::repeated>("repeated_blocks"),
    column<&Row::totals, &Totals::interfered>("interfered_blocks"),
    column<&Row::totals, &Totals::switches>("involuntary_switches"),
    optional_column<&Row::totals, &Totals::peak_bytes>("peak_bytes"),
    optional_column<&Row::totals, &Totals::events, &EventCounts::instructions>("instructions"),
    optional_column<&Row::totals, &Totals::events, &EventCounts::cycles>("cycles"),
    optional_column<&Row::totals, &Totals::events, &EventCounts::branches>("branches"),
    optional_column<&Row::totals, &Totals::events, &EventCounts::branch_misses>("branch_misses"),
    optional_column<&Row::totals, &Totals::events, &EventCounts::l1d_misses>("l1d_misses"),
    optional_column<&Row::totals, &Totals::scaled>("scaled_blocks"),
    optional_column<&Row::totals, &Totals::package_uj>("package_uj"),
    digest_column<&Row::totals, &Totals::answer_digest>("answer_digest"),
};

/// Last columns of runs.csv and summary.csv. Before schema 6, noise was a verdict, and the lost
/// time was unknown.
template <typename Row>
constexpr Column<Row> kEndColumns[] = {
    {"verdict", [](std::string& line, const Row& row) { line += to_string(row.verdict); },
     [](Row& row, const CsvTable& table, std::size_t column) {
       const auto verdict = named<Verdict>(table.text(column));
       row.noise = named<Noise>(table.text(column)).value_or(Noise::none);
       if (!verdict && row.noise == Noise::none) table.refuse(column, "not a verdict");
       row.verdict = verdict.value_or(Verdict::ok);
       if (row.noise == Noise::interfered) row.totals.lost_ns = row.totals.interfered_ns;
     }},
    {"noise", [](std::string& line, const Row& row) { line += to_string(row.noise); },
     [](Row& row, const CsvTable& table, std::size_t column) {
       row.noise = table.require(named<Noise>(table.text(column)), column, "not a kind of noise");
     },
     true},
};

/// Column of the rate of a run or summary row. A rate of wrong answers means nothing.
template <typename Row>
constexpr Column<Row> kRateColumn[] = {
    {"puzzles_per_second",
     [](std::string& line, const Row& row) {
       if (row.verdict == Verdict::wrong) return;
       write_value(line, puzzles_per_second(row.totals, row.key.threads));
     }},
};

constexpr Column<RunRow> kRunColumns[] = {
    column<&RunRow::repetition>("repetition"),
    column<&RunRow::engine_seed>("engine_seed"),
};

/// Column of an estimate. The columns of its interval follow: first the low end, then the high one.
template <auto... path>
constexpr Column<SummaryRow> value_column(std::string_view name) {
  return {name,
          [](std::string& line, const SummaryRow& row) {
            if (const auto& estimate = member<path...>(row)) write_value(line, estimate->value);
          },
          [](SummaryRow& row, const CsvTable& table, std::size_t column) {
            if (table.text(column).empty()) return;
            member<path...>(row) = Estimate{table.real(column), {}};
          },
          true};
}

template <double Interval::*end, auto... path>
constexpr Column<SummaryRow> end_column(std::string_view name) {
  return {name,
          [](std::string& line, const SummaryRow& row) {
            const auto& estimate = member<path...>(row);
            if (estimate && estimate->interval) write_value(line, (*estimate->interval).*end);
          },
          [](SummaryRow& row, const CsvTable& table, std::size_t column) {
            if (table.text(column).empty()) return;
            const double value = table.real(column);
            auto& estimate = member<path...>(row);
            if (estimate && end == &Interval::low) estimate->interval = Interval{value, value};
            if (estimate && estimate->interval) (*estimate->interval).*end = value;
          },
          true};
}

constexpr Column<SummaryRow> kSummaryColumns[] = {
    column<&SummaryRow::repetitions>("repetitions"),
};

constexpr Column<SummaryRow> kStatisticsColumns[] = {
    value_column<&SummaryRow::block_ns>("median_ns"),
    end_column<&Interval::low, &SummaryRow::block_ns>("median_low_ns"),
    end_column<&Interval::high, &SummaryRow::block_ns>("median_high_ns"),
    optional_column<&SummaryRow::latencies, &LatencyQuantiles::p50>("p50_ns"),
    optional_column<&SummaryRow::latencies, &LatencyQuantiles::p90>("p90_ns"),
    optional_column<&SummaryRow::latencies, &LatencyQuantiles::p99>("p99_ns"),
    optional_column<&SummaryRow::latencies, &LatencyQuantiles::p999>("p999_ns"),
    optional_column<&SummaryRow::latencies, &LatencyQuantiles::max>("max_ns"),
    column<&SummaryRow::baseline>("baseline"),
    value_column<&SummaryRow::speedup, &Speedup::ratio>("ratio"),
    end_column<&Interval::low, &SummaryRow::speedup, &Speedup::ratio>("ratio_low"),
    end_column<&Interval::high, &SummaryRow::speedup, &Speedup::ratio>("ratio_high"),
    column<&SummaryRow::speedup, &Speedup::blocks>("ratio_blocks"),
    {"ratio_bound",
     [](std::string& line, const SummaryRow& row) { line += to_string(row.speedup.bound); },
     [](SummaryRow& row, const CsvTable& table, std::size_t column) {
       const std::string_view word = table.text(column);
       row.speedup.bound = table.require(named<Bound>(word), column, "not a bound");
     },
     true},
    optional_column<&SummaryRow::speedup, &Speedup::total_ratio>("ratio_total"),
    column<&SummaryRow::par2_s>("par2_s"),
    column<&SummaryRow::vbs_par2_s>("vbs_par2_s"),
    column<&SummaryRow::vbs_share>("vbs_share"),
    value_column<&SummaryRow::success>("success_rate"),
    end_column<&Interval::low, &SummaryRow::success>("success_low"),
    end_column<&Interval::high, &SummaryRow::success>("success_high"),
    column<&SummaryRow::success_squares>("success_squares"),
};

constexpr Column<BlockRow> kBlockKeyColumns[] = {
    column<&BlockRow::engine>("engine"),
    column<&BlockRow::dataset>("dataset"),
    column<&BlockRow::repetition>("repetition"),
    column<&BlockRow::first_puzzle>("first_puzzle"),
    digest_column<&BlockRow::puzzles_digest>("puzzles_digest"),
};

constexpr Column<BlockRow> kBlockEndColumns[] = {
    optional_column<&BlockRow::totals, &Totals::error_ns>("error_ns"),
    column<&BlockRow::repeats>("repeats"),
    optional_column<&BlockRow::iterations>("iterations"),
    column<&BlockRow::reference_ns>("reference_ns"),
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

constexpr Column<PuzzleRow> kPuzzleColumns[] = {
    column<&PuzzleRow::dataset>("dataset"),
    column<&PuzzleRow::line>("line"),
    {"shape",
     [](std::string& line, const PuzzleRow& row) { write_value(line, row.puzzle.shape()); },
     [](PuzzleRow& row, const CsvTable& table, std::size_t column) {
       Shape shape;
       read_value(shape, table, column);
       row.puzzle = OwnedBoard(shape);
     }},
    column<&PuzzleRow::puzzle>("puzzle"),
    column<&PuzzleRow::isomorph>("isomorph"),
    column<&PuzzleRow::engine>("engine"),
    column<&PuzzleRow::repetition>("repetition"),
    {"runstatus", [](std::string& line, const PuzzleRow& row) { line += to_string(row.runstatus); },
     [](PuzzleRow& row, const CsvTable& table, std::size_t column) {
       const std::string_view word = table.text(column);
       row.runstatus = table.require(named<RunStatus>(word), column, "not a runstatus");
     }},
    column<&PuzzleRow::solutions>("solutions"),
    column<&PuzzleRow::guesses>("guesses"),
    column<&PuzzleRow::wall_ns>("wall_ns"),
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
  PuzzleRow row;
  row.dataset = names.dataset;
  row.repetition = names.repetition;
  for (std::size_t p = 0; p < sample.block.puzzles.size(); ++p) {
    row.line = sample.block.lines[p];
    row.puzzle = sample.block.puzzles[p];
    row.isomorph = p % sample.block.isomorphs;
    for (std::size_t i = 0; i < sample.engines.size(); ++i) {
      const SolveResult& result = sample.engines[i].results[p];
      const std::int64_t ns = sample.engines[i].puzzle_ns[p];
      row.engine = names.engines[i];
      row.runstatus = runstatus_of(result, ns != EngineSample::kNotStarted);
      row.solutions = result.solutions;
      row.guesses = result.has_guesses ? std::optional(result.guesses) : std::nullopt;
      row.wall_ns = ns >= 0 ? std::optional(ns) : std::nullopt;
      append_row(text, row);
    }
  }
  return text;
}

}  // namespace sudoku
