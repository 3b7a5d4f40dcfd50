// What the two halves of kata verify for kinds without a kernel share.
#ifndef CLI_VERIFY_PAPER_H
#define CLI_VERIFY_PAPER_H

#include "cli/paper.h"

typedef struct PaperProof {
    App *a;
    Arena *m;
    const Exercise *ex;
    VerifyRow *rows;
    int n;
} PaperProof;

// Adds a row that is not good yet.
VerifyRow *proof_row(PaperProof *p, const char *what, const char *wanted);
// Reports and projects (verify_folder.c).
void verify_folder(PaperProof *p);

#endif
