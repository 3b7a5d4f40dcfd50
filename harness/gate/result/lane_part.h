// The lane of a thread, and the number of its warp, as expressions.
#ifndef GATE_LANE_PART_H
#define GATE_LANE_PART_H

#include "base/str.h"

typedef enum PartOfThread { NO_PART, LANE, OF_WARP } PartOfThread;

// `threadIdx.x % 32` is a lane, `threadIdx.x / 32` the number of a warp; with
// names for them, too, but no name of the whole.
PartOfThread part_in(const char *code, Str value);

#endif
