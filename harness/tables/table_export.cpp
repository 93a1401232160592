#include "harness/tables/table_export.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "harness/base/json.h"
#include "harness/results/row_columns.h"
#include "harness/tables/summary_cells.h"
#include "harness/tables/text_table.h"

namespace sudoku {
namespace {

using Cells = std::vector<std::string>;

/// Escapes one cell of a Markdown table.
std::string escape_markdown(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (std::string_view("\\|*_`<>[]~").find(c) != std::string_view::npos) escaped += '\\';
    escaped += c;
  }
  return escaped;
}

/// Escapes text for LaTeX.
std::string escape_latex(std::string_view text) {
  // A bracket at the start of a row would be an argument of the line end before it.
  static const std::map<char, std::string_view> escapes = {{'\\', "\\textbackslash{}"},
                                                           {'~', "$\\sim$"},
                                                           {'^', "\\textasciicircum{}"},
                                                           {'<', "\\textless{}"},
                                                           {'>', "\\textgreater{}"},
                                                           {'[', "{[}"},
                                                           {'&', "\\&"},
                                                           {'%', "\\%"},
                                                           {'$', "\\$"},
                                                           {'#', "\\#"},
                                                           {'_', "\\_"},
                                                           {'{', "\\{"},
                                                           {'}', "\\}"}};
  std::string escaped;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view bound = text.substr(i, 2);
    const auto escape = escapes.find(text[i]);
    if (bound == ">=" || bound == "<=") {
      escaped += bound == ">=" ? "$\\ge$" : "$\\le$";
      ++i;
    } else {
      escape == escapes.end() ? escaped += text[i] : escaped += escape->second;
    }
  }
  if (escaped.ends_with(" us")) escaped.replace(escaped.size() - 2, 2, "$\\mu$s");
  return escaped;
}

template <typename Escape>
std::string join_cells(const Cells& cells, std::string_view gap, Escape escape) {
  std::string text;
  for (const std::string& cell : cells) {
    if (!text.empty()) text += gap;
    // A rate without a mark ends with blanks.
    text += escape(std::string_view(cell).substr(0, cell.find_last_not_of(' ') + 1));
  }
  return text;
}

Cells names_of(const TextTable& table) {
  Cells names;
  for (const TextTable::Column& column : table.columns) names.push_back(column.name);
  return names;
}

/// Returns the alignment of the columns, as two texts per kind of column.
std::string alignment_of(const TextTable& table, std::string_view text, std::string_view number) {
  std::string alignment;
  for (const auto& column : table.columns) alignment += column.is_text ? text : number;
  return alignment;
}

/// A column of summary.csv that the exports for programs have.
struct Exported {
  std::string_view name;
  bool is_text = false;
};
constexpr Exported kExported[] = {
    {"dataset", true}, {"engine", true}, {"puzzles_per_second"}, {"baseline", true},
    {"ratio"},         {"ratio_low"},    {"ratio_high"},         {"ratio_bound", true},
    {"p50_ns"},        {"p99_ns"},       {"peak_bytes"},         {"guesses"},
    {"puzzles"},       {"solved"},       {"verdict", true},      {"noise", true}};

const Column<SummaryRow>& column_named(std::string_view name) {
  return *std::ranges::find(row_columns<SummaryRow>(), name, &Column<SummaryRow>::name);
}

nlohmann::ordered_json json_of(const Exported& exported, const SummaryRow& row) {
  // A text is taken from the row itself, because its field may be quoted.
  if (exported.name == "dataset") return to_json_text(row.key.dataset);
  if (exported.name == "engine") return to_json_text(row.key.engine);
  if (exported.name == "baseline") return to_json_text(row.baseline);
  std::string field;
  column_named(exported.name).write(field, row);
  if (exported.is_text) return field;
  return field.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json::parse(field);
}

}  // namespace

std::string to_markdown(const DatasetTables& datasets) {
  std::string text;
  for (const auto& named_rows : datasets) {
    const auto rows = with_printable_names(named_rows);
    const auto sorted = in_order(rows);
    const TextTable table = summary_table(sorted);
    if (!text.empty()) text += '\n';
    text += escape_markdown(heading(rows)) + "\n\n";
    text += fmt::format("| {} |\n", join_cells(names_of(table), " | ", escape_markdown));
    text += fmt::format("|{}\n", alignment_of(table, ":--|", "--:|"));
    for (const Cells& row : table.rows) {
      text += fmt::format("| {} |\n", join_cells(row, " | ", escape_markdown));
    }
    const std::string marks = explain_marks(sorted, table);
    if (!marks.empty()) text += '\n' + escape_markdown(marks);
  }
  return text;
}

std::string to_latex(const DatasetTables& datasets, std::size_t width) {
  std::vector<std::vector<SummaryRow>> rows;  // of each dataset
  std::vector<const SummaryRow*> all;
  std::vector<std::size_t> ends;  // of the datasets in `all`
  for (const auto& named_rows : datasets) rows.push_back(with_printable_names(named_rows));
  for (const auto& of_dataset : rows) {
    std::ranges::copy(in_order(of_dataset), std::back_inserter(all));
    ends.push_back(all.size());
  }
  const TextTable table = fit_columns(summary_table(all), width);
  std::string text = fmt::format(
      "% Needs \\usepackage{{booktabs}}.\n\\begin{{table}}\n  \\centering\n  \\footnotesize\n"
      "  \\setlength{{\\tabcolsep}}{{4pt}}\n  \\caption{{Speed of the engines}}\n"
      "  \\label{{tab:engines}}\n  \\begin{{tabular}}{{{}}}\n    \\toprule\n    {} \\\\\n",
      alignment_of(table, "l", "r"), join_cells(names_of(table), " & ", escape_latex));
  for (std::size_t i = 0, row = 0; i < rows.size(); ++i) {
    text += fmt::format("    \\midrule\n    \\multicolumn{{{}}}{{l}}{{{}}} \\\\\n",
                        table.columns.size(), escape_latex(heading(rows[i])));
    for (; row < ends[i]; ++row) {
      text += fmt::format("    {} \\\\\n", join_cells(table.rows[row], " & ", escape_latex));
    }
  }
  text += "    \\bottomrule\n  \\end{tabular}\n";
  const std::string marks = explain_marks(all, table);
  if (!marks.empty()) text += "\n  \\smallskip\n  " + escape_latex(marks);
  return text + "\\end{table}\n";
}

std::string to_table_csv(const DatasetTables& datasets) {
  std::vector<Column<SummaryRow>> columns;
  for (const Exported& exported : kExported) columns.push_back(column_named(exported.name));
  std::string text = header_of(columns);
  for (const auto& rows : datasets) {
    for (const SummaryRow& row : rows) {
      append_fields(text, columns, row);
      end_row(text);
    }
  }
  return text;
}

std::string to_table_json(const DatasetTables& datasets) {
  nlohmann::ordered_json results = nlohmann::ordered_json::array();
  for (const auto& rows : datasets) {
    for (const SummaryRow& row : rows) {
      nlohmann::ordered_json& object = results.emplace_back(nlohmann::ordered_json::object());
      for (const Exported& exported : kExported) object[exported.name] = json_of(exported, row);
    }
  }
  return to_ascii_json({{"results", results}});
}

}  // namespace sudoku
