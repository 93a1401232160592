#include "harness/dataset/line_reader.h"

#include <algorithm>
#include <span>

namespace sudoku {

constexpr std::size_t kLineEndBytes = 2;  // CR and LF

LineReader::LineReader(ByteSource& source, std::size_t chunk_bytes)
    : source_(source),
      chunk_bytes_(chunk_bytes),
      buffer_(std::make_unique_for_overwrite<char[]>(kMaxLineBytes + kLineEndBytes + chunk_bytes)) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  while (buffered().size() < kByteOrderMark.size() && fill()) {
  }
  if (buffered().starts_with(kByteOrderMark)) begin_ += kByteOrderMark.size();
}

std::optional<Line> LineReader::next() {
  std::size_t searched = 0;
  do {
    const std::size_t length = buffered().find('\n', searched);
    if (length != std::string_view::npos) {
      const Line line = take_line(length);
      skip_line(length);
      return line;
    }
    searched = buffered().size();
    if (searched >= kMaxLineBytes + kLineEndBytes) return skip_long_line();
  } while (fill());
  if (searched == 0) return std::nullopt;
  const Line line = take_line(searched);
  begin_ = end_;
  ++line_count_;
  return line;
}

void LineReader::restart(std::uint64_t byte_count, std::uint64_t line_count) {
  begin_ = 0;
  end_ = 0;
  buffer_offset_ = byte_count;
  line_count_ = line_count;
  source_ended_ = false;
}

/// Reads a chunk after the unread bytes, which must be fewer than the longest line has. Returns
/// false at the end.
bool LineReader::fill() {
  if (source_ended_) return false;
  std::copy(buffer_.get() + begin_, buffer_.get() + end_, buffer_.get());
  buffer_offset_ += begin_;
  end_ -= begin_;
  begin_ = 0;
  const std::size_t count = source_.read(std::span(buffer_.get() + end_, chunk_bytes_));
  end_ += count;
  source_ended_ = count == 0;  // a terminal may continue after its end
  return !source_ended_;
}

/// Returns the next line, which has `length` bytes before its LF.
Line LineReader::take_line(std::size_t length) {
  std::string_view text = buffered().substr(0, length);
  if (text.ends_with('\r')) text.remove_suffix(1);
  if (text.size() > kMaxLineBytes) return {{}, line_count_ + 1, true};
  return {text, line_count_ + 1, false};
}

/// Skips a line whose end is not in memory.
Line LineReader::skip_long_line() {
  do {
    begin_ = end_;
  } while (fill() && buffered().find('\n') == std::string_view::npos);
  if (begin_ == end_) {
    ++line_count_;
  } else {
    skip_line(buffered().find('\n'));
  }
  return {{}, line_count_, true};
}

}  // namespace sudoku
