// A child as its keeper sees it: for start.c, which brings one to life, and
// keeper.c, which listens to it and ends it.
#ifndef RUN_KEEPER_H
#define RUN_KEEPER_H

#include "run/capture.h"
#include "run/image.h"
#include "run/run.h"
#include "run/sandbox.h"
#include "run/speaker.h"

struct Child {
    pid_t pid;
    int pidfd;    // -1: the kernel has none, look now and then
    int wire;     // -1: closed
    int listener; // of forbidden calls, -1: none
    Capture out, err;
    WireRest rest;
    bool gpu;
    CallTally tally;
    size_t resident_most; // bytes; 0: its own limits hold
    double looked;        // when its memory was last looked at
    char *binary;         // absolute: the file that holds the runner
    Image image;          // of it; memory 0: not opened yet
    Speaker speaker;      // on the wire, where it is watched
    bool is_running;      // our exec has passed
    bool ended;           // collected, wait_status is valid
    int wait_status;
    double started, deadline;
    double ended_at;
    // Why we stopped it; RUN_OK: we did not.
    RunStatus why;
    const char *detail; // static
    Child *next;        // all that live
};

// The keeper's ends of what links it to the child.
typedef struct KeeperEnds {
    int wire, out, err;
} KeeperEnds;

// Of a process that has just been made. Owns the descriptors.
Child *keeper_new(pid_t pid, const KeeperEnds *ends, const RunLimits *limits);
// Of one that has ended, or never began.
void keeper_drop(Child *c);
void keeper_kill(Child *c);
// Answers one call that the listener has put to us.
void keeper_answer(Child *c);

#endif
