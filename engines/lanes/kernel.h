#pragma once

// Lane-parallel search, the part that every variant shares. See below.

#include "engines/lanes/block.h"
#include "engines/lanes/branching.h"
#include "engines/lanes/propagation.h"
#include "engines/lanes/search.h"
