// A GPU model of one's own, from a YAML file:
//
//     like: h100
//     name: half an H100
//     sms: 66
//
// Keys are the columns of sim/devices_fields.def; what is missing is as of the
// model that it is like.
#ifndef GATE_GPU_MODEL_H
#define GATE_GPU_MODEL_H

#include "base/arena.h"
#include "base/err.h"
#include "sim/sim.h"

// The model of that name; or of that YAML file, which sim_gpu_find then knows
// by its id. NULL: err tells every mistake with its place, or lists the models
// that there are.
const SimGpu *gpu_model_find(Arena *a, const char *name, Err *err);

// Returns the value of $KATASIM_GPU that makes a child model g.
const char *gpu_model_text(Arena *a, const SimGpu *g);

#endif
