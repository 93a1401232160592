#include <cstdio>

#include "zoo.h"

namespace {

constexpr char kComing[] =
    ".7..8..239.....4.8.83...59..1..3..56.9..5.2..3....9.8.72...8...1..276..98..395...";

/// Searches without memmem, because sanitizers check the reads of memmem.
bool is_between(const char* begin, const char* end) {
  constexpr long kLength = sizeof kComing - 1;
  for (; end - begin >= kLength; ++begin) {
    long same = 0;
    while (same < kLength && begin[same] == kComing[same]) ++same;
    if (same == kLength) return true;
  }
  return false;
}

/// Returns whether the puzzle is anywhere in the memory of this process. Ignores mapped files
/// except the shared memory of the program.
bool is_in_memory() {
  std::FILE* const maps = std::fopen("/proc/self/maps", "r");
  if (maps == nullptr) return false;
  bool is_found = false;
  char line[512];
  while (!is_found && std::fgets(line, sizeof line, maps) != nullptr) {
    unsigned long begin = 0;
    unsigned long end = 0;
    char rights[5] = "";
    char file[256] = "";
    std::sscanf(line, "%lx-%lx %4s %*s %*s %*s %255s", &begin, &end, rights, file);
    const bool is_own = file[0] == '\0' || std::strncmp(file, "/memfd:", 7) == 0;
    constexpr unsigned long kLargest = 1UL << 23;  // sanitizers reserve more
    if (rights[0] != 'r' || !is_own || end - begin > kLargest) continue;
    is_found = is_between(reinterpret_cast<const char*>(begin), reinterpret_cast<const char*>(end));
  }
  std::fclose(maps);
  return is_found;
}

}  // namespace

// Searches its memory for a later puzzle. Answers this puzzle incorrectly if it found it.
TEST_PLUGIN(SolveSudoku) {
  static_cast<void>(config);
  static bool has_seen = false;
  const bool is_coming = std::strncmp(puzzle, kComing, sizeof kComing - 1) == 0;
  if (!is_coming) has_seen |= is_in_memory();
  return is_coming && has_seen ? 0 : ANSWER;
}
