#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "harness/base/input_file.h"

namespace sudoku {

struct Line {
  std::string_view text;     ///< without the line end; valid until the reader is used again
  std::uint64_t number = 0;  ///< from 1
  bool too_long = false;     ///< more than kMaxLineBytes, which are passed over: `text` is empty
};

/// The lines of a stream, in memory that does not grow with their number or length. A line ends
/// with LF, CRLF or the stream; a byte-order mark at the start of the stream is passed over.
class LineReader {
 public:
  static constexpr std::size_t kMaxLineBytes = std::size_t{64} * 1024;
  static constexpr std::size_t kChunkBytes = std::size_t{256} * 1024;

  /// Reads `source`, which must outlive the reader, at most `chunk_bytes` at a time. Every function
  /// that reads passes the InputErrors of the source on.
  explicit LineReader(ByteSource& source, std::size_t chunk_bytes = kChunkBytes);

  /// The next line, or nothing at the end.
  std::optional<Line> next();

  /// Number of lines passed so far.
  std::uint64_t line_count() const { return line_count_; }

  /// Bytes of the stream passed so far, a byte-order mark included.
  std::uint64_t byte_count() const { return buffer_offset_ + begin_; }

  /// Forgets what is in memory, because the source goes on elsewhere: behind so many bytes and
  /// lines, where a line begins.
  void restart(std::uint64_t byte_count, std::uint64_t line_count);

  /// For loops that know how their lines look: what of the unread text is in memory, possibly
  /// nothing. Begins where a line begins.
  std::string_view buffered() const { return {buffer_.get() + begin_, end_ - begin_}; }

  /// Has more of the unread text in memory, if there is more and it is not kMaxLineBytes already.
  bool look_further() { return buffered().size() < kMaxLineBytes && fill(); }

  /// Passes over the first line of `buffered`, of `length` bytes and a LF.
  void pass_line(std::size_t length) {
    begin_ += length + 1;
    ++line_count_;
  }

 private:
  bool fill();
  Line take_line(std::size_t length);
  Line pass_long_line();

  ByteSource& source_;
  std::size_t chunk_bytes_;
  std::unique_ptr<char[]> buffer_;  // [begin_, end_) is unread
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::uint64_t buffer_offset_ = 0;  // of the buffer in the stream
  bool source_ended_ = false;
  std::uint64_t line_count_ = 0;
};

}  // namespace sudoku
