// solutions/mistakes.tsv, as kata verify writes it: the fingerprints of wrong
// solutions (gate/check/known.h).
#ifndef CLI_VERIFY_MISTAKES_H
#define CLI_VERIFY_MISTAKES_H

#include "base/map.h"
#include "cli/app/app.h"

typedef struct Mistakes {
    App *a;
    Map rows; // lines of an exercise, one text; by its id
} Mistakes;

// Reads the file; a missing one has no rows.
bool mistakes_load(Mistakes *m, App *a, const char *path, Err *err);
// Forgets the rows of an exercise.
void mistakes_drop(Mistakes *m, const Exercise *ex);
// Adds a row: a wrong solution's file name and its fingerprint.
void mistakes_add(Mistakes *m, const Exercise *ex, const char *name,
                  const char *fingerprint);
// Writes the file anew in the order of the exercises, without those that are no
// longer there. Frees m.
bool mistakes_write(Mistakes *m, const char *path, Err *err);

#endif
