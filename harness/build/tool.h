// Starting compilers and other tools, each within bounds.
//
// What they read was written by a learner, so they get what a submission gets
// when it runs: no network, a view of the files that holds the toolkit, the
// submission and a scratch folder, bounds on time, memory, files and processes,
// and none of root's rights.
#ifndef BUILD_TOOL_H
#define BUILD_TOOL_H

#include "base/proc.h"
#include "build/toolkit.h"

// What one run of a tool may use besides the system's programs and libraries.
// A zero field is nothing.
typedef struct ToolUse {
    const char *scratch; // the one folder that it may change; its TMPDIR
    const Toolkit *toolkit;
    const char *const *reads; // files and folders
    int nreads;
    const char *shared; // another folder that it may change: a cache
    bool reads_all;     // what it reads is not from somebody else
    bool has_gpu;       // and it runs on the GPU
    bool ours; // what it makes is kata's, or may not depend on the learner's
               // variables (CPATH, NVCC_APPEND_FLAGS ...)
} ToolUse;

// How many seconds a compiler may take before it is stopped: 300, or what
// $KATA_COMPILE_S says.
int tool_limit(void);

// Starts a command that is killed, with all that it started, after
// tool_limit() seconds. Each of its processes may have half of the memory of
// the machine.
ProcHandle *tool_start(const Args *command, const ToolUse *use, Err *err);

// Runs a tool on one file, in its folder, which it may change, and waits.
bool tool_run_on(const char *const *argv, const char *file, Proc *p, Err *err);

// Runs a command that only answers a question, and waits: some seconds at most,
// then p->timed_out. It reads nothing of a learner's. False: it could not be
// started.
bool tool_ask(const char *const *argv, Proc *p);
int tool_ask_limit(void);

#endif
