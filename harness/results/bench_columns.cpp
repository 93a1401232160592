#include "harness/results/bench_columns.h"

#include <optional>
#include <span>
#include <string_view>

#include <fmt/format.h>

#include "harness/results/columns.h"

namespace sudoku {
namespace {

std::string low(const std::optional<MedianEstimate>& estimate) {
  return estimate && estimate->interval ? write_value(estimate->interval->low) : std::string();
}

std::string high(const std::optional<MedianEstimate>& estimate) {
  return estimate && estimate->interval ? write_value(estimate->interval->high) : std::string();
}

std::string median(const std::optional<MedianEstimate>& estimate) {
  return estimate ? write_value(estimate->median) : std::string();
}

constexpr Column<RowKey> kKeyColumns[] = {
    column<&RowKey::engine>("engine"),
    column<&RowKey::dataset>("dataset"),
    digest_column<&RowKey::dataset_digest>("dataset_digest"),
    column<&RowKey::max_solutions>("max_solutions"),
    column<&RowKey::threads>("threads"),
    column<&RowKey::seed>("seed"),
};

constexpr Column<Totals> kGuesses = {"guesses",
                                     [](const Totals& totals) {
                                       return totals.has_guesses ? write_value(totals.guesses)
                                                                 : std::string();
                                     },
                                     [](Totals& totals, const CsvTable& table, std::size_t column) {
                                       totals.guesses = table.optional_number(column).value_or(0);
                                       totals.has_guesses = !table.text(column).empty();
                                     }};

constexpr Column<Totals> kTotalsColumns[] = {
    column<&Totals::puzzles>("puzzles"),
    column<&Totals::solved>("solved"),
    column<&Totals::timeouts>("timeouts"),
    since_later(column<&Totals::failed>("failed")),
    column<&Totals::skipped>("skipped"),
    {"errors",
     [](const Totals& totals) { return write_value(totals.wrong + totals.disagreements); }},
    since_later(column<&Totals::wrong>("wrong")),
    since_later(column<&Totals::disagreements>("disagreements")),
    column<&Totals::solutions>("solutions"),
    kGuesses,
    column<&Totals::wall_ns>("wall_ns"),
    column<&Totals::cpu_ns>("cpu_ns"),
    since_later(column<&Totals::solved_ns>("solved_ns")),
    since_later(column<&Totals::interfered_ns>("interfered_ns")),
    column<&Totals::blocks>("blocks"),
    column<&Totals::repeated>("repeated_blocks"),
    column<&Totals::interfered>("interfered_blocks"),
    column<&Totals::switches>("involuntary_switches"),
};

/// A verdict, of any kind of row.
template <typename Record>
constexpr Column<Record> verdict_column() {
  return {"verdict", [](const Record& row) { return csv_field(to_string(row.verdict)); },
          [](Record& row, const CsvTable& table, std::size_t column) {
            const auto verdict = verdict_named(table.text(column));
            if (!verdict) table.refuse(column, "not a verdict");
            row.verdict = *verdict;
          }};
}

/// How fast answers are that are wrong means nothing.
template <typename Record>
std::string rate_of(const Record& row, const Totals& totals) {
  return row.verdict == Verdict::wrong ? std::string()
                                       : write_value(puzzles_per_second(totals, row.key.threads));
}

std::string quantile_of(const SummaryRecord& row, double fraction) {
  return row.verdict == Verdict::wrong ? std::string()
                                       : write_value(row.tally.latencies.quantile(fraction));
}

constexpr Column<RunRecord> kRunColumns[] = {
    column<&RunRecord::repetition>("repetition"),
};

constexpr Column<RunRecord> kRunEndColumns[] = {
    {"puzzles_per_second", [](const RunRecord& run) { return rate_of(run, run.totals); }},
    digest_column<&RunRecord::totals, &Totals::answer_digest>("answer_digest"),
    verdict_column<RunRecord>(),
};

constexpr Column<SummaryRecord> kSummaryColumns[] = {
    column<&SummaryRecord::repetitions>("repetitions"),
};

constexpr Column<SummaryRecord> kSummaryEndColumns[] = {
    {"puzzles_per_second", [](const SummaryRecord& row) { return rate_of(row, row.tally.totals); }},
    {"median_ns", [](const SummaryRecord& row) { return median(row.block_ns); }},
    {"median_low_ns", [](const SummaryRecord& row) { return low(row.block_ns); }},
    {"median_high_ns", [](const SummaryRecord& row) { return high(row.block_ns); }},
    {"p50_ns", [](const SummaryRecord& row) { return quantile_of(row, 0.5); }},
    {"p90_ns", [](const SummaryRecord& row) { return quantile_of(row, 0.9); }},
    {"p99_ns", [](const SummaryRecord& row) { return quantile_of(row, 0.99); }},
    {"p999_ns", [](const SummaryRecord& row) { return quantile_of(row, 0.999); }},
    {"max_ns",
     [](const SummaryRecord& row) {
       return row.verdict == Verdict::wrong ? std::string()
                                            : write_value(row.tally.latencies.max());
     }},
    column<&SummaryRecord::baseline>("baseline"),
    {"ratio", [](const SummaryRecord& row) { return median(row.ratio.times); }},
    {"ratio_low", [](const SummaryRecord& row) { return low(row.ratio.times); }},
    {"ratio_high", [](const SummaryRecord& row) { return high(row.ratio.times); }},
    {"ratio_blocks", [](const SummaryRecord& row) { return write_value(row.ratio.blocks); }},
    {"ratio_bound",
     [](const SummaryRecord& row) { return std::string(to_string(row.ratio.bound)); }},
    column<&SummaryRecord::par2_s>("par2_s"),
    column<&SummaryRecord::vbs_par2_s>("vbs_par2_s"),
    column<&SummaryRecord::vbs_share>("vbs_share"),
    digest_column<&SummaryRecord::tally, &EngineTally::totals, &Totals::answer_digest>(
        "answer_digest"),
    verdict_column<SummaryRecord>(),
};

constexpr Column<BlockRecord> kBlockColumns[] = {
    column<&BlockRecord::engine>("engine"),
    column<&BlockRecord::dataset>("dataset"),
    column<&BlockRecord::repetition>("repetition"),
    column<&BlockRecord::first_puzzle>("first_puzzle"),
    column<&BlockRecord::totals, &Totals::puzzles>("puzzles"),
    since_later(column<&BlockRecord::totals, &Totals::solved>("solved")),
    digest_column<&BlockRecord::puzzles_digest>("puzzles_digest"),
    column<&BlockRecord::totals, &Totals::skipped>("skipped"),
    column<&BlockRecord::totals, &Totals::wall_ns>("wall_ns"),
    column<&BlockRecord::totals, &Totals::cpu_ns>("cpu_ns"),
    column<&BlockRecord::totals, &Totals::switches>("involuntary_switches"),
    column<&BlockRecord::repeats>("repeats"),
    column<&BlockRecord::totals, &Totals::interfered>("interfered"),
    column<&BlockRecord::reference_ns>("reference_ns"),
};

constexpr Column<PuzzleRecord> kPuzzle = {
    "puzzle", [](const PuzzleRecord& row) { return format_line(row.puzzle); },
    [](PuzzleRecord& row, const CsvTable& table, std::size_t column) {
      if (parse_line(table.text(column), row.puzzle) != kCells)
        table.refuse(column, "not a puzzle");
    }};

constexpr Column<PuzzleRecord> kRunstatus = {
    "runstatus", [](const PuzzleRecord& row) { return csv_field(row.runstatus); },
    [](PuzzleRecord& row, const CsvTable& table, std::size_t column) {
      row.runstatus = {};
      for (const std::string_view word : {"ok", "timeout", "crash", "other"}) {
        if (table.text(column) == word) row.runstatus = word;
      }
      if (row.runstatus.empty()) table.refuse(column, "not a word for how a search ends");
    }};

constexpr Column<PuzzleRecord> kPuzzleColumns[] = {
    column<&PuzzleRecord::dataset>("dataset"),
    column<&PuzzleRecord::line>("line"),
    kPuzzle,
    column<&PuzzleRecord::isomorph>("isomorph"),
    column<&PuzzleRecord::engine>("engine"),
    column<&PuzzleRecord::repetition>("repetition"),
    kRunstatus,
    column<&PuzzleRecord::solutions>("solutions"),
    column<&PuzzleRecord::guesses>("guesses"),
    column<&PuzzleRecord::wall_ns>("wall_ns"),
};

}  // namespace

std::string runs_header() {
  return CsvLine()
      .names(kKeyColumns)
      .names(kRunColumns)
      .names(kTotalsColumns)
      .names(kRunEndColumns)
      .end();
}

std::string puzzles_header() {
  return CsvLine().names(kPuzzleColumns).end();
}

std::string blocks_header() {
  return CsvLine().names(kBlockColumns).end();
}

std::string summary_header() {
  return CsvLine()
      .names(kKeyColumns)
      .names(kSummaryColumns)
      .names(kTotalsColumns)
      .names(kSummaryEndColumns)
      .end();
}

std::string to_csv(const RunRecord& record) {
  return CsvLine()
      .values(kKeyColumns, record.key)
      .values(kRunColumns, record)
      .values(kTotalsColumns, record.totals)
      .values(kRunEndColumns, record)
      .end();
}

std::string to_csv(const BlockRecord& record) {
  return CsvLine().values(kBlockColumns, record).end();
}

std::string to_csv(const PuzzleRecord& record) {
  return CsvLine().values(kPuzzleColumns, record).end();
}

std::string to_csv(const SummaryRecord& record) {
  return CsvLine()
      .values(kKeyColumns, record.key)
      .values(kSummaryColumns, record)
      .values(kTotalsColumns, record.tally.totals)
      .values(kSummaryEndColumns, record)
      .end();
}

RowReader<RunRecord> run_reader(const CsvTable& table) {
  const auto errors = table.column("errors");
  const bool tells_kinds = table.find_column("wrong").has_value();
  return [key = PartReader(table, kKeyColumns), run = PartReader(table, kRunColumns),
          totals = PartReader(table, kTotalsColumns), end = PartReader(table, kRunEndColumns),
          errors, tells_kinds](const CsvTable& row) {
    RunRecord record;
    key.read(row, record.key);
    run.read(row, record);
    totals.read(row, record.totals);
    end.read(row, record);
    if (!tells_kinds) {
      const bool is_wrong = record.verdict == Verdict::wrong;
      (is_wrong ? record.totals.wrong : record.totals.disagreements) = row.number(errors);
    } else if (row.number(errors) != record.totals.wrong + record.totals.disagreements) {
      row.refuse(errors, "not the wrong and the disputed");
    }
    return record;
  };
}

RowReader<SummaryRecord> summary_reader(const CsvTable& table) {
  return [key = PartReader(table, kKeyColumns), begin = PartReader(table, kSummaryColumns),
          totals = PartReader(table, kTotalsColumns),
          end = PartReader(table, kSummaryEndColumns)](const CsvTable& row) {
    SummaryRecord record;
    key.read(row, record.key);
    begin.read(row, record);
    totals.read(row, record.tally.totals);
    end.read(row, record);
    return record;
  };
}

RowReader<BlockRecord> block_reader(const CsvTable& table) {
  return [columns = PartReader(table, kBlockColumns)](const CsvTable& row) {
    BlockRecord record;
    columns.read(row, record);
    Totals& totals = record.totals;
    totals.blocks = 1;
    totals.repeated = record.repeats > 0 ? 1 : 0;
    totals.interfered_ns = totals.interfered != 0 ? totals.wall_ns : 0;
    return record;
  };
}

RowReader<PuzzleRecord> puzzle_reader(const CsvTable& table) {
  return [columns = PartReader(table, kPuzzleColumns)](const CsvTable& row) {
    PuzzleRecord record;
    columns.read(row, record);
    return record;
  };
}

bool has_totals(const CsvTable& table, const Totals& totals) {
  for (const Column<Totals>& column : kTotalsColumns) {
    const auto number = table.find_column(column.name);
    if (number && table.text(*number) != column.write(totals)) return false;
  }
  return true;
}

}  // namespace sudoku
