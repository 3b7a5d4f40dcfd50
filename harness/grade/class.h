// A class as it was graded, as plain data: report prints it.
#ifndef GRADE_CLASS_H
#define GRADE_CLASS_H

#include "grade/roster.h"
#include "grade/rubric.h"
#include "grade/similar.h"

typedef struct ClassResult { // of one learner for one task
    const Grading *g;        // NULL: nothing could be judged, or not yet
    Score score;
} ClassResult;

typedef struct SimilarPair {
    int task;
    int a, b; // learners; b -1: the shipped solution
    Likeness like;
} SimilarPair;

typedef struct ClassView {
    const char *title; // of the track, or "Grades"
    const char *folder;
    const char *rubric; // its path, NULL: the default
    const char *on;     // "sim h200", as it was asked for
    const char *ran_on; // as class_ran_on tells it
    const char *version;
    uint64_t seed;
    int64_t now;
    const Task *tasks;
    int ntasks;
    const RubricRow *rows; // of the rubric, one for each task
    const Roster *roster;
    ClassResult *at;    // learner * ntasks + task
    int left_out;       // exercises of the track that have no code
    SimilarPair *pairs; // by the larger share, the largest first
    int npairs;
    double threshold; // share from which on pairs are listed
} ClassView;

static inline ClassResult *class_result(const ClassView *v, int learner,
                                        int task) {
    return &v->at[learner * v->ntasks + task];
}

// Sums of one learner.
typedef struct ClassSum {
    double points, max;
    int passed, open;
} ClassSum;
ClassSum class_sum(const ClassView *v, int learner);

// Returns the machines that results come from, as "NVIDIA H200" or "the
// simulated device (NVIDIA H100, modelled)"; with nothing run, the words
// of the request.
const char *class_ran_on(Arena *a, const ClassView *v);

// Returns why an instructor should look at a result, or NULL: it is suspect,
// noisy, was not judged, or its file was refused.
const char *class_look_at(const ClassView *v, int learner, int task);

// Compares all files of each task with each other and with the solution, and
// lists the pairs one of which shares at least the threshold.
void class_compare(Arena *a, ClassView *v);

typedef struct MarkedText { // one file of a pair
    Str text;
    bool *marks; // its lines, from 1: shared with the other
} MarkedText;
// Reads both files of a pair again, and marks what they share.
void class_pair(Arena *a, const ClassView *v, const SimilarPair *p,
                MarkedText out[2]);

#endif
