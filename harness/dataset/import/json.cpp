// JSON: arrays of puzzles, a sequence of objects (JSON Lines), or one object, over any number of
// lines. json_boards.h tells which values are puzzles. The rows of a board may also be the elements
// of an outermost array. Comment lines between the values are ignored.

#include "harness/base/json.h"

#include <algorithm>
#include <deque>
#include <iterator>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engines/rules.h"
#include "harness/dataset/candidate_text.h"
#include "harness/dataset/cell_text.h"
#include "harness/dataset/formats.h"
#include "harness/dataset/import/json_boards.h"
#include "harness/puzzle/owned_boards.h"
#include "harness/puzzle/shapes.h"

namespace sudoku {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kAdvice =
    "; write one object per line, for example with jq -c '.[]', or jq -c '.puzzles[]' if the list "
    "is the member puzzles";

/// Returns the parsed text, or a discarded value if it is invalid.
Json parse(const std::string& text) { return Json::parse(text, nullptr, false); }

/// An element of an outermost array of JSON, or a value outside of one.
struct JsonItem {
  static constexpr std::size_t kLongest = std::size_t{1} << 20;
  static constexpr std::size_t kDeepest = 32;

  std::string text;
  Position position;
  std::size_t array = 0;     ///< number of its array, from 1; 0 outside of arrays
  bool is_too_long = false;  ///< longer than kLongest or deeper than kDeepest; `text` is cut off
};

/// Splits JSON into items without parsing them, with constant memory. Ignores semicolons and
/// comment lines between items.
class JsonItemSplitter {
 public:
  /// Adds a line. Appends the items that end in it to `items`.
  void add(const Line& line, std::deque<JsonItem>& items) {
    for (std::size_t i = 0; i < line.text.size(); ++i) {
      position_ = {line.number, i + 1};
      add(line.text[i], items);
    }
    if (!item_.text.empty()) keep(' ');
  }

  /// Whether the next character is outside of an item.
  bool is_between_items() const { return item_.text.empty(); }

  /// At the end of the data, returns the position of an array or an item that does not end, once.
  std::optional<Position> take_unfinished() {
    const bool has_item = !item_.text.empty();
    if (!has_item && !is_in_array_) return std::nullopt;
    const Position position = has_item ? item_.position : array_position_;
    *this = {};  // there is no more text
    return position;
  }

 private:
  void add(char c, std::deque<JsonItem>& items) {
    const std::size_t depth_outside = is_in_array_ ? 1 : 0;
    const bool is_outside = nesting_.depth() == depth_outside;
    if (!nesting_.add(c)) return keep(c);
    const bool is_close = c == ']' || c == '}';
    if (c == '[' && is_outside && !is_in_array_) {
      is_in_array_ = true;
      ++arrays_;
      array_position_ = position_;
    } else if (is_outside && (c == ',' || is_close)) {
      end_item(items);
      is_in_array_ &= !is_close;
    } else {
      keep(c);
      if (is_close && nesting_.depth() == depth_outside) end_item(items);
    }
  }

  void keep(char c) {
    if (item_.text.empty()) {
      if (c == ';' || is_blank(c)) return;
      item_.position = position_;
      item_.array = is_in_array_ ? arrays_ : 0;
    }
    item_.is_too_long |=
        item_.text.size() == JsonItem::kLongest || nesting_.depth() > JsonItem::kDeepest;
    if (!item_.is_too_long) item_.text += c;
  }

  void end_item(std::deque<JsonItem>& items) {
    if (!item_.text.empty()) items.push_back(std::move(item_));
    item_ = {};
  }

  JsonItem item_;
  Position position_;
  std::size_t arrays_ = 0;  // so far
  Position array_position_;
  JsonNesting nesting_;
  bool is_in_array_ = false;  // the outermost one
};

class JsonFormat final : public PuzzleFormat {
 public:
  using PuzzleFormat::PuzzleFormat;

  std::optional<Defect> read(PuzzleBlock& block, std::size_t max_puzzles) override {
    std::optional<Defect> defect;
    while (!defect && block.puzzles.size() < max_puzzles) {
      if (found_.empty()) {
        mark_begin(lines_.position());
        defect = read_item();
        if (!defect && has_ended_) return std::nullopt;
      } else {
        defect = add(found_.front(), block);
        found_.pop_front();
      }
    }
    return defect;
  }

