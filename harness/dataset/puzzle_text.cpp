#include "harness/dataset/puzzle_text.h"

#include <cstdint>
#include <utility>

namespace sudoku {
namespace {

constexpr char kCtrlZ = '\x1A';

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

}  // namespace sudoku
