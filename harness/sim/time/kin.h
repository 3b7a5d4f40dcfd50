// How far the model is off for kernels like one.
//
// Kernels that use the resources of a GPU in like proportions, with as many
// threads, are off by a like factor, however long they take. So the factors
// that an H200 measured for the kernels of tests/model/ that may be fitted to
// are kept, and a launch gets what its neighbours have: a Gaussian process with
// a radial kernel (Rasmussen and Williams, "Gaussian Processes for Machine
// Learning", 2006, 2.2). Far from all of them the factor is 1.
#ifndef SIM_KIN_H
#define SIM_KIN_H

#include <stdbool.h>

// The share of the launch's time that each of nine resources would take alone;
// the logarithms of threads of a block, of warps of a scheduler and of waves of
// blocks.
enum { KIN_AXES = 12 };

// A step along an axis that makes two kernels differ.
#define KIN_SHARE 0.28
#define KIN_SIZE  1.4
#define KIN_WAVES 2.2

// True of GPUs that are like the one that was measured: Hopper (cc 9.0).
bool kin_knows(int cc);
// The factor from the modelled to the measured time, at that place.
double kin_factor(const float at[KIN_AXES]);
// How alike two places are: 1 if they are one, towards 0 far apart.
double kin_alike(const float *a, const float *b);

#endif
