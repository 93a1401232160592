#include "harness/base/decompressor.h"

#include "tests/catch.h"
#include "tests/harness/base/read_text_source.h"
#include "tests/harness/dataset/compress.h"

using namespace sudoku::test;

namespace {

std::string zip_of(std::string_view text) { return zip({{"puzzles.txt", std::string(text)}}); }

/// A kind of compression with its name in messages.
struct Codec {
  std::string name;
  std::string (*compress)(std::string_view);
};

const Codec kCodecs[] = {{"gzip", gzip}, {"Zstandard", zstd}, {"xz", xz}, {"bzip2", bzip2}};
const std::string kShort = "some text of some length";

}  // namespace

TEST_CASE("compressed text is read in pieces of any size", "[decompressor]") {
  const std::string text = long_text();
  std::string unchecked(ZSTD_compressBound(text.size()), '\0');  // a frame without a checksum
  unchecked.resize(ZSTD_compress(unchecked.data(), unchecked.size(), text.data(), text.size(), 3));
  for (const std::size_t piece : {7, 4096, 1 << 20}) {
    CHECK(contents(TemporaryFile(unchecked).path(), piece) == text);
    CHECK(contents(TemporaryFile(zip_of(text)).path(), piece) == text);
    for (const Codec& codec : kCodecs) {
      CHECK(contents(TemporaryFile(codec.compress(text)).path(), piece) == text);
    }
  }
  CHECK(contents(TemporaryFile(zip_of("")).path()).empty());
}

TEST_CASE("concatenated members and frames are one text", "[decompressor]") {
  for (const Codec& codec : kCodecs) {
    const auto& pack = codec.compress;
    CHECK(contents(TemporaryFile(pack("")).path()).empty());
    CHECK(contents(TemporaryFile(pack("one ") + pack("") + pack("two")).path()) == "one two");
  }
  const std::string zeros(8, '\0');  // padding of xz
  CHECK(contents(TemporaryFile(xz("one ") + zeros + xz("two") + zeros).path()) == "one two");
  const std::string skippable("\x50\x2A\x4D\x18\x03\x00\x00\x00xyz", 11);
  CHECK(contents(TemporaryFile(skippable + zstd("text")).path()) == "text");
}

TEST_CASE("truncated compressed data are an error at every length", "[decompressor]") {
  for (const Codec& codec : kCodecs) {
    const std::string packed = codec.compress(kShort);
    for (std::size_t size = 4; size < packed.size(); ++size) {
      CHECK(error_of(packed.substr(0, size)) == ": the " + codec.name + " data end too early");
    }
  }
  const std::string archive = zip_of(kShort);
  constexpr std::size_t kEndRecord = 22;
  for (std::size_t size = 4; size + kEndRecord <= archive.size(); ++size) {
    CHECK_THAT(error_of(archive.substr(0, size)), Catch::StartsWith(": the zip data are damaged"));
  }
}

TEST_CASE("damaged compressed data are an error", "[decompressor]") {
  for (const Codec& codec : {kCodecs[0], kCodecs[1], kCodecs[2], kCodecs[3], {"zip", zip_of}}) {
    const auto begin = Catch::StartsWith(": the " + codec.name + " data are damaged");
    std::string damaged = codec.compress(long_text());
    damaged[damaged.size() / 2] ^= 1;
    CHECK_THAT(error_of(damaged), begin);
    const bool may_have_rest = codec.name == "zip" || codec.name == "xz" || codec.name == "bzip2";
    if (!may_have_rest) CHECK_THAT(error_of(codec.compress("text") + "rest"), begin);
  }
  std::string checksum = gzip(kShort);
  checksum[checksum.size() - 6] ^= 1;
  CHECK(error_of(checksum) == ": the gzip data are damaged: incorrect data check");
  checksum = zstd(kShort);
  checksum.back() ^= 1;
  CHECK_THAT(error_of(checksum), Catch::StartsWith(": the Zstandard data are damaged"));
}

TEST_CASE("a zip archive must hold one file of the stated size", "[decompressor]") {
  const std::string text = "some text";
  CHECK(contents(TemporaryFile(zip({{"a/", ""}, {"a/b.txt", text}, {"__MACOSX/a/._b.txt", "x"}}))
                     .path()) == text);
  CHECK(error_of(zip({{"a", text}, {"b", text}})) ==
        ": a zip archive must hold one file, and this one holds 2, such as a and b; extract the "
        "one to read");
  CHECK(error_of(zip({{"[Content_Types].xml", text}, {"xl/workbook.xml", text}})) ==
        ": is an Office document; save its puzzles as CSV or text");
  std::string archive = zip_of(text);
  constexpr std::size_t kSizeField = 24;
  archive[archive.rfind("PK\x01\x02") + kSizeField] += 1;
  CHECK_THAT(error_of(archive), Catch::StartsWith(": the zip data"));
}
