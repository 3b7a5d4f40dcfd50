// See staging.h.
#include "gate/child/staging.h"

#include "base/share.h"

#include <string.h>

enum { BATCH_PIECES = 32 };

size_t staging_bytes(const CaseData *c) {
    return min_of(c->region, (size_t)STAGING_BYTES);
}

// Loads bytes of a set's input.
static bool load_input(Session *s, const CaseData *c, int set,
                       const InputChange *what) {
    const unsigned char *in = c->args[what->arg].in[set];
    for (size_t done = 0, n; done < what->bytes; done += n) {
        size_t at = what->offset + done;
        n = min_of(what->bytes - done, s->staging);
        share_copy(s->shm.base, in + at, n);
        if (!session_load(s, set, &(StagedPiece){what->arg, at, n, 0}, 1))
            return false;
    }
    return true;
}

bool staging_load(Session *s, const CaseData *c) {
    for (int g = 0; g < c->nargs; g++)
        for (int set = 0; set < c->sets; set++)
            if (c->args[g].in[set] &&
                !load_input(s, c, set, &(InputChange){g, 0, c->args[g].bytes}))
                return false;
    return true;
}

// Small changes go with the request, all in the window together.
CallResult staging_rep(Session *s, const CaseData *c, int set, bool hold,
                       const InputChange *changes, int n) {
    StagedPiece changed[MAX_CHANGES];
    int small = 0;
    size_t place = 0;
    for (int i = 0; i < n; i++) {
        const InputChange *p = &changes[i];
        if (p->bytes <= s->staging / MAX_CHANGES) continue;
        // If the child ends here, the repetition says so.
        if (!load_input(s, c, set, p)) break;
    }
    for (int i = 0; i < n; i++) {
        const InputChange *p = &changes[i];
        if (p->bytes > s->staging / MAX_CHANGES) continue;
        memcpy(s->shm.base + place, c->args[p->arg].in[set] + p->offset,
               p->bytes);
        changed[small++] = (StagedPiece){p->arg, p->offset, p->bytes, place};
        place += p->bytes;
    }
    return session_rep(s, set, hold, changed, small);
}

// Pieces that are in the window together.
typedef struct Batch {
    StagedPiece at[BATCH_PIECES];
    int n;
    size_t bytes;
} Batch;

static bool take_batch(Session *s, const CaseData *c, Batch *b) {
    bool ok = b->n == 0 || session_fetch(s, b->at, b->n);
    for (int i = 0; i < b->n && ok; i++) {
        const StagedPiece *p = &b->at[i];
        share_copy(session_image(s, c, p->arg) + p->offset,
                   s->shm.base + p->place, p->bytes);
    }
    *b = (Batch){0};
    return ok;
}

bool staging_fetch(Session *s, const CaseData *c, const BufferRange *at,
                   int n) {
    Batch b = {0};
    for (int i = 0; i < n; i++) {
        for (size_t done = 0, bytes; done < at[i].bytes; done += bytes) {
            if ((b.n == BATCH_PIECES || b.bytes == s->staging) &&
                !take_batch(s, c, &b))
                return false;
            bytes = min_of(at[i].bytes - done, s->staging - b.bytes);
            b.at[b.n++] =
                (StagedPiece){at[i].arg, at[i].offset + done, bytes, b.bytes};
            b.bytes += bytes;
        }
    }
    return take_batch(s, c, &b);
}

bool staging_fetch_whole(Session *s, const CaseData *c, int g) {
    return staging_fetch(
        s, c, &(BufferRange){g, 0, c->args[g].bytes + 2 * GUARD_BYTES}, 1);
}

bool staging_fetch_guards(Session *s, const CaseData *c, int g) {
    size_t behind = GUARD_BYTES + c->args[g].bytes;
    BufferRange both[] = {{g, 0, GUARD_BYTES}, {g, behind, GUARD_BYTES}};
    return staging_fetch(s, c, both, 2);
}

bool staging_unchanged(Session *s, const CaseData *c, int g, int set,
                       bool *same) {
    const ArgData *d = &c->args[g];
    bool all = true;
    for (size_t at = 0, n; at < d->bytes && all; at += n) {
        n = min_of(d->bytes - at, s->staging);
        if (!session_fetch(s, &(StagedPiece){g, GUARD_BYTES + at, n, 0}, 1))
            return false;
        all = share_same(s->shm.base, d->in[set] + at, n);
    }
    *same = all;
    return true;
}
