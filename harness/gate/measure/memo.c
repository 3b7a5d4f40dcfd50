#include "gate/measure/memo.h"

enum {
    ROUNDS = 3,
    EVERY = 7,
    // Operations per byte. With fewer, comparing inputs takes as long as the
    // work itself.
    WORTH = 4,
};
// On new inputs a call may take so much longer: they are in no cache,
// processors learn patterns, and a machine has its moods (1.8 times, where
// others worked on the same processor). A program that updates results saves
// far more than that. A modelled time has no moods.
static const double RATIO = 3, MODELLED_RATIO = 1.5, SLACK_US = 2;

void memo_begin(Memo *k, Arena *a, Rng *rng, double bytes, double flops,
                bool modelled) {
    *k = (Memo){
        .asked = bytes > 0 && flops >= WORTH * bytes,
        .first = EVERY + (int)rng_below(rng, EVERY),
        .ratio = modelled ? MODELLED_RATIO : RATIO,
        .arena = a,
    };
}

bool memo_asks(const Memo *k, int round) {
    int since = round - k->first;
    return k->asked && since >= 0 && since % EVERY == 0 &&
           since / EVERY < ROUNDS;
}

void memo_note(Memo *k, double us) {
    if (us > 0 && (!k->us || us < k->us)) k->us = us;
}

const char *memo_judge(const Memo *k, double typical_us) {
    if (!k->us || k->us <= k->ratio * typical_us + SLACK_US) return NULL;
    return arena_fmt(k->arena,
                     "A call on new inputs takes %.3g us, one on inputs that "
                     "have changed in a few places %.3g us: results are kept "
                     "between calls and only corrected. Compute all of them "
                     "in every call.",
                     k->us, typical_us);
}
