#include "harness/commands/command.h"

#include <chrono>
#include <tuple>

#include "harness/base/cpus.h"
#include "harness/base/errors.h"
#include "harness/commands/bench/bench.h"
#include "harness/commands/generate/generate_options.h"
#include "tests/catch.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {
namespace {

using namespace std::chrono_literals;
using Arguments = std::vector<std::string>;
using Messages = std::vector<std::pair<std::string, std::string>>;

Job parse(const std::string& line) { return parse_command_line(split(line, ' ')); }

/// Returns the options of a bench command on one dataset.
BenchOptions bench(const std::string& line) {
  return bench_options(bench_option_table().parse(split("--dataset d.txt " + line, ' ')));
}

GenerateOptions generate(const std::string& line) {
  return generate_options(generate_option_table().parse(split(line, ' ')));
}

std::string usage_error(const std::string& line) {
  return message_of<UsageError>([&line] { parse(line); });
}

/// Checks the message for each command line. A message that ends with `...` is only the beginning.
void check_errors(const std::string& begin, const Messages& messages) {
  for (const auto& [line, message] : messages) {
    INFO(line);
    const std::string found = usage_error(begin + line);
    if (message.ends_with("...")) {
      CHECK(found.substr(0, message.size() - 3) + "..." == message);
    } else {
      CHECK(found == message);
    }
  }
}

Arguments ids(const std::string& line) {
  Arguments ids;
  for (const EngineInfo* info : bench(line).solvers.engines) ids.emplace_back(info->id);
  return ids;
}

}  // namespace

TEST_CASE("each option of bench changes its entry of the task", "[options]") {
  const Task usual = task_of(bench(""));
  Task expected = Task::parse(R"({
    "format": "auto", "column": "", "expect_column": "", "skip_invalid": false, "max_puzzles": 0,
    "sample": 0, "shuffle": false, "isomorphs": 1, "seed": 1, "cell_order": "column",
    "max_solutions": 2, "max_guesses": 0, "timeout_ns": 10000000000, "time_limit_ns": 60000000000,
    "early_stop": true, "repetitions": 1, "warmup": "100ms", "block_size": 0,
    "whole_blocks": false, "threads": 1, "pin": false, "baseline": "", "per_puzzle": false})");
  expected["threads"] = usable_threads();
  CHECK(usual == expected);
  for (const auto& [option, entry, value] : std::vector<std::tuple<std::string, std::string, Task>>{
           {"--format line", "format", "line"},
           {"--format auto", "format", "auto"},
           {"--column quiz", "column", "quiz"},
           {"--expect-column 3", "expect_column", "3"},
           {"--skip-invalid", "skip_invalid", true},
           {"--max-puzzles 12", "max_puzzles", 12},
           {"--shuffle", "shuffle", true},
           {"--isomorphs 8", "isomorphs", 8},
           {"--seed=14", "seed", 14},
           {"--cell-order row", "cell_order", "row"},
           {"--max-solutions 0", "max_solutions", 0},
           {"--max-guesses 99", "max_guesses", 99},
           {"--timeout 0s", "timeout_ns", 0},
           {"--warmup 0.5s", "warmup", "500ms"},
           {"--warmup 100x", "warmup", "100 puzzles"},
           {"--repetitions 7", "repetitions", 7},
           {"--block-size 7", "block_size", 7},
           {"--whole-blocks", "whole_blocks", true},
           {"--threads 1", "threads", 1},
           {"--pin", "pin", true},
           {"--baseline naive", "baseline", "naive"},
           {"--per-puzzle", "per_puzzle", true},
           {"--checkpoint c", "per_puzzle", true},
           {"--counters", "counters", true},
           {"--shape 4", "shape", "2x2"},
           {"--symbols 0", "symbols", "0"}}) {
    INFO(option);
    Task changed = usual;
    changed[entry] = value;
    CHECK(task_of(bench(option)) == changed);
  }
  CHECK(bench("--max-puzzles 13 --shuffle").selection.sample == 13);
  CHECK(bench("--max-puzzles 13 --shuffle").selection.max_puzzles == 0);
  CHECK(bench("--time-limit 2min").plan.time_limit == 120s);
  CHECK_FALSE(bench("--time-limit 2min").plan.slow_limit.has_value());
}

