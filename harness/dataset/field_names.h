#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include "harness/dataset/cell_text.h"

namespace sudoku {

/// Names of the puzzle in a CSV header or a JSON object, in order of preference.
inline constexpr std::array<std::string_view, 8> kPuzzleNames = {
    "puzzle", "puzzles", "quiz", "quizzes", "question", "sudoku", "grid", "board"};
/// Names of its solution, or of the number of solutions.
inline constexpr std::array<std::string_view, 5> kExpectationNames = {
    "solution", "solutions", "answer", "count", "solution_count"};

/// Names of the solution.
inline constexpr auto kSolutionNames = std::span(kExpectationNames).first<3>();
/// Names of the number of solutions.
inline constexpr auto kCountNames = std::span(kExpectationNames).last<2>();

/// Whether `text` is one of the names, regardless of case.
inline bool is_one_of(std::span<const std::string_view> names, std::string_view text) {
  return std::ranges::find(names, lower_case(text)) != names.end();
}

}  // namespace sudoku
