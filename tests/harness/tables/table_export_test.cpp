#include "harness/tables/table_export.h"

#include <nlohmann/json.hpp>

#include "harness/tables/text_table.h"
#include "tests/harness/tables/summary_testing.h"

namespace sudoku {
namespace {

/// Two datasets. In the first, an engine has a name with special characters.
DatasetTables tables() {
  SummaryRow odd = cut_row_of("odd_&|%", 2000, 50);
  odd.speedup.ratio = Estimate{0.5, Interval{0.25, 0.8}};
  SummaryRow skipped = row_of("lucky", 2000, 0);
  skipped.verdict = Verdict::not_applicable;
  DatasetTables tables = {{row_of("dlx", 2000), odd, skipped}, {row_of("dlx", 2000)}};
  for (std::vector<SummaryRow>& rows : tables) {
    rows[0].speedup = {};
    for (SummaryRow& row : rows) {
      row.key.dataset = "a,b.txt";
      row.baseline = "dlx";
      row.latencies = {.p50 = 1500};
      row.totals.peak_bytes.reset();
    }
  }
  return tables;
}

}  // namespace

TEST_CASE("a Markdown table escapes names and has all columns", "[table_export]") {
  CHECK(to_markdown({tables()[0]}) ==
        "a,b.txt: 100 puzzles, at most 2 solutions, 1 thread\n\n"
        "| engine | rate | speedup | 95 % interval | p50 | p99 | memory | guesses | solved | "
        "verdict |\n"
        "|:--|--:|--:|--:|--:|--:|--:|--:|--:|:--|\n"
        "| dlx | 2.00 k/s | baseline | - | 1.50 us | - | - | 2.5 | 100/100 | ok |\n"
        "| odd\\_&\\|% | 1.00 k/s\\* | 2.00x slower | \\[1.25, 4.00\\] | 1.50 us | - | - | 5.0 | "
        "50/100 | partial |\n\n"
        "\\* Not all puzzles were solved: the rate is solved puzzles / time of all puzzles.\n"
        "A dash means: no quantiles for unsolved puzzles; memory unknown.\n");
  const std::string both = to_markdown(tables());
  CHECK(both.find("memory unknown.\n\na,b.txt: ") != std::string::npos);
}

TEST_CASE("a LaTeX table escapes names and fits a page", "[table_export]") {
  const std::string text = to_latex({tables()[0]}, kAnyWidth);
  CHECK(text.find("\\begin{tabular}{lrrrrrrrrl}") != std::string::npos);
  CHECK(text.find("    dlx & 2.00 k/s & baseline & - & 1.50 $\\mu$s & - & - & 2.5 & 100/100 & "
                  "ok \\\\\n") != std::string::npos);
  CHECK(text.find("    odd\\_\\&|\\% & 1.00 k/s* & 2.00x slower & {[}1.25, 4.00] & ") !=
        std::string::npos);
  CHECK(text.find("\\end{tabular}\n\n  \\smallskip\n  * Not all puzzles") != std::string::npos);
  CHECK(text.find("lucky") == std::string::npos);
  const std::string both = to_latex(tables(), 70);
  CHECK(both.find("\\begin{tabular}{lrrrrl}") == both.rfind("\\begin{tabular}"));
  CHECK(both.find("    \\midrule\n    \\multicolumn{6}{l}{a,b.txt: ") != std::string::npos);
}

TEST_CASE("a CSV table has the rows of all engines and unrounded numbers", "[table_export]") {
  const std::string text = to_table_csv(tables());
  CHECK(text.starts_with(
      "dataset,engine,puzzles_per_second,baseline,ratio,ratio_low,ratio_high,ratio_bound,p50_ns,"
      "p99_ns,peak_bytes,guesses,puzzles,solved,verdict,noise\n"
      "\"a,b.txt\",dlx,2000,dlx,,,,,1500,,,250,100,100,ok,\n"
      "\"a,b.txt\",odd_&|%,1000,dlx,0.5,0.25,0.8,,1500,,,250,100,50,partial,\n"
      "\"a,b.txt\",lucky,"));
}

TEST_CASE("a JSON table has the values of the CSV table", "[table_export]") {
  const auto json = nlohmann::json::parse(to_table_json(tables()));
  REQUIRE(json.at("results").size() == 4);
  const auto& odd = json.at("results").at(1);
  CHECK(odd.at("dataset") == "a,b.txt");
  CHECK(odd.at("engine") == "odd_&|%");
  CHECK(odd.at("ratio") == 0.5);
  CHECK(odd.at("p50_ns") == 1500);
  CHECK(odd.at("p99_ns").is_null());
  CHECK(odd.at("ratio_bound") == "");
  CHECK(odd.at("verdict") == "partial");
}

}  // namespace sudoku
