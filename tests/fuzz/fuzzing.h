#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>

#include "harness/base/errors.h"

// Helpers for the fuzz targets.
namespace sudoku::fuzz {

/// Aborts if a rule does not hold.
inline void require(bool holds) {
  if (holds) return;
  std::fputs("a rule of this target does not hold\n", stderr);
  std::abort();
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

/// Replaces the contents of `directory` by the files of an input. Each starts after a line
/// `== NAME ==`. Leaves out names other than `names`, so that targets write to no other path. With
/// `fitting`, also corrects the digests of files in the result directories `a` and `b`.
void unpack_results(const ScratchDirectory& directory, std::string_view archive,
                    const std::set<std::string_view>& names, Digests digests);

/// Discards standard output, and calls `check(input, digests)` with both kinds of digests.
void check_both_ways(std::string_view input, void (*check)(std::string_view, Digests));

}  // namespace sudoku::fuzz
