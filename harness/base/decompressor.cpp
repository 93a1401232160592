#include "harness/base/decompressor.h"

#include <algorithm>
#include <limits>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include <bzlib.h>
#include <fmt/format.h>
#include <lzma.h>
#include <minizip/unzip.h>
#include <zlib.h>
#include <zstd.h>

#include "harness/base/errors.h"

namespace sudoku {
namespace {

// libarchive could read all formats of this file with one adapter. But it does not check the
// checksum of gzip, ignores data after the last gzip or bzip2 member, and does not distinguish an
// empty file from a short one that is truncated or damaged.

/// Decompresses a file. Concatenated members or frames are one stream. All libraries consume the
/// last byte of a member only after they have returned all its output.
class Decompressor : public ByteSource {
 public:
  Decompressor(InputFile& file, std::string format)
      : file_(file), format_(std::move(format)), buffer_(kChunk) {}

  std::size_t read(std::span<char> out) final {
    std::size_t count = 0;
    while (count == 0) {
      if (input_.empty()) input_ = {buffer_.data(), file_.read(buffer_)};
      if (input_.empty() && !is_inside_) return 0;
      if (input_.empty()) throw InputError(file_.path(), "the " + format_ + " data end too early");
      count = decompress(out);
    }
    return count;
  }

 protected:
  /// Decompresses some of `input_`, removes it from there, and returns the number of bytes written
  /// to `out`. All input may be consumed only if no output is pending.
  virtual std::size_t decompress(std::span<char> out) = 0;

  [[noreturn]] void fail(const char* reason) const {
    throw InputError(file_.path(), "the " + format_ + " data are damaged: " + reason);
  }

  const std::string& path() const { return file_.path(); }

  std::string_view input_;  // not yet decompressed
  bool is_inside_ = false;  // between the first and the last byte of a member or frame

 private:
  static constexpr std::size_t kChunk = std::size_t{128} * 1024;

  InputFile& file_;
  std::string format_;
  std::vector<char> buffer_;
};

/// Returns `size`, or less if it does not fit the 32-bit sizes of zlib and bzip2.
unsigned fitting(std::size_t size) {
  constexpr std::size_t kMost = std::size_t{1} << 30;
  return static_cast<unsigned>(std::min(size, kMost));
}

class GzipSource final : public Decompressor {
 public:
  explicit GzipSource(InputFile& file) : Decompressor(file, "gzip") {
    constexpr int kGzipOnly = 15 + 16;  // the largest window, a gzip header
    if (inflateInit2(&stream_, kGzipOnly) != Z_OK) throw std::bad_alloc();
  }
  ~GzipSource() override { inflateEnd(&stream_); }

 private:
  std::size_t decompress(std::span<char> out) override {
    const unsigned capacity = fitting(out.size());
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(input_.data()));
    stream_.avail_in = static_cast<uInt>(input_.size());
    stream_.next_out = reinterpret_cast<Bytef*>(out.data());
    stream_.avail_out = capacity;
    if (!is_inside_) inflateReset(&stream_);
    const int status = inflate(&stream_, Z_NO_FLUSH);
    if (status != Z_OK && status != Z_STREAM_END) {
      fail(stream_.msg == nullptr ? "unknown data" : stream_.msg);
    }
    is_inside_ = status != Z_STREAM_END;
    input_.remove_prefix(input_.size() - stream_.avail_in);
    return capacity - stream_.avail_out;
  }

  z_stream stream_{};
};

class ZstdSource final : public Decompressor {
 public:
  explicit ZstdSource(InputFile& file)
      : Decompressor(file, "Zstandard"), stream_(ZSTD_createDStream(), ZSTD_freeDStream) {
    if (stream_ == nullptr) throw std::bad_alloc();
  }

 private:
  std::size_t decompress(std::span<char> out) override {
    ZSTD_inBuffer input{input_.data(), input_.size(), 0};
    ZSTD_outBuffer output{out.data(), out.size(), 0};
    const std::size_t status = ZSTD_decompressStream(stream_.get(), &output, &input);
    if (ZSTD_isError(status) != 0) fail(ZSTD_getErrorName(status));
    is_inside_ = status != 0;
    input_.remove_prefix(input.pos);
    return output.pos;
  }

