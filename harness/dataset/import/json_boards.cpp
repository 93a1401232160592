#include "harness/dataset/import/json_boards.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "harness/dataset/cell_text.h"
#include "harness/dataset/csv_record.h"

namespace sudoku {
namespace {

using Json = nlohmann::ordered_json;

/// Returns the text of one cell, or nullopt if the value is not a cell.
std::optional<std::string> cell_of(const Json& json) {
  constexpr std::size_t kLongestCell = 2;
  if (json.is_null() || json == false) return ".";
  if (json.is_number_integer()) return json.dump();
  if (!json.is_string()) return std::nullopt;
  const auto& text = json.get_ref<const std::string&>();
  if (text.empty() || text == " ") return ".";
  return text.size() <= kLongestCell ? std::optional(text) : std::nullopt;
}

bool is_complete(const JsonCells& cells, std::size_t side) {
  return std::ranges::none_of(cells, [&](const std::string& cell) {
    return cell == "-1" || cell == "0" || (cell.size() == 1 && is_mark(cell[0], side));
  });
}

bool is_json_cell(const std::string& cell, std::size_t side) {
  const bool is_symbol = cell.size() == 1 && side <= kMaxSideOfSymbols;
  return is_symbol ? may_be_symbol(cell[0], side) : may_be_integer(cell, side);
}

/// Whether nothing is expected.
bool is_nothing(const Json& json) {
  return json.is_null() || (json.is_string() && json.get_ref<const std::string&>().empty());
}

/// Returns the number of solutions that a value names; nullopt if it does not name one.
std::optional<SolutionCount> number_in(const Json& json) {
  if (json.is_number_unsigned()) return parse_count(json.dump());
  return json.is_string() ? parse_count(json.get_ref<const std::string&>()) : std::nullopt;
}

/// Returns the member with the first of the names, regardless of case, or the end.
template <typename Names>
Json::const_iterator find_member(const Json& object, const Names& names) {
  for (const std::string_view name : names) {
    for (auto member = object.begin(); member != object.end(); ++member) {
      if (lower_case(member.key()) == name) return member;
    }
  }
  return object.end();
}

/// Whether a value is a list of rows that has an object for each cell.
bool has_object_per_cell(const Json& json) {
  constexpr std::size_t kSmallestSide = 4;
  const auto is_object = [](const Json& cell) { return cell.is_object(); };
  return json.is_array() && json.size() >= kSmallestSide &&
         std::ranges::all_of(json, [&](const Json& row) {
           return row.is_array() && row.size() == json.size() &&
                  std::ranges::all_of(row, is_object);
         });
}

class PuzzleFinder {
 public:
  PuzzleFinder(std::size_t side, bool have_candidates)
      : side_(side),
        have_candidates_(have_candidates),
        puzzle_size_(side * side * (have_candidates ? side : 1)) {}

  std::vector<JsonPuzzle> find(const Json& json) {
    visit(json, nullptr, false);
    return std::move(found_);
  }

 private:
  // `expected` is the value with the solutions of the puzzles of a value; null if there is none.

  /// Finds the puzzles of a value. `is_puzzle` tells that it must hold at least one.
  void visit(const Json& value, const Json* expected, bool is_puzzle) {
    if (has_object_per_cell(value)) {
      return fail(
          "a board of f-puzzles or SudokuPad, which may have more rules; write the clues as a "
          "text, one character per cell");
    }
    if (auto puzzle = puzzle_of(value)) return add(std::move(*puzzle), expected);
    const bool is_board = !value.is_structured() || json_row(value).has_value();
    if (is_damaged(value) || (is_puzzle && is_board)) return fail(describe_damage(value));
    if (value.is_object()) return visit_object(value, expected);
    if (!value.is_array()) return;
    const bool are_paired = expected != nullptr && expected->is_array();
    if (are_paired && expected->size() != value.size()) {
      return fail(fmt::format("{} puzzles, but {} solutions", value.size(), expected->size()));
    }
    for (std::size_t i = 0; i < value.size(); ++i) {
      visit(value[i], are_paired ? &(*expected)[i] : nullptr, is_puzzle);
    }
  }

  void visit_object(const Json& object, const Json* expected) {
    const auto puzzle = find_member(object, kPuzzleNames);
    if (puzzle != object.end()) return visit_puzzle(object, puzzle, expected);
    if (expected != nullptr && expected->is_object()) {
      for (const auto& [key, value] : object.items())
        visit(value, expected_for(key, expected), true);
    } else {
      visit_unnamed(object);
    }
  }

  /// Finds the puzzles of an object with a puzzle name.
  void visit_puzzle(const Json& object, const Json::const_iterator& puzzle, const Json* expected) {
    const auto solution = find_member(object, kSolutionNames);
    const Json* own = solution == object.end() ? expected_for(puzzle.key(), expected) : &*solution;
    if (own == nullptr) own = other_board_of(object, puzzle);
    const std::size_t before = found_.size();
    visit(*puzzle, own, true);
    if (found_.size() == before) {
      return fail(fmt::format("no puzzle of this size in the member '{}'", puzzle.key()));
    }
    // If the member holds several puzzles, the count may be the number of puzzles.
    const auto count = find_member(object, kCountNames);
    if (count == object.end() || is_nothing(*count) || !puzzle_of(*puzzle)) return;
    found_.back().count = number_in(*count);
    if (!found_.back().count) fail("the member 'count' is not a number of solutions");
  }