TEST_CASE("other options of bench reach their field", "[options]") {
  CHECK(bench("--dataset e.txt --dataset -").datasets == Arguments{"d.txt", "e.txt", "-"});
  CHECK(bench("--out results/x").results.out == "results/x");
  CHECK(bench("--force").results.force);
  CHECK(bench("").progress == When::automatic);
  CHECK(bench("--progress bar").progress == When::always);
  CHECK(bench("--quiet").progress == When::never);
  CHECK(bench("-q").quiet);
  CHECK(bench("-v").verbose);
  CHECK_FALSE(bench("").style.use_color);  // standard output of a test is no terminal
  const auto context = bench("--context a=b=c --context empty=").context;
  CHECK(context == decltype(context){{"a", "b=c"}, {"empty", ""}});
}

TEST_CASE("each engine runs once, in the order of the command line", "[options]") {
  const std::string lanes(resolve_engine("lanes")->id);  // the fastest variant for this CPU
  CHECK(lanes.starts_with("lanes_"));
  CHECK(ids("--engine dlx,lanes," + lanes) == Arguments{"dlx", lanes});
  CHECK(bench("--engine dlx,lanes --baseline lanes").baseline == lanes);
  CHECK(ids("--engine stack --engine dlx,stack") == Arguments{"stack", "dlx"});
  Arguments all;
  for (const EngineInfo& info : all_engines()) {
    // The engines of this project for this architecture, and of installed packages.
    if (info.is_native || info.runs_here()) all.emplace_back(info.id);
  }
  CHECK(ids("") == all);
  const auto dlx = std::find(all.begin(), all.end(), "dlx");
  std::rotate(all.begin(), dlx, dlx + 1);
  CHECK(ids("--engine dlx,all") == all);
}

TEST_CASE("help and version need no other arguments", "[options]") {
  for (const char* line : {"--help", "-h", "help", "bench -h", "--dataset d -h", "engines --help",
                           "help count", "help help", "plan d.txt --shards 2 -h", "engines"}) {
    INFO(line);
    CHECK(parse(line) != nullptr);
  }
  CHECK(usage_error("help slove") == usage_error("slove"));
  // No command word means bench.
  CHECK(usage_error("--baseline naife d.txt") == usage_error("bench --baseline naife d.txt"));
  CHECK(usage_error("--per-puzle") == usage_error("bench --per-puzle"));
}

TEST_CASE("every option is suggested for a typing error, and needs its value", "[options]") {
  for (const Command& command : all_commands()) {
    for (const OptionTable::Option& option : command.option_table().options()) {
      const std::string name = fmt::format("{} --{}", command.name, option.name);
      CHECK(usage_error(name + option.name.back())
                .ends_with(fmt::format("; did you mean '--{}'?", option.name)));
      if (!option.argument.empty()) {
        CHECK(usage_error(name).find(option.name) != std::string::npos);
      }
    }
  }
}

TEST_CASE("unknown words are reported with the nearest known one or advice", "[options]") {
  check_errors(
      "", {
              {"slove", "unknown command 'slove'; did you mean 'solve'?..."},
              {"bench d --engine bitmsk", "unknown engine 'bitmsk'; did you mean 'bitmask'?..."},
              {"bench d --baseline naife", "unknown --baseline 'naife'; did you mean 'naive'?..."},
              {"bench d --xml", "unknown option '--xml'"},
              {"bench d -x", "unknown option '-x'"},
              {"bench d --format lines", "unknown --format 'lines'; did you mean 'line'?..."},
              {"bench d --size 16", "unknown option '--size'; use --shape"},
              {"bench d --sample 3", "unknown option '--sample'; use --max-puzzles N --shuffle"},
              {"bench d --export-json f", "unknown option '--export-json'; use --export json:FILE"},
              {"merge d --color never",
               "unknown option '--color'; set the environment variable NO_COLOR or CLICOLOR_FORCE "
               "to 1"},
              {"bench d --wide", "unknown option '--wide'; use sudoku-bench show DIR --wide"},
              {"show d -v", "unknown option '-v'; use bench -v for details..."},
              {"count --dataset d", "unknown option '--dataset'; write the file without it"},
              {"plan d --exclusive", "unknown option '--exclusive'; use --sbatch"},
              {"solve d --format sdm", "unknown --format 'sdm'; use 'line'"},
              {"convert d --to pencilmark", "unknown --to 'pencilmark'; use 'candidates'"},
          });
}

