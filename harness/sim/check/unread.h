// Results of a kernel that nothing has read since, line by line, from the
// shadow's records.
//
// A line belongs to the last launch that touched it. As long as all lines that
// a launch wrote are its own, nobody else has been there.
#ifndef SIM_UNREAD_H
#define SIM_UNREAD_H

#include "sim/ptx/ptx.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct Shadow Shadow;

enum { RESULTS_ASKED = 16, SHADOW_LINE = 128 };

// The words that one launch wrote to a range.
typedef struct Unread {
    uint64_t first_line; // address / 128
    uint32_t nlines;
    uint32_t launch; // of the shadow
    uint32_t *words; // per line, a bit each; the owner's to free
    uint64_t bytes;
    SrcLoc loc; // of the first store; lives as long as the code
} Unread;

typedef enum UnreadState {
    UNREAD_STILL,    // nobody has touched it since
    UNREAD_REPLACED, // the last launch has written over all of it, unread
    UNREAD_TOUCHED,  // anything else
} UnreadState;

// The next launch shall say what it wrote to [lo, hi). False: it cannot, as
// that is too large, or more than RESULTS_ASKED.
bool unread_ask(Shadow *s, uint64_t lo, uint64_t hi);
// The i-th range's, after the launch. False: it wrote nothing there, or with
// atomics, or it has read what is in the lines as well. The caller frees words.
bool unread_take(Shadow *s, int i, Unread *u);
// Forgets the ranges and what nobody has taken.
void unread_forget(Shadow *s);
UnreadState unread_state(const Shadow *s, const Unread *u);
// Does it lie in [lo, hi) whole?
bool unread_within(const Unread *u, uint64_t lo, uint64_t hi);
bool unread_meets(const Unread *u, uint64_t lo, uint64_t hi);

// ---- for the shadow: while the launch's code is at hand
void unread_end(Shadow *s);

#endif
