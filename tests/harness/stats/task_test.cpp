#include "harness/stats/task.h"

#include <nlohmann/json.hpp>

#include "tests/catch.h"

namespace sudoku {
namespace {

const Task kTask = {{"timeout_ns", std::uint64_t{1'500'000'000}},
                    {"max_guesses", std::uint64_t{0}},
                    {"skip_invalid", true},
                    {"column", std::string("caf\xE9")}};

}  // namespace

TEST_CASE("a task is read back from JSON", "[task]") {
  CHECK(task_of(json_of(kTask)) == kTask);
  CHECK(task_of(nlohmann::ordered_json::object()) == Task{});
  for (const char* text :
       {"3", "[]", R"({"a": null})", R"({"a": -1})", R"({"a": 1.5})", R"({"a": {}})"}) {
    CHECK_FALSE(task_of(nlohmann::ordered_json::parse(text)));
  }
}

TEST_CASE("the difference of two tasks is formatted like the options", "[task]") {
  CHECK_FALSE(find_difference(kTask, kTask));
  const auto difference = [](std::size_t option, const TaskValue& value) {
    Task other = kTask;
    other[option].second = value;
    const auto found = find_difference(kTask, other);
    return found->option + " " + found->value + " " + found->other;
  };
  CHECK(difference(0, std::uint64_t{0}) == "--timeout 1500ms 0s");
  CHECK(difference(1, std::uint64_t{7}) == "--max-guesses 0 7");
  CHECK(difference(2, false) == "--skip-invalid on off");
  CHECK(difference(3, std::string()) == "--column 'caf\xE9' ''");
  CHECK(difference(2, std::string("true")) == "--skip-invalid on 'true'");
}

TEST_CASE("an option that one task lacks is a difference", "[task]") {
  const auto found = find_difference({}, {{"pin", true}});
  REQUIRE(found);
  CHECK(found->option == "--pin");
  CHECK(found->value == "unknown");
  CHECK(found->other == "on");
  CHECK(find_difference({{"pin", true}}, {})->other == "unknown");
}

TEST_CASE("the value of an option has its type", "[task]") {
  CHECK(find_value<std::uint64_t>(kTask, "max_guesses") == 0);
  CHECK_FALSE(find_value<bool>(kTask, "max_guesses"));
  CHECK_FALSE(find_value<bool>(kTask, "pin"));
}

}  // namespace sudoku
