// The result of checking what has no kernel: one row per question, part,
// citation or file.
#ifndef PAPER_RESULT_H
#define PAPER_RESULT_H

#include "base/arena.h"
#include "base/verdict.h"
#include "plan/paper.h"

typedef struct PaperRow {
    const char *name;   // "question 3", "part Results", "file README.md"
    const char *key;    // its name in the record: a question's id, or name
    const char *title;  // of a question, or ""
    Verdict verdict;    // PASS, FAIL, SKIPPED (not answered)
    const char *kind;   // why, in a word that a mutant can name: "open",
                        // "mistake bytes", "forged"; "" for a pass
    const char *said;   // the learner's answer, or ""
    const char *why;    // a remark about it, or ""
    const char *want;   // the right answer, for after a pass; NULL: none
    const char *method; // how it is found, or NULL
} PaperRow;

typedef struct PaperResult {
    Arena arena; // owns everything below; paper_free
    const Exercise *ex;
    Verdict verdict;
    PaperRow *rows;
    int nrows, right;
    int asked; // how many rows must be right
    const char *summary, *advice;
    uint64_t seed; // of the sheet; 0: nothing was drawn
    const char *source;
    size_t source_len;
    char version[65];
    double seconds;
} PaperResult;

// Adds a row; its strings live in the result's arena or longer.
PaperRow *paper_add_row(PaperResult *res, const char *name, const char *title);
// The row is wrong: kind and why as in PaperRow.
void paper_fail_row(PaperRow *row, const char *kind, const char *why);

void paper_free(PaperResult *res);

#endif
