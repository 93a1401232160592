#include "harness/cli/option_table.h"

#include <algorithm>
#include <sstream>

#include <boost/program_options.hpp>

#include "harness/base/units.h"
#include "harness/tables/text_table.h"

namespace sudoku {
namespace {

namespace po = boost::program_options;

using Texts = std::vector<std::string>;

/// Width of the help, in characters.
constexpr unsigned kLineLength = 80;

/// Returns a new object that describes the value of an option. Boost takes ownership of it.
po::value_semantic* semantic_of(const OptionTable::Option& option) {
  if (option.argument.empty()) return new po::untyped_value(true);
  if (option.is_list) return po::value<Texts>()->composing()->value_name(option.argument);
  return po::value<std::string>()->value_name(option.argument);
}

po::options_description description_of(const OptionTable::Section& section) {
  po::options_description description(section.name, kLineLength);
  for (const OptionTable::Option& option : section.options) {
    const std::string names =
        option.short_name.empty() ? option.name : option.name + ',' + option.short_name;
    description.add_options()(names.c_str(), semantic_of(option), option.help.c_str());
  }
  return description;
}

Texts texts_of(const po::variable_value& value) {
  if (value.value().type() == typeid(Texts)) return value.as<Texts>();
  if (value.value().type() == typeid(std::string)) return {value.as<std::string>()};
  return {};
}

}  // namespace

Texts split_list(const std::string& list) {
  std::istringstream stream(list);
  Texts words;
  for (std::string word; std::getline(stream, word, ',');) words.push_back(word);
  return words;
}

std::string OptionValues::text(std::string_view name) const {
  return has(name) ? given_.find(name)->second.front() : std::string();
}

Texts OptionValues::list(std::string_view name) const {
  return has(name) ? given_.find(name)->second : Texts();
}

std::uint64_t OptionValues::number(std::string_view name, std::uint64_t fallback, std::uint64_t min,
                                   std::uint64_t max) const {
  if (!has(name)) return fallback;
  const auto value = parse_number(text(name), max);
  if (value && *value >= min) return *value;
  const std::string given = text(name);
  const bool is_number = !given.empty() && given.find_first_not_of("0123456789") == given.npos;
  const bool is_bounded = is_number || min > 0 || max < std::numeric_limits<std::uint64_t>::max();
  throw UsageError(fmt::format("--{} takes a whole number{}, not '{}'", name,
                               is_bounded ? fmt::format(" from {} to {}", min, max) : "", given));
}

std::chrono::nanoseconds OptionValues::duration(std::string_view name,
                                                std::chrono::nanoseconds fallback) const {
  if (!has(name)) return fallback;
  if (const auto value = parse_duration(text(name))) return *value;
  throw UsageError(
      fmt::format("--{} takes a time with a unit (ns, us, ms, s, min, h), such as 10s, not '{}'",
                  name, text(name)));
}

void OptionValues::refuse_words(std::string_view option, const Substitutes& substitutes) const {
  const auto found = substitutes.find(text(option));
  if (found == substitutes.end()) return;
  throw UsageError(fmt::format("unknown --{} '{}'; use '{}'", option, found->first, found->second));
}

void OptionValues::refuse_with(std::string_view option, Names others) const {
  for (const std::string_view other : others) {
    if (has(option) && has(other)) {
      throw UsageError(fmt::format("--{} and --{} cannot be combined", option, other));
    }
  }
}

void OptionValues::refuse_without(std::string_view needed, Names options) const {
  for (const std::string_view option : options) {
    if (has(option) && !has(needed)) {
      throw UsageError(fmt::format("--{} needs --{}", option, needed));
    }
  }
}

OptionTable& OptionTable::value(std::string_view name, std::string argument, std::string help) {
  const std::size_t comma = std::min(name.find(','), name.size());
  const std::size_t letter = std::min(comma + 1, name.size());
  if (sections_.empty()) group("Options");
  sections_.back().options.push_back({.name = std::string(name.substr(0, comma)),
                                      .short_name = std::string(name.substr(letter)),
                                      .argument = std::move(argument),
                                      .help = std::move(help)});
  return *this;
}

OptionValues OptionTable::parse(std::span<const std::string> arguments) const {
  po::options_description all;
  for (const Section& section : sections_) all.add(description_of(section));
  all.add_options()(kArgument.data(), po::value<Texts>());
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
    OptionValues::Given given;
    for (const auto& [name, value] : map) given.emplace(name, texts_of(value));
    return OptionValues(std::move(given));
  } catch (const po::unknown_option& error) {
    throw UsageError(unknown_option_message(error.get_option_name()));
  } catch (const po::error& error) {
    throw UsageError(error.what());
  }
}

/// `word` is the option as typed, possibly as `--name=value`.
std::string OptionTable::unknown_option_message(const std::string& word) const {
  const std::string option = word.substr(0, word.find('='));
  const auto advice =
      advice_.find(option.substr(std::min(option.size(), option.find_first_not_of('-'))));
  if (advice != advice_.end()) {
    return fmt::format("unknown option '{}'; {}", option, advice->second);
  }
  Texts names;
  for (const Option& known : options()) names.push_back(fmt::format("--{}", known.name));
  const std::vector<std::string_view> views(names.begin(), names.end());
  return fmt::format("unknown option '{}'{}", option, suggestion(option, views));
}

std::vector<OptionTable::Option> OptionTable::options() const {
  std::vector<Option> all;
  for (const Section& section : sections_) {
    all.insert(all.end(), section.options.begin(), section.options.end());
  }
  return all;
}

std::string OptionTable::help() const {
  std::ostringstream text;
  text << usage_ << '\n' << wrap(about_, kLineLength, 0) << '\n';
  for (const Section& section : sections_) text << '\n' << description_of(section);
  return text.str();
}

}  // namespace sudoku
