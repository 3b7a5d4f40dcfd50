// Turns the child's records into structs: one function per record of
// runner/README.md. Strings live in the arena and are never NULL.
#ifndef GATE_RECORDS_H
#define GATE_RECORDS_H

#include "gate/result/result.h"
#include "run/wire.h"

TrapInfo record_trap(Arena *a, const Wire *w);
KernelCost record_launch(Arena *a, const Wire *w);
LineCost record_line(Arena *a, const Wire *w);
SimSpan record_span(Arena *a, const Wire *w);

#endif
