// A class that is being graded: its folder, its exercises, what was handed in,
// and what is known of it already.
//
//   DIR/seed                          drawn once, for everybody
//   DIR/submissions/SLUG/ID/FILE      what is judged: kata's own copies
//   DIR/journal*.log                  every result, before it is shown
//   DIR/index.html, pages/, results/, results.csv, ...   made anew at the end
#ifndef CLI_GRADE_CLASS_H
#define CLI_GRADE_CLASS_H

#include "cli/app/app.h"
#include "cli/app/gpu_limits.h"
#include "grade/class.h"
#include "grade/journal.h"

typedef struct ClassOpts {
    const char *input, *out, *track, *week, *rubric, *on, *gpu, *seed, *part;
    const char *similar; // percent
    const char **exercises;
    int nexercises;
} ClassOpts;

enum { CLASS_RECORD_MOST = 32 << 10 };

typedef struct ClassSlot { // in memory that all jobs share
    size_t len;            // 0: the process has said nothing
    char record[CLASS_RECORD_MOST];
} ClassSlot;

typedef struct ClassPiece { // one file to judge
    int learner, task;
    bool known; // the journal has its result
} ClassPiece;

typedef struct Class {
    App *a;
    const ClassOpts *opts;
    const char *out;       // absolute
    const char *on;        // for records: "sim h200"
    const char **versions; // of the tasks' exercises
    long part, parts;
    Roster roster;
    Rubric rubric;
    ClassView view;
    Journal journal;
    GpuLimits facts;
    ClassPiece *pieces; // of this part
    int npieces, nknown;
    ClassSlot *slots; // one for each piece
} Class;

// Reads the options, the rubric and what was handed in, and opens the journal.
// scratch: an empty folder. ERR_USAGE, ERR_INPUT.
bool class_open(Class *c, App *a, const ClassOpts *o, const char *scratch,
                Err *err);
void class_close(Class *c);

// Judges a piece in a process of its own, and leaves the record in its slot.
void class_judge(Class *c, int piece);
// Takes what the process of a piece left, puts it into the journal, and then
// into the view. died: how it ended otherwise, or NULL.
bool class_take(Class *c, int piece, const char *died, Err *err);

// Writes all lists and pages.
bool class_write(Class *c, Err *err);

// Writes DIR/slurm.sh, an array of n tasks, and submits it, with what merges
// the parts after it.
bool class_submit(Class *c, long n, long jobs, const char *sbatch, Err *err);

#endif
