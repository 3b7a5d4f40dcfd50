// Starting compilers and other tools, each with a limit on its time.
#ifndef BUILD_TOOL_H
#define BUILD_TOOL_H

#include "base/proc.h"

// How many seconds a compiler may take before it is stopped: 300, or what
// $KATA_COMPILE_S says.
int tool_limit(void);

// Starts a command under `timeout`, which kills it and all that it started
// after tool_limit() seconds: its exit status is then 124 or 137. It may have
// half of the memory of the machine.
ProcHandle *tool_start(const Args *command, Err *err);
bool tool_timed_out(const Proc *p);

// Runs a command that only answers a question, and waits: some seconds at most,
// then p->status is 124 or 137. False: it could not be started.
bool tool_ask(const char *const *argv, Proc *p);
int tool_ask_limit(void);

#endif
