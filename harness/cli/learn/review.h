// Reviews: what was learnt, as cards with a memory each.
//
// A card is an exercise to do again from scratch, or one question of a quiz or
// worksheet that was passed. Its memory is a row of the record: "transpose",
// "quiz-caches/q2". The daily bank of a track that is followed has its share in
// every session: its exercises, and the questions that belong to them.
#ifndef CLI_LEARN_REVIEW_H
#define CLI_LEARN_REVIEW_H

#include "cli/app/app.h"

#include "base/fsrs.h"
#include "paper/paper.h"

// The grade of what a review took: attempts, further hints, minutes of the same
// day (0: not known), and what the exercise expects.
Grade review_grade(int tries, int hints, int minutes, int expected);
// The grade of a first pass.
Grade review_first(const Progress *p);

typedef struct Review {
    const Exercise *ex;
    const Question *question; // one of ex, or NULL: all of it, from scratch
    const char *key;          // of its memory
    int minutes;
    bool daily; // of a daily bank
    bool fresh; // of a bank, and never done before
    Memory memory;
    int day, due;
    int reviews, lapses;
    double recall; // today
    bool open;
} Review;
// Everything that can be reviewed, the least remembered first.
bool review_all(App *a, Review **out, int *n, Err *err);
// A session of so many minutes: a third for questions, the rest from scratch,
// at least one of each that is due; the bank's and others in turn. Moves them
// to the front and returns how many. strict: nothing that takes longer.
int review_pick(Review *at, int n, int today, int minutes, bool strict);

// ---- what a review has shown: review_keep.c

// Opens the review of an exercise. It closes with the first attempt that
// passes, and its grade is what that took.
bool review_begin(App *a, const Exercise *ex, Err *err);
// After an attempt: closes the review of ex if it is open and this passed.
// Prints what was learnt unless a->json.
bool review_heard(App *a, const Exercise *ex, bool passed, Err *err);
// It is gone: an exercise, or every question of a sheet.
bool review_give_up(App *a, const Exercise *ex, Err *err);
// One question was answered.
bool review_answered(App *a, const Review *card, bool right, Err *err);
// After all questions of a sheet: the first pass begins their memories, later
// answers are reviews of those that are due.
bool review_sheet(App *a, const PaperResult *r, Err *err);

#endif
