// Modelled time.
#ifndef SIM_MODEL_H
#define SIM_MODEL_H

#include "sim/occupancy.h"
#include "sim/time/kin.h"
#include "sim/time/numbers.h"

#include <stdbool.h>

// Modelled time (model.c): fills us, limiter, share, occupancy of info from its
// counters, shape and registers.
void model_time(const SimGpu *g, const Occupancy *occ, SimLaunchInfo *info);
// Gives the place of such a launch, of at least one block, among others
// (kin.h).
void model_place(const SimGpu *g, const Occupancy *occ,
                 const SimLaunchInfo *info, float at[KIN_AXES]);
// The time of one block that does nothing.
double model_empty_us(const SimGpu *g);
// From the end of one kernel of a stream to the end of the next, which takes
// us; and from an event before it to one behind: as the clock (clock.c) adds it
// up.
double model_next_us(const SimGpu *g, double us);
double model_event_us(const SimGpu *g, double us);
// False while it is fitted: what is known of kernels alike (kin.h) is not used.
extern bool model_knows_kin;
// Dense multiply-adds of halves per clock and SM.
double model_tensor_rate(int cc);
// The same of doubles.
double model_tensor64_rate(const SimGpu *g);

#endif
