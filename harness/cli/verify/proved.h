// solutions/proved.tsv: which exercises a whole kata verify has proved on the
// simulated device, and as what: a hash of their files, of their measured
// figures, of the compiler's version and of the sources that a verdict on its
// kind passes through.
//
// While the hash is the same, so is what every wrong kernel would be rejected
// for; `make test` then judges the stub and the solution alone.
#ifndef CLI_VERIFY_PROVED_H
#define CLI_VERIFY_PROVED_H

#include "cli/app/app.h"

typedef struct Proved Proved;

// Reads the file; a missing one has no rows. Hashes the sources below
// a->root/harness.
Proved *proved_load(App *a, const char *path, Err *err);
// Returns whether the file has the exercise as it is now.
bool proved_has(Proved *p, const Exercise *ex);
// Records that every row of the exercise was as it should be, or was not.
void proved_set(Proved *p, const Exercise *ex, bool ok);
// Writes the file anew, sorted, without exercises that are no longer there.
bool proved_write(Proved *p, const char *path, Err *err);

#endif
