#pragma once

#include "engines/triads/lane_per_triad/cell_split.h"
#include "engines/triads/lane_per_triad/triad_split.h"
