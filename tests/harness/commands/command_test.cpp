#include "harness/commands/command.h"

#include <chrono>
#include <string>
#include <vector>

#include "engines/registry.h"
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

/// Parses the options of a command.
OptionValues values_of(const OptionTable& option_table, const std::string& line) {
  return option_table.parse(line.empty() ? Arguments{} : split(line, ' '));
}

Job parse(const std::string& line) { return parse_command_line(split(line, ' ')); }

/// Returns the options of a bench command on one dataset.
BenchOptions bench(const std::string& line) {
  return bench_options(values_of(bench_option_table(), "--dataset d.txt " + line));
}

GenerateOptions generate(const std::string& line) {
  return generate_options(values_of(generate_option_table(), line));
}

std::string usage_error(const std::string& line) {
  return message_of<UsageError>([&line] { parse(line); });
}

std::string bench_error(const std::string& options) {
  return usage_error("bench --dataset d.txt " + options);
}

std::vector<std::string> ids(const BenchOptions& options) {
  std::vector<std::string> ids;
  for (const EngineInfo* info : options.solvers.engines) ids.emplace_back(info->id);
  return ids;
}

/// Returns the engines of this project for this architecture, and of installed packages.
std::vector<std::string> all_ids() {
  std::vector<std::string> ids;
  for (const EngineInfo& info : all_engines()) {
    if (info.is_native || info.runs_here()) ids.emplace_back(info.id);
  }
  return ids;
}

}  // namespace

TEST_CASE("bench has defaults for all but the dataset", "[options]") {
  const BenchOptions options = bench("");
  CHECK(options.datasets == Arguments{"d.txt"});
  CHECK(options.read.format == DatasetFormat::automatic);
  CHECK(options.read.column.empty());
  CHECK(options.read.expect_column.empty());
  CHECK_FALSE(options.read.skip_invalid);
  CHECK(options.selection.max_puzzles == 0);
  CHECK(options.selection.sample == 0);
  CHECK_FALSE(options.selection.shuffle);
  CHECK(options.selection.seed == 1);
  CHECK(ids(options) == all_ids());
  CHECK(options.solvers.engine_options.cell_order == CellOrder::column);
  CHECK(options.limits.max_solutions == 2);
  CHECK(options.limits.max_guesses == 0);
  CHECK(options.limits.max_time == 10s);
  CHECK(options.time_limit == 60s);
  CHECK(options.warmup.time == 100ms);
  CHECK(options.warmup.puzzles == 0);
  CHECK(options.repetitions == 1);
  CHECK(options.threads == usable_threads());
  CHECK_FALSE(options.pin);
  CHECK(options.baseline.empty());
  CHECK(options.results.out.empty());
  CHECK_FALSE(options.results.force);
  CHECK_FALSE(options.per_puzzle);
  CHECK(options.context.empty());
  CHECK(options.progress == When::automatic);
  CHECK_FALSE(options.style.use_color);  // standard output of a test is no terminal
  CHECK(options.verbosity == Verbosity::normal);
}

