#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "harness/dataset/cell_lines.h"
#include "harness/dataset/puzzle_format.h"
#include "harness/dataset/puzzle_writer.h"
#include "harness/dataset/read_options.h"

// The table of formats. formats.def lists them.

namespace sudoku {

/// The detected structure of a dataset.
struct Layout {
  DatasetFormat format = DatasetFormat::line;  ///< never automatic
  bool is_in_rows = false;       ///< a line is not a whole puzzle: it is a row, or a part of JSON
  bool are_boxes_given = false;  ///< by the file or --shape, rather than assumed
  Notation notation{};           ///< for CSV only what the options set
};

/// Returns the layout of a format. `notation` has the shape and symbols if none are requested.
Layout usual_layout(DatasetFormat format, const ReadOptions& options,
                    const Notation& notation = {});

/// Whether `options` allow 9x9 boards with the symbols 1 to 9.
bool allow_classic(const ReadOptions& options);

/// A line near the start of a file. It is neither blank nor a comment.
struct SampleLine {
  std::string_view line;
  std::string_view from_here;  ///< text from that line on
  bool is_first;               ///< all lines before it are blank or comments
  bool is_all;                 ///< `from_here` reaches to the end of the file
  const ReadOptions& options;
  const Sides& sides;  ///< possible sides of boards
};

/// Whether a line belongs to a format.
struct Recognition {
  std::optional<Layout> layout{};  ///< nullopt if the line does not belong to it
  bool needs_more = false;         ///< later lines decide; ask again with a longer text
};

/// An open file whose layout is known.
struct OpenDataset {
  LineReader& lines;
  Layout& layout;  ///< CSV completes the notation when it opens the file
  const ReadOptions& options;
  const std::string& path;  ///< for messages
};

/// Opens a file with a format that needs only the notation.
template <typename Format>
std::unique_ptr<PuzzleFormat> open_as(const OpenDataset& dataset) {
  return std::make_unique<Format>(dataset.lines, dataset.layout.notation);
}

/// A file format. Its source file describes it.
struct FileFormat {
  /// Recognizes a line. Called only if the options allow the format. Null for the formats of plain
  /// cells and CSV, which format_detection.cpp detects.
  Recognition (*recognize)(const SampleLine& sample) = nullptr;
  std::unique_ptr<PuzzleFormat> (*open)(const OpenDataset& dataset);
  const PuzzleWriter* writer = nullptr;  ///< null if the format is only read
  bool is_in_rows = false;               ///< value of Layout::is_in_rows for all files
  bool has_candidates = false;           ///< files have candidates instead of cells
};

namespace formats {
#define FORMAT(id, name) extern const FileFormat id;
#include "harness/dataset/formats.def"
}  // namespace formats

/// Returns a format other than `automatic`.
const FileFormat& format_of(DatasetFormat format);

/// Returns all formats except `automatic`, in the order of formats.def.
std::span<const DatasetFormat> all_formats();

/// A name for --format and --to.
struct FormatName {
  std::string_view name;
  DatasetFormat format;        ///< reads such files; automatic if several formats can
  const PuzzleWriter* writer;  ///< null if --to refuses the name
};

/// Returns all names except `auto`, in the order of formats.def.
std::span<const FormatName> format_names();

/// Returns whether an argument is a puzzle and not the name of a file. A puzzle is a line with all
/// cells or candidates of a board, which has the shape `given` or a usual one. A text of at least
/// 54 characters is also one if at least 90 % of them are cells of a 9x9 board, because it is
/// probably a puzzle with an error.
bool is_puzzle_argument(std::string_view text, const std::optional<Shape>& given = std::nullopt);

/// Detects the parts of the layout that `options` leave open. Uses the first unambiguous lines that
/// are not yet read, or else the length of the lines.
Layout detect_layout(LineReader& lines, const ReadOptions& options = {});

/// Returns an error message if a text that begins with `head` cannot be read as a dataset. Examples
/// are web pages, compressed puzzles, boards side by side, and Latin squares if no shape is
/// `given`. The message follows the name of the file. Returns an empty text otherwise.
std::string describe_foreign_text(std::string_view head, const std::optional<Shape>& given);

}  // namespace sudoku
