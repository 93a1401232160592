// Functions that the static C++ library needs, but that the oldest supported glibc lacks.

#include <cstdint>
#include <cstdlib>

#include <unistd.h>

/// Replaces the function of glibc 2.36 that std::random_device calls.
extern "C" std::uint32_t arc4random() noexcept {
  std::uint32_t number = 0;
  if (::getentropy(&number, sizeof number) != 0) std::abort();
  return number;
}
