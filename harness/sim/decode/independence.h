// Facts that a launch must know of code before it runs: may its blocks run side
// by side, and still do exactly what they do one after the other?
//
//   independent   no block can wait for another one, or see how far it is, but
//                 in gated instructions
//   gated         an instruction whose effect depends on the order of blocks:
//                 an atomic whose result is used, a sum of floats. A block
//                 that comes to one waits until all blocks before have ended;
//                 what it finds is what one worker would find
//   deferrable    a gated atomic without a result: it need not wait, but is
//                 done when it is its block's turn (deferred.h)
//   free          integer atomics without a result, all of one kind: the order
//                 makes no difference
//
// Decided once, from the statements, when an entry's family is decoded. An
// access that cannot be seen there, a plain access to what another block
// writes, is looked for while the first blocks of each launch run (conflict.h).
#ifndef SIM_INDEPENDENCE_H
#define SIM_INDEPENDENCE_H

#include "sim/decode/memop.h"

enum { // how much a block of code looks like waiting for other threads
    POLL_STRONG = 16, // it polls (volatile, acquire, cas ...)
    POLL_WEAK = 4,    // it has another atomic
};

// An instruction that may matter, until its function is decoded.
typedef struct IndependenceNote {
    MemOp *atomic; // NULL: a fence, or a pause
    Mod op;        // of an atomic
    Type type;
    uint32_t block;
    bool is_result_used;
} IndependenceNote;

typedef struct Independence {
    struct {
        IndependenceNote *at;
        int n, cap;
    } notes;            // of all functions
    int first;          // of the function being decoded
    bool has_copies;    // that read memory later than they are issued
    bool is_dependent;  // blocks may wait for each other: one at a time
    bool shares_work;   // a loop counts on with atomics, whose results it uses
    const char *reason; // why, for tests and messages; NULL
} Independence;

// Returns whether s has the modifier, for those who only look: one that nothing
// else asks for (stmt_has) is still refused.
bool stmt_names(const Stmt *s, Mod m);
// Returns whether s reads a clock.
bool stmt_reads_clock(const Stmt *s);
// How much a statement looks like waiting for another thread.
uint8_t independence_poll(const Stmt *s);
// An atomic operation that leaves the word as it is: it adds 0, or the like.
bool independence_is_read(const Stmt *s);
// Looks at a decoded statement of block number `block`.
void independence_statement(Independence *st, const Stmt *s, const Insn *in,
                            uint32_t block, bool is_result_used);
// The function is complete; in_loop says which of its blocks may run more than
// once (all of a callee's: NULL).
void independence_function(Independence *st, const uint8_t *in_loop);
// The family is: marks its atomics, and the entry's Code.
void independence_finish(Independence *st, Code *entry);

#endif
