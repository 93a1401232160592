#pragma once

/// Three vectors that are worked on together, as each digit takes one flag of three, see locks.h.
template <typename V>
struct Three {
  V a;
  V b;
  V c;
};
