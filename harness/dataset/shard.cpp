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
std::uint64_t begin_of_shard(TextSource& source, std::uint64_t head, Shard shard) {
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
TextPosition end_of_text(TextSource& source) {
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

/// Returns the first byte of each line. The line numbers count from 0 and ascend.
std::vector<std::uint64_t> find_lines(TextSource& source, std::vector<std::uint64_t> lines) {
  source.go_to(0);
  std::vector<std::uint64_t> begins;
  std::uint64_t byte = 0;
  std::uint64_t line = 0;
  for_each_chunk(source, [&](std::string_view chunk) {
    for (std::size_t begin = 0; begin <= chunk.size();) {
      while (begins.size() < lines.size() && lines[begins.size()] == line) {
        begins.push_back(byte + begin);
      }
      if (begins.size() == lines.size()) return false;
      const std::size_t end = chunk.find('\n', begin);
      if (end == chunk.npos) break;
      begin = end + 1;
      ++line;
    }
    byte += chunk.size();
    return true;
  });
  // `lines` may include the empty line after the last line end.
  begins.resize(lines.size(), byte);
  return begins;
}

TextRange shard_of_lines(TextSource& source, TextPosition head, Shard shard) {
  const TextPosition end = end_of_text(source);
  const IndexRange lines = range_of(shard, end.line - head.line);
  const auto begins = find_lines(source, {head.line + lines.first, head.line + lines.end});
  TextRange range{begins[0], begins[1]};
  if (shard.number == 0) range.begin = 0;
  if (shard.number + 1 == shard.count) range.end = end.byte;
  return range;
}

}  // namespace

IndexRange range_of(Shard shard, std::uint64_t count) {
  const std::uint64_t size = count / shard.count;
  const std::uint64_t longer = count % shard.count;  // shards with one more item
  const auto begin = [&](std::uint64_t part) { return part * size + std::min(part, longer); };
  return {begin(shard.number), begin(shard.number + 1)};
}

TextRange shard_of_text(TextSource& source, TextPosition head, Shard shard) {
  if (source.is_compressed()) return shard_of_lines(source, head, shard);
  return {shard.number == 0 ? 0 : begin_of_shard(source, head.byte, shard),
          begin_of_shard(source, head.byte, {shard.number + 1, shard.count})};
}

std::uint64_t count_lines(TextSource& source, std::uint64_t bytes) {
  source.go_to(0, bytes);
  std::uint64_t lines = 0;
  for_each_chunk(source, [&](std::string_view chunk) {
    lines += count_line_ends(chunk);
    return true;
  });
  return lines;
}

}  // namespace sudoku
