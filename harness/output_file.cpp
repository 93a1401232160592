#include "harness/output_file.h"

#include <cerrno>
#include <cstdio>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

#include "harness/errors.h"

namespace sudoku {
namespace {

int open_to_write(const std::filesystem::path& path, int how) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | how, 0666);
  if (descriptor < 0) throw OutputError(path.string(), errno);
  return descriptor;
}

int create(const std::filesystem::path& path) {
  return open_to_write(path, O_CREAT | O_TRUNC);
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

AppendFile::AppendFile(std::filesystem::path path, std::uint64_t kept_bytes)
    : path_(std::move(path)),
      descriptor_(open_to_write(path_, 0)),
      size_(static_cast<off_t>(kept_bytes)) {
  cut_to(descriptor_, size_);
}

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

PendingFile::PendingFile(std::filesystem::path path)
    : path_(std::move(path)),
      temporary_(path_.string() + ".tmp"),
      descriptor_(create(temporary_)) {}

PendingFile::~PendingFile() {
  ::close(descriptor_);
  if (!is_complete_) ::unlink(temporary_.c_str());
}

void PendingFile::append(std::string_view text) {
  write_all(descriptor_, path_.string(), text);
}

void PendingFile::complete() {
  if (::fsync(descriptor_) != 0) throw OutputError(path_.string(), errno);
  if (std::rename(temporary_.c_str(), path_.c_str()) != 0) throw OutputError(path_.string(), errno);
  is_complete_ = true;
}

void replace_file(const std::filesystem::path& path, std::string_view contents) {
  PendingFile file(path);
  file.append(contents);
  file.complete();
}

void write_stdout(std::string_view text) {
  write_all(STDOUT_FILENO, "standard output", text);
}

}  // namespace sudoku
