#include "sim/cache/l2_log.h"

#include "sim/cache/cache.h"
#include "sim/core/turn.h"

#include "base/arena.h"
#include "base/heap.h"

void l2_log_init(Launch *la, uint32_t most) {
    L2Log *h = arena_new(&la->arena, L2Log);
    *h = (L2Log){.most = most};
    // Not zeroed: pages of a long one that stay unused cost nothing.
    h->at = heap_grow(NULL, most, sizeof *h->at);
    la->caches.log = h;
    la->caches.streams = arena_array(&la->arena, Stream, STREAMS);
}

void l2_log_fini(Launch *la) {
    if (!la->caches.log) return;
    heap_free(la->caches.log->at);
    la->caches.log = NULL;
}

void l2_log_commit(L2Log *h, L2 *l2, SiteCount *sites) {
    if (!h) return;
    l2_replay(l2, h->at, h->n, sites);
    h->n = 0;
}

void l2_log_full(Launch *la) {
    // Abandoned blocks need no log: nothing of them is ever looked at.
    if (turn_wait(la))
        l2_log_commit(la->caches.log, la->caches.l2,
                      launch_whole(la)->counts.sites);
    else
        la->caches.log->n = 0;
}
