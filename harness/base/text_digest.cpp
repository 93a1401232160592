#include "harness/base/text_digest.h"

#define XXH_STATIC_LINKING_ONLY  // the state as a member
#include <charconv>

#include <fmt/format.h>
#include <xxhash.h>

namespace sudoku {

struct TextDigest::State {
  XXH3_state_t xxh3;
};

TextDigest::TextDigest() : state_(std::make_unique<State>()) {
  XXH3_64bits_reset(&state_->xxh3);
}
TextDigest::~TextDigest() = default;
TextDigest::TextDigest(TextDigest&&) noexcept = default;
TextDigest& TextDigest::operator=(TextDigest&&) noexcept = default;

void TextDigest::add(std::string_view text) {
  XXH3_64bits_update(&state_->xxh3, text.data(), text.size());
}

std::uint64_t TextDigest::value() const {
  return XXH3_64bits_digest(&state_->xxh3);
}

std::string format_digest(std::uint64_t digest) {
  return fmt::format("{:016x}", digest);
}

std::optional<std::uint64_t> parse_digest(std::string_view text) {
  constexpr std::size_t kDigits = 16;
  std::uint64_t digest = 0;
  const char* const begin = text.data();
  const auto [end, error] = std::from_chars(begin, begin + text.size(), digest, 16);
  const bool is_whole = error == std::errc() && end == begin + text.size();
  return is_whole && text.size() == kDigits ? std::optional(digest) : std::nullopt;
}

}  // namespace sudoku
