// Running tools (nvcc, gcc, nm): never the learner's code, which `run` does.
#ifndef BASE_PROC_H
#define BASE_PROC_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/fence.h"

// Words of a command line, built up, NULL-terminated.
typedef struct Args {
    const char **at;
    int n, cap;
} Args;

void args_add(Args *a, const char *word); // borrowed
void args_free(Args *a);
// Returns the command as one would type it, quoted where it must be.
char *args_text(Arena *arena, const Args *a);

typedef struct Proc {
    int status;     // exit status, or 128 + signal, or -1: could not start
    bool timed_out; // it was killed at its limit
    double seconds; // wall clock
    Buf out, err;   // each capped at 8 MiB; free with proc_free
} Proc;

// Runs argv[0] from PATH with no input and waits. Returns false (ERR_ENV) only
// if it could not be started; a non-zero exit is in p->status. cwd may be NULL.
bool proc_run(const char *const *argv, const char *cwd, Proc *p, Err *err);

// Starts it, returns at once; proc_wait collects. For two compiles at a time.
typedef struct ProcHandle ProcHandle;
ProcHandle *proc_start(const char *const *argv, const char *cwd, Err *err);

// Bounds on a process and all that it starts. A field of zero is no bound.
typedef struct ProcLimits {
    double seconds;      // wall clock; then all of it is killed
    size_t memory_bytes; // address space of each process
    size_t file_bytes;   // of each file that it writes
    int processes;       // of the user that it runs as
    const Fence *fence;  // NULL: none
    char **env;          // NULL: kata's
} ProcLimits;
// As proc_start, in a process group of its own: nothing of it is left when
// proc_wait returns. cwd may be NULL.
ProcHandle *proc_start_within(const char *const *argv, const char *cwd,
                              const ProcLimits *limits, Err *err);
// Asks it to end; proc_wait is still to be called.
void proc_stop(const ProcHandle *h);
// Frees the handle.
bool proc_wait(ProcHandle *h, Proc *p, Err *err);
void proc_free(Proc *p);

// Returns the full path of a program found on PATH, or NULL.
char *proc_find(Arena *a, const char *name);

#endif
