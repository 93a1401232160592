#pragma once

#include <array>
#include <span>
#include <string_view>

namespace sudoku {

/// Names of the puzzle in a CSV header or a JSON object, in order of preference.
inline constexpr std::array<std::string_view, 8> kPuzzleNames = {
    "puzzle", "puzzles", "quiz", "quizzes", "question", "sudoku", "grid", "board"};
/// Names of its solution, or of the number of solutions.
inline constexpr std::array<std::string_view, 5> kExpectationNames = {
    "solution", "solutions", "answer", "count", "solution_count"};

/// Those of them that name a solution.
inline constexpr std::array<std::string_view, 3> kSolutionNames = {"solution", "solutions",
                                                                   "answer"};
/// Those of them that name the number of solutions.
inline constexpr std::array<std::string_view, 2> kCountNames = {"count", "solution_count"};

/// Whether `text` is one of the names, regardless of case.
bool is_one_of(std::span<const std::string_view> names, std::string_view text);

}  // namespace sudoku
