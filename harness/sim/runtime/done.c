#include "sim/runtime/done.h"

#include <string.h>

static uint64_t *done_word(Done *d, uint64_t piece) {
    return &d->bits[piece % PIECES / 64];
}

void done_renew(Done *d, uint64_t now) {
    if (now - d->now >= PIECES) memset(d->bits, 0, sizeof d->bits);
    for (uint64_t i = d->now; now - d->now < PIECES && i < now; i++)
        *done_word(d, i) &= ~(1ull << i % 64);
    d->now = now;
}

void done_add(Done *d, uint64_t piece) {
    *done_word(d, piece) |= 1ull << piece % 64;
}

void done_remove(Done *d, uint64_t piece) {
    if (piece < d->now && d->now - piece <= PIECES)
        *done_word(d, piece) &= ~(1ull << piece % 64);
}

bool done_has(const Done *d, uint64_t piece) {
    if (piece >= d->now) return false;
    if (d->now - piece > PIECES) return true;
    return d->bits[piece % PIECES / 64] >> piece % 64 & 1;
}

void done_join(Done *d, const Done *from) {
    Done o = *from;
    done_renew(&o, d->now);
    for (size_t i = 0; i < COUNT_OF(d->bits); i++)
        d->bits[i] |= o.bits[i];
}