TEST_CASE("each option of bench reaches its field", "[options]") {
  CHECK(bench("--dataset e.txt --dataset -").datasets == Arguments{"d.txt", "e.txt", "-"});
  CHECK(bench("--format line").read.format == DatasetFormat::line);
  CHECK(bench("--format csv").read.format == DatasetFormat::csv);
  CHECK(bench("--format grid").read.format == DatasetFormat::grid);
  CHECK(bench("--format auto").read.format == DatasetFormat::automatic);
  CHECK(bench("--column quiz").read.column == "quiz");
  CHECK(bench("--expect-column 3").read.expect_column == "3");
  CHECK(bench("--skip-invalid").read.skip_invalid);
  CHECK(bench("--max-puzzles 12").selection.max_puzzles == 12);
  CHECK(bench("--max-puzzles 12").selection.sample == 0);
  CHECK(bench("--max-puzzles 13 --shuffle").selection.sample == 13);
  CHECK(bench("--max-puzzles 13 --shuffle").selection.max_puzzles == 0);
  CHECK(bench("--shuffle").selection.shuffle);
  CHECK(bench("--seed 14").selection.seed == 14);
  CHECK(bench("--cell-order row").solvers.engine_options.cell_order == CellOrder::row);
  CHECK(bench("--max-solutions 0").limits.max_solutions == 0);
  CHECK(bench("--max-guesses 99").limits.max_guesses == 99);
  CHECK(bench("--timeout 3s").limits.max_time == 3s);
  CHECK(bench("--timeout 0s").limits.max_time == 0s);
  CHECK(bench("--time-limit 2min").time_limit == 120s);
  CHECK(bench("--warmup 0.5s").warmup.time == 500ms);
  CHECK(bench("--warmup 100x").warmup.time == 0s);
  CHECK(bench("--warmup 100x").warmup.puzzles == 100);
  CHECK(bench("--repetitions 7").repetitions == 7);
  CHECK(bench("--threads 5").threads == 5);
  CHECK(bench("--pin").pin);
  CHECK(bench("--baseline naive").baseline == "naive");
  CHECK(bench("--out results/x").results.out == "results/x");
  CHECK(bench("--force").results.force);
  CHECK(bench("--per-puzzle").per_puzzle);
  CHECK(bench("--progress bar").progress == When::always);
  CHECK(bench("--progress none").progress == When::never);
  CHECK(bench("--quiet").verbosity == Verbosity::quiet);
  CHECK(bench("-q").verbosity == Verbosity::quiet);
  CHECK(bench("--verbose").verbosity == Verbosity::verbose);
  CHECK(bench("-v").verbosity == Verbosity::verbose);
}

TEST_CASE("notes are split at the first equals sign", "[options]") {
  const auto context = bench("--context a=b=c --context empty=").context;
  REQUIRE(context.size() == 2);
  CHECK(context[0] == std::pair<std::string, std::string>("a", "b=c"));
  CHECK(context[1] == std::pair<std::string, std::string>("empty", ""));
}

TEST_CASE("values may follow an equals sign", "[options]") {
  CHECK(bench("--seed=3").selection.seed == 3);
}

TEST_CASE("each engine runs once, in the order of the command line", "[options]") {
  CHECK(ids(bench("--engine stack")) == Arguments{"stack"});
  CHECK(ids(bench("--engine stack,naive")) == Arguments{"stack", "naive"});
  CHECK(ids(bench("--engine stack --engine dlx,stack")) == Arguments{"stack", "dlx"});
  Arguments dlx_first = all_ids();
  std::rotate(dlx_first.begin(), std::find(dlx_first.begin(), dlx_first.end(), "dlx"),
              std::find(dlx_first.begin(), dlx_first.end(), "dlx") + 1);
  CHECK(ids(bench("--engine dlx,all")) == dlx_first);
}

TEST_CASE("no command word means bench", "[options]") {
  CHECK(usage_error("--baseline naife d.txt") == usage_error("bench --baseline naife d.txt"));
  CHECK(usage_error("--per-puzle") == usage_error("bench --per-puzle"));
}

TEST_CASE("engines has no options", "[options]") {
  CHECK(parse("engines") != nullptr);
  CHECK(usage_error("engines all") == "the engines command takes no argument");
}

TEST_CASE("help and version need no other arguments", "[options]") {
  for (const char* line : {"--help", "-h", "help", "bench --help", "bench -h", "--dataset d -h",
                           "solve --help", "solve -h", "engines --help", "engines -h", "help count",
                           "help help", "plan -h", "plan d.txt --shards 2 -h"}) {
    INFO(line);
    CHECK(parse(line) != nullptr);
  }
  CHECK(usage_error("help slove") == usage_error("slove"));
}

TEST_CASE("every command has a help text that begins with its name", "[options]") {
  CHECK_FALSE(all_commands().empty());
  for (const Command& command : all_commands()) {
    const std::string text = command.option_table().help();
    CHECK(text.starts_with("sudoku-bench " + std::string(command.name)));
    CHECK(text.find("--help") != std::string::npos);
    CHECK_FALSE(command.summary.empty());
  }
}

