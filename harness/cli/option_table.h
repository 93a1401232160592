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

/// Name of the positional arguments in `OptionValues`.
inline constexpr std::string_view kArgument = "argument";

/// Parsed options of one command. Values are stored as text and converted on access.
class OptionValues {
 public:
  /// Takes the values of each given option: none for a flag, several for a list.
  explicit OptionValues(std::map<std::string, std::vector<std::string>> given)
      : given_(std::move(given)) {}

  bool has(const std::string& name) const { return given_.count(name) != 0; }

  /// Returns the value of an option, or an empty string if it is not given.
  std::string text(const std::string& name) const;
  /// Returns all values of an option in the order in which they are given.
  std::vector<std::string> list(const std::string& name) const;

  // These return `fallback` if the option is not given, and throw UsageError for an invalid value.

  std::uint64_t number(const std::string& name, std::uint64_t fallback, std::uint64_t min = 0,
                       std::uint64_t max = std::numeric_limits<std::uint64_t>::max()) const;

  std::chrono::nanoseconds duration(const std::string& name,
                                    std::chrono::nanoseconds fallback) const;

  template <typename Choice>
  Choice choice(const std::string& name, const std::map<std::string_view, Choice>& choices,
                Choice fallback) const {
    if (!has(name)) return fallback;
    const std::string word = text(name);
    if (const auto found = choices.find(word); found != choices.end()) return found->second;
    std::vector<std::string_view> words;
    for (const auto& [known, value] : choices) words.push_back(known);
    throw UsageError(unknown_word_message(fmt::format("--{}", name), word, words));
  }

 private:
  std::map<std::string, std::vector<std::string>> given_;
};

/// Declares the options of one command: names, values and help texts.
class OptionTable {
 public:
  struct Option {
    std::string name;        ///< without its dashes
    std::string short_name;  ///< one letter, or empty
    std::string argument;    ///< name of its value; empty for a flag
    std::string help;
    bool is_list = false;                   ///< may be given several times
    std::vector<std::string_view> choices;  ///< allowed words; empty: any text
  };
  struct Section {
    std::string name;
    std::vector<Option> options;
  };

  /// `title` is the usage line, followed by lines that describe the command.
  explicit OptionTable(std::string title) : title_(std::move(title)) {}

  /// Begins a section of the help. Call this before adding the first option.
  OptionTable& group(const std::string& name);

  // These add an option. `name` is the long name, optionally followed by a comma and a letter.
  OptionTable& flag(std::string_view name, const char* help);
  OptionTable& value(std::string_view name, const char* argument, const char* help);
  /// Adds an option whose value is one of the words of `choices`.
  template <typename Choice>
  OptionTable& choice(std::string_view name, const char* argument,
                      const std::map<std::string_view, Choice>& choices, const char* help) {
    value(name, argument, help);
    for (const auto& [word, value] : choices) {
      sections_.back().options.back().choices.push_back(word);
    }
    return *this;
  }
  /// Adds an option that may be repeated.
  OptionTable& list(std::string_view name, const char* argument, const char* help);

  /// Throws UsageError for unknown options, missing values and repeated options.
  OptionValues parse(std::span<const std::string> arguments) const;

  const std::vector<Section>& sections() const { return sections_; }
  std::vector<Option> options() const;

  /// Returns the usage line.
  std::string usage() const;
  /// Returns the description below the usage line; may be empty.
  std::string about() const;
  /// Returns the whole help text.
  std::string help() const;

 private:
  OptionTable& add(std::string_view name, Option option);

  std::string title_;
  std::vector<Section> sections_;
};

}  // namespace sudoku
