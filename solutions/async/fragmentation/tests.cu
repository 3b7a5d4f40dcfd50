// Traces of requests. What is taken is kept here as well, so nothing depends on the
// learner's own list.
#include "kata_tests.h"

#include <stdlib.h>

typedef long long Bytes;

void pool_open(Bytes size);
Bytes pool_take(Bytes bytes);
void pool_give(Bytes at);

enum { MOST = 8200 };
enum { APART, ALIGNED, ROOM, SERVED, REFUSED, WHOLE, FACTS };

static const Bytes K = 1024;

struct Taken {
    Bytes at, bytes; // bytes 0: a free entry
};

static Taken taken[MOST];
static Bytes pool_size;
static int *fact;
static unsigned drawn;

static int random_below(int most) {
    drawn = drawn * 1664525u + 1013904223u;
    return (int)((drawn >> 8) % (unsigned)most);
}

static Bytes rounded(Bytes bytes) {
    return (bytes + 255) / 256 * 256;
}

static void open_pool(Bytes size) {
    for (int i = 0; i < MOST; i++)
        taken[i].bytes = 0;
    pool_size = size;
    pool_open(size);
}

static void look_at(Bytes at, Bytes bytes) {
    fact[APART] &= at >= 0 && at + bytes <= pool_size;
    for (int i = 0; i < MOST; i++)
        if (taken[i].bytes)
            fact[APART] &= at >= taken[i].at + taken[i].bytes ||
                       taken[i].at >= at + bytes;
}

static int by_place(const void *a, const void *b) {
    Bytes x = ((const Taken *)a)->at, y = ((const Taken *)b)->at;
    return (x > y) - (x < y);
}

// The most bytes in a row that are free, wherever the pieces were put.
static Bytes widest_gap(void) {
    static Taken sorted[MOST];
    Bytes widest = 0, end = 0;
    int count = 0;
    for (int i = 0; i < MOST; i++)
        if (taken[i].bytes) sorted[count++] = taken[i];
    qsort(sorted, (size_t)count, sizeof *sorted, by_place);
    for (int i = 0; i < count; i++) {
        Bytes next = sorted[i].at + rounded(sorted[i].bytes);
        if (sorted[i].at - end > widest) widest = sorted[i].at - end;
        if (next > end) end = next;
    }
    return pool_size - end > widest ? pool_size - end : widest;
}

// A request was refused, or served, that should not have been. The places of the pieces
// tell why: nothing is said of what only follows from an earlier mistake.
static void wrong_answer(Bytes bytes, bool refused) {
    if (!fact[refused ? ROOM : REFUSED]) return; // said already
    bool fits = widest_gap() >= rounded(bytes);
    if (refused)
        fact[fits ? ROOM : SERVED] = 0;
    else if (!fits && fact[ALIGNED])
        fact[REFUSED] = 0;
}

// A request into entry i that has to be served, or has to be refused.
static void take(int i, Bytes bytes, bool serve) {
    Bytes at = pool_take(bytes);
    if (at >= 0) fact[ALIGNED] &= at % 256 == 0;
    if ((at >= 0) != serve) wrong_answer(bytes, serve);
    if (at < 0) return;
    look_at(at, bytes);
    taken[i].at = at;
    taken[i].bytes = bytes;
}

static void give(int i) {
    if (taken[i].bytes) pool_give(taken[i].at);
    taken[i].bytes = 0;
}

static void give_all(void) {
    for (int i = 0; i < MOST; i++)
        give((i * 7 + 3) % MOST); // in no order
    Bytes at = pool_take(pool_size);
    fact[WHOLE] &= at == 0;
    if (at >= 0) pool_give(at);
}

static void every_second(void) {
    open_pool(64 * K);
    for (int i = 0; i < 64; i++)
        take(i, K, true);
    take(100, 256, false);
    for (int i = 0; i < 64; i += 2)
        give(i);
    take(101, 2 * K, false); // half is free, in pieces of one
    for (int i = 1; i < 64; i += 4)
        give(i); // three in a row
    for (int i = 0; i < 16; i++)
        take(200 + i, 3 * K, true);
    take(102, 512, false);
}

