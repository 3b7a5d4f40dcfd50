// The rows of a proof: what the files of kata verify for kinds without a kernel
// share.
#ifndef CLI_VERIFY_PROOF_H
#define CLI_VERIFY_PROOF_H

#include "cli/app/app.h"
#include "paper/sheet.h"
#include "report/report.h"

enum { PROOF_ROWS = 200 };

typedef struct PaperProof {
    App *a;
    Arena *m;
    const Exercise *ex;
    VerifyRow *rows; // PROOF_ROWS of them
    int n;
} PaperProof;

// Adds a row that is not good yet.
VerifyRow *proof_row(PaperProof *p, const char *what, const char *wanted);

// Judges a known mistake of a sheet: is it told by its name? got receives the
// judgement; its texts live in a.
bool proof_slip(Arena *a, const Drawn *d, const Slip *slip, PaperRow *got);

#endif
