#include "harness/output_file.h"

#include <cerrno>
#include <cstdio>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

#include "harness/errors.h"

namespace sudoku {
namespace {

int create(const std::filesystem::path& path) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0) throw OutputError(path.string(), errno);
  return descriptor;
}

void write_all(int descriptor, const std::string& name, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) throw OutputError(name, errno);
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

/// Takes back what was written of rows that did not fit. A device has no size to set.
void cut_to(int descriptor, off_t size) {
  if (::ftruncate(descriptor, size) == 0) ::lseek(descriptor, size, SEEK_SET);
}

}  // namespace

AppendFile::AppendFile(std::filesystem::path path)
    : path_(std::move(path)), descriptor_(create(path_)) {}

AppendFile::~AppendFile() {
  ::close(descriptor_);
}

void AppendFile::append(std::string_view rows) {
  try {
    write_all(descriptor_, path_.string(), rows);
  } catch (const OutputError&) {
    cut_to(descriptor_, size_);
    throw;
  }
  size_ += static_cast<off_t>(rows.size());
}

void replace_file(const std::filesystem::path& path, std::string_view contents) {
  std::filesystem::path temporary = path;
  temporary += ".tmp";
  const int descriptor = create(temporary);
  try {
    write_all(descriptor, path.string(), contents);
    if (::fsync(descriptor) != 0) throw OutputError(path.string(), errno);
  } catch (const OutputError&) {
    ::close(descriptor);
    ::unlink(temporary.c_str());
    throw;
  }
  ::close(descriptor);
  if (std::rename(temporary.c_str(), path.c_str()) != 0) {
    const int reason = errno;
    ::unlink(temporary.c_str());
    throw OutputError(path.string(), reason);
  }
}

void write_stdout(std::string_view text) {
  write_all(STDOUT_FILENO, "standard output", text);
}

}  // namespace sudoku
