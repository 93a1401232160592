// Game ids of Solo from Simon Tatham's puzzle collection: `3x4:` for boxes of three rows and four
// columns, then the cells row by row. A letter from a to z is a run of 1 to 26 empty cells, a
// number is a clue, and `_` separates two numbers. Between shape and colon there may be options of
// the generator, which are ignored, and letters for variants of sudoku, which are errors. Other
// programs have similar ids.

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "harness/base/units.h"
#include "harness/dataset/cell_text.h"
#include "harness/dataset/puzzle_format.h"
#include "harness/puzzle/shapes.h"

namespace sudoku {
namespace {

constexpr std::string_view kDecimalDigits = "0123456789";
constexpr std::string_view kOtherKiller = "SumoCue";

/// Returns the variant that a letter before the colon stands for, or null.
const char* variant_of(char c) {
  switch (c) {
    case 'j': return "jigsaw sudoku";
    case 'x': return "diagonal sudoku";
    case 'k': return "killer sudoku";
    default: return nullptr;
  }
}

std::string describe_variant(const char* variant) {
  return fmt::format("{} is not supported; only rows, columns and boxes count", variant);
}

/// The parts of a game id.
struct SoloId {
  std::size_t begin = 0;     ///< offset of the id in the line
  std::string_view shape;    ///< such as `3x4`, or the only number of a jigsaw
  std::string_view choices;  ///< generator options and variants, up to the separator
  char separator = ':';      ///< or `#` if a random seed replaces the cells
  std::string_view cells;
};

std::optional<SoloId> split_id(std::string_view line) {
  SoloId id;
  id.begin = std::min(line.size(), line.find_first_not_of(kBlanks));
  const std::string_view text = line.substr(id.begin);
  const std::size_t colon = text.find_first_of(":#");
  if (colon == text.npos) return std::nullopt;
  const std::string_view name = text.substr(0, colon);
  std::size_t shape_end = std::min(name.size(), name.find_first_not_of(kDecimalDigits));
  if (shape_end == 0 || shape_end == name.size()) return std::nullopt;
  const bool is_jigsaw = name[shape_end] == 'j';
  if (!is_jigsaw && name[shape_end] != 'x') return std::nullopt;
  if (!is_jigsaw) {
    const std::size_t second = shape_end + 1;
    shape_end = std::min(name.size(), name.find_first_not_of(kDecimalDigits, second));
    if (shape_end == second) return std::nullopt;
  }
  id.shape = name.substr(0, shape_end);
  id.choices = name.substr(shape_end);
  id.separator = text[colon];
  id.cells = text.substr(colon + 1);
  const bool is_id =
      id.choices.find_first_not_of("0123456789abcdefghijklmnopqrstuvwxyz") == id.choices.npos;
  return is_id ? std::optional(id) : std::nullopt;
}

/// Returns the variant that an id names, or null for plain sudoku.
const char* find_variant(const SoloId& id) {
  for (std::size_t i = 0; i < id.choices.size(); ++i) {
    // A letter after d is a difficulty, as in dx.
    if (i != 0 && id.choices[i - 1] == 'd') continue;
    if (const char* variant = variant_of(id.choices[i])) return variant;
  }
  // Other programs write variants like `3x3::k:` and `3x3:d:k:`.
  const std::size_t colon = id.cells.rfind(':');
  if (colon == id.cells.npos) return nullptr;
  for (const char c : id.cells.substr(0, colon)) {
    if (const char* variant = variant_of(c == 'd' ? 'x' : c)) return variant;
  }
  return nullptr;
}

/// Reads the cells of an id.
class SoloCells {
 public:
  SoloCells(std::string_view text, const Shape& shape, std::vector<std::uint8_t>& cells)
      : text_(text), shape_(shape), cells_(cells) {}

