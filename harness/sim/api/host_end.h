// Reports, when a program ends, of memory and errors that it forgot.
#ifndef SIM_HOST_END_H
#define SIM_HOST_END_H

#include "sim/runtime/runtime.h"

// Notes what was never freed and the launches that failed and nobody asked for.
void host_end(Runtime *r);

#endif
