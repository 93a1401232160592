#include "harness/base/text_digest.h"

#include <charconv>
#include <new>

#include <fmt/format.h>
#include <xxhash.h>

namespace sudoku {

TextDigest::TextDigest() : state_(XXH3_createState()) {
  if (!state_) throw std::bad_alloc();
  XXH3_64bits_reset(state_.get());
}

void TextDigest::Free::operator()(XXH3_state_s* state) const { XXH3_freeState(state); }

void TextDigest::add(std::string_view text) {
  XXH3_64bits_update(state_.get(), text.data(), text.size());
}

std::uint64_t TextDigest::value() const { return XXH3_64bits_digest(state_.get()); }

std::string format_digest(std::uint64_t digest) { return fmt::format("{:016x}", digest); }

std::optional<std::uint64_t> parse_digest(std::string_view text) {
  constexpr std::size_t kDigits = 16;
  std::uint64_t digest = 0;
  const char* const begin = text.data();
  const auto [end, error] = std::from_chars(begin, begin + text.size(), digest, 16);
  const bool is_whole = error == std::errc() && end == begin + text.size();
  return is_whole && text.size() == kDigits ? std::optional(digest) : std::nullopt;
}

}  // namespace sudoku
