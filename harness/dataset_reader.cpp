#include "harness/dataset_reader.h"
