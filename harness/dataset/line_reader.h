#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "harness/base/text_source.h"
#include "harness/dataset/import/plain_text.h"

namespace sudoku {

/// Reads the text of a dataset. Replaces characters that old systems leave in text, byte by byte,
/// so that positions stay the same: a CR without LF becomes LF, and form feed and vertical tab
/// become blanks. Ctrl-Z, which ends old files, becomes LF, because another file may have been
/// appended. Not thread-safe.
class PuzzleText final : public TextSource {
 public:
  using TextSource::TextSource;
  std::size_t read(std::span<char> out) override;
  void go_to(std::uint64_t begin, std::uint64_t end = kEnd) override;

 private:
  std::optional<char> pending_;  // read, but not returned yet
};

/// The start of a line in the decompressed text of a file.
struct TextPosition {
  std::uint64_t byte = 0;  ///< number of bytes before it
  std::uint64_t line = 0;  ///< number of lines before it
};

struct Line {
  std::string_view text;     ///< without the line end; valid until the next call of the reader
  std::uint64_t number = 0;  ///< from 1
  bool too_long = false;     ///< longer than kMaxLineBytes; `text` is then empty
};

/// Splits a stream into lines, with constant memory, and converts them to plain text (see
/// PlainText). A line ends with LF, CRLF or the end of the stream. Skips byte-order marks at the
/// start and NUL characters that fill a block at the end. Not thread-safe.
class LineReader {
 public:
  static constexpr std::size_t kMaxLineBytes = std::size_t{64} * 1024;
  static constexpr std::size_t kChunkBytes = std::size_t{256} * 1024;

  /// Reads from `source`, which must outlive the reader, up to `chunk_bytes` at a time. All
  /// functions that read throw the exceptions of the source.
  explicit LineReader(ByteSource& source, std::size_t chunk_bytes = kChunkBytes);

  /// Learns the marks of the file from the text in memory, see PlainText.
  void learn_marks(bool has_rows) { plain_.learn(buffered(), has_rows); }

  /// Returns the next line, or nullopt at the end.
  std::optional<Line> next();

  /// Returns the position of the next line. A byte-order mark counts as bytes before it.
  TextPosition position() const { return {buffer_offset_ + begin_, line_count_}; }

  /// Discards the buffer after the source has moved to the start of another line.
  void restart(TextPosition position);

  /// Returns the unread text in memory, possibly empty and not converted. It begins at the start of
  /// a line.
  std::string_view buffered() const { return {buffer_.get() + begin_, end_ - begin_}; }

  /// Extends `buffered` unless it has kMaxLineBytes. Returns false if it did not grow.
  bool buffer_more() { return buffered().size() < kMaxLineBytes && fill(); }

  /// Calls `visit(text, is_all)` with the complete lines of `buffered` as plain text. Until it
  /// returns true, repeats this with more of the stream. If it never does, the last call has all of
  /// `buffered`, and `is_all` is true. Reads no further than necessary, because a program may send
  /// one puzzle through a pipe and wait.
  template <typename Visit>
  void look_ahead(Visit visit) {
    do {
      const std::string_view text = buffered();
      if (visit(plain_copy(text.substr(0, text.rfind('\n') + 1)), false)) return;
    } while (buffer_more());
    visit(plain_copy(without_padding(buffered())), true);
  }

  /// Skips the first line of `buffered`, which has `length` bytes and a LF.
  void skip_line(std::size_t length) {
    begin_ += length + 1;
    ++line_count_;
  }

 private:
  static std::string_view without_padding(std::string_view text);
  bool fill();

  ByteSource& source_;
  std::size_t chunk_bytes_;
  std::unique_ptr<char[]> buffer_;  // [begin_, end_) is unread
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::uint64_t buffer_offset_ = 0;  // offset of the buffer in the stream
  bool source_ended_ = false;
  std::uint64_t line_count_ = 0;
  PlainText plain_;
};

}  // namespace sudoku
