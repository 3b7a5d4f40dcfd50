// Races between grids that one grid has launched.
//
// Children of one stream come one after the other; a block's NULL stream is one
// of its own. Those of two streams, and what they launch themselves, may run at
// the same time: nothing but an event orders them, and modules that wait for
// events on the device are not looked at. Two race if they use the same bytes
// and one of them writes, unless both write the same values.
#ifndef SIM_SIBLING_H
#define SIM_SIBLING_H

#include "sim/check/after.h"
#include "sim/runtime/ranges.h"
#include "sim/runtime/runtime.h"

enum { SIBLINGS = 64 }; // the last ones of a list

typedef struct Sibling {
    int lane; // of the timeline: its stream
    SrcLoc loc;
    char name[96];   // as a sentence begins, or goes on
    uint64_t serial; // of the last allocation when it began
    Ranges uses[SIM_USES];
} Sibling;

typedef struct Siblings {
    Sibling at[SIBLINGS];
    uint64_t n; // ever
    Sibling now;
    bool runs; // there is a running one
} Siblings;

void sibling_begin(Siblings *s, const Runtime *r, int lane, const char *name,
                   SrcLoc loc);
void sibling_uses(Siblings *s, SimUse k, uint64_t lo, uint64_t hi);
// Compares it with those before; parent: the kernel, demangled.
void sibling_end(Siblings *s, Runtime *r, const char *parent);
void siblings_free(Siblings *s);

#endif