  /// Returns an error message, with its offset in `position`, or an empty string on success.
  std::string read(std::size_t& position) {
    cells_.clear();
    for (position = 0; position < text_.size();) {
      const char c = text_[position];
      if (c >= 'a' && c <= 'z') {
        cells_.insert(cells_.end(), static_cast<std::size_t>(c - 'a') + 1, std::uint8_t{0});
        ++position;
      } else if (c == '_') {
        ++position;
      } else {
        const std::size_t end =
            std::min(text_.size(), text_.find_first_not_of(kDecimalDigits, position));
        const auto number = parse_number(text_.substr(position, end - position), shape_.side());
        if (!number || *number == 0) return describe(text_.substr(position, end - position));
        cells_.push_back(static_cast<std::uint8_t>(*number));
        position = end;
      }
      if (cells_.size() > shape_.cells()) break;
    }
    if (cells_.size() == shape_.cells()) return {};
    return fmt::format("{} cells expected for {}, {}{} found", shape_.cells(), size_of(shape_),
                       position < text_.size() ? "at least " : "", cells_.size());
  }

 private:
  std::string describe(std::string_view number) const {
    const std::string shown =
        number.empty() ? printable(text_[position_of(number)]) : printable(number);
    return fmt::format("{} is not a cell of an id; use 1 to {}, or a to z for 1 to 26 empty cells",
                       shown, shape_.side());
  }
  std::size_t position_of(std::string_view piece) const {
    return static_cast<std::size_t>(piece.data() - text_.data());
  }

  std::string_view text_;
  const Shape& shape_;
  std::vector<std::uint8_t>& cells_;
};

class SoloFormat final : public PuzzleFormat {
 public:
  SoloFormat(LineReader& lines, const Shape& shape) : lines_(lines), shape_(shape) {}

  std::optional<Defect> read(PuzzleBlock& block, std::size_t max_puzzles) override {
    while (block.puzzles.size() < max_puzzles) {
      const auto line = lines_.next();
      if (!line) return std::nullopt;
      if (auto defect = find_line_defect(*line)) return defect;
      if (is_blank(line->text) || is_comment(line->text)) continue;
      if (auto defect = read_id(*line)) return defect;
      block.puzzles.push_back({shape_, cells_});
      block.lines.push_back(line->number);
    }
    return std::nullopt;
  }

 private:
  std::optional<Defect> read_id(const Line& line) {
    if (line.text.find(kOtherKiller) != line.text.npos) {
      return Defect{{line.number, 1}, describe_variant("killer sudoku")};
    }
    const auto id = split_id(line.text);
    if (!id) {
      return Defect{{line.number, 1},
                    "an id of Solo begins with the shape of the boxes and a colon, as in 3x3:"};
    }
    const Position position{line.number, id->begin + 1};
    if (const char* variant = find_variant(*id)) return Defect{position, describe_variant(variant)};
    if (id->separator == '#') {
      return Defect{position, "the id has a random seed instead of cells; use an id with a colon"};
    }
    const auto shape = parse_shape(id->shape);
    if (!shape) {
      return Defect{position,
                    fmt::format("{} is not the shape of a box; use at least 2 rows, 2 columns and "
                                "at most {} cells",
                                printable(id->shape), kMaxSide)};
    }
    if (shape != shape_) {
      return Defect{
          position,
          fmt::format("boxes of {} expected, {} found; all boards must have the same shape",
                      to_string(shape_), printable(id->shape))};
    }
    const std::string_view cells = id->cells.substr(0, id->cells.find_last_not_of(kBlanks) + 1);
    std::size_t found = 0;
    std::string what = SoloCells(cells, shape_, cells_).read(found);
    if (what.empty()) return std::nullopt;
    const auto begin = static_cast<std::uint64_t>(cells.data() - line.text.data());
    return Defect{{line.number, begin + found + 1}, std::move(what)};
  }

  LineReader& lines_;
  Shape shape_;
  std::vector<std::uint8_t> cells_;
};

}  // namespace

bool is_solo_line(std::string_view text) {
  return trim(text).starts_with(kOtherKiller) || split_id(text).has_value();
}

std::optional<Shape> shape_of_solo_line(std::string_view text) {
  const auto id = split_id(text);
  return id ? parse_shape(id->shape) : std::nullopt;
}

std::unique_ptr<PuzzleFormat> make_solo_format(LineReader& lines, const Shape& shape) {
  return std::make_unique<SoloFormat>(lines, shape);
}

}  // namespace sudoku
