// How a launch's work falls on SMs where its blocks have unequal amounts.
//
// The chip deals the first blocks round, as many as fit, and gives each of the
// others to the SM that has room first. Blocks of an SM share its time. The
// launch takes as long as the busiest SM's share: of the lower triangle of a
// grid, or if some blocks return at once, that is much more than the average
// one.
#include "sim/core/launch.h"
#include "sim/launch/block.h"

enum {
    WATCHED = 1 << 16, // more blocks even each other out
    PLACES = 32,       // blocks of an SM at once, on all of them
};

typedef struct Sm {
    double ends[PLACES]; // of its blocks: `done` when they will have ended
    int n;
    double done; // instructions that each block here has got since the start
    double now;  // when that was so
    uint64_t work;
} Sm;

void balance_watch(Launch *la, uint64_t blocks) {
    if (blocks <= WATCHED)
        la->issue.of_block = arena_array(&la->arena, uint32_t, blocks);
}

static int next_of(const Sm *s) {
    int first = 0;
    for (int i = 1; i < s->n; i++)
        if (s->ends[i] < s->ends[first]) first = i;
    return first;
}

static double when_free(const Sm *s) {
    return s->now + (s->ends[next_of(s)] - s->done) * s->n;
}

static void balance_give(Sm *s, uint32_t work) {
    s->ends[s->n++] = s->done + work;
    s->work += work;
}

// Its next block ends, another one begins.
static void replace(Sm *s, uint32_t work) {
    int i = next_of(s);
    s->now = when_free(s);
    s->done = s->ends[i];
    s->ends[i] = s->ends[--s->n];
    balance_give(s, work);
}

// Of several at the same time the one that has got least.
static Sm *first_free(Sm *sms, uint32_t n, const double free_at[]) {
    uint32_t first = 0;
    for (uint32_t i = 1; i < n; i++)
        if (free_at[i] < free_at[first] ||
            (free_at[i] == free_at[first] && sms[i].work < sms[first].work))
            first = i;
    return &sms[first];
}

static void deal(Sm *sms, uint32_t n, uint32_t places, const uint32_t *spent,
                 uint64_t blocks, double *free_at) {
    uint64_t at_once = min_of((uint64_t)n * places, blocks);
    for (uint64_t i = 0; i < at_once; i++)
        balance_give(&sms[i % n], spent[i]);
    for (uint32_t i = 0; i < n && at_once < blocks; i++)
        free_at[i] = when_free(&sms[i]);
    for (uint64_t i = at_once; i < blocks; i++) {
        Sm *s = first_free(sms, n, free_at);
        replace(s, spent[i]);
        free_at[s - sms] = when_free(s);
    }
}

double balance_busiest(Launch *la) {
    uint64_t blocks =
        (uint64_t)la->shape.grid[0] * la->shape.grid[1] * la->shape.grid[2];
    uint32_t n = (uint32_t)la->gpu->sms;
    uint64_t most = 0, all = 0;
    if (!la->issue.of_block || !blocks || la->traps.trapped) return 0;
    Sm *sms = arena_array(&la->arena, Sm, n);
    double *free_at = arena_array(&la->arena, double, n);
    uint32_t places =
        max_of(min_of(la->shape.blocks_per_sm, (uint32_t)PLACES), 1u);
    deal(sms, n, places, la->issue.of_block, blocks, free_at);
    for (uint32_t i = 0; i < n; i++) {
        most = max_of(most, sms[i].work);
        all += sms[i].work;
    }
    return all ? (double)most * n / (double)all : 0;
}
