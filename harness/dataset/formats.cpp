#include "harness/dataset/formats.h"

#include <array>
#include <cstddef>
#include <utility>

#include "engines/houses.h"

namespace sudoku {

std::string_view to_string(DatasetFormat format) {
  static constexpr std::array kNames = {
      std::string_view("auto"),
#define FORMAT(id, name) std::string_view(name),
#include "harness/dataset/formats.def"
  };
  return kNames[static_cast<std::size_t>(format)];
}

const FileFormat& format_of(DatasetFormat format) {
  static constexpr std::array kFormats = {
#define FORMAT(id, name) &formats::id,
#include "harness/dataset/formats.def"
  };
  return *kFormats[static_cast<std::size_t>(format) - 1];
}

std::span<const DatasetFormat> all_formats() {
  static constexpr std::array kFormats = {
#define FORMAT(id, name) DatasetFormat::id,
#include "harness/dataset/formats.def"
  };
  return kFormats;
}

std::span<const FormatName> format_names() {
  static const std::array names = {
#define FORMAT(id, name) FormatName{name, DatasetFormat::id, formats::id.writer},
#define VARIANT(name, id, writer) FormatName{name, DatasetFormat::id, &(writer)},
#include "harness/dataset/formats.def"
  };
  return names;
}

Layout usual_layout(DatasetFormat format, const ReadOptions& options) {
  Layout layout{format, format_of(format).is_in_rows, options.shape.has_value()};
  if (options.shape) layout.notation.shape = *options.shape;
  if (options.symbols != FirstSymbol::automatic) layout.notation.first = options.symbols;
  return layout;
}

bool allow_classic(const ReadOptions& options) {
  return (!options.shape || *options.shape == k9x9) &&
         (options.symbols == FirstSymbol::automatic || options.symbols == FirstSymbol::one);
}

std::optional<Defect> PuzzlePerLine::read(PuzzleBlock& block, std::size_t max_puzzles) {
  while (true) {
    read_plain_lines(block, max_puzzles);
    if (block.puzzles.size() >= max_puzzles) return std::nullopt;
    mark_begin(here());
    const auto line = lines_.next();
    if (!line) return std::nullopt;
    if (auto defect = find_line_defect(*line)) return defect;
    if (is_blank(line->text)) continue;
    if (is_comment_line(line->text)) {
      note_comment(*line);
      continue;
    }
    if (auto defect = read_line(*line, block)) {
      SkippedLines* const note = note_of(line->text);
      if (note == nullptr) return defect;
      note->add(std::move(*defect));
      continue;
    }
    block.puzzles.push_back({reader_.shape(), cells_, candidates_});
    block.lines.push_back(line->number);
  }
}

}  // namespace sudoku
