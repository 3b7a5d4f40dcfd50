// Exact counts of a call on the processor, by valgrind's callgrind.
//
// A modelled cache hierarchy, the same on every machine (callgrind.c), so that
// a count can be a gate. Only what happens inside the entry is counted.
#ifndef GATE_CALLGRIND_H
#define GATE_CALLGRIND_H

#include "base/arena.h"

typedef struct CpuCounts {
    double instructions;
    double reads, writes; // of data
    double l1_misses;     // of data, reads and writes
    double l2_misses;     // those that the second level did not have either
    double branches, mispredicted;
} CpuCounts;

enum { CPU_LINE_BYTES = 64 };

// Returns true if this machine has valgrind's tool.
bool callgrind_present(void);

// The program to start, with its arguments: argv[0] is the program to be
// counted and stays the last. The counts go to the file.
const char *callgrind_command(Arena *a, const char *file, const char **argv);
// Fills the environment variables that it needs; returns how many.
int callgrind_environment(Arena *a, const char **env);

// Reads the sums from what callgrind wrote. False: it wrote none.
bool callgrind_read(const char *text, CpuCounts *out);

#endif
