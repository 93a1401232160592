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
  // A file that was converted twice has two.
  while (buffered().starts_with(kByteOrderMark)) begin_ += kByteOrderMark.size();
}

std::optional<Line> LineReader::next() {
  bool too_long = false;
  std::size_t searched = 0;
  std::size_t length = 0;
  while ((length = buffered().find('\n', searched)) == std::string_view::npos) {
    searched = buffered().size();
    if (searched >= kMaxLineBytes + kLineEndBytes) {
      too_long = true;
      begin_ = end_;
      searched = 0;
    }
    if (!fill()) break;
  }
  if (buffered().empty() && !too_long) return std::nullopt;
  std::string_view text = buffered().substr(0, length);
  begin_ = std::min(begin_ + text.size() + 1, end_);
  ++line_count_;
  if (text.ends_with('\r')) text.remove_suffix(1);
  too_long |= text.size() > kMaxLineBytes;
  return Line{too_long ? std::string_view() : plain_.convert(text), line_count_, too_long};
}

void LineReader::restart(std::uint64_t byte_count, std::uint64_t line_count) {
  begin_ = 0;
  end_ = 0;
  buffer_offset_ = byte_count;
  line_count_ = line_count;
  source_ended_ = false;
}

/// Appends a chunk to the unread bytes, which may be at most the longest line with its end. Returns
/// false at the end of the stream.
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

}  // namespace sudoku