TEST_CASE("a value is refused if it is no number, time or form", "[options]") {
  for (const std::string option : {"--max-puzzles", "--seed", "--max-solutions", "--max-guesses",
                                   "--repetitions", "--threads"}) {
    for (const std::string value : {"x", "1.5", "3s", "99999999999999999999999"}) {
      INFO(option << ' ' << value);
      const std::string message = usage_error("bench d " + option + ' ' + value);
      CHECK(message.starts_with(option + " takes a whole number"));
      CHECK(message.ends_with(", not '" + value + "'"));
    }
  }
  const std::string time = " takes a time with a unit (ns, us, ms, s, min, h), such as 10s, not '";
  const Messages messages = {
      {"--threads 0", "--threads takes a whole number from 1 to 4096, not '0'"},
      {"--threads 4097", "--threads takes a whole number from 1 to 4096, not '4097'"},
      {"--seed 18446744073709551616",
       "--seed takes a whole number from 0 to 18446744073709551615, not "
       "'18446744073709551616'"},
      {"--isomorphs 0", "--isomorphs takes a whole number from 1 to 10000, not '0'"},
      {"--timeout 10", "--timeout" + time + "10'"},
      {"--context =quiet", "--context takes KEY=VALUE, not '=quiet'"},
      {"--engine ,", "unknown engine ''..."},
      {"--plugin a/b.so?config=4294967296", "--plugin takes [NAME=]FILE.so..."},
      {"--plugin a/b=c.so", "--plugin takes [NAME=]FILE.so..."},
      {"--plugin b.so?config=1x", "--plugin takes [NAME=]FILE.so..."},
      {"--plugin a=b.so:", "--plugin takes [NAME=]FILE.so..."},
      {"--plugin lanes=x.so", "lanes is reserved for built-in engines..."},
      {"--engine-cmd all=cat", "all is reserved for built-in engines..."},
      {"--engine-cmd cat", "--engine-cmd takes NAME=CMD..."},
      {"--engine-cmd =cat", "--engine-cmd takes NAME=CMD..."},
      {"--engine-cmd x=", "--engine-cmd takes NAME=CMD..."},
  };
  check_errors("bench d ", messages);
  for (const std::string value : {"10", "x", "1.5x", "-1x", "fast"}) {
    CHECK(usage_error("bench d --warmup=" + value).ends_with(", not '" + value + "'"));
  }
  for (const char* line : {"--shuffle=yes", "--engine=", "--seed 1 --seed 2"}) {
    CHECK_FALSE(usage_error(std::string("bench d ") + line).empty());
  }
  for (const std::string text : {"-", "a", "a.txt", ".md", "markdwon:x", "json:"}) {
    CHECK(usage_error("bench d --export=" + text).starts_with("--export takes a FILE in .md"));
  }
  for (const std::string text : {"13", "1", "0", "65", "17x17", "8x9", "x", "4x", "1x65"}) {
    CHECK(usage_error("generate --shape=" + text).starts_with("--shape takes the number of rows"));
  }
}

TEST_CASE("plugins and engine commands have a name and a location", "[options]") {
  const auto plugin = [](const std::string& text) {
    const auto [name, file, symbol, config] = bench("--plugin " + text).solvers.plugins.at(0);
    return fmt::format("{} {} {} {}", name, file, symbol, config);
  };
  CHECK(plugin("a/b.so") == "b a/b.so  0");
  CHECK(plugin("x=a/b.so:Solve") == "x a/b.so Solve 0");
  CHECK(plugin("x=a/b.so:Solve?config=4294967295") == "x a/b.so Solve 4294967295");
  CHECK(plugin("a/b.so?config=3") == "b a/b.so  3");
  CHECK(bench("--engine-cmd x=./solve=fast").solvers.commands.at(0).name == "x");
  CHECK(bench("--engine-cmd x=./solve=fast").solvers.commands.at(0).command == "./solve=fast");
  CHECK(bench("--plugin x=b.so --baseline x").baseline == "x");
}

