// Pieces of work, each in a process of its own, several at once: what kata
// verify and kata selftest judge. A piece that crashes, hangs up or is killed
// takes nothing else with it; where kata itself ends, all of them do.
#ifndef CLI_JOBS_H
#define CLI_JOBS_H

#include "cli/app/app.h"

#include <signal.h>

typedef struct Jobs {
    int n;     // pieces
    long most; // at once
    void *ctx;
    // In the piece's process, on whose exit nothing stays but what it wrote to
    // memory of jobs_memory (and files). It must not touch the record.
    void (*work)(void *ctx, int piece);
    // Returns whether it needs the machine for itself; NULL: none does. Those
    // go first, one by one.
    bool (*is_alone)(void *ctx, int piece);
    // Returns whether there is nothing to do for it; NULL: there always is.
    bool (*is_known)(void *ctx, int piece);
    // Here, when it has ended, in the order in which they end. died: NULL, or
    // how, in words.
    void (*ended)(void *ctx, int piece, const char *died);
    // Looked at whenever something has ended or a signal came; not 0: no more
    // are started, and those that run are killed, of which `ended` hears
    // nothing. NULL: nothing stops them.
    const volatile sig_atomic_t *stop;
} Jobs;

// How many at once if nobody says: as many as there are processors. On a GPU
// half as many, as the host must keep up with what is timed there.
long jobs_default(bool gpu);
// Takes --jobs N (NULL: not given), at most 256.
bool jobs_take(const char *text, bool gpu, long *most, Err *err);

// Memory that all processes share, at one address, zeroed. Dies rather than
// return NULL. Until kata ends.
void *jobs_memory(size_t bytes);

// Returns when all have ended. False: processes could not be started.
bool jobs_run(const Jobs *j, Arena *m, Err *err);

#endif
