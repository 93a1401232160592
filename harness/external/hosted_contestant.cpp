#include "harness/external/hosted_contestant.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "harness/external/hosted_engine.h"

namespace sudoku {

HostedSource builtin_source(const EngineInfo& info, const EngineOptions& options) {
  return {.kind = kBuiltinKind, .name = std::string(info.id), .detail = detail_of(options)};
}

Contestant::Make making(const HostedSource& source) {
  return [source] { return std::make_unique<HostedEngine>(source); };
}

Contestant hosted(Contestant contestant, const HostedSource& source, unsigned threads) {
  if (contestant.make() == nullptr) return contestant;
  contestant.make = making(source);
  contestant.takes_blocks = true;
  contestant.places = std::min(contestant.places, hosted_places(threads));
  return contestant;
}

}  // namespace sudoku
