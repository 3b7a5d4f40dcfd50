// solutions/proved.tsv: which exercises a whole kata verify has proved on the
// simulated device, and as what, by two hashes:
//
//   exercise  files       sources
//   adamw     5e1c317e..  77aa01c3..
//
//   files     its files, its measured figures, and the compiler's version
//   sources   the sources of kata that a verdict on its kind passes through
//
// While both are the same, so is what every wrong kernel would be rejected for;
// `make test` then judges every second solution, and every third stub; of
// those without a kernel, which prove themselves as a whole, every third. If
// kata has changed since and the exercise has not, it judges one wrong kernel
// of every third exercise as well; other thirds after each change. `make prove`
// judges all.
#ifndef CLI_VERIFY_PROVED_H
#define CLI_VERIFY_PROVED_H

#include "cli/app/app.h"

typedef struct Proved Proved;

// Reads the file; a missing one has no rows. Hashes the sources below
// a->root/harness.
Proved *proved_load(App *a, const char *path, Err *err);
typedef enum ProvedState {
    PROVED_NOT,    // or the exercise has changed
    PROVED_BEFORE, // the exercise as it is, by other sources of kata
    PROVED_NOW,
} ProvedState;
ProvedState proved_state(Proved *p, const Exercise *ex);
// Returns a number below n that depends on the exercise, the sources, and on
// what it decides.
int proved_pick(Proved *p, const Exercise *ex, const char *what, int n);
// Records that every row of the exercise was as it should be, or was not.
void proved_set(Proved *p, const Exercise *ex, bool ok);
// Writes the file anew, sorted, without exercises that are no longer there.
bool proved_write(Proved *p, const char *path, Err *err);

#endif
