// Points: what a result is worth. A rubric is data.
//
//   format: 1
//   points: 10              of each exercise, unless it says otherwise
//   correctness: 60%        for being right; the rest is for its gates
//   partial: true           right cases count one by one
//   medals: {gold: 1}       on top of the points
//   exercises:
//     transpose: {points: 20, gates: {bandwidth: 3, bank_conflicts: 1}}
//
// gates: are weights by metric (of answers, by the question's id). If none is
// given, all weigh the same; else one that is not named weighs nothing. Gates
// earn something only if every case is right. One that cannot be judged on this
// machine is left out, and its share goes to the others, or to correctness if
// there are none.
#ifndef GRADE_RUBRIC_H
#define GRADE_RUBRIC_H

#include "grade/grading.h"
#include "plan/plan.h"

typedef struct Task { // an exercise that the class was given
    const Exercise *ex;
    const Item *item; // of the track, with its bars; or NULL
} Task;

typedef struct Weight {
    const char *name; // metric or medal
    double value;
} Weight;

typedef struct Weights {
    Weight *at;
    int n;
} Weights;

typedef struct RubricRow {
    double points, correctness; // correctness: 0 to 1, of the points
    bool partial;
    Weights gates, medals;
} RubricRow;

typedef struct Rubric {
    const char *path; // NULL: the default
    RubricRow *rows;  // one for each task
    int n;
} Rubric;

// Reads path, or with NULL sets 10 points, 60 % of them for correctness. Every
// error of the file is in err, with its place.
bool rubric_load(Arena *a, const char *path, const Task *tasks, int ntasks,
                 const Plan *plan, Rubric *out, Err *err);

typedef struct ScorePart { // of an exercise
    const char *name;      // "correct", "bandwidth of copy at least 80 %"
    const char *why;       // one sentence or more, never NULL
    double points, max;
    Verdict verdict;
} ScorePart;

typedef struct Score {
    double points, max; // bonus of medals is in points alone
    ScorePart *parts;
    int nparts;
    bool open; // not judged: these points are no verdict
} Score;

// g NULL: nothing was handed in, or it was refused: `why` says it.
Score rubric_score(Arena *a, const RubricRow *row, const Grading *g,
                   const char *why);

#endif
