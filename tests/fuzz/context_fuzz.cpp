// Puts an arbitrary context.json into valid results of bench and count. Then calls the commands
// that read it: `compare` and `merge`.

#include <string>
#include <variant>
#include <vector>

#include "harness/base/json.h"
#include "harness/commands/command.h"
#include "harness/measure/stopwatch.h"
#include "tests/fuzz/fuzzing.h"

namespace {

using namespace sudoku;
namespace fs = std::filesystem;

constexpr const char* kContext = "context.json";

/// Shards 0 and 1 of bench and of count, each in its own directory.
class Results {
 public:
  Results() {
    // The dataset has the same path as in the seeds.
    const fs::path here = fs::current_path();
    fs::current_path(fs::path(SUDOKU_FUZZ_PUZZLES).parent_path());
    for (const char* shard : {"0", "1"}) {
      bench(shard);
      count(shard);
    }
    fs::current_path(here);
    for (const char* kind : {"bench", "count"}) fuzz::require(merge(kind));
    fuzz::require(compare());
  }

  /// Replaces the context.json of shard 0 of this kind.
  void put(const char* kind, std::string_view context, fuzz::Digests digests) const {
    directory_.write(std::string(kind) + "0/" + kContext, fuzz::prepared(context, digests));
    if (digests == fuzz::Digests::fitting) fuzz::fit_digests(path(kind, "0"));
  }

  bool compare() const {
    const std::string results = path("bench", "0");
    const std::vector<std::string> arguments = {"compare", results, results};
    const Job job = parse_command_line(arguments);
    return fuzz::accepts([&] { job(arguments); });
  }

  /// Merges two shards and returns whether they were accepted. Earlier results must be unchanged or
  /// completely replaced.
  bool merge(const char* kind) const {
    const fs::path out = directory_.path() / "out";
    fs::remove_all(out);
    directory_.write("out/context.json", "old");
    const std::vector<std::string> arguments = {"merge", path(kind, "0"), path(kind, "1"), "--out",
                                                out,     "--force"};
    const Job job = parse_command_line(arguments);
    const bool is_whole = fuzz::accepts([&] { job(arguments); });
    fuzz::require((fuzz::read_file(out / kContext) == "old") != is_whole);
    return is_whole;
  }

 private:
  fs::path path(const char* kind, const char* shard) const {
    return directory_.path() / (std::string(kind) + shard);
  }

  void bench(const char* shard) const {
    const std::vector<std::string> arguments = {
        "bench", "puzzles.txt",       "--engine", "dlx,bitmask", "--threads",
        "1",     "--quiet",           "--warmup", "1x",          "--block-size",
        "1",     "--repetitions",     "2",        "--shard",     std::string(shard) + "/2",
        "--out", path("bench", shard)};
    fuzz::require(parse_command_line(arguments)(arguments) == ExitCode::ok);
  }

  void count(const char* shard) const {
    const std::vector<std::string> arguments = {
        "count",      "puzzles.txt", "--engine", "bitmask",           "--max-solutions",
        "9",          "--threads",   "1",        "--shard",           std::string(shard) + "/2",
        "--progress", "none",        "--out",    path("count", shard)};
    fuzz::require(parse_command_line(arguments)(arguments) == ExitCode::ok);
  }

  fuzz::ScratchDirectory directory_;
};

/// A context that was read is written and read back unchanged.
void check_round_trip(std::string_view context) {
  const fuzz::MemoryFile file(context);
  StoredJson json;
  if (!fuzz::accepts([&] { json = read_json_file(file.path()); })) return;
  const std::string text = to_json_file(json.object);
  const fuzz::MemoryFile again(text);
  fuzz::require(to_json_file(read_json_file(again.path()).object) == text);
}

void check(std::string_view context, fuzz::Digests digests) {
  static const Results results;
  check_round_trip(fuzz::prepared(context, digests));
  for (const char* kind : {"bench", "count"}) {
    results.put(kind, context, digests);
    results.merge(kind);
  }
  results.compare();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return fuzz::check_both_ways(data, size, check);
}
