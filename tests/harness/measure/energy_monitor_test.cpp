#include "harness/measure/system_monitor.h"
#include "tests/catch.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {
namespace {

class Powercap {
 public:
  explicit Powercap(const TemporaryDirectory& root) : root_(root / "sys/class/powercap") {}

  void write(std::string_view domain, std::string_view name, std::string_view microjoules,
             std::string_view range = "1000000") const {
    const std::filesystem::path folder = root_ / domain;
    write_file(folder / "name", std::string(name) + '\n');
    write_file(folder / "max_energy_range_uj", std::string(range) + '\n');
    write_file(folder / "energy_uj", std::string(microjoules) + '\n');
  }

 private:
  std::filesystem::path root_;
};

}  // namespace

TEST_CASE("energy is the sum of all packages, without their parts", "[energy_monitor]") {
  const TemporaryDirectory root;
  const Powercap powercap(root);
  powercap.write("intel-rapl:0", "package-0", "1000");
  powercap.write("intel-rapl:0:0", "core", "500");
  powercap.write("intel-rapl:1", "package-1", "70");
  powercap.write("intel-rapl:2", "psys", "9");
  powercap.write("intel-rapl-mmio:0", "package-0", "1000");
  write_file(root / "sys/class/powercap/intel-rapl/enabled", "1\n");
  const EnergyMonitor monitor(root.path());
  const EnergyReading begin = monitor.read();
  CHECK(begin.packages.size() == 2);
  powercap.write("intel-rapl:0", "package-0", "1500");
  powercap.write("intel-rapl:1", "package-1", "71");
  CHECK(microjoules_between(begin, monitor.read()) == 501);
  CHECK(microjoules_between(begin, begin) == 0);
  // The counter overflows at its range.
  powercap.write("intel-rapl:0", "package-0", "150");
  CHECK(microjoules_between(begin, monitor.read()) == 1'000'000 - 1000 + 150 + 1);
}

TEST_CASE("unreadable energy is unknown", "[energy_monitor]") {
  const TemporaryDirectory root;
  CHECK(EnergyMonitor(root.path()).read().packages.empty());
  CHECK(microjoules_between({}, {}) == std::nullopt);

  const Powercap powercap(root);
  powercap.write("intel-rapl:0", "package-0", "5");
  const EnergyMonitor monitor(root.path());
  const EnergyReading begin = monitor.read();
  for (const char* text : {"", "none"}) {
    powercap.write("intel-rapl:0", "package-0", text);
    CHECK(microjoules_between(begin, monitor.read()) == std::nullopt);
  }
  std::filesystem::remove(root / "sys/class/powercap/intel-rapl:0/energy_uj");
  CHECK(monitor.read().packages.empty());
  powercap.write("intel-rapl:0", "package-0", "5", "");
  CHECK(EnergyMonitor(root.path()).read().packages.empty());
}

}  // namespace sudoku
