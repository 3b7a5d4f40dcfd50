// A GPU model of one's own, from a YAML file:
//
//     like: h100
//     name: half an H100
//     sms: 66
//
// Keys are the columns of sim/devices_fields.def; what is missing is as of the
// model that it is like.
#ifndef GATE_GPU_FILE_H
#define GATE_GPU_FILE_H

#include "base/arena.h"
#include "base/err.h"
#include "sim/sim.h"

// Loads the file and makes it known to sim_gpu_find by its id. NULL: err tells
// every mistake with its place.
const SimGpu *gpu_file_load(Arena *a, const char *path, Err *err);

// What $KATASIM_GPU has to say for a child to model g.
const char *gpu_for_child(Arena *a, const SimGpu *g);

#endif
