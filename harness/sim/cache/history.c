#include "sim/cache/history.h"

#include "sim/cache/cache.h"
#include "sim/core/turn.h"

#include "base/arena.h"
#include "base/heap.h"

void history_init(Launch *la, uint32_t most) {
    History *h = arena_new(&la->arena, History);
    *h = (History){.most = most};
    // Not zeroed: pages of a long one that stay unused cost nothing.
    h->at = heap_grow(NULL, most, sizeof *h->at);
    la->history = h;
    la->streams = arena_array(&la->arena, Stream, STREAMS);
}

void history_fini(Launch *la) {
    heap_free(la->history->at);
    la->history = NULL;
}

void history_commit(History *h, L2 *l2, SiteCount *sites) {
    l2_replay(l2, h->at, h->n, sites);
    h->n = 0;
}

void history_full(Launch *la) {
    // Abandoned blocks need no history: nothing of them is ever looked at.
    if (turn_wait(la))
        history_commit(la->history, la->l2, launch_whole(la)->sites);
    else
        la->history->n = 0;
}
