// What the static C++ library asks of a glibc newer than the oldest that portable programs run
// with.

#include <cstdint>
#include <cstdlib>

#include <unistd.h>

/// As in glibc 2.36: a random number, for std::random_device.
extern "C" std::uint32_t arc4random() noexcept {
  std::uint32_t number = 0;
  if (::getentropy(&number, sizeof number) != 0) std::abort();
  return number;
}