TEST_CASE("arguments that exclude each other are refused", "[options]") {
  const std::string puzzle(81, '.');
  const std::string rows = puzzle.substr(40) + ' ' + puzzle.substr(41);
  const std::string is_engine =
      "is an engine, not a file; use --engine dlx,bitmask, without blanks";
  const Messages messages = {
      {"engines all", "the engines command takes no argument"},
      {"bench", "bench needs datasets, or - for standard input"},
      {"bench d.txt --dataset d.txt", "dataset d.txt is given twice"},
      {"bench d -q -v", "--quiet and --verbose cannot be combined"},
      {"bench d --engine naive --plugin m=a.so --baseline dlx",
       "unknown --baseline 'dlx'. Choose from: m, naive"},
      {"bench d --engine dlx,m --plugin m=a.so", "--engine selects built-in engines; m always..."},
      {"bench d --plugin x.so --engine-cmd x=cat", "two engines have the name x..."},
      {"bench d --engine none", "--engine none needs --plugin or --engine-cmd..."},
      {"bench d --engine none,dlx", "--engine none cannot name engines as well..."},
      {"bench d --fail-if-slower 5%", "--fail-if-slower needs --baseline"},
      {"bench d --baseline dlx --fail-if-slower 5",
       "--fail-if-slower takes a percentage below 100, such as 3%, not '5'"},
      {"bench d --engine naive,dlx --cell-order row",
       "--cell-order is for engines with a fixed cell order, such as stack"},
      {"bench d --engine dlx, bitmask", "'bitmask' " + is_engine},
      {"bench d --engine dlx ,bitmask", "',bitmask' " + is_engine},
      {"solve " + rows, "a puzzle with blanks needs quotes: solve '" + rows + "'"},
      {"solve " + puzzle + " b.txt",
       "solve takes puzzles or a dataset, not both: 'b.txt' is not a puzzle"},
  };
  check_errors("", messages);
  CHECK(parse("solve " + puzzle + ' ' + puzzle) != nullptr);
}

TEST_CASE("plan takes options of count and of sbatch", "[options]") {
  parse("plan --shards 2 --out o --backend local -- --timeout 1s d.txt");
  parse("plan bench d.txt e.txt --shards 2 --out o --backend local -- --engine dlx --per-puzzle");
  const std::string plan = "plan d.txt --shards 2 --out o --backend slurm ";
  parse(plan + "--sbatch --mem=4G -- --engine dlx --max-solutions 2");
  check_errors(
      plan, {
                {"--sbatch 4G",
                 "--sbatch takes options of sbatch, such as '--time=2:00:00 --mem=4G', not '4G'"},
                {"--engine dlx", "unknown option '--engine'; write it at the end, after --"},
                {"-- --engine dxl", "unknown engine 'dxl'; did you mean 'dlx'?..."},
                {"-- --shard 0/2", "plan does not pass --shard to count"},
                {"e.txt", "count takes one dataset, not 2"},
            });
}

TEST_CASE("a shape is a number of rows or the rows and columns of a box", "[options]") {
  for (const auto& [text, shape] : std::vector<std::pair<std::string, Shape>>{{"9", {3, 3}},
                                                                              {"6", {2, 3}},
                                                                              {"20", {4, 5}},
                                                                              {"16x16", {4, 4}},
                                                                              {"9x9", {3, 3}},
                                                                              {"3x2", {3, 2}},
                                                                              {"8x8", {8, 8}},
                                                                              {"1x9", {1, 9}}}) {
    INFO(text);
    CHECK(generate("--shape " + text).plan.shape == shape);
  }
}

