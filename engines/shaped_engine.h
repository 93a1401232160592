#pragma once

#include <memory>

#include "engines/engine.h"

namespace sudoku {

/// Room for an engine that is made for the boards of one shape, and anew when another one comes.
class ShapedEngine {
 public:
  /// `make(shape)` gives an engine for boards of that shape alone.
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
