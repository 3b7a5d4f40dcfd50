// A command of a learner's project: `make test`, a benchmark script.
//
// Unlike an exercise binary it may start programs of its own. It may write
// below its folder alone, has no TCP, a limit of wall-clock time for itself and
// all it starts, and its output is kept up to a most.
#ifndef RUN_COMMAND_H
#define RUN_COMMAND_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"

typedef struct CommandResult {
    int status;     // exit status, or 128 + signal; 127: not found
    bool timed_out; // ended by us at the limit
    double seconds;
    Buf out;      // stdout and stderr as they came; command_free
    bool flooded; // more than the most was printed
} CommandResult;

// Runs argv in folder, with HOME and TMPDIR below it. False (ERR_ENV) only if
// it could not be started at all.
bool run_command(const char *const *argv, const char *folder, double seconds,
                 CommandResult *res, Err *err);
void command_free(CommandResult *res);

#endif
