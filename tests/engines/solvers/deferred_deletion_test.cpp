#include "engines/solvers/deferred_deletion.h"

#include <atomic>

#include "tests/catch.h"

namespace sudoku::solvers {
namespace {

/// An object with a destructor that waits until `is_open` is set.
struct Slow {
  Slow(const std::atomic<bool>& gate, std::atomic<int>& count) : is_open(gate), deleted(count) {}
  const std::atomic<bool>& is_open;
  std::atomic<int>& deleted;

  ~Slow() {
    is_open.wait(false);
    ++deleted;
  }
};

}  // namespace

TEST_CASE("a deferred deletion does not wait for earlier ones", "[solvers]") {
  std::atomic<bool> is_open{false};
  std::atomic<int> deleted{0};
  {
    DeferredDeletion deletion;
    for (int i = 0; i < 3; ++i) deletion.destroy(std::make_unique<Slow>(is_open, deleted));
    deletion.destroy(std::unique_ptr<Slow>());
    CHECK(deleted == 0);
    is_open = true;
    is_open.notify_all();
  }
  CHECK(deleted == 3);
}

}  // namespace sudoku::solvers
