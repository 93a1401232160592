#include "engines/learn/decisions.h"

#include <bit>
#include <utility>

namespace sudoku::learn {
namespace {

constexpr std::uint32_t kNowhere = ~0U;
constexpr double kHighest = 1e100;

}  // namespace

void Decisions::reset() {
  const std::uint32_t count = problem_.option_count();
  increment_ = 1;
  activities_.assign(count, 0);
  group_activities_.assign(problem_.is_latin() ? problem_.group_count() : 0, 0);
  // Options of small groups come first.
  for (Option option = 0; option < count; ++option) {
    for (const Group group : problem_.place(option).groups) {
      const int size = std::popcount(problem_.members()[group]);
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
  if (problem_.is_latin()) return;
  for (Option option = 0; option < count; ++option) insert(option);
}

void Decisions::bump(Option option) {
  activities_[option] += increment_;
  if (problem_.is_latin()) {
    const auto& groups = problem_.place(option).groups;
    for (std::size_t kind = 0; kind < problem_.group_kinds(); ++kind) {
      group_activities_[groups[kind]] += increment_;
    }
  }
  if (activities_[option] > kHighest) {
    for (double& activity : activities_) activity /= kHighest;
    for (double& activity : group_activities_) activity /= kHighest;
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

std::uint64_t Decisions::rephase() {
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
  return rephases_;
}

Literal Decisions::next(const Assignment& assignment, bool follows_target) {
  if (!problem_.is_latin()) return next_by_activity(assignment, follows_target);
  return chosen(best_of(smallest_group(assignment), assignment, follows_target));
}

Literal Decisions::next_by_activity(const Assignment& assignment, bool follows_target) {
  Option option = pop();
  while (assignment.value(chosen(option)) != 0) option = pop();
  return phase_of(option, follows_target) >= 0 ? chosen(option) : excluded(option);
}

/// Returns a group with the fewest open options, but at least two.
Group Decisions::smallest_group(const Assignment& assignment) const {
  Group best = 0;
  std::pair highest{-static_cast<int>(kMaxSide) - 1, 0.0};
  for (Group group = 0; group < problem_.group_count(); ++group) {
    const Members open = assignment.open(group);
    if (is_single(open)) continue;
    const std::pair rank{-std::popcount(open), group_activities_[group]};
    if (rank <= highest) continue;
    best = group;
    highest = rank;
  }
  return best;
}

Option Decisions::best_of(Group group, const Assignment& assignment, bool follows_target) const {
  Option best = kNoOption;
  std::pair highest{false, -1.0};
  for (Members left = assignment.open(group); left != 0; left &= left - 1) {
    const Option option = problem_.option_at(group, first_of(left));
    const std::pair rank{phase_of(option, follows_target) > 0, activities_[option]};
    if (rank <= highest) continue;
    best = option;
    highest = rank;
  }
  return best;
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
