#include "harness/cli/form_options.h"

#include "harness/puzzle/shapes.h"

namespace sudoku {

const std::map<std::string_view, const PuzzleWriter*> kWriters = {
    {"line", &kLineWriter},
    {"csv", &kCsvWriter},
    {"grid", &kGridWriter},
    {"sdm", &kLineWriter},
    {"sdk", &kSdkWriter},
    {"ss", &kSsWriter},
    {"integers", &kIntegersWriter},
    {"acs", &kAcsWriter},
    {"solo", &kSoloWriter},
    {"json", &kJsonWriter},
    {"pencilmark", &kPencilmarkWriter},
    {"canonical", &kCanonicalWriter},
    {"minlex", &kCanonicalWriter},
};

void require_shape(const OptionValues& values, const PuzzleWriter& writer, const Shape& shape) {
  if (!writer.supports || writer.supports(shape)) return;
  throw UsageError(fmt::format("--to {} supports {} only, not boards of {}", values.text("to"),
                               writer.supported, size_of(shape)));
}

void require_number(const OptionValues& values, const PuzzleWriter& writer, std::uint64_t puzzles) {
  if (!writer.holds_one || puzzles <= 1) return;
  throw UsageError(fmt::format("--to {} supports one puzzle only", values.text("to")));
}

}  // namespace sudoku
