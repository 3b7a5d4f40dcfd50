// Another kata, whose output is collected: a verb that runs while the screen
// stays. Its memory, its crash and its Ctrl-C are its own.
#ifndef CLI_SCREEN_CHILD_H
#define CLI_SCREEN_CHILD_H

#include "base/buf.h"
#include "base/err.h"

#include <sys/types.h>

typedef struct Child {
    pid_t pid; // 0: none runs
    int out;   // its stdout and stderr
    Buf text;  // what it wrote, at most CHILD_MOST bytes
} Child;

enum { CHILD_MOST = 256 * 1024 };

// Starts this program with argv (argv[0] and up, NULL-terminated), without
// input, in a process group of its own. It ends with this process.
bool child_start(Child *c, const char *const *argv, int columns, bool colour,
                 Err *err);
// Takes in what it has written.
void child_read(Child *c);
// Returns whether it has ended; *status: its exit status, or 128 + signal.
bool child_ended(Child *c, int *status);
// Sends the signal to it and all that it has started.
void child_kill(const Child *c, int signal);
// Ends it, if need be the hard way, and waits.
void child_stop(Child *c);

#endif
