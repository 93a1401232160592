#include "harness/cli/form_options.h"

#include <vector>

#include "harness/base/units.h"
#include "harness/puzzle/board_kinds.h"

namespace sudoku {

namespace {

std::map<std::string_view, const PuzzleWriter*> writers_by_name() {
  std::map<std::string_view, const PuzzleWriter*> writers;
  for (const FormatName& name : format_names()) {
    if (name.writer != nullptr) writers.emplace(name.name, name.writer);
  }
  return writers;
}

}  // namespace

const std::map<std::string_view, const PuzzleWriter*> kWriters = writers_by_name();

std::string list_formats(const std::function<bool(const FormatName&)>& condition) {
  std::vector<std::string> list;
  for (const FormatName& name : format_names()) {
    if (condition(name)) list.emplace_back(name.name);
  }
  return join_choices(list);
}

std::string list_writers() {
  return list_formats([](const FormatName& name) { return name.writer != nullptr; });
}

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
  const std::string others = list_formats([](const FormatName& name) {
    return name.writer != nullptr && name.writer->holds_candidates;
  });
  throw UsageError(fmt::format("--to {} does not support puzzles with candidates; use {}",
                               values.text("to"), others));
}

void require_number(const OptionValues& values, const PuzzleWriter& writer, std::uint64_t puzzles) {
  if (!writer.holds_one || puzzles <= 1) return;
  throw UsageError(fmt::format("--to {} supports one puzzle only", values.text("to")));
}

}  // namespace sudoku
