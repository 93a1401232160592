#include "harness/base/json.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <xxhash.h>

#include "harness/base/errors.h"
#include "harness/base/input_file.h"
#include "harness/base/text_digest.h"

namespace sudoku {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kDigest = "digest";

/// Replaces bytes that are not UTF-8, which texts from the system may contain.
std::string dump(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

std::string digest_of(const Json& object) {
  const std::string text = dump(object, -1);
  return format_digest(XXH3_64bits(text.data(), text.size()));
}

Json parse(const std::string& path) {
  constexpr int kDeepest = 64;  // deeper nesting might exhaust the stack
  const auto refuse_deep = [&path](int depth, Json::parse_event_t, const Json&) {
    if (depth > kDeepest) throw InputError(path, "is damaged: nested too deeply");
    return true;
  };
  try {
    Json json = Json::parse(read_whole(path), refuse_deep);
    if (json.is_object()) return json;
  } catch (const Json::exception&) {
    // Reported below, like JSON that is not an object.
  }
  throw InputError(path, "is damaged: not a JSON object");
}

constexpr std::string_view kScheme = "data:,";

bool is_utf8(const std::string& text) {
  try {
    static_cast<void>(nlohmann::json(text).dump());
    return true;
  } catch (const nlohmann::json::type_error&) {
    return false;
  }
}

/// Returns the value of an upper-case hexadecimal digit, or 16 for any other character.
unsigned digit_value(char c) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  const std::size_t value = kDigits.find(c);
  return value == kDigits.npos ? 16U : static_cast<unsigned>(value);
}

}  // namespace

std::string to_json_file(Json object) {
  object.erase(kDigest);
  object[kDigest] = digest_of(object);
  return dump(object, 2) + '\n';
}

StoredJson read_json_file(const std::string& path) {
  StoredJson stored{parse(path)};
  const auto digest = stored.object.find(kDigest);
  if (digest == stored.object.end()) return stored;
  const Json expected = *digest;
  stored.object.erase(kDigest);
  stored.has_digest = true;
  if (expected != digest_of(stored.object)) {
    throw InputError(path, "has been modified: its digest does not match");
  }
  return stored;
}

std::string to_json_text(std::string_view text) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/";
  std::string same(text);
  if (!text.starts_with(kScheme) && is_utf8(same)) return same;
  std::string url(kScheme);
  for (const char c : text) {
    if (kPlain.find(c) != kPlain.npos) {
      url += c;
    } else {
      url += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return url;
}

std::string from_json_text(std::string_view json_text) {
  if (!json_text.starts_with(kScheme)) return std::string(json_text);
  json_text.remove_prefix(kScheme.size());
  std::string text;
  for (std::size_t i = 0; i < json_text.size(); ++i) {
    const bool is_escape = json_text[i] == '%' && i + 2 < json_text.size();
    const unsigned high = is_escape ? digit_value(json_text[i + 1]) : 16U;
    const unsigned low = is_escape ? digit_value(json_text[i + 2]) : 16U;
    if (high < 16 && low < 16) {
      text += static_cast<char>(16 * high + low);
      i += 2;
    } else {
      text += json_text[i];
    }
  }
  return text;
}

}  // namespace sudoku
