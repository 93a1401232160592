#pragma once

#include <iterator>

#include <bzlib.h>
#include <lzma.h>
#include <minizip/zip.h>
#include <zlib.h>
#include <zstd.h>

#include "tests/harness/dataset/read_dataset.h"

namespace sudoku::test {

/// Returns `text` as one gzip member.
inline std::string gzip(std::string_view text) {
  z_stream stream{};
  deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&stream, text.size()), '\0');
  std::string input(text);
  stream.next_in = reinterpret_cast<Bytef*>(input.data());
  stream.avail_in = static_cast<uInt>(input.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

/// Returns `text` as one Zstandard frame with a checksum.
inline std::string zstd(std::string_view text) {
  ZSTD_CCtx* context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
  std::string out(ZSTD_compressBound(text.size()), '\0');
  out.resize(ZSTD_compress2(context, out.data(), out.size(), text.data(), text.size()));
  ZSTD_freeCCtx(context);
  return out;
}

/// Returns `text` as one xz stream.
inline std::string xz(std::string_view text) {
  std::string out(lzma_stream_buffer_bound(text.size()), '\0');
  std::size_t size = 0;
  lzma_easy_buffer_encode(6, LZMA_CHECK_CRC64, nullptr,
                          reinterpret_cast<const std::uint8_t*>(text.data()), text.size(),
                          reinterpret_cast<std::uint8_t*>(out.data()), &size, out.size());
  out.resize(size);
  return out;
}

/// Returns `text` as one bzip2 stream.
inline std::string bzip2(std::string_view text) {
  std::string input(text);
  auto size = static_cast<unsigned>(text.size() + text.size() / 100 + 600);
  std::string out(size, '\0');
  BZ2_bzBuffToBuffCompress(out.data(), &size, input.data(), static_cast<unsigned>(input.size()), 9,
                           0, 0);
  out.resize(size);
  return out;
}

/// Returns a zip archive with these names and contents.
inline std::string zip(const std::vector<std::pair<std::string, std::string>>& files) {
  const TemporaryFile archive("");
  const zipFile out = zipOpen64(archive.path().c_str(), APPEND_STATUS_CREATE);
  for (const auto& [name, text] : files) {
    zipOpenNewFileInZip(out, name.c_str(), nullptr, nullptr, 0, nullptr, 0, nullptr, Z_DEFLATED,
                        Z_DEFAULT_COMPRESSION);
    zipWriteInFileInZip(out, text.data(), static_cast<unsigned>(text.size()));
    zipCloseFileInZip(out);
  }
  zipClose(out, nullptr);
  std::ifstream file(archive.path(), std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace sudoku::test
