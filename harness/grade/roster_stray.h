// Files in a learner's folder that have another name or place than kata asks
// for: SAXPY.CU, my_saxpy.cu, homework/saxpy.cu. One that can only be meant for
// an exercise is taken for it; others are named, so that nobody gets 0 points
// without a word for a file that was handed in.
#ifndef GRADE_ROSTER_STRAY_H
#define GRADE_ROSTER_STRAY_H

#include "grade/roster.h"

typedef struct Stray {
    const char *path;   // from the learner's folder
    const char *name;   // its last part
    const char *folder; // the part before it, or ""
    bool used;          // taken for an exercise, or at the place of one
} Stray;

typedef struct Strays { // by path
    Stray *at;
    int n, cap;
    int seen; // entries, with folders: what is beyond some thousand is left
} Strays;

// False: another of the exercises has a file of the same name, so that only
// folders tell them apart.
bool roster_own_name(const RosterRequest *q, int task);

// Everything in a folder and below it but what is hidden. No link is followed.
Strays strays_find(const RosterRequest *q, int folder);
// Returns the one that is meant for an exercise, or NULL: *why is then a
// sentence about those that may be, or NULL if nothing is there.
Stray *strays_for(Strays *s, const RosterRequest *q, int task,
                  const char **why);

#endif
