// Small edits of a learner's file in C: edits.h finds them.
#ifndef GATE_EDITS_C_H
#define GATE_EDITS_C_H

#include "gate/check/edits.h"

// A file with n edited copies of the code, whose names of the whole file are
// others in each. Its entry calls the copy number small_edit_number, an int
// that the runner has.
char *edits_c_file(Arena *a, const char *code, const Exercise *ex,
                   const Edit *e, int n);

#endif
