// Plugins that misbehave, and unusual ones. Each has a function of its own, such as `zoo_abort`.

#include "zoo.h"

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <new>
#include <random>
#include <span>
#include <thread>

#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

/// A plugin that answers its first puzzle correctly, which is the probe. The body answers the later
/// puzzles.
#define LATER(name)                                                                      \
  static std::size_t name##_later(const char* puzzle, std::size_t limit, char* solution, \
                                  std::size_t* guesses);                                 \
  TEST_PLUGIN(zoo_##name) {                                                              \
    return is_later() ? name##_later(puzzle, limit, solution, guesses) : ANSWER;         \
  }                                                                                      \
  static std::size_t name##_later(                                                       \
      [[maybe_unused]] const char* puzzle, [[maybe_unused]] std::size_t limit,           \
      [[maybe_unused]] char* solution, [[maybe_unused]] std::size_t* guesses)

// Plugins that end their process.

LATER(abort) { std::abort(); }
LATER(exit) { std::exit(0); }
LATER(throw) { throw 1; }

LATER(segfault) {
  *const_cast<volatile char*>(static_cast<char*>(nullptr)) = 1;
  return ANSWER;
}

// Works until a signal kills it.
LATER(alarm) {
  ::alarm(1);
  for (volatile bool forever = true; forever;) {
  }
  return ANSWER;
}

LATER(fork_abort) {
  if (::fork() == 0) ::sleep(1000);
  std::abort();
}

static std::size_t descend(std::size_t depth) {
  volatile char page[4096];
  page[depth % sizeof page] = 1;
  volatile bool is_endless = true;
  return (is_endless ? descend(depth + 1) : 0) + static_cast<std::size_t>(page[0]);
}

// Overflows the stack.
LATER(deep) { return descend(1); }

// Only counts. If a solution is requested, aborts on puzzles that start with an 8.
TEST_PLUGIN(zoo_abort_when_asked) {
  char unused[128];
  if (limit == 1 && puzzle[0] == '8') std::abort();
  return solve(puzzle, limit, limit == 1 ? solution : unused);
}

// Plugins that do not answer.

LATER(hang) {
  for (volatile bool forever = true; forever;) {
  }
  return ANSWER;
}

LATER(hang_unkillable) {
  std::signal(SIGTERM, SIG_IGN);
  std::signal(SIGINT, SIG_IGN);
  sigset_t all;
  ::sigfillset(&all);
  ::sigprocmask(SIG_BLOCK, &all, nullptr);
  while (true) ::sleep(1000);
}

LATER(stop) {
  ::raise(SIGSTOP);
  return ANSWER;
}

// Plugins with wrong answers.

LATER(zero) { return 0; }
LATER(beyond_limit) { return limit + 1; }
LATER(most) { return static_cast<std::size_t>(-1); }

LATER(breaks_rule) {
  const std::size_t found = ANSWER;
  solution[0] = solution[1];
  return found;
}

// Always stops at the first solution.
TEST_PLUGIN(zoo_first_only) { return answer(puzzle, 1, solution, guesses); }

// Claims one solution for every puzzle. Searches only if the limit is one solution.
TEST_PLUGIN(zoo_claim) { return limit == 1 ? ANSWER : 1; }

// Unusual plugins with right answers.

LATER(print) {
  std::puts("noise of a plugin");
  std::fflush(stdout);
  return ANSWER;
}

// Writes far beyond the end of the solution.
LATER(overrun) {
  std::memset(solution, '1', 4000);
  return ANSWER;
}

// Writes to all open descriptors.
LATER(write_all) {
  for (int i = 0; i < 64; ++i) static_cast<void>(!::write(i, "garbage!", 8));
  return ANSWER;
}

LATER(close_all) {
  ::close_range(0, ~0U, 0);
  return ANSWER;
}

// Changes its CPU affinity and resource limits.
LATER(limits) {
  cpu_set_t first;
  CPU_ZERO(&first);
  CPU_SET(0, &first);
  ::sched_setaffinity(0, sizeof first, &first);
  const rlimit none{0, 0};
  ::setrlimit(RLIMIT_NOFILE, &none);
  ::setrlimit(RLIMIT_FSIZE, &none);
  return ANSWER;
}

// Only counts: returns neither solutions nor guesses.
TEST_PLUGIN(zoo_counting) {
  char unused[128];
  return solve(puzzle, limit, unused);
}

// Plugins with threads and processes.

// Answers both in its process and in a child.
LATER(fork_answer) {
  static_cast<void>(::fork());
  return ANSWER;
}

// Starts short processes in each call.
TEST_PLUGIN(zoo_forking) {
  for (int i = 0; i < 3; ++i) {
    if (::fork() == 0) ::_exit(0);
  }
  return ANSWER;
}

// Sleeps while another thread does its work.
TEST_PLUGIN(zoo_waiting) {
  std::size_t found = 0;
  std::thread worker([&] { found = ANSWER; });
  std::this_thread::sleep_for(std::chrono::milliseconds(1));
  worker.join();
  return found;
}

