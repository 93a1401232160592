#include "harness/dataset/line_reader.h"

#include <algorithm>
#include <utility>

namespace sudoku {
namespace {

constexpr char kCtrlZ = '\x1A';
constexpr std::size_t kLineEndBytes = 2;  // CR and LF

/// Looks at all characters, so that the compiler can use vector instructions.
bool has_control(std::span<const char> text) {
  std::uint8_t found = 0;
  for (const char character : text) {
    const auto c = static_cast<std::uint8_t>(character);
    found |= static_cast<std::uint8_t>(c < ' ') & static_cast<std::uint8_t>(c != '\n') &
             static_cast<std::uint8_t>(c != '\t');
  }
  return found != 0;
}

}  // namespace

std::size_t PuzzleText::read(std::span<char> out) {
  std::size_t count = 1;
  if (pending_) {
    out.front() = *std::exchange(pending_, std::nullopt);
  } else {
    count = TextSource::read(out);
  }
  const std::span<char> text = out.first(count);
  if (count > 0 && text.back() == '\r') {
    char next = 0;
    if (TextSource::read({&next, 1}) > 0) pending_ = next;
  }
  if (!has_control(text)) return count;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char& c = text[i];
    if (c == '\r') {
      const std::optional<char> next = i + 1 < text.size() ? text[i + 1] : pending_;
      if (next != '\n') c = '\n';
    } else if (c == kCtrlZ) {
      c = '\n';
    } else if (c == '\f' || c == '\v') {
      c = ' ';
    }
  }
  return count;
}

void PuzzleText::go_to(std::uint64_t begin, std::uint64_t end) {
  pending_.reset();
  TextSource::go_to(begin, end);
}

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
  bool is_padding = true;
  std::size_t searched = 0;
  std::size_t length = 0;
  while ((length = buffered().find('\n', searched)) == std::string_view::npos) {
    searched = buffered().size();
    if (searched >= kMaxLineBytes + kLineEndBytes) {
      too_long = true;
      is_padding &= without_padding(buffered()).empty();
      begin_ = end_;
      searched = 0;
    }
    if (!fill()) break;
  }
  std::string_view text = buffered().substr(0, length);
  begin_ = std::min(begin_ + text.size() + 1, end_);
  if (length == text.npos) {
    text = without_padding(text);
    if (text.empty() && is_padding) return std::nullopt;
  }
  ++line_count_;
  if (text.ends_with('\r')) text.remove_suffix(1);
  too_long |= text.size() > kMaxLineBytes;
  if (too_long) text = {};
  // The conversion could remove a NUL character, which is an error.
  if (text.find('\0') == text.npos) text = plain_.convert(text);
  return Line{text, line_count_, too_long};
}

/// Removes NUL characters from the end of the last line of a stream. Keeps a single one after other
/// characters, because it may be a damaged cell.
std::string_view LineReader::without_padding(std::string_view text) {
  const std::string_view kept = text.substr(0, text.find_last_not_of('\0') + 1);
  const bool may_be_damaged =
      kept.size() + 1 == text.size() && !kept.empty() && kept.back() != '\n';
  return may_be_damaged ? text : kept;
}

void LineReader::restart(TextPosition position) {
  begin_ = 0;
  end_ = 0;
  buffer_offset_ = position.byte;
  line_count_ = position.line;
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