  std::unique_ptr<ZSTD_DStream, decltype(&ZSTD_freeDStream)> stream_;
};

class XzSource final : public Decompressor {
 public:
  explicit XzSource(InputFile& file) : Decompressor(file, "xz") {}
  ~XzSource() override { lzma_end(&stream_); }

 private:
  std::size_t decompress(std::span<char> out) override {
    // Enough for every preset of xz, and a bound for damaged data.
    constexpr std::uint64_t kMostMemory = std::uint64_t{1} << 30U;
    if (!is_inside_) {
      // Zeros may follow a stream.
      input_.remove_prefix(std::min(input_.size(), input_.find_first_not_of('\0')));
      if (input_.empty()) return 0;
      if (lzma_stream_decoder(&stream_, kMostMemory, 0) != LZMA_OK) throw std::bad_alloc();
    }
    stream_.next_in = reinterpret_cast<const std::uint8_t*>(input_.data());
    stream_.avail_in = input_.size();
    stream_.next_out = reinterpret_cast<std::uint8_t*>(out.data());
    stream_.avail_out = out.size();
    const lzma_ret status = lzma_code(&stream_, LZMA_RUN);
    if (status == LZMA_MEM_ERROR) throw std::bad_alloc();
    if (status == LZMA_MEMLIMIT_ERROR)
      throw InputError(path(),
                       "the xz data need more than 1 GiB of memory; decompress the file first");
    if (status != LZMA_OK && status != LZMA_STREAM_END) fail("incorrect data or checksum");
    is_inside_ = status != LZMA_STREAM_END;
    input_.remove_prefix(input_.size() - stream_.avail_in);
    return out.size() - stream_.avail_out;
  }

  lzma_stream stream_ = LZMA_STREAM_INIT;
};

class Bzip2Source final : public Decompressor {
 public:
  explicit Bzip2Source(InputFile& file) : Decompressor(file, "bzip2") {}
  ~Bzip2Source() override { end(); }

 private:
  std::size_t decompress(std::span<char> out) override {
    if (!is_inside_) begin();
    const unsigned capacity = fitting(out.size());
    stream_.next_in = const_cast<char*>(input_.data());
    stream_.avail_in = static_cast<unsigned>(input_.size());
    stream_.next_out = out.data();
    stream_.avail_out = capacity;
    const int status = BZ2_bzDecompress(&stream_);
    if (status == BZ_MEM_ERROR) throw std::bad_alloc();
    if (status != BZ_OK && status != BZ_STREAM_END) fail("incorrect data or checksum");
    is_inside_ = status != BZ_STREAM_END;
    input_.remove_prefix(input_.size() - stream_.avail_in);
    return capacity - stream_.avail_out;
  }

  void begin() {
    end();
    stream_ = {};
    is_open_ = BZ2_bzDecompressInit(&stream_, 0, 0) == BZ_OK;
    if (!is_open_) throw std::bad_alloc();
  }
  void end() {
    if (is_open_) BZ2_bzDecompressEnd(&stream_);
    is_open_ = false;
  }

  bz_stream stream_{};
  bool is_open_ = false;
};

/// Reads the only file of a zip archive. The directory of an archive is at its end, so the archive
/// must be a regular file.
class ZipSource final : public ByteSource {
 public:
  explicit ZipSource(const InputFile& file) : path_(file.path()) {
    if (!file.byte_size() || path_ == "-") {
      fail(
          "a zip archive cannot be read from standard input or a pipe; pass its path, or extract "
          "the file first");
    }
    archive_.reset(unzOpen64(path_.c_str()));
    if (archive_ == nullptr) fail("the zip data are damaged: no directory");
    choose_entry();
    if (unzOpenCurrentFile(archive_.get()) != UNZ_OK) {
      fail("the zip data are damaged or of an unknown kind; extract the file first");
    }
  }

