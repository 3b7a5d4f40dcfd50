#include "sim/history.h"

#include "base/arena.h"
#include "sim/crew.h"

void history_init(Launch *la, uint32_t most) {
    History *h = arena_new(&la->arena, History);
    // Not zeroed by hand: pages of a long one that stay unused cost nothing.
    *h = (History){.at = arena_array(&la->arena, L2Record, most), .most = most};
    la->history = h;
}

void history_commit(History *h, Cache *l2, SiteCount *sites) {
    l2_replay(l2, h->at, h->n, sites);
    h->n = 0;
}

void history_full(Launch *la) {
    // Abandoned blocks need no history: nothing of them is ever looked at.
    if (crew_wait_turn(la))
        history_commit(la->history, la->l2, crew_launch(la)->sites);
    else
        la->history->n = 0;
}
