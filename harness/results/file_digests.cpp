#include "harness/results/file_digests.h"

#include "harness/base/errors.h"
#include "harness/base/json.h"
#include "harness/base/text_digest.h"

namespace sudoku {
namespace {

using Json = nlohmann::ordered_json;

}  // namespace

FileDigests file_digests_of(const StoredJson& context, const std::string& path) {
  FileDigests digests;
  const auto files = context.object.find("files");
  if (!context.has_digest && context.object.contains("schema_version")) {
    throw InputError(path, "has been modified: it has no digest");
  }
  if (!context.has_digest || files == context.object.end()) return digests;
  for (const auto& [name, text] : files->items()) {
    const auto digest = text.is_string() ? parse_digest(text.get<std::string>()) : std::nullopt;
    if (!digest) throw InputError(path, "is damaged: files has no digest of " + name);
    digests[name] = *digest;
  }
  return digests;
}

Json json_of(const FileDigests& digests) {
  Json json = Json::object();
  for (const auto& [name, digest] : digests) json[name] = format_digest(digest);
  return json;
}

}  // namespace sudoku
