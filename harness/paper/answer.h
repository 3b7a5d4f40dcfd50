// Reads a learner's text as a number: separators, fractions, powers, units.
//
//   16777216 | 16,777,216 | 16 777 216 | 2^24 | 3/4 | 1.5e9 | 75 % | 64 KiB
//   8-way | one | sqrt(49) | 4 Mi
//   (30, 6, 1) | [30 6 1] | 10 x 28 | 6 and 96 | 416 MiB, 104 MiB
//                                    if there are several values
#ifndef PAPER_ANSWER_H
#define PAPER_ANSWER_H

#include "base/base.h"

enum { ANSWER_MOST = 8 };

typedef enum Dimension {
    DIM_COUNT, // anything that is counted: sectors, threads, FLOP per element
    DIM_BYTES,
    DIM_TIME,
    DIM_RATE,
    DIM_WORK,
    DIM_SPEED,
    DIM_INTENSITY,
    DIM_FRACTION,
} Dimension;

typedef struct Answer {
    double value[ANSWER_MOST]; // in the unit of the question
    double other[ANSWER_MOST]; // in its other reading (KB is 1000 or 1024,
                               // 1/2 a half or half a percent)
    int n;
} Answer;

// Reads text as `want` values in the question's unit (NULL: none). False: it
// is none, and why[] says so in a sentence.
bool answer_read(const char *text, const char *unit, int want, Answer *out,
                 char why[200]);
// The dimension of a unit; DIM_COUNT for a word that is no unit, and for NULL.
Dimension answer_dimension(const char *unit);

#endif
