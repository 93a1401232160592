#include "tests/fuzz/fuzzing.h"

#include <fstream>
#include <iterator>

#include <sys/mman.h>
#include <unistd.h>
#include <xxhash.h>

#include "harness/base/json.h"
#include "harness/base/text_digest.h"
#include "harness/results/result_files.h"

namespace sudoku::fuzz {
namespace {

namespace fs = std::filesystem;

/// Reads a JSON object. Its digest may be wrong.
StoredJson read_json(const std::string& path) {
  std::string text = read_file(path);
  const std::size_t digest = text.rfind("\"digest\"");
  if (digest != text.npos) text.replace(digest, 8, "\"former\"");
  const MemoryFile file(text);
  StoredJson json = read_json_file(file.path());
  json.object.erase("former");
  return json;
}

}  // namespace

MemoryFile::MemoryFile(std::string_view bytes) : descriptor_(memfd_create("fuzz", MFD_CLOEXEC)) {
  require(::write(descriptor_, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()));
}

MemoryFile::~MemoryFile() { ::close(descriptor_); }

ScratchDirectory::ScratchDirectory() {
  const fs::path memory = "/dev/shm";
  const bool has_memory = ::access(memory.c_str(), W_OK) == 0;
  std::string name = (has_memory ? memory : fs::temp_directory_path()) / "sudoku-fuzz-XXXXXX";
  require(::mkdtemp(name.data()) != nullptr);
  path_ = name;
}

ScratchDirectory::~ScratchDirectory() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

void ScratchDirectory::clear() const {
  for (const fs::directory_entry& entry : fs::directory_iterator(path_)) fs::remove_all(entry);
}

void ScratchDirectory::write(std::string_view name, std::string_view content) const {
  const fs::path path = path_ / name;
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << content;
}

std::string read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::string sealed(std::string_view text) {
  if (!text.starts_with('{')) return std::string(text);
  const MemoryFile file(text);
  StoredJson json;
  return accepts([&] { json = read_json(file.path()); }) ? to_json_file(json.object)
                                                         : std::string(text);
}

void fit_digests(const fs::path& directory) {
  const fs::path path = directory / "context.json";
  StoredJson json;
  if (!fs::exists(path) || !accepts([&] { json = read_json(path); })) return;
  FileDigests digests;
  for (const fs::directory_entry& entry : fs::directory_iterator(directory)) {
    const std::string text = read_file(entry.path());
    digests[entry.path().filename()] = XXH3_64bits(text.data(), text.size());
  }
  json.object["files"] = json_of(digests);
  std::ofstream(path, std::ios::binary) << to_json_file(json.object);
}

void unpack_results(const ScratchDirectory& directory, std::string_view archive,
                    const std::set<std::string_view>& names, Digests digests) {
  constexpr std::string_view kOpen = "== ";
  constexpr std::string_view kClose = " ==\n";
  directory.clear();
  while (archive.starts_with(kOpen)) {
    const std::size_t name_end = archive.find(kClose);
    if (name_end == archive.npos) break;
    const std::string_view name = archive.substr(kOpen.size(), name_end - kOpen.size());
    archive.remove_prefix(name_end + kClose.size());
    const std::size_t next = archive.find("\n== ");
    const std::size_t end = next == archive.npos ? archive.size() : next + 1;
    if (names.contains(name)) directory.write(name, prepared(archive.substr(0, end), digests));
    archive.remove_prefix(end);
  }
  if (digests == Digests::as_they_are) return;
  for (const char* results : {"a", "b"}) fit_digests(directory.path() / results);
}

void check_both_ways(std::string_view input, void (*check)(std::string_view, Digests)) {
  static const bool is_silent = std::freopen("/dev/null", "w", stdout) != nullptr;
  require(is_silent);
  check(input, Digests::as_they_are);
  check(input, Digests::fitting);
}

}  // namespace sudoku::fuzz
