// The line that wrong values or a trap come from, found by trying: small edits
// of the learner's file (edits.h) are built side by side, and run on the cases
// of the check. An edit that makes every case right says which line is wrong.
#ifndef GATE_SMALL_EDIT_H
#define GATE_SMALL_EDIT_H

#include "gate/check/state.h"

// Fills in the result's `edit`, if the check asks for it, values are wrong or a
// trap came up in the learner's file, no known mistake explains all of it, and
// edits of one line or two, or a barrier more, make every case right. Takes a
// few seconds, so a quick check does without, as does one of a file with a
// library's templates. $KATA_EDITS: no file of edits is begun after so many
// seconds; 0: none is.
void small_edit_look(Check *k);

#endif
