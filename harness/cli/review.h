// Reviews: one at a time may be open for an exercise. It closes by itself with
// the first attempt that passes, and its grade is what that took.
#ifndef CLI_REVIEW_H
#define CLI_REVIEW_H

#include "cli/app.h"

#include "base/fsrs.h"

// What a review took: attempts, further hints, minutes of the same day (0: not
// known), and what the exercise expects.
Grade review_grade(int tries, int hints, int minutes, int expected);
// What a first pass says of the memory of it.
Grade review_first(const Progress *p);

typedef struct Review {
    const Exercise *ex;
    Memory memory;
    int day, due;
    int reviews, lapses;
    double recall; // today
    bool open;
} Review;
// Everything that can be reviewed, the least remembered first.
bool review_all(App *a, Review **out, int *n, Err *err);
// Those of today, kernels and questions in turn, up to so many minutes and at
// least one if any is due. Returns how many; they are moved to the front.
int review_pick(Review *at, int n, int today, int minutes);

bool review_begin(App *a, const Exercise *ex, Err *err);
// After an attempt: closes the review of ex if it is open and this passed.
// Prints what was learnt unless a->json.
bool review_heard(App *a, const Exercise *ex, bool passed, Err *err);
bool review_give_up(App *a, const Exercise *ex, Err *err);

#endif
