#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <initializer_list>
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

/// Name of the positional arguments in `OptionValues`.
inline constexpr std::string_view kArgument = "argument";

/// Returns the words of a list with commas.
std::vector<std::string> split_list(const std::string& list);

/// Returns the value of `word`. Throws UsageError for an unknown word; `kind` describes it.
template <typename Value>
Value word_among(std::string_view kind, const std::string& word,
                 const std::map<std::string_view, Value>& values) {
  if (const auto found = values.find(word); found != values.end()) return found->second;
  std::vector<std::string_view> words;
  for (const auto& [known, value] : values) words.push_back(known);
  throw UsageError(unknown_word_message(kind, word, words));
}

/// Returns the word for a value, which must be in `values`.
template <typename Value>
std::string_view word_of(Value value, const std::map<std::string_view, Value>& values) {
  const auto has_value = [&](const auto& entry) { return entry.second == value; };
  return std::ranges::find_if(values, has_value)->first;
}

/// Parsed options of one command. Values are stored as text and converted on access.
class OptionValues {
 public:
  using Given = std::map<std::string, std::vector<std::string>, std::less<>>;

  /// Takes the values of each given option: none for a flag, several for a list.
  explicit OptionValues(Given given) : given_(std::move(given)) {}

  bool has(std::string_view name) const { return given_.contains(name); }

  /// Returns the value of an option, or an empty string if it is not given.
  std::string text(std::string_view name) const;
  /// Returns all values of an option in the order in which they are given.
  std::vector<std::string> list(std::string_view name) const;

  // These return `fallback` if the option is not given, and throw UsageError for an invalid value.

  std::uint64_t number(std::string_view name, std::uint64_t fallback, std::uint64_t min = 0,
                       std::uint64_t max = std::numeric_limits<std::uint64_t>::max()) const;

  std::chrono::nanoseconds duration(std::string_view name, std::chrono::nanoseconds fallback) const;

  template <typename Choice>
  Choice choice(std::string_view name, const std::map<std::string_view, Choice>& choices,
                Choice fallback) const {
    if (!has(name)) return fallback;
    return word_among(fmt::format("--{}", name), text(name), choices);
  }

  using Substitutes = std::map<std::string_view, std::string_view>;
  /// Throws UsageError if the value of `option` is one of the words that have a substitute.
  void refuse_words(std::string_view option, const Substitutes& substitutes) const;

  using Names = std::initializer_list<std::string_view>;
  /// Throws UsageError if `option` and one of `others` are both given.
  void refuse_with(std::string_view option, Names others) const;
  /// Throws UsageError if one of `options` is given without `needed`.
  void refuse_without(std::string_view needed, Names options) const;

 private:
  Given given_;
};

/// Declares the options of one command: names, values and help texts.
class OptionTable {
 public:
  struct Option {
    std::string name;        ///< without its dashes
    std::string short_name;  ///< one letter, or empty
    std::string argument;    ///< name of its value; empty for a flag
    std::string help;
    bool is_list = false;                     ///< may be given several times
    std::vector<std::string_view> choices{};  ///< allowed words; empty: any text
  };
  struct Section {
    std::string name;
    std::vector<Option> options;
  };

  /// `usage` is one line. `about` describes the command in a paragraph; line ends become blanks.
  OptionTable(std::string usage, std::string about)
      : usage_(std::move(usage)), about_(std::move(about)) {}

  /// Starts a section of the help. Without a call, options belong to the section `Options`.
  OptionTable& group(std::string name) {
    sections_.push_back({std::move(name), {}});
    return *this;
  }

  // These add an option. `name` is the long name, optionally followed by a comma and a letter.
  OptionTable& value(std::string_view name, std::string argument, std::string help);
  OptionTable& flag(std::string_view name, std::string help) {
    return value(name, "", std::move(help));
  }
  /// Adds an option that takes one of the words in `choices`.
  template <typename Choice>
  OptionTable& choice(std::string_view name, std::string argument,
                      const std::map<std::string_view, Choice>& choices, std::string help) {
    value(name, std::move(argument), std::move(help));
    for (const auto& [word, value] : choices) {
      sections_.back().options.back().choices.push_back(word);
    }
    return *this;
  }
  /// Adds an option that may be repeated.
  OptionTable& list(std::string_view name, std::string argument, std::string help) {
    value(name, std::move(argument), std::move(help));
    sections_.back().options.back().is_list = true;
    return *this;
  }

  /// Adds advice for an option that the command does not have. The error for this option ends with
  /// the advice.
  OptionTable& advise(std::string name, std::string advice) {
    advice_.emplace(std::move(name), std::move(advice));
    return *this;
  }

  /// Declares that the arguments of the command are datasets.
  OptionTable& expect_datasets() {
    takes_datasets_ = true;
    return *this;
  }
  bool takes_datasets() const { return takes_datasets_; }

  /// Throws UsageError for unknown options, missing values and repeated options.
  OptionValues parse(std::span<const std::string> arguments) const;

  const std::vector<Section>& sections() const { return sections_; }
  std::vector<Option> options() const;

  const std::string& usage() const { return usage_; }
  const std::string& about() const { return about_; }
  /// Returns the whole help text.
  std::string help() const;

 private:
  std::string unknown_option_message(const std::string& word) const;

  std::string usage_;
  std::string about_;
  std::vector<Section> sections_;
  std::map<std::string, std::string, std::less<>> advice_;  // by unknown option
  bool takes_datasets_ = false;
};

}  // namespace sudoku
