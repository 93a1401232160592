#include "engines/solvers/grave.h"

#include <atomic>
#include <memory>

#include "tests/catch.h"

namespace sudoku::solvers {
namespace {

/// Takes as long to be deleted as the gate is shut.
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

TEST_CASE("a burial waits for none before it", "[solvers]") {
  std::atomic<bool> is_open{false};
  std::atomic<int> deleted{0};
  {
    Grave grave;
    for (int i = 0; i < 3; ++i) grave.bury(std::make_unique<Slow>(is_open, deleted));
    grave.bury(std::unique_ptr<Slow>());
    CHECK(deleted == 0);
    is_open = true;
    is_open.notify_all();
  }
  CHECK(deleted == 3);
}

}  // namespace sudoku::solvers
