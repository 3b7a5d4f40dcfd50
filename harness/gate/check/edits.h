// Small edits of a learner's CUDA file: each changes one place, as somebody
// would who tries things. Where one of them makes every case right, its line is
// where the mistake is (small_edit.h).
#ifndef GATE_EDITS_H
#define GATE_EDITS_H

#include "base/arena.h"
#include "base/buf.h"
#include "plan/plan.h"

typedef struct Edit {
    int at, len;      // bytes of the code that are replaced
    const char *by;   // by these
    int line;         // from 1
    int weight;       // likelier ones have more
    const char *of;   // "another name in place of"; NULL: they are left out
    const char *says; // "with `if (i < n)` before line 7" instead, or NULL
    bool is_barrier;  // one more, nothing is replaced
    bool is_check;    // one more, likewise: a condition before a statement
    bool is_odd;      // against the names of parameters: not beside another
    bool evades;      // may keep the program from where a trap came up
    // The mistake may be in another line, which it hides: what to say of it, a
    // sentence. NULL: its own line is wrong.
    const char *hides;
} Edit;

// The lines that a trap names, and whether an order is missed there.
typedef struct EditFocus {
    int line, other_line; // where it came up; 0: not known
    bool is_order;        // threads use the same memory in no order
    bool barriers;        // one more may give them one
    bool counts_threads;  // fewer threads would not show it: how many there are
                          // stays as it is
} EditFocus;

// Returns how many edits there are of a file without comments (source_code),
// and the edits, likeliest first. `focus`: what a trap says, or NULL; an access
// that traps is not evaded then.
int edits_of(Arena *a, const char *code, const EditFocus *focus, Edit **out);

// Moves the lines that include files to a buffer; returns the code without
// them, line for line.
char *edits_take_includes(Arena *a, const char *code, Buf *includes);

// The name that the compiler gives to edit number i, from 0.
#define EDIT_FILE "small_edit_"

// A file with n edited copies of the code, each in a namespace of its own; an
// edit of all zeros leaves it as it is. Its entry calls the copy number
// small_edit_number, an int that the runner has.
char *edits_file(Arena *a, const char *code, const Exercise *ex, const Edit *e,
                 int n);

// "with another comparison in place of `<=` in line 12"
const char *edit_words(Arena *a, const char *code, const Edit *e);

#endif
