#pragma once

// Lane-parallel search, the part that every variant shares. See below.

#include "engines/lanes/search.h"
