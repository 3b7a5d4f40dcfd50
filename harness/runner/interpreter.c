// The simulated device as a library of Python, for kata sim FILE.py: simhost.c
// says what it saw, and triton/sim.py calls its CUDA functions.
#include "runner/runner.h"

#define EXPORTED __attribute__((visibility("default")))

EXPORTED void kata_busy(int busy);

// A launch is under way, or no longer. Python notices Ctrl-C between two of its
// own steps only: meanwhile the interrupt ends the process, with a report.
void kata_busy(int busy) {
    simhost_interruptible(busy != 0);
}
