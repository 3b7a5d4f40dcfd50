// What the child says of the simulated device, as structs: one function per
// record of runner/README.md. Strings live in the arena and are never NULL.
#ifndef GATE_HEARD_H
#define GATE_HEARD_H

#include "gate/result/result.h"
#include "run/wire.h"

TrapInfo heard_trap(Arena *a, const Wire *w);
KernelCost heard_launch(Arena *a, const Wire *w);
LineCost heard_line(Arena *a, const Wire *w);
SimSpan heard_span(Arena *a, const Wire *w);

#endif
