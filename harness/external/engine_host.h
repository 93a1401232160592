#pragma once

#include "harness/external/host_program.h"

namespace sudoku {

/// Descriptors that a host inherits.
struct HostChannels {
  int socket;
  int request;  ///< memory of a HostRequest
  int answers;  ///< memory of a HostAnswers
};

/// Serves batches of puzzles until the socket is closed. Returns the exit status.
int run_engine_host(const HostedEngine& engine, const HostChannels& channels);

}  // namespace sudoku
