#include "engines/learn/decisions.h"

#include <bit>

namespace sudoku::learn {
namespace {

constexpr std::uint32_t kNowhere = ~0U;
constexpr double kHighest = 1e100;

}  // namespace

void Decisions::reset(const Problem& problem) {
  const std::uint32_t count = problem.option_count();
  increment_ = 1;
  activities_.assign(count, 0);
  // Options of small groups come first.
  for (Option option = 0; option < count; ++option) {
    for (const Group group : problem.place(option).groups) {
      const int size = std::popcount(problem.members()[group]);
      activities_[option] += 1.0 / (size * size);
    }
  }
  phases_.assign(count, 0);
  target_.assign(count, 0);
  best_.assign(count, 0);
  target_length_ = 0;
  best_length_ = 0;
  rephases_ = 0;
  heap_.clear();
  positions_.assign(count, kNowhere);
  for (Option option = 0; option < count; ++option) insert(option);
}

void Decisions::bump(Option option) {
  activities_[option] += increment_;
  if (activities_[option] > kHighest) {
    for (double& activity : activities_) activity /= kHighest;
    increment_ /= kHighest;
  }
  if (positions_[option] != kNowhere) move_up(positions_[option]);
}

void Decisions::note_consistent(const Assignment& assignment, std::size_t length) {
  const auto keep = [&](Phases& phases, std::size_t& longest) {
    if (length <= longest) return;
    longest = length;
    for (std::size_t i = 0; i < length; ++i) {
      const Literal literal = assignment.trail()[i];
      phases[option_of(literal)] = is_choice(literal) ? 1 : -1;
    }
  };
  keep(target_, target_length_);
  keep(best_, best_length_);
}

void Decisions::rephase() {
  ++rephases_;
  for (std::size_t option = 0; option < phases_.size(); ++option) {
    switch (rephases_ % 4) {
      case 0: phases_[option] = static_cast<std::int8_t>(-phases_[option]); break;
      case 2: phases_[option] = 0; break;
      default: phases_[option] = best_[option];
    }
  }
  target_.assign(target_.size(), 0);
  target_length_ = 0;
  best_length_ = 0;
}

Literal Decisions::next(const Assignment& assignment, bool follows_target) {
  Option option = pop();
  while (assignment.value(chosen(option)) != 0) option = pop();
  const int target = follows_target ? target_[option] : 0;
  const int phase = target != 0 ? target : phases_[option];
  return phase >= 0 ? chosen(option) : excluded(option);
}

void Decisions::insert(Option option) {
  if (positions_[option] != kNowhere) return;
  heap_.push_back(option);
  move_up(static_cast<std::uint32_t>(heap_.size() - 1));
}

Option Decisions::pop() {
  const Option top = heap_.front();
  positions_[top] = kNowhere;
  const Option last = heap_.back();
  heap_.pop_back();
  if (!heap_.empty()) {
    heap_.front() = last;
    move_down(0);
  }
  return top;
}

void Decisions::move_up(std::uint32_t at) {
  const Option option = heap_[at];
  const double activity = activities_[option];
  while (at != 0) {
    const std::uint32_t parent = (at - 1) / 2;
    if (activities_[heap_[parent]] >= activity) break;
    place(at, heap_[parent]);
    at = parent;
  }
  place(at, option);
}

void Decisions::move_down(std::uint32_t at) {
  const Option option = heap_[at];
  const double activity = activities_[option];
  const auto size = static_cast<std::uint32_t>(heap_.size());
  for (;;) {
    std::uint32_t child = 2 * at + 1;
    if (child >= size) break;
    if (child + 1 < size && activities_[heap_[child + 1]] > activities_[heap_[child]]) ++child;
    if (activities_[heap_[child]] <= activity) break;
    place(at, heap_[child]);
    at = child;
  }
  place(at, option);
}

}  // namespace sudoku::learn
