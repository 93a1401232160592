#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <boost/program_options.hpp>
#include <fmt/format.h>

#include "harness/base/errors.h"
#include "harness/base/units.h"
#include "harness/cli/suggestion.h"

namespace sudoku {

namespace po = boost::program_options;

/// The name by which `Values` know what stands on the command line without an option.
inline constexpr std::string_view kArgument = "argument";

/// The parsed options of one command; every value is text until it is asked for.
class Values {
 public:
  explicit Values(po::variables_map map) : map_(std::move(map)) {}

  bool has(const std::string& name) const { return map_.count(name) != 0; }

  std::string text(const std::string& name) const {
    return has(name) ? map_[name].as<std::string>() : std::string();
  }

  std::vector<std::string> list(const std::string& name) const {
    return has(name) ? map_[name].as<std::vector<std::string>>() : std::vector<std::string>();
  }

  std::uint64_t number(const std::string& name, std::uint64_t otherwise, std::uint64_t min = 0,
                       std::uint64_t max = std::numeric_limits<std::uint64_t>::max()) const {
    if (!has(name)) return otherwise;
    const auto value = parse_number(text(name), max);
    if (value && *value >= min) return *value;
    const bool is_bounded = min > 0 || max < std::numeric_limits<std::uint64_t>::max();
    throw UsageError(fmt::format("--{} takes a whole number{}, not '{}'", name,
                                 is_bounded ? fmt::format(" from {} to {}", min, max) : "",
                                 text(name)));
  }

  std::chrono::nanoseconds duration(const std::string& name,
                                    std::chrono::nanoseconds otherwise) const {
    if (!has(name)) return otherwise;
    if (const auto value = parse_duration(text(name))) return *value;
    throw UsageError(
        fmt::format("--{} takes a time with its unit (ns, us, ms, s, min, h), as in 10s, not '{}'",
                    name, text(name)));
  }

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
  po::variables_map map_;
};

/// What the options of a command are called and do; Boost prints it as the help text.
class Specification {
 public:
  explicit Specification(const std::string& title) : title_(title) {}

  Specification& group(const std::string& name) {
    names_.push_back(name);
    groups_.emplace_back(name, 100);
    return *this;
  }
  Specification& flag(const char* name, const char* help) {
    groups_.back().add_options()(name, help);
    return *this;
  }
  Specification& value(const char* name, const char* argument, const char* help) {
    groups_.back().add_options()(name, po::value<std::string>()->value_name(argument), help);
    return *this;
  }
  /// A value that is one of the words of `choices`.
  template <typename Choice>
  Specification& choice(const char* name, const char* argument,
                        const std::map<std::string_view, Choice>& choices, const char* help) {
    for (const auto& [word, value] : choices) choices_[name].push_back(word);
    return value(name, argument, help);
  }
  Specification& list(const char* name, const char* argument, const char* help) {
    groups_.back().add_options()(
        name, po::value<std::vector<std::string>>()->composing()->value_name(argument), help);
    return *this;
  }

  Values parse(std::span<const std::string> arguments) const {
    po::options_description all;
    for (const auto& group : groups_) all.add(group);
    po::options_description positional_value;
    positional_value.add_options()(kArgument.data(), po::value<std::vector<std::string>>());
    all.add(positional_value);
    po::positional_options_description positional;
    positional.add(kArgument.data(), -1);
    try {
      po::variables_map map;
      po::store(
          po::command_line_parser({arguments.begin(), arguments.end()})
              .options(all)
              .positional(positional)
              .style(po::command_line_style::unix_style & ~po::command_line_style::allow_guessing)
              .run(),
          map);
      return Values(std::move(map));
    } catch (const po::unknown_option& error) {
      throw UsageError(unknown_option_message(all, error.get_option_name()));
    } catch (const po::error& error) {
      throw UsageError(error.what());
    }
  }

  struct Option {
    std::string name;        ///< without its dashes
    std::string short_name;  ///< a letter, or empty
    std::string argument;    ///< what its value is called; empty where it takes none
    std::string help;
    std::vector<std::string_view> choices;  ///< the words that it takes; empty: any text
  };
  struct Section {
    std::string name;
    std::vector<Option> options;
  };

  std::vector<Section> sections() const {
    std::vector<Section> sections;
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      std::vector<Option>& options = sections.emplace_back(Section{names_[i], {}}).options;
      for (const auto& option : groups_[i].options()) {
        const std::string dashed =
            option->canonical_display_name(po::command_line_style::allow_dash_for_short);
        const bool takes_value = option->semantic()->max_tokens() != 0;
        const auto choices = choices_.find(option->long_name());
        options.push_back(
            {option->long_name(), dashed.starts_with('-') ? dashed.substr(1) : "",
             takes_value ? option->semantic()->name() : "", option->description(),
             choices == choices_.end() ? std::vector<std::string_view>() : choices->second});
      }
    }
    return sections;
  }

  std::vector<Option> options() const {
    std::vector<Option> all;
    for (const Section& section : sections()) {
      all.insert(all.end(), section.options.begin(), section.options.end());
    }
    return all;
  }

  /// The first line of the help, and what follows it before the options.
  std::string usage() const { return title_.substr(0, title_.find('\n')); }
  std::string about() const {
    return title_.size() > usage().size() ? title_.substr(usage().size() + 1) : "";
  }

  std::string help() const {
    std::ostringstream text;
    text << title_ << '\n';
    for (const auto& group : groups_) text << '\n' << group;
    return text.str();
  }

 private:
  /// `word` is the option as typed, which may have its value behind an equals sign.
  static std::string unknown_option_message(const po::options_description& all,
                                            const std::string& word) {
    const std::string option = word.substr(0, word.find('='));
    std::vector<std::string> names;
    for (const auto& known : all.options()) {
      if (known->long_name() != kArgument) names.push_back(fmt::format("--{}", known->long_name()));
    }
    const std::vector<std::string_view> views(names.begin(), names.end());
    return fmt::format("unknown option '{}'{}", option, suggestion(option, views));
  }

  std::string title_;
  std::vector<std::string> names_;  // of the groups
  std::vector<po::options_description> groups_;
  std::map<std::string, std::vector<std::string_view>> choices_;  // by the names of options
};

}  // namespace sudoku
