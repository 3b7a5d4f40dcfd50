// Old exercises solved again from the stub, as the record tells it.
#ifndef CLI_FOLDER_DRILLS_H
#define CLI_FOLDER_DRILLS_H

#include "cli/app/app.h"
#include "paper/paper.h"

// A drill begins with `kata reset` and ends with the first pass after it. For
// PaperRecord.drill, ctx is the App.
bool drills_find(void *ctx, Arena *m, const Exercise *ex, int i, Drill *out);

// Returns true if two programs are the same text, spaces and lines aside.
// Exported for its test.
bool drills_same_text(const char *a, size_t na, const char *b, size_t nb);

#endif
