#pragma once

#include <cstdint>
#include <cstdio>
#include <random>
#include <span>

/// Calls `visit` with each range of writable memory that this process shares with another one.
template <typename Visit>
void for_each_shared_memory(Visit visit) {
  std::FILE* maps = std::fopen("/proc/self/maps", "r");
  if (maps == nullptr) return;
  char line[512];
  while (std::fgets(line, sizeof line, maps) != nullptr) {
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;
    char mode[8] = {};
    const bool is_read = std::sscanf(line, "%lx-%lx %7s", &begin, &end, mode) == 3;
    if (!is_read || mode[1] != 'w' || mode[3] != 's') continue;
    visit(std::span(reinterpret_cast<volatile std::uint64_t*>(begin),
                    reinterpret_cast<volatile std::uint64_t*>(end)));
  }
  std::fclose(maps);
}

inline std::uint64_t random_word() {
  static std::mt19937_64 random(7);
  return random();
}

/// Replaces each shared word by the result of `change`.
template <typename Change>
void change_shared_memory(Change change) {
  for_each_shared_memory([change](std::span<volatile std::uint64_t> words) {
    for (volatile std::uint64_t& word : words) word = change(word);
  });
}
