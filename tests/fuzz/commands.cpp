// Targets that call commands with arbitrary arguments and result files.

#include <vector>

#include "harness/base/json.h"
#include "harness/commands/command.h"
#include "tests/fuzz/fuzzing.h"

namespace sudoku::fuzz {
namespace {

namespace fs = std::filesystem;

/// Runs a command with valid arguments. Returns whether it accepts the files.
bool run(const std::vector<std::string>& arguments) {
  const Job job = parse_command_line(arguments);
  return accepts([&] { job(arguments); });
}

/// Merges two result directories and returns whether they were accepted. Earlier results must be
/// unchanged or completely replaced.
bool merge_results(const ScratchDirectory& directory, const char* first, const char* second) {
  const fs::path out = directory.path() / "out";
  fs::remove_all(out);
  directory.write("out/context.json", "old");
  const bool is_whole =
      run({"merge", directory.path() / first, directory.path() / second, "--out", out, "--force"});
  require((read_file(out / "context.json") == "old") != is_whole);
  return is_whole;
}

/// Valid results of shards 0 and 1 of bench and of count, each in its own directory.
class Shards {
 public:
  Shards() {
    // The dataset has the same path as in the seeds.
    const fs::path here = fs::current_path();
    fs::current_path(fs::path(SUDOKU_FUZZ_PUZZLES).parent_path());
    for (const std::string shard : {"0", "1"}) {
      require(run({"bench", "puzzles.txt", "--engine", "dlx,bitmask", "--threads", "1", "--quiet",
                   "--warmup", "1x", "--block-size", "1", "--repetitions", "2", "--shard",
                   shard + "/2", "--out", directory_.path() / ("bench" + shard)}));
      require(run({"count", "puzzles.txt", "--engine", "bitmask", "--max-solutions", "9",
                   "--threads", "1", "--shard", shard + "/2", "--progress", "none", "--out",
                   directory_.path() / ("count" + shard)}));
    }
    fs::current_path(here);
    require(merge_results(directory_, "bench0", "bench1"));
    require(merge_results(directory_, "count0", "count1"));
    require(compare());
  }

  /// Replaces the context.json of shard 0 of bench and count, and calls the commands that read it.
  void check(std::string_view context, Digests digests) const {
    for (const std::string kind : {"bench", "count"}) {
      directory_.write(kind + "0/context.json", prepared(context, digests));
      if (digests == Digests::fitting) fit_digests(directory_.path() / (kind + "0"));
      merge_results(directory_, (kind + "0").c_str(), (kind + "1").c_str());
    }
    compare();
  }

 private:
  bool compare() const {
    const std::string results = directory_.path() / "bench0";
    return run({"compare", results, results});
  }

  ScratchDirectory directory_;
};

/// A context that was read is written and read back unchanged.
void check_round_trip(std::string_view context) {
  const MemoryFile file(context);
  StoredJson json;
  if (!accepts([&] { json = read_json_file(file.path()); })) return;
  const std::string text = to_json_file(json.object);
  const MemoryFile again(text);
  require(to_json_file(read_json_file(again.path()).object) == text);
}

}  // namespace

/// A command line, one argument per line.
void command_line(std::string_view text) {
  std::vector<std::string> arguments;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    // An argument ends at a zero byte.
    const std::string_view argument = text.substr(0, end);
    arguments.emplace_back(argument.substr(0, argument.find('\0')));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  accepts([&] { parse_command_line(arguments); });
}

/// A checkpoint of a count, which is resumed.
void checkpoint(std::string_view input) {
  check_both_ways(input, [](std::string_view archive, Digests digests) {
    static const ScratchDirectory directory;
    unpack_results(directory, archive,
                   {"checkpoint/context.json", "checkpoint/blocks.csv", "checkpoint/puzzles.csv",
                    "checkpoint/progress.csv"},
                   digests);
    const std::string path = directory.path();
    run({"count", SUDOKU_FUZZ_PUZZLES, "--per-puzzle", "--checkpoint", path, "--resume", "--engine",
         "bitmask", "--threads", "1", "--out", path + "/out", "--progress", "none"});
  });
}

/// Two result directories of bench, which are compared. The first is shown in all forms.
void compare(std::string_view input) {
  check_both_ways(input, [](std::string_view archive, Digests digests) {
    static const ScratchDirectory directory;
    unpack_results(directory, archive,
                   {"a/summary.csv", "a/runs.csv", "a/blocks.csv", "a/context.json",
                    "b/summary.csv", "b/runs.csv", "b/blocks.csv", "b/context.json"},
                   digests);
    const std::string first = directory.path() / "a";
    run({"compare", first, directory.path() / "b"});
    run({"show", first});
    for (const char* form : {"markdown", "latex", "csv", "json"})
      run({"show", first, "--to", form});
  });
}

/// A context.json in results that are valid otherwise.
void context(std::string_view input) {
  check_both_ways(input, [](std::string_view context, Digests digests) {
    static const Shards shards;
    check_round_trip(prepared(context, digests));
    shards.check(context, digests);
  });
}

/// Two shards of bench or of count, which are merged.
void merge(std::string_view input) {
  check_both_ways(input, [](std::string_view archive, Digests digests) {
    static const ScratchDirectory directory;
    unpack_results(directory, archive,
                   {"a/counts.csv", "b/counts.csv", "a/puzzles.csv", "b/puzzles.csv",
                    "a/context.json", "b/context.json", "a/summary.csv", "b/summary.csv",
                    "a/runs.csv", "b/runs.csv", "a/blocks.csv", "b/blocks.csv"},
                   digests);
    merge_results(directory, "a", "b");
  });
}

}  // namespace sudoku::fuzz