  /// Returns a board with another puzzle name: perhaps the solution.
  const Json* other_board_of(const Json& object, const Json::const_iterator& puzzle) const {
    for (auto member = object.begin(); member != object.end(); ++member) {
      const bool is_other = member != puzzle && is_one_of(kPuzzleNames, member.key());
      if (is_other && board_of(*member)) return &*member;
    }
    return nullptr;
  }

  /// Finds the puzzles of an object without known names.
  void visit_unnamed(const Json& object) {
    std::vector<JsonCells> boards;
    for (const auto& [key, value] : object.items()) {
      if (auto board = puzzle_of(value)) {
        boards.push_back(std::move(*board));
      } else if (!is_one_of(kExpectationNames, key)) {
        visit(value, nullptr, false);
      }
    }
    const auto is_full = [this](const JsonCells& board) { return is_complete(board, side_); };
    if (boards.size() == 2 && is_full(boards[0]) != is_full(boards[1])) {
      if (is_full(boards[0])) std::swap(boards[0], boards[1]);
      found_.push_back({std::move(boards[0]), std::move(boards[1])});
    } else {
      for (JsonCells& board : boards) found_.push_back({std::move(board)});
    }
  }

  /// Adds a puzzle with its solution, or a defect if it is damaged.
  void add(JsonCells board, const Json* expected) {
    JsonPuzzle puzzle{std::move(board)};
    if (expected != nullptr && !is_nothing(*expected)) {
      auto solution = board_of(*expected);
      const bool may_be_list = !solution && expected->is_array() && !expected->empty();
      if (may_be_list) solution = board_of((*expected)[0]);
      if (solution) {
        puzzle.solution = std::move(*solution);
      } else if (expected->is_number_unsigned()) {
        puzzle.count = number_in(*expected);
      } else if (expected->is_string() || is_damaged(*expected)) {
        return fail("in the expected solution: " + describe_damage(*expected));
      }
    }
    found_.push_back(std::move(puzzle));
  }

  void fail(std::string defect) { found_.push_back({{}, {}, {}, std::move(defect)}); }

  std::optional<JsonCells> puzzle_of(const Json& json) const {
    if (!have_candidates_) return board_of(json);
    auto cells = json.is_string() ? json_row(json) : std::nullopt;
    return cells && cells->size() == puzzle_size_ ? std::move(cells) : std::nullopt;
  }

  std::optional<JsonCells> board_of(const Json& json) const {
    if (auto cells = json_row(json)) {
      return cells->size() == side_ * side_ ? std::move(cells) : std::nullopt;
    }
    if (!json.is_array() || json.size() != side_) return std::nullopt;
    JsonCells cells;
    for (const Json& element : json) {
      auto row = json_row(element);
      if (!row || row->size() != side_) return std::nullopt;
      std::ranges::move(*row, std::back_inserter(cells));
    }
    return cells;
  }

  /// Whether a value that is no board was probably meant to be one.
  bool is_damaged(const Json& json) const {
    const auto is_cell = [this](const std::string& cell) { return is_json_cell(cell, side_); };
    if (const auto cells = json_row(json)) {
      const auto valid = std::ranges::count_if(*cells, is_cell);
      return 2 * cells->size() > puzzle_size_ && 10 * valid >= 9 * std::ssize(*cells);
    }
    if (!json.is_array()) return false;
    const auto rows = std::ranges::count_if(json, [&](const Json& element) {
      const auto cells = json_row(element);
      return cells && cells->size() == side_ && std::ranges::all_of(*cells, is_cell);
    });
    return rows > 0 && 2 * static_cast<std::size_t>(rows) >= json.size();
  }

  std::string describe_damage(const Json& json) const {
    if (const auto cells = json_row(json)) {
      return fmt::format("{} {} expected, {} found", puzzle_size_,
                         have_candidates_ ? "candidates" : "cells", cells->size());
    }
    if (json.is_array() && json.size() != side_) {
      return fmt::format("{} rows expected, {} found", side_, json.size());
    }
    return json.is_array() ? fmt::format("a row does not have {} cells", side_)
                           : "no puzzle in this value";
  }

  /// Returns the value with the solutions of the puzzles in the member `key`. Objects have it in a
  /// member of the same name.
  static const Json* expected_for(const std::string& key, const Json* expected) {
    if (expected == nullptr || !expected->is_object()) return expected;
    const auto found = expected->find(key);
    return found == expected->end() ? nullptr : &*found;
  }

  std::size_t side_;
  bool have_candidates_;
  std::size_t puzzle_size_;  // in cells or candidates
  std::vector<JsonPuzzle> found_;
};

}  // namespace

std::optional<JsonCells> json_row(const Json& json) {
  constexpr std::string_view kIgnored = "\n\r|";
  JsonCells cells;
  if (json.is_string()) {
    for (const char c : json.get_ref<const std::string&>()) {
      if (kIgnored.find(c) == kIgnored.npos) cells.emplace_back(1, c == ' ' ? '.' : c);
    }
    return cells;
  }
  if (!json.is_array()) return std::nullopt;
  for (const Json& element : json) {
    auto cell = cell_of(element);
    if (!cell) return std::nullopt;
    cells.push_back(std::move(*cell));
  }
  return cells;
}

bool are_json_cells(const JsonCells& cells, std::size_t side) {
  return std::ranges::all_of(cells,
                             [side](const std::string& cell) { return is_json_cell(cell, side); });
}

std::vector<JsonPuzzle> find_json_puzzles(const Json& json, std::size_t side,
                                          bool have_candidates) {
  return PuzzleFinder(side, have_candidates).find(json);
}

}  // namespace sudoku