TEST_CASE("an export has a form", "[options]") {
  const auto form_of = [](const std::string& text) {
    const auto exports = bench("--export " + text).exports;
    return fmt::format("{} {}", exports.at(0).form->name, exports.at(0).file);
  };
  CHECK(form_of("a.md") == "markdown a.md");
  CHECK(form_of("a.b/c.tex") == "latex a.b/c.tex");
  CHECK(form_of("x:y.json") == "json x:y.json");
  CHECK(form_of("gbench:y.csv") == "gbench y.csv");
  CHECK(form_of("csv:-") == "csv -");
  CHECK(bench("--export a.md --export csv:a.md").exports.size() == 2);
  CHECK_FALSE(bench("--export csv:-").prints_tables());
  CHECK(bench("--export csv:a").prints_tables());
}

TEST_CASE("requirements for puzzles become a goal", "[options]") {
  const auto goal_of = [](const std::string& line) {
    const DigGoal goal = *generate(line).plan.goal;
    constexpr std::array kEnds = {"target", "refusal", "last"};
    return fmt::format("clues {}..{} solutions {}..{} {}{}", goal.min_clues, goal.max_clues,
                       goal.min_solutions, goal.max_solutions,
                       kEnds.at(static_cast<std::size_t>(goal.end)),
                       goal.is_balanced ? " balanced" : "");
  };
  const std::string unique = "clues 0..81 solutions 1..1 refusal";
  for (const auto& [line, goal] :
       Messages{{"", unique},
                {"--unique", unique},
                {"--puzzles 1", unique},
                {"--difficulty hard", unique},
                {"--symmetry mirror", unique},
                {"--difficulty extreme", "clues 0..81 solutions 1..1 last"},
                {"--minimal", "clues 0..81 solutions 1..1 last"},
                {"--candidates --shape 1x16", "clues 0..4096 solutions 1..1 last"},
                {"--unique --clues 25", "clues 25..25 solutions 1..1 target"},
                {"--clues 30", "clues 30..30 solutions 0..0 target"},
                {"--holes 46", "clues 35..35 solutions 0..0 target"},
                {"--holes 46%", "clues 44..44 solutions 0..0 target"},
                {"--holes 0%", "clues 81..81 solutions 0..0 target"},
                {"--holes 100%", "clues 0..0 solutions 0..0 target"},
                {"--shape 1x30 --holes 42%", "clues 522..522 solutions 0..0 target"},
                {"--holes 46 --balanced", "clues 35..35 solutions 0..0 target balanced"},
                {"--solutions 2..1000000", "clues 0..81 solutions 2..1000000 target"}}) {
    INFO(line);
    CHECK(goal_of(line) == goal);
  }
  CHECK(generate("--candidates --shape 4x4").plan.has_candidates);
  CHECK_FALSE(generate("").plan.has_candidates);
  CHECK(generate("").count == 1);
  CHECK(generate("--difficulty extreme").plan.max_attempts > generate("").plan.max_attempts);
}

TEST_CASE("options of generate without requirements", "[options]") {
  const auto mined =
      generate("--mine --puzzles 7 --seed 3 --rounds 9 --replace 2 --time-limit 2s --out f");
  REQUIRE(mined.mine.has_value());
  CHECK(mined.mine->puzzles == 7);
  CHECK(mined.mine->seed == 3);
  CHECK(mined.mine->rounds == 9);
  CHECK(mined.mine->max_replaced == 2);
  CHECK(mined.time_limit == 2s);
  const auto grids = generate("--grids 5 --shard 1/3");
  CHECK_FALSE(grids.plan.goal.has_value());
  CHECK(grids.count == 5);
  CHECK(grids.shard.number == 1);
  CHECK(grids.shard.count == 3);
  // A seed is drawn unless several calls must use the same seed.
  CHECK(generate("").has_new_seed);
  CHECK(generate("").plan.seed != generate("").plan.seed);
  CHECK_FALSE(generate("--seed 3").has_new_seed);
  CHECK(generate("--seed 3").plan.seed == 3);
  CHECK(generate("--shard 0/2").plan.seed == 1);
  CHECK(generate("--mine --puzzles 3 --out f").mine->seed == 1);
  for (const auto& [line, writer] : std::vector<std::pair<std::string, const PuzzleWriter*>>{
           {"--puzzles 2", &kLineWriter},
           {"--puzzles 2 --shape 3x2", &kSoloWriter},
           {"--puzzles 2 --shape 1x20", &kLineWriter},
           {"--candidates", &kLineWriter},
           {"--candidates --to csv", &kCsvWriter},
           {"--to acs", &kAcsWriter}}) {
    INFO(line);
    CHECK(generate(line).writer == writer);
  }
}

