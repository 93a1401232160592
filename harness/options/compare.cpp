#include <charconv>
#include <string_view>

#include <fmt/format.h>

#include "harness/options/shared.h"

namespace sudoku {
namespace {

Specification compare_specification() {
  Specification options(
      "sudoku-bench compare OLD NEW\n"
      "Compares two result directories of bench, block by block: what became faster or slower, "
      "and\n"
      "how sure that is. Ends with exit code 5 where an engine got slower in runs that\n"
      "nothing interfered with.");
  options.group("Options")
      .value("noise-threshold", "PERCENT",
             "changes up to that are none, as in 3% (5%); two runs differ by more than the blocks "
             "of one")
      .flag("help,h", "this text");
  return options;
}

double noise_threshold(const Values& values) {
  if (!values.has("noise-threshold")) return 0.05;
  const std::string text = values.text("noise-threshold");
  double percent = -1;
  const char* const end = text.data() + text.size();
  const auto [parsed_to, error] = std::from_chars(text.data(), end, percent);
  const bool has_unit = std::string_view(parsed_to, end) == "%";
  if (error != std::errc() || !has_unit || !(percent >= 0 && percent < 100)) {
    throw UsageError(fmt::format("--noise-threshold takes a percentage, as in 3%, not '{}'", text));
  }
  return percent / 100;
}

CompareOptions compare_options(const Values& values) {
  const auto runs = values.list(std::string(kArgument));
  if (runs.size() != 2) throw UsageError("compare takes two result directories: OLD NEW");
  return {runs[0], runs[1], noise_threshold(values)};
}

}  // namespace

Command parse_compare(std::span<const std::string> arguments) {
  return parse_command(compare_specification(), arguments, compare_options);
}

}  // namespace sudoku
