#include "harness/base/json_file.h"

#include <xxhash.h>

#include "harness/base/byte_source.h"
#include "harness/base/errors.h"
#include "harness/base/text_digest.h"

namespace sudoku {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kDigest = "digest";

/// What the system tells of itself may be no UTF-8.
std::string dump(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

std::string digest_of(const Json& object) {
  const std::string text = dump(object, -1);
  return format_digest(XXH3_64bits(text.data(), text.size()));
}

Json parse(const std::string& path) {
  constexpr int kDeepest = 64;  // what nests without end would exhaust the stack
  const auto refuse_deep = [&path](int depth, Json::parse_event_t, const Json&) {
    if (depth > kDeepest) throw InputError(path, "is damaged: nested too deeply");
    return true;
  };
  try {
    Json json = Json::parse(read_whole(path), refuse_deep);
    if (json.is_object()) return json;
  } catch (const Json::exception&) {
    // As bad as any other that is no object.
  }
  throw InputError(path, "is damaged: no JSON object");
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

}  // namespace sudoku
