#include "harness/text_digest.h"

#define XXH_STATIC_LINKING_ONLY  // the state as a member
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

}  // namespace sudoku
