// Feeds arbitrary bytes to the dataset reader: to each format over chunks and blocks of several
// sizes, and as a file, plain or compressed, whose format has to be found out.

#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "harness/dataset/dataset_reader.h"
#include "harness/dataset/line_reader.h"
#include "harness/dataset/puzzle_format.h"
#include "tests/fuzz/fuzzing.h"
#include "tests/harness/dataset/read_dataset.h"

namespace {

using sudoku::DatasetFormat;
using sudoku::LineReader;
using sudoku::PuzzleBlock;
using sudoku::fuzz::require;

/// All that a format says: puzzles, their lines, and the defects in between.
struct Transcript {
  std::vector<sudoku::Grid> puzzles;
  std::vector<std::uint64_t> lines;
  std::vector<std::tuple<std::uint64_t, std::uint64_t, std::string>> defects;
  bool operator==(const Transcript&) const = default;
};

void append(const PuzzleBlock& block, Transcript& transcript) {
  require(block.lines.size() == block.puzzles.size());
  require(block.expectations.empty() || block.expectations.size() == block.puzzles.size());
  for (std::size_t i = 0; i < block.puzzles.size(); ++i) {
    for (const auto digit : block.puzzles[i].cells) require(digit <= 9);
    require(block.lines[i] > (transcript.lines.empty() ? 0 : transcript.lines.back()));
    transcript.puzzles.push_back(sudoku::as_grid(block.puzzles[i]));
    transcript.lines.push_back(block.lines[i]);
  }
}

std::unique_ptr<sudoku::PuzzleFormat> make_format(DatasetFormat format, LineReader& lines) {
  if (format == DatasetFormat::csv) return sudoku::make_csv_format(lines, "fuzz", {});
  return format == DatasetFormat::grid ? sudoku::make_grid_format(lines)
                                       : sudoku::make_line_format(lines);
}

Transcript read_format(std::string_view bytes, DatasetFormat format, std::size_t chunk_bytes,
                       std::size_t max_puzzles) {
  Transcript transcript;
  sudoku::test::MemorySource source(bytes);
  LineReader lines(source, chunk_bytes);
  try {
    const auto parser = make_format(format, lines);
    PuzzleBlock block;
    while (true) {
      block = {};
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
  } catch (const sudoku::InputError& error) {
    transcript.defects.emplace_back(0, 0, error.what());  // the header of CSV
  }
  return transcript;
}

void check_format(std::string_view bytes, DatasetFormat format) {
  const Transcript whole = read_format(bytes, format, LineReader::kChunkBytes, 1000);
  require(read_format(bytes, format, 1, 1) == whole);
  require(read_format(bytes, format, 7, 2) == whole);
}

void check_file(std::string_view bytes) {
  const sudoku::fuzz::MemoryFile file(bytes);
  const auto skipped = sudoku::test::read_file(file.path(), sudoku::test::skipping(), 1000);
  const auto strict = sudoku::test::read_file(file.path(), {}, 3);
  require(strict.puzzles.size() <= skipped.puzzles.size());
  require(std::equal(strict.puzzles.begin(), strict.puzzles.end(), skipped.puzzles.begin()));
  require(strict.error.empty() == (skipped.error.empty() && skipped.rejected == 0));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes = sudoku::fuzz::text_of(data, size);
  for (const auto format : {DatasetFormat::line, DatasetFormat::csv, DatasetFormat::grid}) {
    check_format(bytes, format);
  }
  check_file(bytes);
  return 0;
}