 private:
  /// Finds the puzzles of the next item, or sets `has_ended_`.
  std::optional<Defect> read_item() {
    if (auto defect = read_lines()) return defect;
    has_ended_ = items_.empty();
    const auto unfinished = has_ended_ ? splitter_.take_unfinished() : std::nullopt;
    if (!rows_.empty() && (has_ended_ || items_.front().array != rows_array_)) return end_rows();
    if (unfinished) {
      return Defect{*unfinished, "this value is not closed; the file may be truncated"};
    }
    if (has_ended_) return std::nullopt;
    const JsonItem item = std::move(items_.front());
    items_.pop_front();
    position_ = item.position;
    return find_in(item);
  }

  /// Reads lines up to the end of the next item.
  std::optional<Defect> read_lines() {
    while (items_.empty()) {
      const auto line = lines_.next();
      if (!line) return std::nullopt;
      if (auto defect = find_line_defect(*line)) {
        defect->what += kAdvice;
        return defect;
      }
      if (splitter_.is_between_items() && is_comment(line->text)) {
        note_comment(*line);
      } else {
        splitter_.add(*line, items_);
      }
    }
    return std::nullopt;
  }

  std::optional<Defect> find_in(const JsonItem& item) {
    const Json json = item.is_too_long ? Json(Json::value_t::discarded) : parse(item.text);
    if (take_row(item, json)) return std::nullopt;
    if (!json.is_discarded()) {
      auto puzzles = find_json_puzzles(json, reader_.side(), has_candidates());
      std::ranges::move(puzzles, std::back_inserter(found_));
    }
    if (!found_.empty()) return std::nullopt;
    // Ignore the other rows of a damaged board, so that it counts once.
    rows_.clear();
    ignored_array_ = item.array;
    std::string what = "no puzzle of this size in this value";
    if (json.is_discarded()) what = "invalid JSON";
    if (item.is_too_long)
      what = fmt::format("a value of more than 1 MiB, or nested too deeply{}", kAdvice);
    return Defect{position_, std::move(what)};
  }

  /// Adds a row of a board whose rows are the elements of an outermost array. Returns whether the
  /// item is such a row.
  bool take_row(const JsonItem& item, const Json& json) {
    const bool may_be_row = !json.is_discarded() && !has_candidates();
    auto cells = may_be_row ? json_row(json) : std::nullopt;
    if (!cells || cells->size() != reader_.side() || item.array == 0) return false;
    if (item.array == ignored_array_) return true;
    rows_array_ = item.array;
    std::ranges::move(*cells, std::back_inserter(rows_));
    if (rows_.size() == reader_.shape().cells()) found_.push_back({std::exchange(rows_, {})});
    return true;
  }

  /// Removes the rows of an incomplete board and returns its defect.
  Defect end_rows() {
    const std::size_t rows = std::exchange(rows_, {}).size() / reader_.side();
    return {position_, fmt::format("{} rows expected, {} found", reader_.side(), rows)};
  }

  std::optional<Defect> add(const JsonPuzzle& found, PuzzleBlock& block) {
    if (!found.defect.empty()) return Defect{position_, found.defect};
    OwnedBoard puzzle(reader_.shape());
    if (auto defect = read_puzzle(found.puzzle, puzzle)) return defect;
    Expectation expectation{found.count, {}};
    if (!found.solution.empty()) {
      OwnedBoard solution(reader_.shape());
      if (auto defect = read_cells_of(found.solution, solution.cells())) return defect;
      if (!is_solution_of(solution, puzzle)) {
        return Defect{position_, "the expected solution does not solve the puzzle"};
      }
      expectation.solution.push_back(solution);
    }
    add_expectation(std::move(expectation), block);
    block.puzzles.push_back(puzzle);
    block.lines.push_back(position_.line);
    return std::nullopt;
  }

  std::optional<Defect> read_puzzle(const JsonCells& cells, OwnedBoard& puzzle) {
    if (!has_candidates()) return read_cells_of(cells, puzzle.cells());
    auto defect = read_candidates(fmt::format("{}", fmt::join(cells, "")), position_, reader_,
                                  puzzle.candidates());
    if (defect) defect->position = position_;
    return defect;
  }

