#pragma once

#include "engines/triads/lane_per_box/cell_split.h"
#include "engines/triads/lane_per_box/triad_split.h"
