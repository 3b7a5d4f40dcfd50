// The life of a child between fork and exec. Inside run/ only.
#ifndef RUN_CHILD_H
#define RUN_CHILD_H

#include "run/sandbox.h"

// Numbers under which the child finds what it inherits.
enum { CHILD_SHM = 197, CHILD_WIRE_IN = 198, CHILD_WIRE_OUT = 199 };

// All that child_become needs, prepared in kata: after a fork nothing may be
// allocated.
typedef struct ChildPlan {
    const char *const *argv;
    char **env;
    int wire, out, err; // the child's ends
    int shm;            // or -1
    int status;         // socket: where it reports
    pid_t keeper;
    double seconds;
    size_t memory_bytes;
    bool gpu;
    Confinement confine;
} ChildPlan;

// A message that the child sends on the status socket. Silence and the socket's
// end mean that the binary runs.
typedef struct ChildWord {
    bool failed; // else: a listener comes along as SCM_RIGHTS
    int error;   // errno
    char what[60];
} ChildWord;

// Turns the forked process into the confined binary.
NORETURN void child_become(const ChildPlan *p);

#endif
