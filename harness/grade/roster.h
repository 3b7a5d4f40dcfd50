// The roster: learners and the files that they handed in, found in a folder, a
// ZIP or a list, and copied before anything else is done with them.
//
// A file that was handed in is never opened under its own path again: it is
// read once, with every link refused, as a regular file below a size, and the
// copy has the exercise's own file name. So no name that a learner chose
// reaches a compiler, and what was graded is kept.
#ifndef GRADE_ROSTER_H
#define GRADE_ROSTER_H

#include "grade/rubric.h"
#include "grade/zip.h"

enum {
    ROSTER_FILE_MOST = 1 << 20, // bytes of one file
    ROSTER_MOST = 20000,        // learners
};

typedef enum HandedIn {
    HANDED_NOTHING,
    HANDED_REFUSED, // something that kata does not read
    HANDED_FILE,
} HandedIn;

typedef struct Submission { // of one learner for one task
    HandedIn state;
    const char *why;  // of one that is no file: a sentence
    const char *copy; // path of kata's copy
    char hash[65];    // of its text
} Submission;

typedef struct Learner {
    const char *name; // as given, with characters that show nothing replaced
    const char *slug; // of its own, fit for a file name
    const char *raw;  // as given
    Submission *of;   // one for each task
} Learner;

typedef struct Remark { // about the input, for the instructor
    const char *what, *why;
} Remark;

typedef struct Roster {
    Learner *at; // by slug
    int n;
    Remark *remarks;
    int nremarks;
} Roster;

typedef struct RosterRequest {
    Arena *a;
    const char *input; // folder, .zip, or list
    const Task *tasks;
    int ntasks;
    const char *copies;  // folder for the copies
    const char *scratch; // empty folder: what is in archives
    const char *out;     // folder that is no learner, even inside the input
    const Plan *plan;    // files of its other exercises are not meant; or NULL
} RosterRequest;

// ERR_USAGE, ERR_INPUT: the input is none. A mistake in one
// learner's files is in a Submission, one in other entries in a Remark.
bool roster_read(const RosterRequest *q, Roster *out, Err *err);

// Text of others for the eye: control characters, invalid UTF-8 and marks that
// turn the direction of text become U+FFFD; at most `most` bytes.
const char *roster_clean(Arena *a, const char *text, size_t most);
// A file name made of it: letters, digits, '-', '_', '.', and if anything was
// changed 16 digits of its hash, so that two names stay two. So does a name
// that looks as if it had been changed: nobody can take another's place.
const char *roster_slug(Arena *a, const char *name);

#endif
