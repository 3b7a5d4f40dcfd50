// Rows of kata verify for kinds without a kernel.
#include "cli/verify/proof.h"

VerifyRow *proof_row(PaperProof *p, const char *what, const char *wanted) {
    VerifyRow *row = &p->rows[p->n];
    if (p->n < PROOF_ROWS - 1) p->n++;
    *row = (VerifyRow){
        .exercise = p->ex->id, .what = what, .wanted = wanted, .got = ""};
    return row;
}
