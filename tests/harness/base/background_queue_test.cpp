#include "harness/base/background_queue.h"

#include <memory>
#include <stdexcept>
#include <vector>

#include "tests/catch.h"

namespace sudoku {

TEST_CASE("items are processed in order on one background thread", "[background_queue]") {
  std::vector<int> used;
  std::vector<std::thread::id> threads;
  BackgroundQueue<std::unique_ptr<int>> background(3, [&](const std::unique_ptr<int>& item) {
    used.push_back(*item);
    threads.push_back(std::this_thread::get_id());
  });
  for (int i = 0; i < 1000; ++i) background.put(std::make_unique<int>(i));
  background.finish();
  REQUIRE(used.size() == 1000);
  for (int i = 0; i < 1000; ++i) CHECK(used[static_cast<std::size_t>(i)] == i);
  CHECK(threads == std::vector(1000, threads.front()));
  CHECK(threads.front() != std::this_thread::get_id());
}

TEST_CASE("no more items wait than the capacity allows", "[background_queue]") {
  std::atomic<int> put{0};
  std::atomic<int> used{0};
  std::atomic<int> most{0};
  {
    BackgroundQueue<int> background(2, [&](int) {
      std::this_thread::yield();
      if (put - used > most) most = put - used;
      ++used;
    });
    for (int i = 0; i < 300; ++i) {
      background.put(int{i});
      ++put;
    }
  }
  CHECK(used == 300);  // by the destructor, at the latest
  CHECK(most <= 3);    // those that wait, and the one that is used
}

TEST_CASE("an exception reaches the next put", "[background_queue]") {
  std::atomic<int> calls{0};
  BackgroundQueue<int> background(2, [&](int) {
    ++calls;
    throw std::runtime_error("broken");
  });
  const auto put_many = [&] {
    for (int i = 0; i < 10; ++i) background.put(int{i});
  };
  CHECK_THROWS_AS(put_many(), std::runtime_error);
  CHECK_THROWS_AS(background.put(0), std::runtime_error);
  CHECK_THROWS_AS(background.finish(), std::runtime_error);
  CHECK(calls == 1);
}

TEST_CASE("an exception at the last item reaches finish and is otherwise ignored",
          "[background_queue]") {
  const auto fail = [](int) { throw std::runtime_error("broken"); };
  BackgroundQueue<int> finished(2, fail);
  finished.put(0);
  CHECK_THROWS_AS(finished.finish(), std::runtime_error);
  BackgroundQueue<int> left(2, fail);
  left.put(0);
}

}  // namespace sudoku
