#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "harness/base/errors.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

// Helpers for the fuzz targets.
namespace sudoku::fuzz {

/// Aborts if a rule does not hold.
inline void require(bool holds) {
  if (holds) return;
  std::fputs("a rule of this target does not hold\n", stderr);
  std::abort();
}

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

/// Calls `read`. Returns false if it rejects the input with a message of one line. Every other
/// exception ends the program.
template <typename Read>
bool accepts(Read read) {
  const auto refuse = [](std::string_view message) {
    require(!message.empty() && message.find('\n') == message.npos);
    return false;
  };
  try {
    read();
    return true;
  } catch (const InputError& error) {
    return refuse(error.what());
  } catch (const UsageError& error) {
    return refuse(error.what());
  }
}

/// A file in memory.
class MemoryFile {
 public:
  explicit MemoryFile(std::string_view bytes);
  ~MemoryFile();
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

 private:
  int descriptor_;
};

/// A temporary directory, in memory if the system has a memory file system.
class ScratchDirectory {
 public:
  ScratchDirectory();
  ~ScratchDirectory();
  ScratchDirectory(const ScratchDirectory&) = delete;
  ScratchDirectory& operator=(const ScratchDirectory&) = delete;

  const std::filesystem::path& path() const { return path_; }
  /// Deletes the contents.
  void clear() const;
  void write(std::string_view name, std::string_view content) const;

 private:
  std::filesystem::path path_;
};

std::string read_file(const std::filesystem::path& path);

/// Splits an input into files. Each starts after a line `== NAME ==`. Calls `use(name, content)`
/// for the files in `names`, so that targets write to no other path.
template <typename Use>
void unpack(std::string_view archive, std::span<const std::string_view> names, Use use) {
  constexpr std::string_view kOpen = "== ";
  constexpr std::string_view kClose = " ==\n";
  while (archive.starts_with(kOpen)) {
    const std::size_t name_end = archive.find(kClose);
    if (name_end == archive.npos) return;
    const std::string_view name = archive.substr(kOpen.size(), name_end - kOpen.size());
    archive.remove_prefix(name_end + kClose.size());
    std::size_t end = archive.find("\n== ");
    end = end == archive.npos ? archive.size() : end + 1;
    for (const std::string_view known : names) {
      if (name == known) use(name, archive.substr(0, end));
    }
    archive.remove_prefix(end);
  }
}

/// Corrects the digest of a JSON object, so that a reader reaches the damage. Returns other text
/// unchanged.
std::string sealed(std::string_view text);

/// Corrects the digests of the other files in the context.json of a result directory.
void fit_digests(const std::filesystem::path& directory);

/// Whether digests in an input are corrected.
enum class Digests : std::uint8_t { as_they_are, fitting };

inline std::string prepared(std::string_view text, Digests digests) {
  return digests == Digests::fitting ? sealed(text) : std::string(text);
}

/// Replaces the contents of `directory` by the result directories `a` and `b` of an archive.
void unpack_results(const ScratchDirectory& directory, std::string_view archive,
                    std::span<const std::string_view> names, Digests digests);

/// Discards standard output from now on.
void silence_standard_output();

/// Calls `check(input, digests)` with both kinds of digests.
template <typename Check>
int check_both_ways(const std::uint8_t* data, std::size_t size, Check check) {
  static const bool is_silent = (silence_standard_output(), true);
  for (const Digests digests : {Digests::as_they_are, Digests::fitting}) {
    check(text_of(data, size), digests);
  }
  return is_silent ? 0 : -1;
}

}  // namespace sudoku::fuzz
