// Rows of kata verify for kinds without a kernel.
#include "cli/verify/proof.h"

#include <string.h>

VerifyRow *proof_row(PaperProof *p, const char *what, const char *wanted) {
    VerifyRow *row = &p->rows[p->n];
    if (p->n < PROOF_ROWS - 1) p->n++;
    *row = (VerifyRow){
        .exercise = p->ex->id, .what = what, .wanted = wanted, .got = ""};
    return row;
}

// A slip that is the right answer with these numbers was left out when the
// sheet was drawn; one that never shows is one that nobody can make.
bool proof_slip(Arena *a, const Drawn *d, const Slip *slip, PaperRow *got) {
    Buf said = {0};
    if (d->q->kind == ASK_WORD) {
        buf_str(&said, d->q->words[(int)slip->value[0]]);
    } else {
        for (int i = 0; i < d->nwant; i++)
            buf_fmt(&said, "%s%.17g", i ? ", " : "", slip->value[i]);
    }
    *got = (PaperRow){.kind = "", .why = ""};
    sheet_judge(a, d, buf_text(&said), got);
    buf_free(&said);
    return got->verdict == VERDICT_FAIL &&
           !strcmp(got->kind, arena_fmt(a, "mistake %s", slip->id));
}