  std::optional<Defect> read_cells_of(const JsonCells& cells, std::span<std::uint8_t> out) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const bool is_number = reader_.notation().is_integers || cells[i].size() > 1;
      std::string what = is_number ? reader_.read_integer(cells[i], out[i])
                                   : reader_.read_symbol(cells[i], out[i]);
      if (!what.empty()) return Defect{position_, std::move(what)};
    }
    return std::nullopt;
  }

  JsonItemSplitter splitter_;
  std::deque<JsonItem> items_;
  std::deque<JsonPuzzle> found_;
  JsonCells rows_;                 // of an incomplete board
  std::size_t rows_array_ = 0;     // the array that contains them
  std::size_t ignored_array_ = 0;  // an array with a damaged board
  Position position_;              // of the last item
  bool has_ended_ = false;
};

/// Returns the notation of boards of that shape with these cells.
Notation notation_of(const Shape& shape, const JsonCells& cells) {
  const bool is_integers =
      shape.side() > kMaxSideOfSymbols ||
      std::ranges::any_of(cells, [](const std::string& cell) { return cell.size() > 1; });
  if (shape == k9x9 && !is_integers) return {};
  SymbolEvidence evidence(shape, is_integers);
  for (const std::string& cell : cells) evidence.add(cell);
  return {shape, is_integers, evidence.conclude(), false};
}

/// Collects the lengths of all texts and lists in a value.
void collect_lengths(const Json& json, std::set<std::size_t>& lengths) {
  if (const auto row = json_row(json)) {
    lengths.insert(row->size());
  } else if (json.is_structured()) {
    lengths.insert(json.size());
    for (const Json& element : json) collect_lengths(element, lengths);
  }
}

/// Returns the notation of the puzzles of a value: of boards of the shape `given`, of candidates,
/// or of the smallest boards whose cells all exist. Returns nullopt if there are none.
std::optional<Notation> notation_in(const Json& json, const std::optional<Shape>& given) {
  std::set<std::size_t> lengths;
  collect_lengths(json, lengths);
  std::vector<Shape> shapes;
  if (given) shapes.push_back(*given);
  for (std::size_t side = 1; side <= kMaxSide; ++side) {
    if (const auto shape = usual_shape(side)) shapes.push_back(*shape);
  }
  for (const Shape& shape : shapes) {
    if (lengths.contains(shape.cells() * shape.side())) {
      const auto puzzles = find_json_puzzles(json, shape.side(), true);
      const auto candidates =
          puzzles.empty() ? "" : fmt::format("{}", fmt::join(puzzles.front().puzzle, ""));
      const auto notation = notation_of_candidates(candidates, given, FirstSymbol::automatic);
      if (notation) return notation;
    }
    if (!lengths.contains(shape.cells()) && !lengths.contains(shape.side())) continue;
    JsonCells cells;
    for (const JsonPuzzle& puzzle : find_json_puzzles(json, shape.side(), false)) {
      cells.insert(cells.end(), puzzle.puzzle.begin(), puzzle.puzzle.end());
      cells.insert(cells.end(), puzzle.solution.begin(), puzzle.solution.end());
    }
    if (!cells.empty() && are_json_cells(cells, shape.side())) return notation_of(shape, cells);
  }
  return std::nullopt;
}

/// Returns a board with the first items as rows; the first row replaces missing and invalid rows.
Json board_of_rows(const std::deque<JsonItem>& items, std::size_t side) {
  Json board = Json::array();
  for (std::size_t i = 0; i < side; ++i) {
    const bool is_here = i < items.size() && items[i].array == items[0].array;
    const Json json = parse(is_here ? items[i].text : "");
    const auto row = json.is_discarded() ? std::nullopt : json_row(json);
    board.push_back(row && row->size() == side ? json : board[0]);
  }
  return board;
}

