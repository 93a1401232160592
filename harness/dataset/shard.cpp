#include "harness/dataset/shard.h"

#include <algorithm>
#include <string_view>
#include <vector>

namespace sudoku {
namespace {

constexpr std::size_t kChunk = std::size_t{256} * 1024;

/// Calls `visit(chunk)` for the text in chunks until it returns false or the text ends.
template <typename Visit>
void for_each_chunk(ByteSource& source, Visit visit) {
  std::vector<char> buffer(kChunk);
  while (const std::size_t count = source.read(buffer)) {
    if (!visit(std::string_view(buffer.data(), count))) return;
  }
}

std::uint64_t count_line_ends(std::string_view text) {
  return static_cast<std::uint64_t>(std::ranges::count(text, '\n'));
}

/// Returns the start of the shard in bytes: the first start of a line after the cut, or the end.
std::uint64_t begin_of_shard(PuzzleText& source, std::uint64_t head, Shard shard) {
  const std::uint64_t size = *source.file().byte_size();
  std::uint64_t position = head + range_of(shard, size - head).first;
  if (position == 0 || position == size) return position;
  source.go_to(--position);
  for_each_chunk(source, [&](std::string_view chunk) {
    const std::size_t end = chunk.find('\n');
    position += end == chunk.npos ? chunk.size() : end + 1;
    return end == chunk.npos;
  });
  return position;
}

/// Returns the end of the text. The last line need not have a line end.
TextPosition end_of_text(PuzzleText& source) {
  source.go_to(0);
  TextPosition end;
  bool is_line_open = false;
  for_each_chunk(source, [&](std::string_view chunk) {
    end.byte += chunk.size();
    end.line += count_line_ends(chunk);
    is_line_open = chunk.back() != '\n';
    return true;
  });
  if (is_line_open) ++end.line;
  return end;
}

TextRange shard_of_lines(PuzzleText& source, TextPosition head, Shard shard) {
  const TextPosition text_end = end_of_text(source);
  const IndexRange lines = range_of(shard, text_end.line - head.line);
  TextRange range{text_end.byte, text_end.byte};
  source.go_to(0);
  TextPosition at;
  for_each_chunk(source, [&](std::string_view chunk) {
    for (std::size_t end = chunk.find('\n'); end != chunk.npos; end = chunk.find('\n', end + 1)) {
      ++at.line;
      if (at.line == head.line + lines.first) range.begin = at.byte + end + 1;
      if (at.line == head.line + lines.end) range.end = at.byte + end + 1;
    }
    at.byte += chunk.size();
    return at.line < head.line + lines.end;
  });
  if (shard.number == 0) range.begin = 0;
  if (shard.number + 1 == shard.count) range.end = text_end.byte;
  return range;
}

}  // namespace

IndexRange range_of(Shard shard, std::uint64_t count) {
  const std::uint64_t size = count / shard.count;
  const std::uint64_t longer = count % shard.count;  // shards with one more item
  const auto begin = [&](std::uint64_t part) { return part * size + std::min(part, longer); };
  return {begin(shard.number), begin(shard.number + 1)};
}

TextRange shard_of_text(PuzzleText& source, TextPosition head, Shard shard) {
  if (source.is_compressed()) return shard_of_lines(source, head, shard);
  return {shard.number == 0 ? 0 : begin_of_shard(source, head.byte, shard),
          begin_of_shard(source, head.byte, {shard.number + 1, shard.count})};
}

std::uint64_t count_lines(PuzzleText& source, std::uint64_t bytes) {
  source.go_to(0, bytes);
  std::uint64_t lines = 0;
  for_each_chunk(source, [&](std::string_view chunk) {
    lines += count_line_ends(chunk);
    return true;
  });
  return lines;
}

}  // namespace sudoku