TEST_CASE("an unknown word is reported with the nearest known one", "[options]") {
  CHECK(usage_error("slove").starts_with("unknown command 'slove'; did you mean 'solve'?"));
  CHECK(bench_error("--engine bitmsk")
            .starts_with("unknown engine 'bitmsk'; did you mean 'bitmask'?"));
  CHECK(
      bench_error("--baseline naife").starts_with("unknown engine 'naife'; did you mean 'naive'?"));
  CHECK(bench_error("--max-solutins=3") ==
        "unknown option '--max-solutins'; did you mean '--max-solutions'?");
  CHECK(bench_error("--xml") == "unknown option '--xml'");
  CHECK(bench_error("-x") == "unknown option '-x'");
  CHECK(
      bench_error("--format lines").starts_with("unknown --format 'lines'; did you mean 'line'?"));
  CHECK(bench_error("--cell-order rows")
            .starts_with("unknown --cell-order 'rows'; did you mean 'row'?"));
  CHECK(
      bench_error("--progress bars").starts_with("unknown --progress 'bars'; did you mean 'bar'?"));
  CHECK(usage_error("solve --to lines").starts_with("unknown --to 'lines'; did you mean 'line'?"));
  CHECK(usage_error("solve --engine dxl").starts_with("unknown engine 'dxl'; did you mean 'dlx'?"));
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

TEST_CASE("a duration without a unit is refused", "[options]") {
  for (const std::string option : {"--timeout", "--time-limit"}) {
    CHECK(bench_error(option + " 10") ==
          option + " takes a time with a unit (ns, us, ms, s, min, h), such as 10s, not '10'");
  }
  CHECK(usage_error("solve --timeout 0").starts_with("--timeout takes a time with a unit"));
  for (const std::string value : {"10", "x", "1.5x", "-1x", "10 s", "fast"}) {
    CHECK(message_of<UsageError>([&value] {
            parse_command_line(Arguments{"bench", "--dataset", "d", "--warmup=" + value});
          }).find(", not '" + value + "'") != std::string::npos);
  }
}

TEST_CASE("invalid numbers and numbers out of range are refused", "[options]") {
  for (const std::string option : {"--max-puzzles", "--seed", "--max-solutions", "--max-guesses",
                                   "--repetitions", "--threads"}) {
    for (const std::string value : {"x", "1.5", "3s", "99999999999999999999999"}) {
      INFO(option << ' ' << value);
      const std::string message = bench_error(option + ' ' + value);
      CHECK(message.starts_with(option + " takes a whole number"));
      CHECK(message.ends_with(", not '" + value + "'"));
    }
    CHECK_FALSE(bench_error(option + " -1").empty());
  }
  CHECK(bench_error("--threads 0") == "--threads takes a whole number from 1 to 4096, not '0'");
  CHECK(bench_error("--threads 4097") ==
        "--threads takes a whole number from 1 to 4096, not '4097'");
  CHECK(bench_error("--repetitions 0") ==
        "--repetitions takes a whole number from 1 to 1000000, not '0'");
  CHECK(usage_error("generate --puzzles 1 --holes 82") ==
        "--holes takes a whole number from 0 to 81 or a percentage such as 42%, not '82'");
  CHECK(bench_error("--seed x") == "--seed takes a whole number, not 'x'");
  CHECK(bench_error("--seed 18446744073709551616") ==
        "--seed takes a whole number from 0 to 18446744073709551615, not '18446744073709551616'");
}

TEST_CASE("an option without its value is refused", "[options]") {
  CHECK(bench_error("--engine=").find("--engine") != std::string::npos);
  CHECK_FALSE(bench_error("--shuffle=yes").empty());
}

TEST_CASE("an option with one value may be given once only", "[options]") {
  CHECK(bench_error("--seed 1 --seed 2").find("--seed") != std::string::npos);
}

TEST_CASE("plugins and engine commands have a name and a location", "[options]") {
  const auto plugin = [](const std::string& text) {
    return bench("--plugin " + text).solvers.plugins.at(0);
  };
  CHECK(plugin("a/b.so").name == "b");
  CHECK(plugin("a/b.so").file == "a/b.so");
  CHECK(plugin("a/b.so").symbol.empty());
  CHECK(plugin("a/b.so").config == 0);
  CHECK(plugin("x=a/b.so:Solve").name == "x");
  CHECK(plugin("x=a/b.so:Solve").file == "a/b.so");
  CHECK(plugin("x=a/b.so:Solve").symbol == "Solve");
  CHECK(plugin("x=a/b.so:Solve?config=4294967295").symbol == "Solve");
  CHECK(plugin("x=a/b.so:Solve?config=4294967295").config == 4294967295);
  CHECK(plugin("a/b.so?config=3").name == "b");
  CHECK(plugin("a/b.so?config=3").config == 3);
  CHECK_FALSE(bench_error("--plugin a/b.so?config=4294967296").empty());
  CHECK_FALSE(bench_error("--plugin a/b.so?config=").empty());
  CHECK_FALSE(bench_error("--plugin a/b=c.so").empty());  // no name
  CHECK(bench("--engine-cmd x=./solve=fast").solvers.commands.at(0).name == "x");
  CHECK(bench("--engine-cmd x=./solve=fast").solvers.commands.at(0).command == "./solve=fast");
  CHECK(bench("--plugin x=b.so --baseline x").baseline == "x");
}

TEST_CASE("lanes stands for the fastest variant for this CPU", "[options]") {
  const std::string id(resolve_engine("lanes")->id);
  CHECK(id.starts_with("lanes_"));
  CHECK(bench("--engine lanes").solvers.engines.at(0)->id == id);
  CHECK(bench("--engine dlx,lanes," + id).solvers.engines.size() == 2);
  CHECK(bench("--engine dlx,lanes --baseline lanes").baseline == id);
  CHECK(bench_error("--plugin lanes=x.so").starts_with("lanes is reserved for built-in engines"));
}

TEST_CASE("options that exclude each other are refused", "[options]") {
  CHECK(bench_error("-q -v") == "--quiet and --verbose cannot be combined");
  CHECK(bench_error("--engine naive --baseline dlx") ==
        "--baseline dlx is not among the engines of this run");
  CHECK(bench_error("--engine naive,dlx --cell-order row") ==
        "--cell-order is for engines with a fixed cell order, such as stack");
  CHECK(usage_error("solve --cell-order row") ==
        "--cell-order is for engines with a fixed cell order, such as stack");
}

TEST_CASE("bench needs datasets, each once", "[options]") {
  CHECK(usage_error("bench") == "bench needs datasets, or - for standard input");
  CHECK(bench_error("--dataset d.txt") == "dataset d.txt is given twice");
  CHECK(bench_error("d.txt") == "dataset d.txt is given twice");
}

TEST_CASE("solve takes one dataset or puzzles", "[options]") {
  const std::string puzzle(81, '.');
  CHECK(usage_error("solve a.txt b.txt") == "solve takes one dataset, not 2");
  CHECK(parse("solve " + puzzle + ' ' + puzzle) != nullptr);
  CHECK(usage_error("solve " + puzzle + " b.txt") ==
        "solve takes puzzles or a dataset, not both: 'b.txt' is not a puzzle");
}

TEST_CASE("an engine after a blank is not a dataset", "[options]") {
  const std::string message =
      "'bitmask' is an engine, not a file; use --engine dlx,bitmask, without blanks";
  CHECK(bench_error("--engine dlx, bitmask") == message);
  CHECK(bench_error("--engine dlx bitmask") == message);
  CHECK(bench_error("--engine dlx , bitmask") == message);
  CHECK(bench_error("--engine dlx ,bitmask") ==
        "',bitmask' is an engine, not a file; use --engine dlx,bitmask, without blanks");
}

TEST_CASE("plan takes options of count and of sbatch", "[options]") {
  const std::string plan = "plan d.txt --shards 2 --out o --backend slurm ";
  parse(plan + "--sbatch --mem=4G -- --engine dlx --max-solutions 2");
  parse("plan --shards 2 --out o --backend local -- --timeout 1s d.txt");
  CHECK(usage_error(plan + "--sbatch 4G") ==
        "--sbatch takes options of sbatch, such as '--time=2:00:00 --mem=4G', not '4G'");
  CHECK(usage_error(plan + "--engine dlx") ==
        "unknown option '--engine'; write it at the end, after --");
  CHECK(usage_error(plan + "-- --engine dxl")
            .starts_with("unknown engine 'dxl'; did you mean 'dlx'?"));
  CHECK(usage_error(plan + "-- --shard 0/2") == "plan does not pass --shard to count");
  CHECK(usage_error(plan + "e.txt") == "count takes one dataset, not 2");
  parse("plan bench d.txt e.txt --shards 2 --out o --backend local -- --engine dlx --per-puzzle");
}

TEST_CASE("a shape is a number of rows or the rows and columns of a box", "[options]") {
  const auto shape_of = [](const std::string& text) {
    return generate("--shape " + text).plan.shape;
  };
  for (const auto& [text, rows, columns] : {std::tuple{"9", 3, 3},
                                            {"4", 2, 2},
                                            {"6", 2, 3},
                                            {"20", 4, 5},
                                            {"16x16", 4, 4},
                                            {"9x9", 3, 3},
                                            {"3x2", 3, 2},
                                            {"4x4", 4, 4},
                                            {"8x8", 8, 8},
                                            {"1x9", 1, 9}}) {
    INFO(text);
    CHECK(shape_of(text) ==
          Shape{static_cast<std::uint8_t>(rows), static_cast<std::uint8_t>(columns)});
  }
  for (const std::string text : {"13", "1", "0", "65", "17x17", "8x9", "x", "4x", "1x65"}) {
    CHECK(usage_error("generate --shape=" + text).starts_with("--shape takes the number of rows"));
  }
}

TEST_CASE("errors for old options name the new ones", "[options]") {
  const auto [line, advice] = GENERATE(table<std::string, std::string>({
      {"bench d --size 16", "option '--size'; use --shape"},
      {"solve d --size=16", "option '--size'; use --shape"},
      {"bench d --sample 3", "option '--sample'; use --max-puzzles N --shuffle"},
      {"bench d --export-json f", "option '--export-json'; use --export json:FILE"},
      {"merge d --color never",
       "option '--color'; set the environment variable NO_COLOR or CLICOLOR_FORCE to 1"},
      {"bench d --wide", "option '--wide'; use sudoku-bench show DIR --wide"},
      {"count --dataset d", "option '--dataset'; write the file without it"},
      {"plan d --exclusive", "option '--exclusive'; use --sbatch"},
      {"solve d --format sdm", "--format 'sdm'; use 'line'"},
      {"convert d --to pencilmark", "--to 'pencilmark'; use 'candidates'"},
  }));
  CHECK(usage_error(line) == "unknown " + advice);
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
  for (const std::string text : {"-", "a", "a.txt", ".md", "markdwon:x", "json:"}) {
    CHECK(bench_error("--export=" + text).starts_with("--export takes a FILE in .md"));
  }
}

TEST_CASE("a list of engines is not empty", "[options]") {
  CHECK_FALSE(bench_error("--engine ,").empty());
  CHECK_FALSE(bench_error("--engine naive,,dlx").empty());
}

TEST_CASE("a note has a key", "[options]") {
  CHECK(bench_error("--context quiet") == "--context takes KEY=VALUE, not 'quiet'");
  CHECK(bench_error("--context =quiet") == "--context takes KEY=VALUE, not '=quiet'");
}

TEST_CASE("isomorphs of each puzzle", "[options]") {
  CHECK(bench("").selection.isomorphs == 1);
  CHECK(bench("--isomorphs 8").selection.isomorphs == 8);
  CHECK(bench_error("--isomorphs 0").find("from 1") != std::string::npos);
}

TEST_CASE("requirements for puzzles become a goal", "[options]") {
  const auto goal_of = [](const std::string& line) {
    return *generate("--puzzles 1 " + line).plan.goal;
  };
  CHECK(goal_of("--minimal").end == DigEnd::at_last_cell);
  CHECK(goal_of("--minimal").max_solutions == 1);
  CHECK(goal_of("--unique").end == DigEnd::at_first_refusal);
  CHECK(goal_of("--unique --clues 25").end == DigEnd::at_target);
  CHECK(goal_of("--unique --clues 25").max_clues == 25);
  CHECK(goal_of("--holes 46").min_clues == 35);
  CHECK(goal_of("--holes 46").max_clues == 35);
  CHECK(goal_of("--holes 46").max_solutions == 0);
  CHECK(goal_of("--holes 46%").max_clues == 81 - 37);
  CHECK(goal_of("--holes 0%").max_clues == 81);
  CHECK(goal_of("--holes 100%").max_clues == 0);
  CHECK(goal_of("--shape 1x30 --holes 42%").max_clues == 900 - 378);
  CHECK_FALSE(goal_of("--holes 42%").is_balanced);
  CHECK(goal_of("--holes 42% --balanced").is_balanced);
  CHECK(goal_of("--solutions 2..1000000").min_solutions == 2);
  CHECK(goal_of("--solutions 2..1000000").max_solutions == 1'000'000);
}

TEST_CASE("generate refuses impossible requirements", "[options]") {
  CHECK(usage_error("generate --puzzles 1 --minimal --clues 3..16") ==
        "no puzzle with 16 clues has one solution; it needs at least 17");
  CHECK(usage_error("generate --puzzles 1 --solutions 2..5 --clues 78") ==
        "no puzzle with 78 clues has several solutions; it has at most 77");
  CHECK(usage_error("generate --puzzles 1 --holes 46 --symmetry rotate90") ==
        "--symmetry rotate90 has no pattern of 35 to 35 clues: their number must be a multiple of "
        "four, or one more");
  for (const char* possible : {"--holes 45 --symmetry rotate90", "--holes 44 --symmetry rotate90",
                               "--minimal --clues 22..24 --symmetry rotate90",
                               "--holes 46 --symmetry diagonal", "--minimal --clues 17"}) {
    parse(std::string("generate --puzzles 1 ") + possible);
  }
}

TEST_CASE("extreme unique puzzles have no redundant clues", "[options]") {
  const auto plan_of = [](const std::string& line) {
    return generate("--puzzles 1 --unique " + line).plan;
  };
  CHECK(plan_of("--difficulty hard").goal->end == DigEnd::at_first_refusal);
  CHECK(plan_of("--difficulty extreme").goal->end == DigEnd::at_last_cell);
  CHECK(plan_of("--difficulty extreme").max_attempts > plan_of("").max_attempts);
}

TEST_CASE("a search for hard puzzles", "[options]") {
  const auto options =
      generate("--mine --puzzles 7 --seed 3 --rounds 9 --replace 2 --time-limit 2s --out f");
  REQUIRE(options.mine.has_value());
  CHECK(options.mine->puzzles == 7);
  CHECK(options.mine->seed == 3);
  CHECK(options.mine->rounds == 9);
  CHECK(options.mine->max_replaced == 2);
  CHECK(options.time_limit == std::chrono::seconds(2));
  CHECK(usage_error("generate --mine --puzzles 7") == "--mine needs --out");
  CHECK(usage_error("generate --minimal --puzzles 7 --rounds 9") == "--rounds needs --mine");
  CHECK(usage_error("generate --mine --puzzles 7 --minimal --out f") ==
        "--minimal and --mine cannot be combined");
  CHECK(usage_error("generate --mine --puzzles 7 --shard 0/2 --out f") ==
        "--mine and --shard cannot be combined");
}

TEST_CASE("generate makes one puzzle with one solution by default", "[options]") {
  for (const char* line :
       {"", "--unique", "--puzzles 1", "--difficulty hard", "--symmetry mirror"}) {
    INFO(line);
    const GenerateOptions options = generate(line);
    CHECK(options.count == 1);
    REQUIRE(options.plan.goal.has_value());
    CHECK(options.plan.goal->max_solutions == 1);
    CHECK(options.plan.goal->end == DigEnd::at_first_refusal);
  }
  CHECK(generate("--clues 30").plan.goal->max_solutions == 0);
}

TEST_CASE("generate makes puzzles given by candidates", "[options]") {
  for (const char* line :
       {"--candidates", "--candidates --shape 4x4", "--candidates --shape 1x16"}) {
    const GenerateOptions options = generate(line);
    CHECK(options.plan.has_candidates);
    CHECK(options.plan.goal->max_solutions == 1);
  }
  CHECK_FALSE(generate("").plan.has_candidates);
}

TEST_CASE("invalid requirements for candidates, holes and Latin squares are refused", "[options]") {
  const auto [line, message] = GENERATE(table<std::string, std::string>({
      {"--candidates --shape 4x5", "--candidates supports boards up to 16x16, not 20x20"},
      {"--candidates --clues 20..30", "--candidates and --clues cannot be combined"},
      {"--candidates --symmetry mirror", "--candidates and --symmetry cannot be combined"},
      {"--candidates --difficulty hard", "--difficulty needs --unique or --minimal"},
      {"--candidates --minimal", "--candidates and --minimal cannot be combined"},
      {"--candidates --impossible", "--candidates and --impossible cannot be combined"},
      {"--candidates --mine --puzzles 3 --out f", "--candidates and --mine cannot be combined"},
      {"--candidates --grids 3", "--candidates needs --puzzles instead of --grids"},
      {"--candidates --to grid",
       "--to grid does not support puzzles with candidates; use line, csv, json, candidates, "
       "candidate-grid or canonical"},
      {"--balanced", "--balanced needs --holes"},
      {"--holes 9 --balanced --unique", "--balanced and --unique cannot be combined"},
      {"--holes 9 --balanced --symmetry mirror", "--balanced and --symmetry cannot be combined"},
      {"--holes 101%",
       "--holes takes a whole number from 0 to 81 or a percentage such as 42%, not '101%'"},
      {"--shape 1x9 --difficulty easy", "--difficulty is for 9x9 only"},
      {"--shape 1x9 --method uniform", "--method uniform does not support --shape 1x9; use chain"},
      {"--shape 4x4 --method chain", "--method chain does not support --shape 4x4; use backtrack"},
      {"--shape 8x8 --method backtrack",
       "--method backtrack does not support --shape 8x8; use switching"},
      {"--method chain", "--method chain does not support --shape 3x3; use uniform"},
      {"--shape 1x5 --unique --clues 3",
       "no puzzle with 3 clues has one solution; it needs at least 4"},
  }));
  CHECK(usage_error("generate " + line) == message);
}

TEST_CASE("generate draws a seed unless calls must agree", "[options]") {
  CHECK(generate("").has_new_seed);
  CHECK(generate("").plan.seed != generate("").plan.seed);
  CHECK_FALSE(generate("--seed 3").has_new_seed);
  CHECK(generate("--seed 3").plan.seed == 3);
  CHECK(generate("--shard 0/2").plan.seed == 1);
  CHECK(generate("--mine --puzzles 3 --out f").mine->seed == 1);
}

TEST_CASE("generate writes the forms of convert", "[options]") {
  CHECK(generate("--puzzles 2").writer == &kLineWriter);
  CHECK(generate("--puzzles 2 --shape 3x2").writer == &kSoloWriter);
  CHECK(generate("--puzzles 2 --shape 1x20").writer == &kLineWriter);
  CHECK(generate("--candidates").writer == &kLineWriter);
  CHECK(generate("--candidates --to csv").writer == &kCsvWriter);
  CHECK(generate("--candidates --to json").writer == &kJsonWriter);
  CHECK(generate("--to csv").writer == &kCsvWriter);
  CHECK(generate("--to acs").writer == &kAcsWriter);
  CHECK(usage_error("generate --to acs --puzzles 2") == "--to acs supports one puzzle only");
  CHECK(usage_error("generate --to minlex --shape 4x4") ==
        "--to minlex supports 9x9 only, not 16x16 boards");
}

TEST_CASE("generate refuses options that exclude each other", "[options]") {
  CHECK(usage_error("generate --grids 1 --puzzles 1") ==
        "--grids and --puzzles cannot be combined");
  CHECK(usage_error("generate --mine --out f") == "--mine needs --puzzles");
  CHECK(usage_error("generate --holes 46 --difficulty easy") ==
        "--difficulty needs --unique or --minimal");
  CHECK(usage_error("generate --puzzles 1 --minimal --holes 3") ==
        "--minimal and --holes cannot be combined");
  CHECK(usage_error("generate --grids 1 --shard 3/3") ==
        "--shard takes I/N with I from 0 to N - 1, such as 0/3, not '3/3'");
  const auto options = generate("--grids 5 --shard 1/3");
  CHECK_FALSE(options.plan.goal.has_value());
  CHECK(options.count == 5);
  CHECK(options.shard.number == 1);
  CHECK(options.shard.count == 3);
}

}  // namespace sudoku
