#include "sim/access/posts.h"
#include "sim/access/touch.h"
#include "sim/cache/cache.h"
#include "sim/cache/history.h"
#include "sim/check/conflict.h"
#include "sim/check/reads.h"
#include "sim/check/shadow.h"

// Counts sectors and lines of a row; returns its bytes.
static uint64_t span_count(SiteCount *n, uint64_t lo, uint64_t hi) {
    n->gmem_sectors += (hi - 1) / SECTOR_BYTES - lo / SECTOR_BYTES + 1;
    n->gmem_lines += (hi - 1) / LINE_BYTES - lo / LINE_BYTES + 1;
    return hi - lo;
}

// Over the banks of L1: a row takes one for each 128 bytes; two short rows
// share one if they lie in different banks.
static uint64_t passes(const Span *s) {
    uint64_t n = (s->hi - s->lo + LINE_BYTES - 1) / LINE_BYTES;
    if (!s->rows) return n;
    uint64_t apart = (s->lo2 - s->lo) % LINE_BYTES;
    bool shared =
        apart >= s->hi - s->lo && apart + (s->hi2 - s->lo2) <= LINE_BYTES;
    return n + (s->hi2 - s->lo2 + LINE_BYTES - 1) / LINE_BYTES - shared;
}

static void count_all(SiteCount *n, const Span *s) {
    uint64_t bytes = span_count(n, s->lo, s->hi);
    if (s->rows) bytes += span_count(n, s->lo2, s->hi2);
    n->gmem_ideal += (bytes + SECTOR_BYTES - 1) / SECTOR_BYTES;
    n->gmem_wavefronts += passes(s);
}

// An access that the shadow has seen already was watched as well (conflict.h).
static inline void watch(const Warp *w, uint64_t line, uint32_t words,
                         TouchKind k) {
    Conflict *c = w->block->launch->conflict;
    if (c) conflict_words(c, w->block->linear, line, words, k);
}

// Asks L1 for the lines of a row. Returns which the shadow need not hear of:
// bit i, the i-th; *bit is that of the next row's first.
static inline __attribute__((always_inline)) uint32_t
load_row(Warp *w, const Span *s, SiteCount *n, uint32_t *bit, uint32_t *met) {
    uint64_t line = s->lo / LINE_BYTES, last = (s->hi - 1) / LINE_BYTES;
    uint32_t known = 0;

    for (; line <= last; line++, *bit <<= 1) {
        uint32_t words = span_words(s, line);
        caches_load_line(w, line, span_sectors(words), n, met);
        if (reads_know(reads_at(w->block, line), w, line, words))
            known |= *bit;
        else
            watch(w, line, words, TOUCH_LOAD);
    }
    return known;
}

static __attribute__((noinline)) uint32_t load_second(Warp *w, const Span *s,
                                                      SiteCount *n,
                                                      uint32_t *bit,
                                                      uint32_t *met) {
    Span second = span_second(s);
    return load_row(w, &second, n, bit, met);
}

void span_load(Warp *w, const Insn *in, const Span *s) {
    Launch *la = w->block->launch;
    SiteCount *n = site_count(w, in);
    uint32_t bit = 1, met = 0, known;

    posts_look(la, s->lo, s->hi);
    if (s->rows) posts_look(la, s->lo2, s->hi2);
    n->gmem_loads++;
    count_all(n, s);
    if (!w->index && la->streams)
        stream_note(&la->streams[in->site % STREAMS], s->lo / LINE_BYTES);
    if (memop_of(in)->begins_round) l1_round(&la->l1[w->block->sm]);
    history_reserve(la);
    reads_renew(w->block);
    known = load_row(w, s, n, &bit, &met);
    if (s->rows) known |= load_second(w, s, n, &bit, &met);
    n->met_loads += met == L1_MET;
    if (la->shadow && known != bit - 1)
        shadow_log_span(w, in, s, TOUCH_LOAD, known);
}

// Bytes of each sector, 8 bits each: four per word.
static uint32_t filled(uint32_t words) {
    uint32_t n = words - (words >> 1 & 0x55555555);

    n = (n & 0x33333333) + (n >> 2 & 0x33333333);
    return ((n + (n >> 4)) & 0x0f0f0f0f) * 4;
}

// Never rows.
void span_store(Warp *w, const Insn *in, const Span *s) {
    Launch *la = w->block->launch;
    SiteCount *n = site_count(w, in);
    uint64_t line = s->lo / LINE_BYTES, last = (s->hi - 1) / LINE_BYTES;

    posts_look(la, s->lo, s->hi);
    n->gmem_stores++;
    count_all(n, s);
    history_reserve(la);
    for (; line <= last; line++) {
        uint32_t words = span_words(s, line);
        caches_store_line(w, line, span_sectors(words), filled(words), n);
        reads_forget(w->block, line);
        watch(w, line, words, TOUCH_STORE);
    }
    if (la->shadow) shadow_log_span(w, in, s, TOUCH_STORE, 0);
}
