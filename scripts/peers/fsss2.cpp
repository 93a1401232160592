// Adapter of fsss2. The classes of fsss2 either count at most two solutions, or do not return a
// solution. The class below counts up to any limit and returns the first solution.

#include <cstddef>
#include <cstdint>

#include <fsss2.cpp>

/// Counts solutions up to the limit and keeps the first one.
class FirstSolution final : public nullCollector {
 public:
  FirstSolution(std::size_t limit, char* solution) : limit_(limit), solution_(solution) {}

  std::size_t solve(const char* clues) {
    fsss2<FirstSolution> solver(*this);
    solver.solve(clues);
    return count_;
  }
  void setCellValue(int cell, int digit) {
    if (count_ == 0) solution_[cell] = static_cast<char>('0' + digit);
  }
  bool solutionFound() { return ++count_ == limit_; }

 private:
  std::size_t limit_;
  std::size_t count_ = 0;
  char* solution_;
};

extern "C" std::size_t SolveSudoku(const char* puzzle, std::size_t limit, std::uint32_t,
                                   char* solution, std::size_t*) {
  char clues[81];
  for (int cell = 0; cell < 81; ++cell) {
    clues[cell] = static_cast<char>(puzzle[cell] == '.' ? 0 : puzzle[cell] - '0');
  }
  return FirstSolution(limit, solution).solve(clues);
}
