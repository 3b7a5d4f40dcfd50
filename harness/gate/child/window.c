// See window.h.
#include "gate/child/window.h"

#include "base/share.h"

#include <string.h>

enum { BATCH_PIECES = 32 };

size_t window_bytes(const CaseData *c) {
    return min_of(c->region, (size_t)WINDOW_BYTES);
}

// Loads bytes of a set's input.
static bool load(Session *s, const CaseData *c, int set, const Patch *what) {
    const unsigned char *in = c->args[what->arg].in[set];
    for (size_t done = 0, n; done < what->bytes; done += n) {
        size_t at = what->offset + done;
        n = min_of(what->bytes - done, s->window);
        share_copy(s->shm.base, in + at, n);
        if (!session_load(s, set, &(Chunk){what->arg, at, n, 0}, 1))
            return false;
    }
    return true;
}

bool window_load(Session *s, const CaseData *c) {
    for (int g = 0; g < c->nargs; g++)
        for (int set = 0; set < c->sets; set++)
            if (c->args[g].in[set] &&
                !load(s, c, set, &(Patch){g, 0, c->args[g].bytes}))
                return false;
    return true;
}

// Small changes go with the request, all in the window together.
CallResult window_rep(Session *s, const CaseData *c, int set, bool hold,
                      const Patch *patches, int n) {
    Chunk changed[MAX_PATCHES];
    int small = 0;
    size_t place = 0;
    for (int i = 0; i < n; i++) {
        const Patch *p = &patches[i];
        if (p->bytes <= s->window / MAX_PATCHES) continue;
        // Where the child ends, the repetition says so.
        if (!load(s, c, set, p)) break;
    }
    for (int i = 0; i < n; i++) {
        const Patch *p = &patches[i];
        if (p->bytes > s->window / MAX_PATCHES) continue;
        memcpy(s->shm.base + place, c->args[p->arg].in[set] + p->offset,
               p->bytes);
        changed[small++] = (Chunk){p->arg, p->offset, p->bytes, place};
        place += p->bytes;
    }
    return session_rep(s, set, hold, changed, small);
}

// Pieces that are in the window together.
typedef struct Batch {
    Chunk at[BATCH_PIECES];
    int n;
    size_t bytes;
} Batch;

static bool take(Session *s, const CaseData *c, Batch *b) {
    bool ok = b->n == 0 || session_fetch(s, b->at, b->n);
    for (int i = 0; i < b->n && ok; i++) {
        const Chunk *p = &b->at[i];
        share_copy(session_image(s, c, p->arg) + p->offset,
                   s->shm.base + p->place, p->bytes);
    }
    *b = (Batch){0};
    return ok;
}

bool window_fetch(Session *s, const CaseData *c, const Stretch *at, int n) {
    Batch b = {0};
    for (int i = 0; i < n; i++) {
        for (size_t done = 0, bytes; done < at[i].bytes; done += bytes) {
            if ((b.n == BATCH_PIECES || b.bytes == s->window) &&
                !take(s, c, &b))
                return false;
            bytes = min_of(at[i].bytes - done, s->window - b.bytes);
            b.at[b.n++] =
                (Chunk){at[i].arg, at[i].offset + done, bytes, b.bytes};
            b.bytes += bytes;
        }
    }
    return take(s, c, &b);
}

bool window_fetch_whole(Session *s, const CaseData *c, int g) {
    return window_fetch(
        s, c, &(Stretch){g, 0, c->args[g].bytes + 2 * GUARD_BYTES}, 1);
}

bool window_fetch_guards(Session *s, const CaseData *c, int g) {
    size_t behind = GUARD_BYTES + c->args[g].bytes;
    Stretch both[] = {{g, 0, GUARD_BYTES}, {g, behind, GUARD_BYTES}};
    return window_fetch(s, c, both, 2);
}

bool window_unchanged(Session *s, const CaseData *c, int g, int set,
                      bool *same) {
    const ArgData *d = &c->args[g];
    bool all = true;
    for (size_t at = 0, n; at < d->bytes && all; at += n) {
        n = min_of(d->bytes - at, s->window);
        if (!session_fetch(s, &(Chunk){g, GUARD_BYTES + at, n, 0}, 1))
            return false;
        all = share_same(s->shm.base, d->in[set] + at, n);
    }
    *same = all;
    return true;
}
