#include "harness/base/json.h"

#include "harness/base/errors.h"
#include "tests/catch.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {
namespace {

using Json = nlohmann::ordered_json;

const Json kObject = {
    {"name", "a"}, {"seed", 18446744073709551615U}, {"time", 0.1}, {"list", {1, 20, nullptr}}};

}  // namespace

TEST_CASE("an object with a digest is read back", "[json]") {
  const TemporaryDirectory directory;
  const auto path = directory / "o.json";
  write_file(path, to_json_file(kObject));
  const StoredJson stored = read_json_file(path.string());
  CHECK(stored.object == kObject);
  CHECK(stored.has_digest);
  write_file(path, to_json_file(stored.object));
  CHECK(read_json_file(path.string()).object == kObject);
}

TEST_CASE("a change of any byte is detected or changes nothing", "[json]") {
  const TemporaryDirectory directory;
  const auto path = directory / "o.json";
  const std::string text = to_json_file(kObject);
  for (std::size_t i = 0; i < text.size(); ++i) {
    for (const char c : {'0', '1', ' ', '"', '}', '\xFF'}) {
      std::string changed = text;
      changed[i] = c;
      write_file(path, changed);
      CAPTURE(changed);
      try {
        const StoredJson stored = read_json_file(path.string());
        CHECK((stored.object == kObject || !stored.has_digest));
      } catch (const InputError&) {
        CHECK(changed != text);
      }
    }
  }
}

TEST_CASE("an object without a digest is read", "[json]") {
  const TemporaryDirectory directory;
  const auto path = directory / "o.json";
  write_file(path, "{\"a\": 1}");
  CHECK_FALSE(read_json_file(path.string()).has_digest);
}

TEST_CASE("anything but an object is rejected, however deep it nests", "[json]") {
  const TemporaryDirectory directory;
  const auto path = directory / "o.json";
  for (const std::string& text :
       {std::string(), std::string("{"), std::string("[]"), std::string("3"), std::string("{} {}"),
        std::string(1'000'000, '['), std::string("{\"a\":").append(100'000, '[')}) {
    write_file(path, text);
    CHECK_THROWS_AS(read_json_file(path.string()), InputError);
  }
  CHECK_THROWS_AS(read_json_file(directory.path().string()), InputError);
  CHECK_THROWS_AS(read_json_file((directory / "none").string()), InputError);
}

TEST_CASE("a syntax error has its position", "[json]") {
  const TemporaryDirectory directory;
  const auto path = directory / "o.json";
  const auto error_of = [&](std::string_view text) {
    write_file(path, text);
    const std::string message = message_of<InputError>([&] { read_json_file(path.string()); });
    REQUIRE(message.starts_with(path.string()));
    return message.substr(path.string().size());
  };
  CHECK(error_of("{\"a\": x}").starts_with(":1:7: invalid JSON: syntax error while parsing value"));
  CHECK(error_of("{\n  \"a\": 1,\n  2}").starts_with(":3:3: invalid JSON: syntax error"));
  CHECK(error_of("{\"a\":\n").starts_with(":2:1: invalid JSON: syntax error"));
  CHECK(error_of("").starts_with(":1:1: invalid JSON: syntax error"));
  CHECK(error_of("{\"a\": 1e999}") == ": invalid JSON: number overflow parsing '1e999'");
  CHECK(error_of("[]") == ": is damaged: not a JSON object");
  CHECK(error_of(std::string("{\"a\":").append(64, '[')) == ": is nested too deeply");
  CHECK(error_of("{}}").starts_with(":1:3: invalid JSON: syntax error"));
}

TEST_CASE("the last of several members with the same key counts", "[json]") {
  const TemporaryDirectory directory;
  const auto path = directory / "o.json";
  write_file(path, R"({"a": {"b": 1}, "c": [1, {"d": 2, "d": [3]}], "a": 4})");
  CHECK(read_json_file(path.string()).object.dump() == R"({"a":4,"c":[1,{"d":[3]}]})");
}

TEST_CASE("an object with very many members is rejected", "[json]") {
  const TemporaryDirectory directory;
  const auto path = directory / "o.json";
  Json object;
  for (std::size_t i = 0; i < kMostMembers; ++i) object[std::to_string(i)] = i;
  write_file(path, object.dump());
  CHECK(read_json_file(path.string()).object.size() == kMostMembers);
  object["one more"] = 1;
  for (const Json& json : {object, Json{{"inner", {object}}}}) {
    write_file(path, json.dump());
    CHECK(message_of<InputError>([&] { read_json_file(path.string()); }) ==
          path.string() + ": has an object with more than 100 members");
  }
}

TEST_CASE("colons, brackets and quotes in strings do not count", "[json]") {
  const TemporaryDirectory directory;
  const auto path = directory / "o.json";
  const Json object = {{"a", std::string(2000, ':')},
                       {"b", std::string(100, '{') + "\\\""},
                       {std::string(100, '['), std::string(100, '"')}};
  write_file(path, to_json_file(object));
  CHECK(read_json_file(path.string()).object == object);
}

TEST_CASE("a long list of objects is read", "[json]") {
  const TemporaryDirectory directory;
  const auto path = directory / "o.json";
  const Json object = {{"list", std::vector<Json>(100'000, Json{{"a", 1}, {"b", Json::array()}})}};
  write_file(path, to_json_file(object));
  CHECK(read_json_file(path.string()).object == object);
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
}

TEST_CASE("invalid escapes in a data URL are kept", "[json]") {
  CHECK(from_json_text("data:,%") == "%");
  CHECK(from_json_text("data:,%4") == "%4");
  CHECK(from_json_text("data:,%4x%41") == "%4xA");
}

}  // namespace sudoku
