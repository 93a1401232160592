#include "harness/base/json.h"

#include <charconv>

#include <fmt/format.h>

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
  TextDigest digest;
  digest.add(dump(object, -1));
  return format_digest(digest.value());
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
    const bool is_plain = kPlain.find(c) != kPlain.npos;
    url += is_plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return url;
}

std::string from_json_text(std::string_view json_text) {
  if (!json_text.starts_with(kScheme)) return std::string(json_text);
  std::string text;
  for (const char* next = json_text.data() + kScheme.size(); next != json_text.end(); ++next) {
    constexpr std::ptrdiff_t kDigits = 2;
    const bool is_escape = *next == '%' && json_text.end() - next > kDigits;
    unsigned char byte = 0;
    const char* const end = next + 1 + kDigits;
    if (is_escape && std::from_chars(next + 1, end, byte, 16).ptr == end) {
      text += static_cast<char>(byte);
      next += kDigits;
    } else {
      text += *next;
    }
  }
  return text;
}

}  // namespace sudoku
