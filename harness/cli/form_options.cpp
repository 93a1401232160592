#include "harness/cli/form_options.h"

#include "harness/puzzle/board_kinds.h"

namespace sudoku {

const std::map<std::string_view, const PuzzleWriter*> kWriters = {
    {"line", &kLineWriter},
    {"csv", &kCsvWriter},
    {"grid", &kGridWriter},
    {"sdk", &kSdkWriter},
    {"ss", &kSsWriter},
    {"integers", &kIntegersWriter},
    {"acs", &kAcsWriter},
    {"solo", &kSoloWriter},
    {"json", &kJsonWriter},
    {"candidates", &kCandidatesWriter},
    {"candidate-grid", &kCandidateGridWriter},
    {"canonical", &kCanonicalWriter},
    {"minlex", &kMinlexWriter},
};

const PuzzleWriter* writer_option(const OptionValues& values, const PuzzleWriter* fallback) {
  values.refuse_words("to", {{"sdm", "line"}, {"pencilmark", "candidates"}});
  return values.choice("to", kWriters, fallback);
}

void require_shape(const OptionValues& values, const PuzzleWriter& writer, const Shape& shape) {
  if (!writer.supports || writer.supports(shape)) return;
  throw UsageError(fmt::format("--to {} supports {} only, not {}", values.text("to"),
                               writer.supported, describe_kind(shape)));
}

void require_candidates(const OptionValues& values, const PuzzleWriter& writer) {
  if (writer.holds_candidates) return;
  throw UsageError(
      fmt::format("--to {} does not support puzzles with candidates; use line, csv, json, "
                  "candidates, candidate-grid or canonical",
                  values.text("to")));
}

void require_number(const OptionValues& values, const PuzzleWriter& writer, std::uint64_t puzzles) {
  if (!writer.holds_one || puzzles <= 1) return;
  throw UsageError(fmt::format("--to {} supports one puzzle only", values.text("to")));
}

}  // namespace sudoku
