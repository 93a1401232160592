#include "harness/external/line_host.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include <unistd.h>

#include "engines/grid.h"
#include "harness/external/engine_host.h"
#include "harness/external/hosted_function.h"

namespace sudoku {
namespace {

constexpr std::string_view kEcho = "-";

/// A board as a line, its end and that of the text.
using Line = std::array<char, kMaxCells + 2>;

/// Answers a question, a line with its end.
class Answerer {
 public:
  virtual ~Answerer() = default;
  virtual std::string_view answer(std::string_view question) = 0;
};

/// Knows nothing, but says as much as one who does.
class Echo final : public Answerer {
 public:
  std::string_view answer(std::string_view question) override {
    line_[0] = '1';
    line_[1] = ' ';
    return {line_.data(), std::copy(question.begin(), question.end(), line_.data() + 2)};
  }

 private:
  std::array<char, sizeof(Line) + 2> line_;
};

/// An engine of this program, asked boards of 9x9.
class OwnAnswerer final : public Answerer {
 public:
  OwnAnswerer(const std::string& id, std::uint64_t max_solutions)
      : solver_(make_hosted_function({.kind = kBuiltinKind, .name = id, .detail = {}})) {
    limits_.max_solutions = max_solutions;
  }

  std::string_view answer(std::string_view question) override {
    question.copy(reinterpret_cast<char*>(puzzle_.data()), kCells);
    entry_ = {};
    solver_->solve({k9x9, BoardForm::text, kTextRoom, 1, puzzle_.data(), solution_.data(), &entry_},
                   limits_);
    return format_answer();
  }

 private:
  std::string_view format_answer() {
    // No engine counts further in the time that it is asked.
    const auto solutions = static_cast<std::uint64_t>(entry_.solutions);
    char* end = std::to_chars(line_.data(), line_.data() + line_.size(), solutions).ptr;
    if (entry_.solutions > 0 && entry_.has_solution != 0) {
      *end++ = ' ';
      end = std::copy_n(reinterpret_cast<const char*>(solution_.data()), kCells, end);
    }
    *end++ = '\n';
    return {line_.data(), end};
  }

  std::unique_ptr<HostedFunction> solver_;
  SolveLimits limits_;
  std::array<std::uint8_t, kTextRoom> puzzle_{};
  std::array<std::uint8_t, kTextRoom> solution_{};
  HostAnswers::Entry entry_{};
  std::array<char, kTextRoom> line_{};
};

std::unique_ptr<Answerer> answerer_named(const std::string& id, std::uint64_t max_solutions) {
  if (id == kEcho) return std::make_unique<Echo>();
  return std::make_unique<OwnAnswerer>(id, max_solutions);
}

std::vector<std::string> arguments_for(std::string_view id, std::uint64_t max_solutions) {
  return {std::string(kLineWord), std::to_string(::getpid()), std::string(id),
          std::to_string(max_solutions)};
}

}  // namespace

std::vector<std::string> line_host_arguments(std::string_view id, std::uint64_t max_solutions) {
  return arguments_for(id, max_solutions);
}

std::vector<std::string> echo_host_arguments() {
  return arguments_for(kEcho, 0);
}

int run_line_host(const std::string& id, std::uint64_t max_solutions) {
  const auto answerer = answerer_named(id, max_solutions);
  Line question{};
  while (std::fgets(question.data(), question.size(), stdin) != nullptr) {
    const std::string_view answer = answerer->answer(question.data());
    if (std::fwrite(answer.data(), 1, answer.size(), stdout) < answer.size()) return 1;
    if (std::fflush(stdout) != 0) return 1;
  }
  // At once: whoever closes its input is about to end it.
  std::_Exit(0);
}

}  // namespace sudoku
