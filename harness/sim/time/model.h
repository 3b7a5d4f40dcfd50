// Modelled time.
#ifndef SIM_MODEL_H
#define SIM_MODEL_H

#include "sim/occupancy.h"

// Modelled time (model.c): fills us, limiter, share, occupancy of info from its
// counters, shape and registers.
void model_time(const SimGpu *g, const Occupancy *occ, SimLaunchInfo *info);
// The time of one block that does nothing.
double model_empty_us(const SimGpu *g);
// From the end of one kernel of a stream to the end of the next, which takes
// us; and from an event before it to one behind: as the clock (clock.c) adds it
// up.
double model_next_us(const SimGpu *g, double us);
double model_event_us(const SimGpu *g, double us);
// The model's numbers (model.def). Nobody changes them but the fit.
typedef struct ModelNumbers {
#define MODEL(name, value, unit, meaning) double name;
#include "sim/time/model.def"
} ModelNumbers;
extern ModelNumbers model_numbers;
// Dense multiply-adds of halves per clock and SM.
double model_tensor_rate(int cc);
// The same of doubles.
double model_tensor64_rate(const SimGpu *g);

#endif
