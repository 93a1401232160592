#pragma once

/// Three vectors that are processed together: locks.h packs their flags into one vector.
template <typename V>
struct Three {
  V a;
  V b;
  V c;
};
