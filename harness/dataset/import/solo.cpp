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
#include "harness/dataset/formats.h"
#include "harness/dataset/puzzle_format.h"
#include "harness/puzzle/shapes.h"

namespace sudoku {
namespace {

constexpr std::string_view kDecimalDigits = "0123456789";
constexpr std::string_view kOtherKiller = "SumoCue";

constexpr const char* kVariant =
    "jigsaw, diagonal and killer sudoku are not supported; only rows, columns and boxes count";

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
  std::size_t shape_end = name.find_first_not_of(kDecimalDigits);
  if (shape_end == 0 || shape_end == name.npos) return std::nullopt;
  if (name[shape_end] == 'x') {
    const std::size_t second = shape_end + 1;
    shape_end = std::min(name.size(), name.find_first_not_of(kDecimalDigits, second));
    if (shape_end == second) return std::nullopt;
  } else if (name[shape_end] != 'j') {
    return std::nullopt;
  }
  id.shape = name.substr(0, shape_end);
  id.choices = name.substr(shape_end);
  id.separator = text[colon];
  id.cells = text.substr(colon + 1, text.find_last_not_of(kBlanks) - colon);
  const bool is_id =
      id.choices.find_first_not_of("0123456789abcdefghijklmnopqrstuvwxyz") == id.choices.npos;
  return is_id ? std::optional(id) : std::nullopt;
}

/// Whether an id names a variant: j is jigsaw, x is diagonal, and k is killer sudoku.
bool has_variant(const SoloId& id) {
  for (std::size_t i = 0; i < id.choices.size(); ++i) {
    // A letter after d is a difficulty, as in dx.
    const bool is_difficulty = i != 0 && id.choices[i - 1] == 'd';
    if (!is_difficulty && std::string_view("jxk").find(id.choices[i]) != id.choices.npos)
      return true;
  }
  // Other programs write variants like `3x3::k:` and `3x3:d:k:`, where d is diagonal.
  const std::string_view before_cells = id.cells.substr(0, id.cells.rfind(':') + 1);
  return before_cells.find_first_of("jxkd") != before_cells.npos;
}

class SoloFormat final : public PuzzlePerLine {
 public:
  using PuzzlePerLine::PuzzlePerLine;

 private:
  std::optional<Defect> read_line(const Line& line) override {
    const auto fail = [&line](std::size_t offset, std::string what) {
      return Defect{{line.number, offset + 1}, std::move(what)};
    };
    if (line.text.find(kOtherKiller) != line.text.npos) return fail(0, kVariant);
    const auto id = split_id(line.text);
    if (!id) {
      return fail(0, "an id of Solo begins with the shape of the boxes and a colon, as in 3x3:");
    }
    if (std::string what = find_defect(*id); !what.empty()) return fail(id->begin, what);
    std::size_t position = 0;
    std::string what = read_id_cells(id->cells, position);
    if (what.empty()) return std::nullopt;
    return fail(static_cast<std::size_t>(id->cells.data() - line.text.data()) + position, what);
  }

  /// Returns the error message for what comes before the cells, or an empty string.
  std::string find_defect(const SoloId& id) const {
    if (has_variant(id)) return kVariant;
    if (id.separator == '#') {
      return "the id has a random seed instead of cells; use an id with a colon";
    }
    const auto shape = parse_shape(id.shape);
    if (!shape || shape->is_latin()) {
      return fmt::format(
          "{} is not the shape of a box; use at least 2 rows, 2 columns and at most {} cells",
          one_line(id.shape), kMaxSide);
    }
    if (*shape == reader_.shape()) return {};
    return fmt::format("boxes of {} expected, {} found; all boards must have the same shape",
                       to_string(reader_.shape()), one_line(id.shape));
  }

  /// Returns an error message, with its offset in `position`, or an empty string on success.
  std::string read_id_cells(std::string_view text, std::size_t& position) {
    const Shape& shape = reader_.shape();
    cells_.clear();
    for (position = 0; position < text.size() && cells_.size() <= shape.cells();) {
      const char c = text[position];
      const std::size_t digits = text.substr(position).find_first_not_of(kDecimalDigits);
      const std::string_view number = text.substr(position, digits);
      const auto digit = parse_number(number, shape.side());
      if (c >= 'a' && c <= 'z') {
        cells_.insert(cells_.end(), static_cast<std::size_t>(c - 'a') + 1, std::uint8_t{0});
      } else if (digit && *digit != 0) {
        cells_.push_back(static_cast<std::uint8_t>(*digit));
      } else if (c != '_') {
        return fmt::format(
            "{} is not a cell of an id; use 1 to {}, or a to z for 1 to 26 empty cells",
            number.empty() ? first_character(text.substr(position)) : one_line(number),
            shape.side());
      }
      position += std::max<std::size_t>(number.size(), 1);
    }
    if (cells_.size() == shape.cells()) return {};
    return fmt::format("{} cells expected for {}, {}{} found", shape.cells(), size_of(shape),
                       position < text.size() ? "at least " : "", cells_.size());
  }
};

void append_id(const Board& puzzle, const Expectation& /*expectation*/, std::string& text) {
  constexpr std::size_t kLongestRun = 26;
  text += to_string(puzzle.shape) + ':';
  bool is_after_number = false;
  for (auto rest = puzzle.cells; !rest.empty();) {
    const auto clue = std::ranges::find_if(rest, [](std::uint8_t cell) { return cell != 0; });
    const auto empty_cells = std::min<std::size_t>(clue - rest.begin(), kLongestRun);
    if (empty_cells != 0) {
      text += static_cast<char>('a' + empty_cells - 1);
    } else {
      text += (is_after_number ? "_" : "") + std::to_string(*clue);
    }
    is_after_number = empty_cells == 0;
    rest = rest.subspan(std::max<std::size_t>(empty_cells, 1));
  }
  text += '\n';
}

/// Recognizes a game id of Solo or of a similar program. The id may describe a variant of sudoku.
Recognition recognize_id(const SampleLine& sample) {
  const auto id = split_id(sample.line);
  if (!id && !trim(sample.line).starts_with(kOtherKiller)) return {};
  Layout layout = usual_layout(DatasetFormat::solo, sample.options);
  layout.are_boxes_given = true;
  const auto shape = id ? parse_shape(id->shape) : std::nullopt;
  if (!sample.options.shape) layout.notation.shape = shape.value_or(k9x9);
  return {layout};
}

}  // namespace

const PuzzleWriter kSoloWriter{.append = append_id,
                               .has_boxes = true,
                               .supports = [](const Shape& shape) { return !shape.is_latin(); },
                               .supported = "boards with boxes"};

const FileFormat formats::solo{
    .recognize = recognize_id, .open = open_as<SoloFormat>, .writer = &kSoloWriter};

}  // namespace sudoku
