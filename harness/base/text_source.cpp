#include "harness/base/text_source.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "harness/base/errors.h"

namespace sudoku {

TextSource::TextSource(std::string path)
    : file_(std::move(path)), decompressor_(make_decompressor(file_)) {}

std::size_t TextSource::read(std::span<char> out) {
  if (left_ == 0) {
    file_.refuse_change();
    return 0;
  }
  const std::span<char> part = out.first(std::min<std::uint64_t>(out.size(), left_));
  const std::size_t count = decompressor_ ? decompressor_->read(part) : file_.read(part);
  if (decompressor_ && std::exchange(is_at_begin_, false) &&
      sudoku::is_compressed({part.data(), count})) {
    throw InputError(file_.path(), "is compressed twice: decompress it once");
  }
  left_ -= count;
  return count;
}

void TextSource::go_to(std::uint64_t begin, std::uint64_t end) {
  if (decompressor_) {
    file_.refuse_change();
    file_.seek(0);
    decompressor_ = make_decompressor(file_);
    is_at_begin_ = true;
    left_ = begin;
    pass_over(begin);
  } else {
    file_.seek(begin);
  }
  left_ = end - begin;
}

void TextSource::pass_over(std::uint64_t bytes) {
  constexpr std::size_t kIgnoredAtOnce = std::size_t{256} * 1024;
  std::vector<char> ignored(std::min<std::uint64_t>(bytes, kIgnoredAtOnce));
  while (bytes != 0) {
    const std::size_t count = read(ignored);
    if (count == 0) return;
    bytes -= count;
  }
}

}  // namespace sudoku
