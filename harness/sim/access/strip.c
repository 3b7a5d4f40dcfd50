#include "sim/access/deferred.h"
#include "sim/access/observe.h"
#include "sim/cache/cache.h"
#include "sim/cache/l2_log.h"
#include "sim/check/conflict.h"
#include "sim/check/read_filter.h"
#include "sim/check/shadow.h"
#include "sim/core/clock.h"

// Counts sectors and lines of a row; returns its bytes.
static uint64_t strip_count(SiteCount *n, uint64_t lo, uint64_t hi) {
    n->gmem_sectors += (hi - 1) / SECTOR_BYTES - lo / SECTOR_BYTES + 1;
    n->gmem_lines += (hi - 1) / LINE_BYTES - lo / LINE_BYTES + 1;
    return hi - lo;
}

// Over the banks of L1: a row takes one for each 128 bytes; two short rows
// share one if they lie in different banks.
static uint64_t passes(const Strip *s) {
    uint64_t n = (s->hi - s->lo + LINE_BYTES - 1) / LINE_BYTES;
    if (!s->rows) return n;
    uint64_t apart = (s->lo2 - s->lo) % LINE_BYTES;
    bool shared =
        apart >= s->hi - s->lo && apart + (s->hi2 - s->lo2) <= LINE_BYTES;
    return n + (s->hi2 - s->lo2 + LINE_BYTES - 1) / LINE_BYTES - shared;
}

static void count_all(SiteCount *n, const Strip *s) {
    uint64_t bytes = strip_count(n, s->lo, s->hi);
    if (s->rows) bytes += strip_count(n, s->lo2, s->hi2);
    n->gmem_ideal += (bytes + SECTOR_BYTES - 1) / SECTOR_BYTES;
    n->gmem_wavefronts += passes(s);
}

// An access that the shadow has seen already was watched as well (conflict.h).
static inline void watch(const Warp *w, uint64_t line, uint32_t words,
                         AccessKind k) {
    Conflict *c = w->block->launch->checks.conflict;
    if (c) conflict_words(c, w->block->linear, line, words, k);
}

// Asks L1 for the lines of a row. Returns which the shadow need not hear of:
// bit i, the i-th; *bit is that of the next row's first.
static inline __attribute__((always_inline)) uint32_t
load_row(Warp *w, const Strip *s, SiteCount *n, uint32_t *bit, uint32_t *met) {
    uint64_t line = s->lo / LINE_BYTES, last = (s->hi - 1) / LINE_BYTES;
    uint32_t known = 0;

    for (; line <= last; line++, *bit <<= 1) {
        uint32_t words = strip_words(s, line);
        caches_load_line(w, line, strip_sectors(words), n, met);
        if (read_filter_know(read_filter_at(w->block, line), w, line, words))
            known |= *bit;
        else
            watch(w, line, words, ACCESS_LOAD);
    }
    return known;
}

static __attribute__((noinline)) uint32_t load_second(Warp *w, const Strip *s,
                                                      SiteCount *n,
                                                      uint32_t *bit,
                                                      uint32_t *met) {
    Strip second = strip_second(s);
    return load_row(w, &second, n, bit, met);
}

void observe_strip_load(Warp *w, const Insn *in, const Strip *s) {
    Launch *la = w->block->launch;
    SiteCount *n = site_count(w, in);
    uint32_t bit = 1, met = 0, known;
    bool timed = clock_runs(la);
    SiteCount before;

    if (__builtin_expect(timed, 0)) before = *n;
    deferred_look(la, s->lo, s->hi);
    if (s->rows) deferred_look(la, s->lo2, s->hi2);
    n->gmem_loads++;
    observe_loaded(w,
                   (uint32_t)(s->hi - s->lo + (s->rows ? s->hi2 - s->lo2 : 0)));
    count_all(n, s);
    if (!w->index && la->caches.streams)
        stream_note(&la->caches.streams[in->site % STREAMS],
                    s->lo / LINE_BYTES);
    if (memop_of(in)->begins_round) l1_round(&la->caches.l1[w->block->sm]);
    l2_log_reserve(la);
    read_filter_renew(w->block);
    known = load_row(w, s, n, &bit, &met);
    if (s->rows) known |= load_second(w, s, n, &bit, &met);
    n->met_loads += met == L1_MET;
    if (__builtin_expect(timed, 0)) clock_wait_global(w, in, &before);
    if (la->checks.shadow && known != bit - 1)
        shadow_log_strip(w, in, s, ACCESS_LOAD, known);
}

// Bytes of each sector, 8 bits each: four per word.
static uint32_t filled(uint32_t words) {
    uint32_t n = words - (words >> 1 & 0x55555555);

    n = (n & 0x33333333) + (n >> 2 & 0x33333333);
    return ((n + (n >> 4)) & 0x0f0f0f0f) * 4;
}

// Never rows.
void observe_strip_store(Warp *w, const Insn *in, const Strip *s) {
    Launch *la = w->block->launch;
    SiteCount *n = site_count(w, in);
    uint64_t line = s->lo / LINE_BYTES, last = (s->hi - 1) / LINE_BYTES;

    deferred_look(la, s->lo, s->hi);
    n->gmem_stores++;
    count_all(n, s);
    l2_log_reserve(la);
    for (; line <= last; line++) {
        uint32_t words = strip_words(s, line);
        caches_store_line(w, line, strip_sectors(words), filled(words), n);
        read_filter_forget(w->block, line);
        watch(w, line, words, ACCESS_STORE);
    }
    if (la->checks.shadow) shadow_log_strip(w, in, s, ACCESS_STORE, 0);
}
