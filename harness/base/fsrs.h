// When to see something again: FSRS-4.5, the free spaced repetition scheduler
// by Jarrett Ye and others (github.com/open-spaced-repetition), with its
// published default parameters.
//
// A memory has a stability, the days after which it is recalled with
// probability 0.9, and a difficulty from 1 to 10. A review strengthens a memory
// most when it was nearly forgotten.
#ifndef BASE_FSRS_H
#define BASE_FSRS_H

#include "base/base.h"

typedef enum Grade {
    GRADE_AGAIN = 1, // not remembered
    GRADE_HARD,
    GRADE_GOOD,
    GRADE_EASY,
} Grade;
const char *grade_text(Grade g);

typedef struct Memory {
    double stability;  // days
    double difficulty; // 1 to 10
} Memory;

// After the first time.
Memory fsrs_first(Grade g);
// After a review `days` after the one before.
Memory fsrs_next(Memory m, double days, Grade g);
// The probability of recall after so many days.
double fsrs_recall(Memory m, double days);
// Whole days, 1 to 365, until it falls to 0.9.
int fsrs_interval(Memory m);

#endif