/// Returns the start of a JSON text up to the last element that is complete, with the ends of its
/// lists and objects. Returns an empty text if there is none, or if it is nested too deeply.
std::string without_cut_end(std::string_view text) {
  std::string open;     // ends that are missing after each character, from the outermost on
  std::string missing;  // the same after `size` characters
  std::size_t size = 0;
  JsonNesting nesting;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (!nesting.add(c)) continue;
    const bool is_end = c == ']' || c == '}';
    if (c == '[' || c == '{') open += c == '[' ? ']' : '}';
    if (open.size() > JsonItem::kDeepest) return {};
    if (is_end && !open.empty()) open.pop_back();
    if (is_end || c == ',') {
      size = is_end ? i + 1 : i;
      missing.assign(open.rbegin(), open.rend());
    }
  }
  return std::string(text.substr(0, size)) + missing;
}

/// Whether a text begins like an object, or like a list of objects.
bool begins_like_objects(std::string_view text) {
  const std::size_t open = text.find_first_not_of(" \t\r\n[");
  if (open == text.npos || text[open] != '{') return false;
  const std::size_t name = text.find_first_not_of(" \t\r\n", open + 1);
  if (name == text.npos || text[name] != '"') return false;
  const std::size_t end = text.find('"', name + 1);
  const std::size_t colon = end == text.npos ? end : text.find_first_not_of(" \t", end + 1);
  return colon != text.npos && text[colon] == ':';
}

/// Returns a board as a text, or as a list if its cells are numbers.
std::string json_board(const Board& board) {
  if (board.shape.side() <= kMaxSideOfSymbols) return fmt::format("\"{}\"", format_line(board));
  return fmt::format("[{}]", fmt::join(board.cells, ", "));
}

/// Writes an object per line.
void append_object(const Board& puzzle, const Expectation& expectation, std::string& text) {
  text += "{\"puzzle\": " + json_board(puzzle);
  if (expectation.count) {
    // A number of any size would lose digits in most readers.
    text += fmt::format(", \"count\": \"{}\"", format_count(*expectation.count));
  }
  if (!expectation.solution.empty()) {
    text += ", \"solution\": " + json_board(expectation.solution[0]);
  }
  text += "}\n";
}

/// Looks for the first puzzle. If a value that decides is cut off, requests a longer text.
Recognition recognize_value(const SampleLine& sample) {
  const auto& given = sample.options.shape;
  const std::string_view head = sample.from_here;
  const char first = trim(sample.line).front();
  if (!sample.is_first || (first != '{' && first != '[')) return {};
  const auto answer = [&](const std::optional<Notation>& notation, bool is_cut) -> Recognition {
    if (is_cut && !sample.is_all) return {.needs_more = true};
    if (!notation) return {};
    return {usual_layout(DatasetFormat::json, sample.options, *notation)};
  };
  std::deque<JsonItem> items;
  JsonItemSplitter splitter;
  for (std::string_view rest = head; !rest.empty();) {
    const std::string_view line = take_line(rest);
    if (!splitter.is_between_items() || !is_comment(line)) splitter.add({line}, items);
  }
  const bool has_items = !items.empty();
  const bool is_cut = splitter.take_unfinished().has_value();
  for (; !items.empty(); items.pop_front()) {
    const Json json = parse(items.front().text);
    if (json.is_discarded()) continue;
    const auto row = json_row(json);
    const bool may_be_row = row && items.front().array != 0 && sample.sides.has(row->size()) &&
                            (!given || row->size() == given->side()) &&
                            (json.is_array() || row->size() <= kMaxSideOfSymbols);
    if (may_be_row) {
      return answer(notation_in(board_of_rows(items, row->size()), given),
                    is_cut && items.size() < row->size());
    }
    if (const auto notation = notation_in(json, given)) return answer(notation, false);
  }
  const Json json = parse(is_cut ? without_cut_end(head) : "");
  const auto notation = json.is_discarded() ? std::nullopt : notation_in(json, given);
  if (notation) return answer(notation, is_cut);
  // The file is damaged JSON: the error message should say so.
  if (begins_like_objects(head)) return answer(Notation{}, true);
  return answer(std::nullopt, is_cut && !has_items);
}

}  // namespace

const PuzzleWriter kJsonWriter{.append = append_object, .holds_candidates = true};

const FileFormat formats::json{.recognize = recognize_value,
                               .open = open_as<JsonFormat>,
                               .writer = &kJsonWriter,
                               .is_in_rows = true};

}  // namespace sudoku
