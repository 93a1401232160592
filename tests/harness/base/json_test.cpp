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
