#pragma once

#include <memory>

#include "engines/engine.h"

namespace sudoku {

/// Holds an engine for boards of one shape, and replaces it when the shape changes.
class ShapedEngine {
 public:
  /// Returns an engine for boards of `shape`. Calls `make(shape)` if the last shape was another
  /// one.
  template <typename Make>
  Engine& of(const Shape& shape, Make&& make) {
    if (engine_ == nullptr || shape != shape_) engine_ = make(shape);
    shape_ = shape;
    return *engine_;
  }

 private:
  Shape shape_;
  std::unique_ptr<Engine> engine_;
};

}  // namespace sudoku
