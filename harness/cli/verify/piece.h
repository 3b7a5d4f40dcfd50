// The proof of kata verify, in pieces that can be judged by different
// processes: one row each, or all rows of an exercise without a kernel.
#ifndef CLI_VERIFY_PIECE_H
#define CLI_VERIFY_PIECE_H

#include "cli/app/gpu_limits.h"
#include "cli/verify/proved.h"
#include "gate/check/check.h"
#include "plan/mutant.h"
#include "report/report.h"

// The options of all of them.
typedef struct Verify {
    App *a;
    const char *on, *gpu;
    bool solutions; // those alone
    // Of what it has, stubs and solutions alone; NULL: everything is judged.
    Proved *unchanged;
    // Of what is proved: the stub of one exercise in so many, and one wrong
    // kernel of one in so many, if kata's sources have changed since; 0: all.
    long sample;
    int nleft_out;     // rows, because they are proved
    int nsampled;      // exercises of which one wrong kernel was taken
    bool fingerprints; // of mutants, for --mistakes
    bool values_alone; // nothing but the mutants that have them
    bool has_gpu;      // and it is used
    long rounds;
    GpuLimits facts;
} Verify;

typedef enum PieceKind {
    PIECE_KNOWN, // the row is all there is
    PIECE_STUB,
    PIECE_SOLUTION,
    PIECE_BASELINE,
    PIECE_MUTANT,
    PIECE_PAPER,
} PieceKind;

// The result that the judging process writes, in memory that all share.
typedef struct Answer {
    VerifyRow *rows; // their strings are in the same memory
    int n;
    const char *measured;    // lines for --measured
    const char *fingerprint; // for --mistakes: of a mutant's wrong values
    size_t room;
    char bytes[];
} Answer;

typedef struct Piece {
    const Exercise *ex;
    PieceKind kind;
    const char *file;
    MutantReason reason;
    VerifyRow row; // as far as it is known without judging
    Answer *answer;
    bool ended;
} Piece;

// Adds the pieces of an exercise to at[*n]. There is room for pieces_most.
int pieces_most(const Verify *v, const Exercise *ex);
void pieces_of(Verify *v, const Exercise *ex, Piece *at, int *n);
size_t piece_bytes(const Piece *p);    // that an Answer has to have
bool piece_is_alone(const Piece *p);   // its time is the processor's
void piece_judge(Verify *v, Piece *p); // fills the answer
// Its rows: the answer's, or that it died, and how.
const VerifyRow *piece_rows(Piece *p, const char *died, int *n);

#endif
