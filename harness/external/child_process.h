#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <sys/types.h>

#include "harness/base/system.h"

namespace sudoku {

/// Two ends of a connection, closed on exec. Throws std::system_error.
struct DescriptorPair {
  Descriptor first;
  Descriptor second;
};
DescriptorPair make_pipe();         ///< read from `first`, write to `second`
DescriptorPair make_socket_pair();  ///< of sockets that keep messages apart

/// This program, run once more in a process of its own. Its process group is its own, so that an
/// interrupt from the terminal reaches this process first.
class ChildProcess {
 public:
  /// What a descriptor of this process is called in the child.
  struct Inherited {
    int here;
    int there;
  };

  /// Hands the child the command line `arguments`, and of the descriptors that close on exec the
  /// `inherited` ones. Throws std::system_error.
  ChildProcess(const std::vector<std::string>& arguments, std::span<const Inherited> inherited);
  /// Kills the child and what it has started.
  ~ChildProcess();
  ChildProcess(ChildProcess&& other) noexcept : id_(std::exchange(other.id_, 0)) {}
  ChildProcess& operator=(ChildProcess&&) = delete;

  /// Whether it has ended by itself; what it has started may go on.
  bool has_ended() const;

  pid_t id() const { return id_; }
  /// As in process_memory.h.
  std::optional<std::uint64_t> peak_bytes() const;

  /// How a child ended that no longer answers, as in `crashed with signal SIGSEGV`. To be called
  /// once; a child that is still there is killed.
  std::string end();

 private:
  pid_t id_ = 0;  // 0: reaped
};

/// For the child: its death with the thread that started it. `parent` is the process that did.
void die_with_parent(pid_t parent);

}  // namespace sudoku
