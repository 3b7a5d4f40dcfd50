#include "sim/check/unread.h"

#include "sim/check/shadow_lines.h"

#include <string.h>

_Static_assert((int)SHADOW_LINE == LINE_BYTES, "lines");
enum { LINES_MOST = 1 << 17 }; // 16 MiB: what is larger is not looked at

bool unread_ask(Shadow *s, uint64_t lo, uint64_t hi) {
    if (!s || s->broken || s->asked.n == RESULTS_ASKED) return false;
    uint64_t lines = (hi - lo + LINE_BYTES - 1) / LINE_BYTES;
    if (!lines || lines > LINES_MOST || !shadow_line(s, lo / LINE_BYTES) ||
        !shadow_line(s, lo / LINE_BYTES + lines - 1))
        return false;
    s->asked.at[s->asked.n++] =
        (Unread){.first_line = lo / LINE_BYTES, .nlines = (uint32_t)lines};
    return true;
}

// The writer of a line's first word, of the running launch or the last.
static const Stamp *first_writer(const Shadow *s, const ShadowLine *l) {
    if (!l->detail) return &l->writer;
    unsigned word = (unsigned)__builtin_ctz(l->wrote);
    return &s->writers.at[s->detail.at[l->detail + word]];
}

// Are its words plain stores, each of them whole, and nothing was read there?
static bool is_plain(const Shadow *s, const ShadowLine *l) {
    if (l->read || (l->detail && l->by_byte)) return false;
    if (!l->detail) return stamp_strength(&l->writer) == WEAK;
    for (uint32_t m = l->wrote; m; m &= m - 1) {
        uint32_t who = s->detail.at[l->detail + (uint32_t)__builtin_ctz(m)];
        if (!who || stamp_strength(&s->writers.at[who]) != WEAK) return false;
    }
    return true;
}

static bool collect(const Shadow *s, Unread *u) {
    const ShadowLine *at = shadow_line(s, u->first_line);
    u->words = heap_new(u->nlines, sizeof *u->words);
    u->launch = s->launch;
    for (uint32_t i = 0; i < u->nlines; i++) {
        const ShadowLine *l = &at[i];
        if (l->launch != s->launch) continue;
        if (l->read) return false;
        if (!l->wrote) continue;
        if (!is_plain(s, l)) return false;
        if (!u->bytes)
            u->loc = place_loc(s, first_writer(s, l)->what & PLACE_MASK);
        u->words[i] = l->wrote;
        u->bytes += 4 * (uint64_t)__builtin_popcount(l->wrote);
    }
    return u->bytes && u->loc.line && !comes_with_cuda(u->loc.file);
}

void unread_end(Shadow *s) {
    for (int i = 0; i < s->asked.n; i++) {
        Unread *u = &s->asked.at[i];
        if (collect(s, u)) continue;
        heap_free(u->words);
        *u = (Unread){0};
    }
}

bool unread_take(Shadow *s, int i, Unread *u) {
    if (!s || i >= s->asked.n || !s->asked.at[i].words) return false;
    *u = s->asked.at[i];
    s->asked.at[i].words = NULL;
    return true;
}

void unread_forget(Shadow *s) {
    for (int i = 0; s && i < s->asked.n; i++)
        heap_free(s->asked.at[i].words);
    if (s) s->asked.n = 0;
}

UnreadState unread_state(const Shadow *s, const Unread *u) {
    const ShadowLine *at = shadow_line(s, u->first_line);
    uint32_t still = 0, replaced = 0, n = 0;
    for (uint32_t i = 0; at && i < u->nlines; i++) {
        const ShadowLine *l = &at[i];
        if (!u->words[i]) continue;
        n++;
        if (l->launch == u->launch)
            still++;
        else if (l->launch == s->launch && !(u->words[i] & ~l->wrote) &&
                 is_plain(s, l))
            replaced++;
        if (still + replaced < n || (still && replaced)) return UNREAD_TOUCHED;
    }
    return !n ? UNREAD_TOUCHED : still ? UNREAD_STILL : UNREAD_REPLACED;
}

bool unread_within(const Unread *u, uint64_t lo, uint64_t hi) {
    uint64_t from = UINT64_MAX, to = 0;
    for (uint32_t i = 0; i < u->nlines; i++) {
        uint32_t w = u->words[i];
        uint64_t at = (u->first_line + i) * LINE_BYTES;
        if (!w) continue;
        if (from == UINT64_MAX) from = at + 4 * (uint64_t)__builtin_ctz(w);
        to = at + 4 * (32 - (uint64_t)__builtin_clz(w));
    }
    return from >= lo && to <= hi;
}

bool unread_meets(const Unread *u, uint64_t lo, uint64_t hi) {
    return lo < (u->first_line + u->nlines) * LINE_BYTES &&
           hi > u->first_line * LINE_BYTES;
}
