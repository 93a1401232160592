#include "harness/base/json.h"

#include "tests/catch.h"
#include "tests/harness/dataset/read_dataset.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {
namespace {

using Json = nlohmann::ordered_json;

const Json kObject = {
    {"name", "a"}, {"seed", 18446744073709551615U}, {"time", 0.1}, {"list", {1, 20, nullptr}}};

StoredJson read(std::string_view text) { return read_json_file(test::TemporaryFile(text).path()); }

/// Returns the error of reading a text, without the path.
std::string error_of(std::string_view text) {
  const test::TemporaryFile file(text);
  const std::string message = message_of<InputError>([&] { read_json_file(file.path()); });
  REQUIRE(message.starts_with(file.path()));
  return message.substr(file.path().size());
}

}  // namespace

TEST_CASE("an object is read back, with a digest if it has one", "[json]") {
  const Json with_signs = {{"a", std::string(2000, ':')},
                           {"b", std::string(100, '{') + "\\\""},
                           {std::string(100, '['), std::string(100, '"')}};
  const Json long_list = {
      {"list", std::vector<Json>(100'000, Json{{"a", 1}, {"b", Json::array()}})}};
  for (const Json& object : {kObject, with_signs, long_list}) {
    const StoredJson stored = read(to_json_file(object));
    CHECK(stored.object == object);
    CHECK(stored.has_digest);
    CHECK(read(to_json_file(stored.object)).object == object);
  }
  CHECK_FALSE(read("{\"a\": 1}").has_digest);
}

TEST_CASE("a change of any byte is detected or changes nothing", "[json]") {
  const std::string text = to_json_file(kObject);
  for (std::size_t i = 0; i < text.size(); ++i) {
    for (const char c : {'0', '1', ' ', '"', '}', '\xFF'}) {
      std::string changed = text;
      changed[i] = c;
      CAPTURE(changed);
      try {
        const StoredJson stored = read(changed);
        CHECK((stored.object == kObject || !stored.has_digest));
      } catch (const InputError&) {
        CHECK(changed != text);
      }
    }
  }
}

TEST_CASE("an error in a JSON file has its position", "[json]") {
  CHECK_THAT(error_of("{\"a\": x}"),
             Catch::StartsWith(":1:7: invalid JSON: syntax error while parsing value"));
  CHECK_THAT(error_of("{\n  \"a\": 1,\n  2}"), Catch::StartsWith(":3:3: invalid JSON: syntax"));
  CHECK_THAT(error_of("{\"a\":\n"), Catch::StartsWith(":2:1: invalid JSON: syntax error"));
  CHECK_THAT(error_of(""), Catch::StartsWith(":1:1: invalid JSON: syntax error"));
  CHECK_THAT(error_of("{}}"), Catch::StartsWith(":1:3: invalid JSON: syntax error"));
  CHECK(error_of("{\"a\": 1e999}") == ": invalid JSON: number overflow parsing '1e999'");
  for (const char* other : {"[]", "3"}) CHECK(error_of(other) == ": is damaged: not a JSON object");
  for (const std::string before : {"", "{\"a\":"}) {
    for (const std::size_t depth : {65, 1'000'000}) {
      CHECK(error_of(before + std::string(depth, '[')) == ": is nested too deeply");
    }
  }
  CHECK_THROWS_AS(read_json_file("/"), InputError);
  CHECK_THROWS_AS(read_json_file("/no/such/file"), InputError);
}

TEST_CASE("the last of several members with the same key counts", "[json]") {
  const StoredJson json = read(R"({"a": {"b": 1}, "c": [1, {"d": 2, "d": [3]}], "a": 4})");
  CHECK(json.object.dump() == R"({"a":4,"c":[1,{"d":[3]}]})");
}

TEST_CASE("an object with very many members is rejected", "[json]") {
  Json object;
  for (std::size_t i = 0; i < kMostMembers; ++i) object[std::to_string(i)] = i;
  CHECK(read(object.dump()).object.size() == kMostMembers);
  object["one more"] = 1;
  for (const Json& json : {object, Json{{"inner", {object}}}}) {
    CHECK(error_of(json.dump()) == ": has an object with more than 100 members");
  }
}

TEST_CASE("text of any bytes survives JSON", "[json]") {
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

TEST_CASE("UTF-8 text is stored unchanged in JSON, other text as a data URL", "[json]") {
  CHECK(to_json_text("a b%C3\xC3\xBC") == "a b%C3\xC3\xBC");
  CHECK(to_json_text("caf\xE9 1.txt") == "data:,caf%E9%201.txt");
  CHECK(to_json_text("data:,x") == "data:,data%3A%2Cx");
  for (const auto& [url, text] : {std::pair("data:,%", "%"), std::pair("data:,%4", "%4"),
                                  std::pair("data:,%4x%41", "%4xA")}) {
    CHECK(from_json_text(url) == text);  // keeps invalid escapes
  }
}

}  // namespace sudoku
