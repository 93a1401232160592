#pragma once

#include <string>

#include "engines/registry.h"
#include "harness/measure/runner.h"

namespace sudoku {

/// One that takes boards of one shape only, and was not named for others.
inline Contestant only_for(const std::string& id, const Shape& shape) {
  Contestant contestant{id, [] { return find_engine("naive")->make({}); }};
  contestant.objection_to = [shape](const Shape& other) {
    return std::string(other == shape ? "" : "for others only");
  };
  contestant.when_not_taken = WhenNotTaken::not_applicable;
  return contestant;
}

}  // namespace sudoku
