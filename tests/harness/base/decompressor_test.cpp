#include "harness/base/decompressor.h"

#include <string>
#include <string_view>

#include "harness/base/text_source.h"
#include "tests/catch.h"
#include "tests/harness/base/read_text_source.h"
#include "tests/harness/dataset/compress.h"
#include "tests/harness/dataset/read_dataset.h"

using namespace sudoku::test;
using sudoku::InputError;

TEST_CASE("compression is detected by the first bytes", "[decompressor]") {
  const std::string text = long_text();
  for (const std::size_t piece : {7, 4096, 1 << 20}) {
    for (const std::string& stored :
         {gzip(text), zstd(text), xz(text), bzip2(text), zip({{"puzzles.txt", text}})}) {
      CHECK(contents(TemporaryFile(stored).path(), piece) == text);
    }
  }
  for (const std::string& stored : {gzip(""), zstd(""), xz(""), bzip2(""), zip({{"a", ""}})}) {
    CHECK(contents(TemporaryFile(stored).path()).empty());
  }
}

TEST_CASE("a Zstandard frame without a checksum is read to its end", "[decompressor]") {
  const std::string text = long_text();
  std::string packed(ZSTD_compressBound(text.size()), '\0');
  packed.resize(ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), 3));
  for (const std::size_t piece : {7, 4096, 1 << 20}) {
    CHECK(contents(TemporaryFile(packed).path(), piece) == text);
  }
}

TEST_CASE("concatenated members and frames are one text", "[decompressor]") {
  CHECK(contents(TemporaryFile(gzip("one ") + gzip("") + gzip("two")).path()) == "one two");
  CHECK(contents(TemporaryFile(zstd("one ") + zstd("") + zstd("two")).path()) == "one two");
  CHECK(contents(TemporaryFile(bzip2("one ") + bzip2("") + bzip2("two")).path()) == "one two");
  const std::string zeros(8, '\0');
  CHECK(contents(TemporaryFile(xz("one ") + zeros + xz("") + xz("two") + zeros).path()) ==
        "one two");
}

TEST_CASE("a skippable Zstandard frame at the start is skipped", "[decompressor]") {
  const std::string skippable("\x50\x2A\x4D\x18\x03\x00\x00\x00xyz", 11);
  CHECK(contents(TemporaryFile(skippable + zstd("text")).path()) == "text");
}

TEST_CASE("truncated compressed data are an error at every length", "[decompressor]") {
  const std::string zipped = gzip("some text of some length");
  for (std::size_t size = 2; size < zipped.size(); ++size) {
    CHECK(error_of(zipped.substr(0, size)) == ": the gzip data end too early");
  }
  const std::string packed = zstd("some text of some length");
  for (std::size_t size = 4; size < packed.size(); ++size) {
    CHECK(error_of(packed.substr(0, size)) == ": the Zstandard data end too early");
  }
  const std::string small = xz("some text of some length");
  for (std::size_t size = 4; size < small.size(); ++size) {
    CHECK(error_of(small.substr(0, size)) == ": the xz data end too early");
  }
  const std::string old = bzip2("some text of some length");
  for (std::size_t size = 4; size < old.size(); ++size) {
    CHECK(error_of(old.substr(0, size)) == ": the bzip2 data end too early");
  }
  const std::string archive = zip({{"a", "some text of some length"}});
  constexpr std::size_t kEndRecord = 22;
  for (std::size_t size = 4; size + kEndRecord <= archive.size(); ++size) {
    CHECK_THAT(error_of(archive.substr(0, size)), Catch::StartsWith(": the zip data are damaged"));
  }
}

TEST_CASE("damaged compressed data are an error", "[decompressor]") {
  std::string zipped = gzip(long_text());
  zipped[zipped.size() - 6] ^= 1;  // in the checksum
  CHECK(error_of(zipped) == ": the gzip data are damaged: incorrect data check");
  CHECK_THAT(error_of(gzip("text") + "rest"), Catch::StartsWith(": the gzip data are damaged"));

  std::string packed = zstd(long_text());
  packed[packed.size() - 1] ^= 1;
  CHECK_THAT(error_of(packed), Catch::StartsWith(": the Zstandard data are damaged"));
  CHECK_THAT(error_of(zstd("text") + "rest"),
             Catch::StartsWith(": the Zstandard data are damaged"));
}

TEST_CASE("damaged xz, bzip2 and zip data are an error", "[decompressor]") {
  for (const auto& [name, stored] :
       {std::pair("xz", xz(long_text())), std::pair("bzip2", bzip2(long_text())),
        std::pair("zip", zip({{"a", long_text()}}))}) {
    std::string damaged = stored;
    damaged[damaged.size() / 2] ^= 1;
    CHECK_THAT(error_of(damaged),
               Catch::StartsWith(std::string(": the ") + name + " data are damaged"));
  }
}

TEST_CASE("a zip archive must hold one file", "[decompressor]") {
  const std::string text = "some text";
  CHECK(contents(TemporaryFile(zip({{"a/", ""}, {"a/b.txt", text}, {"__MACOSX/a/._b.txt", "x"}}))
                     .path()) == text);
  CHECK(error_of(zip({{"a", text}, {"b", text}})) ==
        ": a zip archive must hold one file, and this one holds 2, such as a and b; extract the "
        "one to read");
  CHECK(error_of(zip({{"[Content_Types].xml", text}, {"xl/workbook.xml", text}})) ==
        ": is an Office document; save its puzzles as CSV or text");
}

TEST_CASE("a zip archive with a wrong size is damaged", "[decompressor]") {
  std::string archive = zip({{"a", "some text"}});
  const std::size_t entry = archive.rfind("PK\x01\x02");
  constexpr std::size_t kSizeField = 24;
  archive[entry + kSizeField] += 1;
  CHECK_THAT(error_of(archive), Catch::StartsWith(": the zip data"));
}