// Starts processes that work for 20 ms of CPU time each. Polls until they end.
TEST_PLUGIN(zoo_helpers) {
  constexpr int kHelpers = 3;
  void* const shared = ::mmap(nullptr, sizeof(std::atomic<int>), PROT_READ | PROT_WRITE,
                              MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) return 0;
  auto& done = *new (shared) std::atomic<int>(0);
  const pid_t self = ::getpid();
  for (int i = 0; i < kHelpers; ++i) {
    if (::fork() != 0) continue;
    timespec used{};
    while (used.tv_nsec < 20'000'000 && used.tv_sec == 0 && ::getppid() == self) {
      ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    }
    ++done;
    ::_exit(0);
  }
  while (done < kHelpers) {
  }
  ::munmap(shared, sizeof done);
  return ANSWER;
}

/// Appends the id of this process to the file `daemons`.
static void be_daemon(int channel) {
  ::setsid();
  ::close_range(0, STDERR_FILENO, 0);
  const pid_t self = ::getpid();
  const int file = ::open("daemons", O_WRONLY | O_CREAT | O_APPEND, 0666);
  static_cast<void>(::write(file, &self, sizeof self));
  static_cast<void>(::write(channel, "", 1));
  while (true) ::pause();
}

/// Starts two processes that never end, each in its own session. The parent of the second one ends.
static void start_daemons() {
  int channel[2];
  if (::pipe(channel) != 0) return;
  if (::fork() == 0) be_daemon(channel[1]);
  if (::fork() == 0) {
    if (::fork() == 0) be_daemon(channel[1]);
    ::_exit(0);
  }
  char ignored = 0;
  for (int i = 0; i < 2; ++i) static_cast<void>(::read(channel[0], &ignored, 1));
}

TEST_PLUGIN(zoo_daemon) {
  if (!is_later()) start_daemons();
  return ANSWER;
}

// Plugins that look for later puzzles or change the memory that they share with the program.

/// Calls `visit(begin, end, mode, file)` for each range of memory of this process.
template <typename Visit>
static void for_each_memory(Visit visit) {
  std::FILE* const maps = std::fopen("/proc/self/maps", "r");
  if (maps == nullptr) return;
  char line[512];
  while (std::fgets(line, sizeof line, maps) != nullptr) {
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;
    char mode[8] = {};
    char file[256] = {};
    if (std::sscanf(line, "%lx-%lx %7s %*s %*s %*s %255s", &begin, &end, mode, file) < 3) continue;
    visit(begin, end, mode, file);
  }
  std::fclose(maps);
}

static constexpr char kComing[] =
    ".7..8..239.....4.8.83...59..1..3..56.9..5.2..3....9.8.72...8...1..276..98..395...";

/// Searches without memmem, because sanitizers check the reads of memmem.
static bool is_between(const char* begin, const char* end) {
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
static bool is_in_memory() {
  bool is_found = false;
  for_each_memory([&](auto begin, auto end, const char* mode, const char* file) {
    const bool is_own = file[0] == '\0' || std::strncmp(file, "/memfd:", 7) == 0;
    constexpr std::uintptr_t kLargest = 1UL << 23;  // sanitizers reserve more
    if (is_found || mode[0] != 'r' || !is_own || end - begin > kLargest) return;
    is_found = is_between(reinterpret_cast<const char*>(begin), reinterpret_cast<const char*>(end));
  });
  return is_found;
}

// Searches its memory for a later puzzle. Answers that puzzle incorrectly if the search found it.
TEST_PLUGIN(zoo_peek) {
  static bool has_seen = false;
  const bool is_coming = std::strncmp(puzzle, kComing, sizeof kComing - 1) == 0;
  if (!is_coming) has_seen |= is_in_memory();
  return is_coming && has_seen ? 0 : ANSWER;
}

using SharedWords = std::span<volatile std::uint64_t>;

/// Calls `visit` with each range of writable memory that this process shares with another one.
template <typename Visit>
static void for_each_shared_memory(Visit visit) {
  for_each_memory([visit](auto begin, auto end, const char* mode, const char*) {
    if (mode[1] != 'w' || mode[3] != 's') return;
    visit(SharedWords(reinterpret_cast<volatile std::uint64_t*>(begin),
                      reinterpret_cast<volatile std::uint64_t*>(end)));
  });
}

static std::uint64_t random_word() {
  static std::mt19937_64 random(7);
  return random();
}

// Answers, and replaces each shared word.
#define WILD(name, word_after)                                         \
  LATER(name) {                                                        \
    const std::size_t found = ANSWER;                                  \
    for_each_shared_memory([](SharedWords words) {                     \
      for (volatile std::uint64_t & word : words) word = (word_after); \
    });                                                                \
    return found;                                                      \
  }

WILD(wild_ones, ~std::uint64_t{0})
WILD(wild_zeros, 0)
WILD(wild_random, random_word())
WILD(wild_small, random_word() % 64)
WILD(wild_sparse, random_word() % 8 == 0 ? random_word() : word)

/// Repeatedly writes random numbers to all memory that it shares with another process.
static void scribble() {
  while (true) {
    for_each_shared_memory([](SharedWords words) {
      for (int i = 0; i < 1000; ++i) words[random_word() % words.size()] = random_word() % 16;
    });
  }
}

// Answers correctly while one of its threads overwrites the answers.
LATER(wild_thread) {
  static std::thread thread(scribble);
  static_cast<void>(thread);
  return ANSWER;
}
