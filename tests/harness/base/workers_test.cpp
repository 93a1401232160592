#include "harness/base/workers.h"

#include <filesystem>
#include <stdexcept>
#include <string>
#include <thread>

#include "tests/catch.h"

namespace sudoku {
namespace {

struct Item {
  int number = 0;
  int result = 0;
};

/// Returns the squares of the numbers below `count`, in the order of arrival.
std::vector<int> squares(Workers<int>& workers, int count) {
  std::vector<int> arrived;
  int next = 0;
  workers.run<Item>([&](Item& item) { return (item.number = next++) < count; },
                    [](Item& item, int&) { item.result = item.number * item.number; },
                    [&](const Item& item) { arrived.push_back(item.result); });
  return arrived;
}

}  // namespace

TEST_CASE("items arrive in order in each run", "[workers]") {
  Workers<int> workers(3, [] { return 0; });
  for (int run = 0; run < 3; ++run) {
    const std::vector<int> arrived = squares(workers, 200);
    REQUIRE(arrived.size() == 200);
    for (int i = 0; i < 200; ++i) CHECK(arrived[static_cast<std::size_t>(i)] == i * i);
  }
  CHECK(squares(workers, 0).empty());
}

TEST_CASE("a thread's object is made once and not shared", "[workers]") {
  struct Own {
    std::thread::id thread;
    int calls = 0;
  };
  std::atomic<int> made{0};
  Workers<Own> workers(4, [&made] {
    ++made;
    return Own{std::this_thread::get_id(), 0};
  });
  std::atomic<bool> is_shared{false};
  int next = 0;
  workers.run<Item>([&](Item&) { return next++ < 500; },
                    [&](Item&, Own& own) {
                      ++own.calls;
                      if (own.thread != std::this_thread::get_id()) is_shared = true;
                    },
                    [](const Item&) {});
  CHECK_FALSE(is_shared);
  CHECK(made >= 1);
  CHECK(made <= 4);
  int calls = 0;
  workers.for_each([&calls](Own& own) { calls += own.calls; });
  CHECK(calls == 500);
  workers.run_on_one([](Own& own) { own.calls = 0; });
}

TEST_CASE("threads are unpinned when their workers are destroyed", "[workers][threads]") {
  const std::vector<int> allowed = allowed_cpus();
  for (int round = 0; round < 50; ++round) {
    {
      Workers<int> workers(4, [] { return 0; });
      workers.pin();
      squares(workers, 50);
    }
    for (const auto& thread : std::filesystem::directory_iterator("/proc/self/task")) {
      CAPTURE(round, thread.path());
      CHECK(allowed_cpus(std::stoi(thread.path().filename())) == allowed);
    }
  }
}

TEST_CASE("an exception ends the run and reaches the caller", "[workers]") {
  Workers<int> workers(2, [] { return 0; });
  const auto fail = [&workers] {
    workers.run<Item>([](Item&) { return true; },
                      [](Item&, int&) { throw std::runtime_error("broken"); }, [](const Item&) {});
  };
  CHECK_THROWS_AS(fail(), std::runtime_error);
  CHECK(squares(workers, 3) == std::vector<int>{0, 1, 4});
}

}  // namespace sudoku
