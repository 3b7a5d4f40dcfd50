// Races that leave the same memory in every order: a level that is only lowered
// to one value, a flag that is only set.
#ifndef SIM_HARMLESS_H
#define SIM_HARMLESS_H

#include "sim/decode/code.h"
#include "sim/sim.h"

typedef struct Launch Launch;

// Pairs of a launch that have been judged: there may be a million races.
typedef struct Judged {
    struct JudgedPair {
        const Insn *read, *write;
        bool harmless;
    } at[8];
    uint32_t n; // ever
} Judged;

// True if it makes no difference whether `read`, a load, finds what `write`, a
// store of the same code to the same place, puts there or what was there
// before. False if that is not known.
bool race_is_harmless(Judged *j, const Launch *la, const Code *code,
                      const Insn *read, const Insn *write);

// The memory instruction of a site in code, or NULL.
const Insn *site_memory(const Code *code, uint32_t site);

// Adds to the words of a race that it is one of these.
void harmless_say(SimTrap *t);

#endif
