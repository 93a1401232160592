#include "harness/base/json_text.h"

#include <nlohmann/json.hpp>

#include "tests/catch.h"

namespace sudoku {

TEST_CASE("text of any bytes comes back from JSON", "[json_text]") {
  std::string all;
  for (int byte = 1; byte < 256; ++byte) all += static_cast<char>(byte);
  for (const std::string& text :
       {std::string(), std::string("hard.txt"), std::string("100% \xC3\xBC\n\"x\""),
        std::string("caf\xE9.txt"), std::string("data:,caf%E9"), std::string("data:,"),
        std::string("data:,%\xFF%41"), all}) {
    const std::string json = nlohmann::json(to_json_text(text)).dump();
    CAPTURE(json);
    CHECK(from_json_text(nlohmann::json::parse(json).get<std::string>()) == text);
  }
}

TEST_CASE("text that is UTF-8 stands in JSON as it is, other text as a data URL", "[json_text]") {
  CHECK(to_json_text("a b%C3\xC3\xBC") == "a b%C3\xC3\xBC");
  CHECK(to_json_text("caf\xE9 1.txt") == "data:,caf%E9%201.txt");
  CHECK(to_json_text("data:,x") == "data:,data%3A%2Cx");
}

TEST_CASE("what is no escape in a data URL stands for itself", "[json_text]") {
  CHECK(from_json_text("data:,%") == "%");
  CHECK(from_json_text("data:,%4") == "%4");
  CHECK(from_json_text("data:,%4x%41") == "%4xA");
}

}  // namespace sudoku
