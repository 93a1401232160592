#include "harness/base/json.h"

#include <algorithm>
#include <charconv>
#include <vector>

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

/// Throws InputError for objects with too many members and for deep nesting. The library compares
/// each key with all earlier ones, and deep nesting might exhaust the stack. A callback of the
/// library's parser could find both, but takes quadratic time for long lists.
void refuse_excess(const std::string& path, std::string_view text) {
  constexpr std::size_t kDeepest = 64;
  std::vector<std::size_t> members(kDeepest + 1);  // of the open object or array at each depth
  JsonNesting nesting;
  for (const char c : text) {
    if (!nesting.add(c)) continue;
    if (nesting.depth() > kDeepest) throw InputError(path, "is nested too deeply");
    std::size_t& count = members[nesting.depth()];
    if (c == '{' || c == '[') count = 0;
    if (c == ':' && ++count > kMostMembers) {
      throw InputError(path, fmt::format("has an object with more than {} members", kMostMembers));
    }
  }
}

Json parse(const std::string& path) {
  const std::string text = read_whole(path);
  refuse_excess(path, text);
  try {
    Json json = Json::parse(text);
    if (json.is_object()) return json;
  } catch (const Json::parse_error& error) {
    const std::string_view before = std::string_view(text).substr(0, error.byte - 1);
    const auto line = static_cast<std::uint64_t>(std::ranges::count(before, '\n')) + 1;
    std::string_view what = untagged(error);
    what.remove_prefix(what.find(": ") + 2);  // the position
    throw InputError(path, {line, error.byte - (before.rfind('\n') + 1)},
                     fmt::format("invalid JSON: {}", what));
  } catch (const Json::exception& error) {
    throw InputError(path, fmt::format("invalid JSON: {}", untagged(error)));
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

std::string to_ascii_json(const Json& json) {
  return json.dump(2, ' ', true, Json::error_handler_t::replace) + '\n';
}

std::string_view untagged(const std::exception& error) {
  std::string_view what = error.what();
  if (what.starts_with("[json.")) what.remove_prefix(what.find("] ") + 2);
  return what;
}

std::string to_data_url(std::string_view text) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/";
  std::string url(kScheme);
  for (const char c : text) {
    const bool is_plain = kPlain.find(c) != kPlain.npos;
    url += is_plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return url;
}

bool is_data_url(std::string_view text) { return text.starts_with(kScheme); }

std::string to_json_text(std::string_view text) {
  std::string same(text);
  return is_data_url(text) || !is_utf8(same) ? to_data_url(text) : same;
}

std::string from_json_text(std::string_view json_text) {
  if (!is_data_url(json_text)) return std::string(json_text);
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
