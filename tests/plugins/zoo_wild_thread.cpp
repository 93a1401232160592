#include <thread>

#include "wild.h"
#include "zoo.h"

namespace {

/// Repeatedly fills all memory that it shares with another process with random numbers.
void scribble() {
  while (true) {
    for_each_shared_memory([](std::span<volatile std::uint64_t> words) {
      for (int i = 0; i < 1000; ++i) words[random_word() % words.size()] = random_word() % 16;
    });
  }
}

}  // namespace

// Answers correctly while one of its threads overwrites the answers.
TEST_PLUGIN(SolveSudoku) {
  static_cast<void>(config);
  if (is_later()) {
    static std::thread thread(scribble);
    static_cast<void>(thread);
  }
  return ANSWER;
}
