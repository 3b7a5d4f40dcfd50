// From places in a program's machine code to lines of its source.
//
// The simulated device knows the return addresses of the CUDA calls that host
// code makes; the binary, compiled with line tables, says which lines these
// are. Read outside the program, by addr2line, after the fact.
#ifndef GATE_PLACES_H
#define GATE_PLACES_H

#include "gate/result/result.h"

// Fills in the lines of what host code did and allocated, of n traps that
// `binary` reported. Places that cannot be found stay unknown.
void places_find(Arena *a, const char *binary, TrapInfo *traps, int n);
// The line of one place: returns 0 if it cannot be found.
int places_line(Arena *a, const char *binary, uint64_t at, const char **file);
// Makes one of those that host code's line caused more than once: the compiler
// may have made several calls of it. Returns how many are left.
int places_merge(TrapInfo *traps, int n);

#endif
