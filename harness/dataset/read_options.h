#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "harness/base/named.h"
#include "harness/dataset/cell_text.h"
#include "harness/puzzle/owned_boards.h"

namespace sudoku {

/// File formats of puzzles, see formats.def.
enum class DatasetFormat : std::uint8_t {
  automatic,  ///< detected from the first lines that are neither empty nor comments
#define FORMAT(id, name) id,
#include "harness/dataset/formats.def"
};

/// Returns the names for --format.
constexpr auto names_of(DatasetFormat /*format*/) {
  return std::to_array<std::string_view>({
      "auto",
#define FORMAT(id, name) name,
#include "harness/dataset/formats.def"
  });
}

/// How to read a dataset.
struct ReadOptions {
  DatasetFormat format = DatasetFormat::automatic;
  std::string column;         ///< CSV column of the puzzle: name or number from 1; empty: detected
  std::string expect_column;  ///< CSV column of the solution or the solution count, likewise
  bool skip_invalid = false;  ///< skip and count invalid lines instead of throwing
  std::string remedy{};       ///< end of the error message for an invalid line
  bool may_be_empty = false;  ///< accept a file without puzzles and invalid lines
  std::optional<Shape> shape{};  ///< of all boards; nullopt: detected
  FirstSymbol symbols = FirstSymbol::automatic;
  /// Called for each invalid line that is skipped, in the order of the lines.
  std::function<void(const Defect&)> on_defect{};
  /// Called with each note for the user: the assumed boxes at the first puzzle, and skipped lines
  /// at the end of the data.
  std::function<void(const std::string&)> on_note{};
  /// Reviews assumed boxes. Called with the first puzzles at the end of the data, before the notes.
  /// Returns a note about the boxes, or an empty text.
  std::function<std::string(const Boards&)> review_boxes{};
};

}  // namespace sudoku
