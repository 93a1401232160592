#pragma once

#include <chrono>
#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "harness/base/errors.h"
#include "harness/cli/suggestion.h"

namespace sudoku {

/// The name by which `OptionValues` know what stands on the command line without an option.
inline constexpr std::string_view kArgument = "argument";

/// The parsed options of one command; every value is text until it is asked for.
class OptionValues {
 public:
  /// What was given to each option that is there: nothing to a flag, several texts to a list.
  explicit OptionValues(std::map<std::string, std::vector<std::string>> given)
      : given_(std::move(given)) {}

  bool has(const std::string& name) const { return given_.count(name) != 0; }

  /// Empty where there is none, as is the list.
  std::string text(const std::string& name) const;
  std::vector<std::string> list(const std::string& name) const;

  std::uint64_t number(const std::string& name, std::uint64_t otherwise, std::uint64_t min = 0,
                       std::uint64_t max = std::numeric_limits<std::uint64_t>::max()) const;

  std::chrono::nanoseconds duration(const std::string& name,
                                    std::chrono::nanoseconds otherwise) const;

  /// One of the words of `choices`.
  template <typename Choice>
  Choice choice(const std::string& name, const std::map<std::string_view, Choice>& choices,
                Choice otherwise) const {
    if (!has(name)) return otherwise;
    const std::string word = text(name);
    if (const auto found = choices.find(word); found != choices.end()) return found->second;
    std::vector<std::string_view> words;
    for (const auto& [known, value] : choices) words.push_back(known);
    throw UsageError(unknown_word_message(fmt::format("--{}", name), word, words));
  }

 private:
  std::map<std::string, std::vector<std::string>> given_;
};

/// What the options of a command are called and do.
class OptionTable {
 public:
  struct Option {
    std::string name;        ///< without its dashes
    std::string short_name;  ///< a letter, or empty
    std::string argument;    ///< what its value is called; empty where it takes none
    std::string help;
    bool is_list = false;                   ///< may be given several times
    std::vector<std::string_view> choices;  ///< the words that it takes; empty: any text
  };
  struct Section {
    std::string name;
    std::vector<Option> options;
  };

  explicit OptionTable(std::string title) : title_(std::move(title)) {}

  /// The section of the options that follow; there is one before the first option.
  OptionTable& group(const std::string& name);

  // `name` is that of an option and, behind a comma, its letter.
  OptionTable& flag(std::string_view name, const char* help);
  OptionTable& value(std::string_view name, const char* argument, const char* help);
  /// A value that is one of the words of `choices`.
  template <typename Choice>
  OptionTable& choice(std::string_view name, const char* argument,
                      const std::map<std::string_view, Choice>& choices, const char* help) {
    value(name, argument, help);
    for (const auto& [word, value] : choices) {
      sections_.back().options.back().choices.push_back(word);
    }
    return *this;
  }
  OptionTable& list(std::string_view name, const char* argument, const char* help);

  /// Throws UsageError.
  OptionValues parse(std::span<const std::string> arguments) const;

  const std::vector<Section>& sections() const { return sections_; }
  std::vector<Option> options() const;

  /// The first line of the help, and what follows it before the options.
  std::string usage() const;
  std::string about() const;
  std::string help() const;

 private:
  OptionTable& add(std::string_view name, Option option);

  std::string title_;
  std::vector<Section> sections_;
};

}  // namespace sudoku