static void every_order(void) {
    static const int order[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                    {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    for (int o = 0; o < 6; o++) {
        open_pool(5 * K);
        for (int i = 0; i < 5; i++)
            take(i, K, true);
        for (int i = 0; i < 3; i++)
            give(1 + order[o][i]);
        take(10, 4 * K, false);
        take(11, 3 * K, true);
        give_all();
    }
}

// The large gap comes first, and has to stay for the large request.
static void exact_gap(void) {
    open_pool(40 * K);
    static const Bytes size[] = {16, 1, 4, 1, 8, 1, 2, 1, 6};
    for (int i = 0; i < 9; i++)
        take(i, size[i] * K, true);
    for (int i = 0; i < 9; i += 2)
        give(i);
    for (int i = 8; i > 0; i -= 2)
        take(20 + i, size[i] * K, true);
    take(20, 16 * K, true);
    take(21, 256, false);
}

static void odd_sizes(void) {
    open_pool(30 * 256);
    take(0, 1, true);
    take(1, 257, true);
    take(2, 5 * 256 - 1, true);
    take(3, 5 * 256, true);
    give(1);
    take(4, 512, true);
    take(5, 17 * 256, true);
    take(6, 1, false);
}

// A pool of 1.15 times what lives at once.
static void at_random(void) {
    enum { LIVE = 600, STEPS = 4000 };
    static Bytes size[STEPS];
    static int where[STEPS];
    Bytes now = 0, most = 0, held[LIVE] = {0};
    for (int s = 0; s < STEPS; s++) { // the same requests, counted first
        int r = 1 + random_below(64);
        where[s] = random_below(LIVE);
        size[s] = (Bytes)r * r * 40 + random_below(300) + 1;
        now += rounded(size[s]) - held[where[s]];
        held[where[s]] = rounded(size[s]);
        if (now > most) most = now;
    }
    open_pool(rounded(most + most * 3 / 20));
    for (int s = 0; s < STEPS; s++) {
        give(where[s]);
        take(where[s], size[s], true);
    }
}

// As many as may live at a time, with a free piece between any two: a list of fixed
// length is full sooner. Sizes grow, so nothing fits into a gap of before.
static void many_pieces(void) {
    enum { LIVE = 4096 };
    open_pool((Bytes)LIVE * (LIVE + 1) * 256);
    for (int i = 0; i < LIVE; i++) {
        take(i, (i + 1) * 256, true);
        if (i > 0) give(LIVE + i - 1);
        take(LIVE + i, (i + 1) * 256, true);
    }
    take(MOST - 1, LIVE * 256, false);
    for (int i = 0; i < LIVE / 8; i++)
        take(LIVE + i, (i + 1) * 256, true);
}

// Gaps of every size, in no order, and a request for each: whoever looks at a part of the
// gaps cuts up one that is needed later.
static void many_gaps(void) {
    enum { GAPS = 3000 };
    open_pool((Bytes)GAPS * (GAPS + 3) / 2 * 256);
    for (int i = 0; i < GAPS; i++) {
        take(2 * i, (i * 1009 % GAPS + 1) * 256, true);
        take(2 * i + 1, 256, true);
    }
    for (int i = 0; i < GAPS; i++)
        give(2 * i);
    for (int i = 0; i < GAPS; i++)
        take(2 * i, (i + 1) * 256, true);
    take(MOST - 1, 1, false);
}

void pool_cases(int scenario, int *facts);

void pool_cases(int scenario, int *facts) {
    fact = facts;
    drawn = 12345;
    for (int i = 0; i < FACTS; i++)
        fact[i] = 1;
    switch (scenario) {
    case 0:
        open_pool(64 * K);
        take(0, 64 * K, true);
        take(1, 1, false);
        give(0);
        take(0, 64 * K + 1, false);
        break;
    case 1:
        open_pool(64 * K);
        take(0, 10 * K, true);
        take(1, 54 * K, true);
        give(0);
        take(2, 4 * K, true);
        take(3, 6 * K, true);
        break;
    case 2: every_second(); break;
    case 3: every_order(); break;
    case 4: exact_gap(); break;
    case 5: odd_sizes(); break;
    case 6:
        open_pool(8 * K);
        for (int i = 0; i < 8; i++)
            take(i, K, true);
        open_pool(4 * K);
        take(0, 4 * K, true);
        take(1, 1, false);
        break;
    case 7: at_random(); break;
    case 8: many_pieces(); break;
    case 9: many_gaps(); break;
    }
    give_all();
}
