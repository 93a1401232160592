#include "harness/stats/task.h"

#include "harness/base/json.h"
#include "tests/catch.h"

namespace sudoku {
namespace {

const Task kTask = {{"timeout_ns", 1'500'000'000U},
                    {"max_guesses", 0U},
                    {"skip_invalid", true},
                    {"column", to_json_text("caf\xE9")}};

}  // namespace

TEST_CASE("a task has Booleans, whole numbers and texts", "[task]") {
  CHECK(is_task(kTask));
  CHECK(is_task(Task::object()));
  for (const char* text :
       {"3", "[]", R"({"a": null})", R"({"a": -1})", R"({"a": 1.5})", R"({"a": {}})"}) {
    CHECK_FALSE(is_task(Task::parse(text)));
  }
}

TEST_CASE("the first difference between two tasks is formatted as typed", "[task]") {
  CHECK_FALSE(find_difference(kTask, kTask));
  const auto difference = [](const char* option, const Task& value) {
    Task other = kTask;
    other[option] = value;
    const auto found = find_difference(kTask, other);
    return found->option + " " + found->value + " " + found->other;
  };
  CHECK(difference("timeout_ns", 0U) == "--timeout 1500ms 0s");
  CHECK(difference("max_guesses", 7U) == "--max-guesses 0 7");
  CHECK(difference("skip_invalid", false) == "--skip-invalid on off");
  CHECK(difference("column", "") == "--column 'caf\xE9' ''");
  CHECK(difference("skip_invalid", "true") == "--skip-invalid on 'true'");
}

TEST_CASE("an option that one task lacks is a difference", "[task]") {
  const Task task = {{"pin", true}};
  const auto found = find_difference(Task::object(), task);
  REQUIRE(found);
  CHECK(found->option == "--pin");
  CHECK(found->value == "unknown");
  CHECK(found->other == "on");
  CHECK(find_difference(task, Task::object())->other == "unknown");
}

}  // namespace sudoku
