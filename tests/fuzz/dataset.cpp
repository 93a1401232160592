// Reads arbitrary datasets. Each format reads several shapes in chunks and blocks of several sizes.
// The dataset reader also detects the format, shape and symbols of the same bytes, plain and
// compressed.

#include <tuple>

#include "harness/dataset/formats.h"
#include "harness/dataset/line_reader.h"
#include "tests/fuzz/fuzzing.h"
#include "tests/harness/dataset/read_dataset.h"

namespace sudoku::fuzz {
namespace {

/// Everything that a format returns: puzzles, their lines, and defects.
struct Transcript {
  BoardList puzzles;
  std::vector<std::uint64_t> lines;
  std::vector<std::tuple<std::uint64_t, std::uint64_t, std::string>> defects;
  bool operator==(const Transcript&) const = default;
};

void append(const PuzzleBlock& block, Transcript& transcript) {
  require(block.lines.size() == block.puzzles.size());
  require(block.expectations.empty() || block.expectations.size() == block.puzzles.size());
  for (std::size_t i = 0; i < block.puzzles.size(); ++i) {
    const auto side = block.puzzles.shape().side();
    for (const auto digit : block.puzzles[i].cells) require(digit <= side);
    for (const auto digits : block.puzzles[i].candidates) require(digits >> side == 0);
    // A line of JSON may hold several puzzles.
    require(block.lines[i] >= (transcript.lines.empty() ? 1 : transcript.lines.back()));
    transcript.puzzles.push_back(block.puzzles[i]);
    transcript.lines.push_back(block.lines[i]);
  }
}

Transcript read_format(std::string_view bytes, const Layout& layout, std::size_t chunk_bytes,
                       std::size_t max_puzzles) {
  Transcript transcript;
  MemorySource source(bytes);
  LineReader lines(source, chunk_bytes);
  try {
    Layout found = layout;
    const auto parser = format_of(layout.format).open({lines, found, ReadOptions{}, "fuzz"});
    PuzzleBlock block;
    while (true) {
      block = {};
      block.puzzles = BoardList(layout.notation.shape);
      const auto defect = parser->read(block, max_puzzles);
      require(block.puzzles.size() <= max_puzzles);
      append(block, transcript);
      if (defect) {
        require(defect->position.line >= 1 && defect->position.column >= 1);
        transcript.defects.emplace_back(defect->position.line, defect->position.column,
                                        defect->what);
      } else if (block.puzzles.size() < max_puzzles) {
        return transcript;
      }
    }
  } catch (const InputError& error) {
    transcript.defects.emplace_back(0, 0, error.what());  // the header of CSV
  }
  return transcript;
}

void check_format(std::string_view bytes, const Layout& layout) {
  const Transcript whole = read_format(bytes, layout, LineReader::kChunkBytes, 1000);
  // The number of CSV records in memory depends on the chunks.
  if (layout.format == DatasetFormat::csv) return;
  require(read_format(bytes, layout, 1, 1) == whole);
  require(read_format(bytes, layout, 7, 2) == whole);
}

void check_file(std::string_view bytes) {
  const MemoryFile file(bytes);
  const auto skipped = test::read_file(file.path(), test::skipping(), 1000);
  const auto strict = test::read_file(file.path(), {}, 3);
  require(strict.puzzles.size() <= skipped.puzzles.size());
  require(std::equal(strict.puzzles.begin(), strict.puzzles.end(), skipped.puzzles.begin()));
  require(strict.error.empty() == (skipped.error.empty() && skipped.rejected == 0));
}

}  // namespace

void dataset(std::string_view bytes) {
  for (const DatasetFormat format : all_formats()) {
    Layout layout{format};
    layout.notation.has_candidates = format_of(format).has_candidates;
    check_format(bytes, layout);
  }
  using enum FirstSymbol;
  const Notation small{{2, 2}, false, one, false};
  const Notation hexadecimal{{4, 4}, false, zero, false};
  const Notation numbers{{2, 3}, true, one, false};
  check_format(bytes, {DatasetFormat::line, false, false, small});
  check_format(bytes, {DatasetFormat::grid, true, false, small});
  check_format(bytes, {DatasetFormat::line, false, false, hexadecimal});
  check_format(bytes, {DatasetFormat::integers, false, false, numbers});
  const Notation candidates{{1, 3}, false, one, true, true};
  check_format(bytes, {DatasetFormat::line, false, false, candidates});
  check_format(bytes, {DatasetFormat::candidate_grid, true, false, candidates});
  check_format(bytes, {DatasetFormat::integers, true, false, numbers});
  check_format(bytes, {DatasetFormat::solo, false, false, small});
  check_format(bytes, {DatasetFormat::json, true, false, numbers});
  check_file(bytes);
}

}  // namespace sudoku::fuzz
