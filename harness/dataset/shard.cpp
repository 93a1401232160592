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

/// Returns the start of the shard in bytes: the first start of a line after the cut, or the end.
std::uint64_t begin_of_shard(PuzzleText& source, std::uint64_t head, Shard shard) {
  const std::uint64_t size = *source.file().byte_size();
  std::uint64_t position = head + range_of(shard, size - head).begin;
  if (position == 0 || position == size) return position;
  source.go_to(--position);
  for_each_chunk(source, [&](std::string_view chunk) {
    const std::size_t end = chunk.find('\n');
    position += end == chunk.npos ? chunk.size() : end + 1;
    return end == chunk.npos;
  });
  return position;
}

/// Returns the number of bytes, and of line ends, in the text up to the byte `end`.
TextPosition position_at(PuzzleText& source, std::uint64_t end) {
  source.go_to(0, end);
  TextPosition at;
  for_each_chunk(source, [&](std::string_view chunk) {
    at.byte += chunk.size();
    at.line += static_cast<std::uint64_t>(std::ranges::count(chunk, '\n'));
    return true;
  });
  return at;
}

IndexRange shard_of_lines(PuzzleText& source, TextPosition head, Shard shard) {
  const TextPosition text_end = position_at(source, PuzzleText::kEnd);
  const IndexRange lines = range_of(shard, text_end.line - head.line);
  IndexRange range{text_end.byte, text_end.byte};
  source.go_to(0);
  TextPosition at;
  for_each_chunk(source, [&](std::string_view chunk) {
    for (std::size_t end = chunk.find('\n'); end != chunk.npos; end = chunk.find('\n', end + 1)) {
      ++at.line;
      if (at.line == head.line + lines.begin) range.begin = at.byte + end + 1;
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

IndexRange shard_of_text(PuzzleText& source, TextPosition head, Shard shard) {
  if (source.is_compressed()) return shard_of_lines(source, head, shard);
  return {shard.number == 0 ? 0 : begin_of_shard(source, head.byte, shard),
          begin_of_shard(source, head.byte, {shard.number + 1, shard.count})};
}

std::uint64_t count_lines(PuzzleText& source, std::uint64_t bytes) {
  return position_at(source, bytes).line;
}

}  // namespace sudoku
