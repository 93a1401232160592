#include "harness/measure/system_monitor.h"
#include "tests/catch.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {
namespace {

/// Writes the files of a domain.
void write_domain(const TemporaryDirectory& root, std::string_view domain, std::string_view name,
                  std::string_view microjoules, std::string_view range = "1000000") {
  const std::filesystem::path folder = root / "sys/class/powercap" / domain;
  write_file(folder / "name", std::string(name) + '\n');
  write_file(folder / "max_energy_range_uj", std::string(range) + '\n');
  write_file(folder / "energy_uj", std::string(microjoules) + '\n');
}

}  // namespace

TEST_CASE("energy is the sum of all packages, without their parts", "[energy_monitor]") {
  const TemporaryDirectory root;
  write_domain(root, "intel-rapl:0", "package-0", "1000");
  write_domain(root, "intel-rapl:0:0", "core", "500");
  write_domain(root, "intel-rapl:1", "package-1", "70");
  write_domain(root, "intel-rapl:2", "psys", "9");
  write_domain(root, "intel-rapl-mmio:0", "package-0", "1000");
  write_file(root / "sys/class/powercap/intel-rapl/enabled", "1\n");
  const EnergyMonitor monitor(root.path());
  const EnergyReading begin = monitor.read();
  CHECK(begin.packages.size() == 2);
  write_domain(root, "intel-rapl:0", "package-0", "1500");
  write_domain(root, "intel-rapl:1", "package-1", "71");
  CHECK(microjoules_between(begin, monitor.read()) == 501);
  CHECK(microjoules_between(begin, begin) == 0);
  // The counter overflows at its range.
  write_domain(root, "intel-rapl:0", "package-0", "150");
  CHECK(microjoules_between(begin, monitor.read()) == 1'000'000 - 1000 + 150 + 1);
}

TEST_CASE("unreadable energy is unknown", "[energy_monitor]") {
  const TemporaryDirectory root;
  CHECK(EnergyMonitor(root.path()).read().packages.empty());
  CHECK(microjoules_between({}, {}) == std::nullopt);

  write_domain(root, "intel-rapl:0", "package-0", "5");
  const EnergyMonitor monitor(root.path());
  const EnergyReading begin = monitor.read();
  for (const char* text : {"", "none"}) {
    write_domain(root, "intel-rapl:0", "package-0", text);
    CHECK(microjoules_between(begin, monitor.read()) == std::nullopt);
  }
  std::filesystem::remove(root / "sys/class/powercap/intel-rapl:0/energy_uj");
  CHECK(monitor.read().packages.empty());
  write_domain(root, "intel-rapl:0", "package-0", "5", "");
  CHECK(EnergyMonitor(root.path()).read().packages.empty());
}

}  // namespace sudoku
