#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sudoku {

// The program as an engine command: it reads puzzles a line and answers each with a line. For
// ChildProcess, like the hosts of engine_host.h.

/// The command line of one that answers with an engine of this program.
std::vector<std::string> line_host_arguments(std::string_view id, std::uint64_t max_solutions);

/// The command line of one that knows nothing: it answers with the question.
std::vector<std::string> echo_host_arguments();

/// Runs the host that answers with that engine, or echoes where there is none of that id, until its
/// input ends, with which the process does. Returns the exit status if it fails.
int run_line_host(const std::string& id, std::uint64_t max_solutions);

}  // namespace sudoku