TEST_CASE("generate refuses impossible and contradictory requirements", "[options]") {
  check_errors(
      "generate ",
      {
          {"--puzzles 1 --minimal --clues 3..16",
           "no puzzle with 16 clues has one solution; it needs at least 17"},
          {"--shape 1x5 --unique --clues 3",
           "no puzzle with 3 clues has one solution; it needs at least 4"},
          {"--puzzles 1 --solutions 2..5 --clues 78",
           "no puzzle with 78 clues has several solutions; it has at most 77"},
          {"--puzzles 1 --holes 46 --symmetry rotate90",
           "--symmetry rotate90 has no pattern of 35 to 35 clues: their number must be a multiple "
           "of "
           "four, or one more"},
          {"--mine --puzzles 7", "--mine needs --out"},
          {"--mine --out f", "--mine needs --puzzles"},
          {"--minimal --puzzles 7 --rounds 9", "--rounds needs --mine"},
          {"--mine --puzzles 7 --minimal --out f", "--minimal and --mine cannot be combined"},
          {"--mine --puzzles 7 --shard 0/2 --out f", "--mine and --shard cannot be combined"},
          {"--candidates --shape 4x5", "--candidates supports boards up to 16x16, not 20x20"},
          {"--candidates --clues 20..30", "--candidates and --clues cannot be combined"},
          {"--candidates --difficulty hard", "--difficulty needs --unique or --minimal"},
          {"--holes 46 --difficulty easy", "--difficulty needs --unique or --minimal"},
          {"--candidates --impossible", "--candidates and --impossible cannot be combined"},
          {"--candidates --mine --puzzles 3 --out f", "--candidates and --mine cannot be combined"},
          {"--candidates --grids 3", "--candidates needs --puzzles instead of --grids"},
          {"--candidates --to grid",
           "--to grid does not support puzzles with candidates; use line, csv, json, candidates, "
           "candidate-grid or canonical"},
          {"--balanced", "--balanced needs --holes"},
          {"--holes 9 --balanced --unique", "--balanced and --unique cannot be combined"},
          {"--holes 101%",
           "--holes takes a whole number from 0 to 81 or a percentage such as 42%, not '101%'"},
          {"--puzzles 1 --holes 82",
           "--holes takes a whole number from 0 to 81 or a percentage such as 42%, not '82'"},
          {"--shape 1x9 --difficulty easy", "--difficulty is for 9x9 only"},
          {"--shape 1x9 --method uniform",
           "--method uniform does not support --shape 1x9; use chain"},
          {"--shape 4x4 --method chain",
           "--method chain does not support --shape 4x4; use backtrack"},
          {"--shape 8x8 --method backtrack",
           "--method backtrack does not support --shape 8x8; use switching"},
          {"--method chain", "--method chain does not support --shape 3x3; use uniform"},
          {"--to acs --puzzles 2", "--to acs supports one puzzle only"},
          {"--to minlex --shape 4x4", "--to minlex supports 9x9 only, not 16x16 boards"},
          {"--grids 1 --puzzles 1", "--grids and --puzzles cannot be combined"},
          {"--puzzles 1 --minimal --holes 3", "--minimal and --holes cannot be combined"},
          {"--grids 1 --shard 3/3",
           "--shard takes I/N with I from 0 to N - 1, such as 0/3, not '3/3'"},
      });
  for (const char* possible : {"--holes 45 --symmetry rotate90", "--holes 44 --symmetry rotate90",
                               "--minimal --clues 22..24 --symmetry rotate90",
                               "--holes 46 --symmetry diagonal", "--minimal --clues 17"}) {
    parse(std::string("generate --puzzles 1 ") + possible);
  }
}

}  // namespace sudoku