  std::size_t read(std::span<char> out) override {
    if (has_ended_) return 0;
    const int count = unzReadCurrentFile(archive_.get(), out.data(), fitting(out.size()));
    if (count > 0) {
      read_ += static_cast<std::uint64_t>(count);
      return static_cast<std::size_t>(count);
    }
    if (count == 0 && read_ < size_) fail("the zip data end too early");
    // The checksum is compared at the end.
    if (count < 0 || unzCloseCurrentFile(archive_.get()) == UNZ_CRCERROR) {
      fail("the zip data are damaged: incorrect data or checksum");
    }
    has_ended_ = true;
    return 0;
  }

 private:
  struct Close {
    void operator()(void* archive) const { unzClose(archive); }
  };

  [[noreturn]] void fail(const std::string& what) const { throw InputError(path_, what); }

  /// Selects the only file. Ignores folders, and what macOS adds.
  void choose_entry() {
    std::vector<std::string> names;  // of the first two files
    std::uint64_t files = 0;
    unz64_file_pos chosen{};
    bool is_encrypted = false;
    for (int status = unzGoToFirstFile(archive_.get()); status == UNZ_OK;
         status = unzGoToNextFile(archive_.get())) {
      constexpr std::size_t kLongestName = 512;
      std::string name(kLongestName, '\0');
      unz_file_info64 info{};
      if (unzGetCurrentFileInfo64(archive_.get(), &info, name.data(), name.size(), nullptr, 0,
                                  nullptr, 0) != UNZ_OK) {
        fail("the zip data are damaged: unknown entry");
      }
      name.resize(std::min<std::size_t>(info.size_filename, name.size()));
      if (name == "[Content_Types].xml" || name == "mimetype") {
        fail("is an Office document; save its puzzles as CSV or text");
      }
      if (name.ends_with('/') || name.starts_with("__MACOSX/")) continue;
      unzGetFilePos64(archive_.get(), &chosen);
      is_encrypted = (info.flag & 1U) != 0;
      size_ = info.uncompressed_size;
      if (interrupted()) throw Interrupted();
      if (++files <= 2) names.push_back(std::move(name));
    }
    if (names.empty()) fail("the zip data are damaged, or hold no file");
    if (names.size() > 1) {
      fail(
          fmt::format("a zip archive must hold one file, and this one holds {}, such as {} and {}; "
                      "extract the one to read",
                      files, names[0], names[1]));
    }
    if (is_encrypted) fail("the zip archive is encrypted; extract the file first");
    unzGoToFilePos64(archive_.get(), &chosen);
  }

  std::string path_;
  std::unique_ptr<void, Close> archive_;
  std::uint64_t size_ = 0;  // of the file in the archive
  std::uint64_t read_ = 0;  // of its bytes
  bool has_ended_ = false;
};

bool is_gzip(std::string_view bytes) { return bytes.starts_with("\x1F\x8B"); }

/// RFC 8878: a frame begins with 28 B5 2F FD, a skippable frame with 50..5F 2A 4D 18.
bool is_zstd(std::string_view bytes) {
  const bool is_skippable = bytes.size() >= 4 && bytes.substr(1, 3) == "\x2A\x4D\x18" &&
                            bytes.front() >= '\x50' && bytes.front() <= '\x5F';
  return is_skippable || bytes.starts_with("\x28\xB5\x2F\xFD");
}

bool is_xz(std::string_view bytes) { return bytes.starts_with("\xFD\x37zX"); }
bool is_bzip2(std::string_view bytes) { return bytes.starts_with("BZh"); }
bool is_zip(std::string_view bytes) { return bytes.starts_with("PK\x03\x04"); }

}  // namespace

bool is_compressed(std::string_view bytes) {
  return is_gzip(bytes) || is_zstd(bytes) || is_xz(bytes) || is_bzip2(bytes) || is_zip(bytes);
}

std::unique_ptr<ByteSource> make_decompressor(InputFile& file) {
  const std::string_view magic = file.magic();
  if (is_gzip(magic)) return std::make_unique<GzipSource>(file);
  if (is_zstd(magic)) return std::make_unique<ZstdSource>(file);
  if (is_xz(magic)) return std::make_unique<XzSource>(file);
  if (is_bzip2(magic)) return std::make_unique<Bzip2Source>(file);
  if (is_zip(magic)) return std::make_unique<ZipSource>(file);
  return nullptr;
}

}  // namespace sudoku
