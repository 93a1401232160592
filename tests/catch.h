#pragma once

// Catch2 version 3 where it is installed, version 2 (Debian 12) otherwise.
#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
#endif
