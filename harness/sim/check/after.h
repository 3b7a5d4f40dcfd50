// The words that blocks of a grid used after they had launched children:
// nothing orders those uses with the children.
//
//   block   ... launch A ... read x ... launch B ... write y ... end
//                  |                      |
//   gave           0                      1
//   after                  x: 1 launched           y: 2 launched
//
// A child that writes x races with the read if it is A, not if it is B: B comes
// after the read. Of other blocks nothing is kept: what orders them with the
// launch is not known here.
#ifndef SIM_AFTER_H
#define SIM_AFTER_H

#include "sim/check/shadow.h"
#include "sim/core/trap.h"

// Work that a block has given the device, in the order of the calls.
typedef struct Gave {
    uint64_t block;
    int child; // its index in the launch's Children
    uint32_t place;
    SrcLoc loc; // of place, when the launch has ended
} Gave;

// Words of a line that a block used.
typedef struct After {
    uint64_t line, block;
    uint32_t words, place;
    int gave; // how many the launch had given by then
    SimUse use;
    bool same;              // the child left there what the block had written
    unsigned char was[128]; // a line that was written, before the child
    SrcLoc loc;
} After;

typedef struct Afters {
    struct {
        Gave *at;
        int n, cap;
    } gave;
    struct {
        After *at;
        int n, cap;
    } after;
    uint64_t block; // the last that was looked up: has it given any?
    bool has_given, knows;
} Afters;

// The block has given the device its child `child`, at this place of its code.
// Call in the block's turn, with nothing left in its log.
void shadow_gave(Shadow *s, uint64_t block, int child, uint32_t place);
// All that the last launch left; the caller frees it. Call before the next one.
Afters shadow_take_afters(Shadow *s);
void afters_free(Afters *a);

// The use of its parent that the child conflicts with, if the child uses the
// bytes [lo, hi) as k. NULL: there is none.
const After *after_meets(const Afters *a, int child, SimUse k, uint64_t lo,
                         uint64_t hi, const Gave **launch);

// Around the run of a child: a write by both that leaves the same bytes in
// either order does not count.
void afters_before(Afters *a, const Mem *mem);
void afters_behind(Afters *a, const Mem *mem);

// ---- for the shadow itself

// A block uses these words of a line; called if any block has given work.
void after_words(Afters *a, uint64_t block, uint32_t place, SimUse k,
                 uint64_t line, uint32_t words);

#endif
