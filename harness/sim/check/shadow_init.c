// Which bytes of device memory were ever written.
//
// Three levels, the coarsest that says yes wins: a page of 4 KiB, a line's
// record, a bit per byte. Copies from the host mark pages, kernels bits; a line
// that has become whole says so in its record, where every access looks first.
#include "sim/check/shadow_lines.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum {
    PAGE = 4096, // of marks; no matter what the host's is
    PAGE_LINES = PAGE / LINE_BYTES,
    OPEN_STEP = 2 << 20, // bytes of the arena whose records are opened at once
    DROP_LEAST = 64 << 10, // bytes that are worth giving back to the host
};

typedef uint64_t LineBits[2];

static uint64_t down(uint64_t v, uint64_t to) {
    return v / to * to;
}
static uint64_t up(uint64_t v, uint64_t to) {
    return down(v + to - 1, to);
}

static void *shadow_reserve(uint64_t bytes) {
    void *p = mmap(NULL, bytes, PROT_NONE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return p == MAP_FAILED ? NULL : p;
}

static uint64_t size_pages(const Shadow *s) {
    return s->nlines / PAGE_LINES + 1;
}

Shadow *shadow_open(uint64_t base, uint64_t size) {
    Shadow *s = heap_new(1, sizeof *s);

    s->first_line = base / LINE_BYTES;
    s->nlines = size / LINE_BYTES;
    s->high = s->nlines;
    s->tiles = getenv("KATASIM_TILES") != NULL;
    s->lines = shadow_reserve(s->nlines * sizeof *s->lines);
    s->bits = shadow_reserve(s->nlines * sizeof *s->bits);
    s->pages = shadow_reserve(size_pages(s));
    s->touched = shadow_reserve(s->nlines * sizeof *s->touched);
    // Scattered requests would miss the host's TLB at every line.
    if (s->lines)
        madvise(s->lines, s->nlines * sizeof *s->lines, MADV_HUGEPAGE);
    bool ok = s->lines && s->bits && s->pages &&
              mprotect(s->pages, size_pages(s), PROT_READ | PROT_WRITE) == 0;
    if (ok) return s;
    shadow_close(s);
    return NULL;
}

void shadow_close(Shadow *s) {
    if (!s) return;
    order_end(s);
    if (s->lines) munmap(s->lines, s->nlines * sizeof *s->lines);
    if (s->bits) munmap(s->bits, s->nlines * sizeof *s->bits);
    if (s->pages) munmap(s->pages, size_pages(s));
    if (s->touched) munmap(s->touched, s->nlines * sizeof *s->touched);
    heap_free(s->runs.at);
    heap_free(s->detail.at);
    heap_free(s->writers.at);
    heap_free(s->clock.at);
    heap_free(s->words.at);
    heap_free(s->clocks.at);
    heap_free(s->keys.at);
    afters_free(&s->afters);
    unread_forget(s);
    heap_free(s->found.at);
    heap_free(s);
}

// ---- records exist

static bool open_pages(void *at, uint64_t from, uint64_t to) {
    uint8_t *p = at;
    return mprotect(p + from, to - from, PROT_READ | PROT_WRITE) == 0;
}

// Lines begin at whole pages of all three: OPEN_STEP is so large.
static bool open_touched(Shadow *s, uint64_t from, uint64_t to) {
    return open_pages(s->touched, from * sizeof *s->touched,
                      to * sizeof *s->touched);
}

static bool open_lines(Shadow *s, uint64_t from, uint64_t to) {
    return open_pages(s->lines, from * sizeof *s->lines,
                      to * sizeof *s->lines) &&
           open_pages(s->bits, from * sizeof *s->bits, to * sizeof *s->bits) &&
           (!s->touched_open || open_touched(s, from, to));
}

void shadow_track(Shadow *s, bool on) {
    if (!s) return;
    s->runs.n = 0;
    s->tracks = false;
    s->touched_open = s->touched_open || (on && s->touched && !s->broken &&
                                          open_touched(s, 0, s->low) &&
                                          open_touched(s, s->high, s->nlines));
    s->wants_touched = on && s->touched_open;
}

// Memory of the device grows up, memory that the host uses too grows down: two
// marks say what is open.
bool init_open(Shadow *s, uint64_t lo, uint64_t hi) {
    const uint64_t step = OPEN_STEP / LINE_BYTES;
    uint64_t from = lo / LINE_BYTES - s->first_line;
    uint64_t to = up(hi, LINE_BYTES) / LINE_BYTES - s->first_line;

    if (s->broken || from >= s->nlines || to > s->nlines) return false;
    if (to <= s->low || from >= s->high) return true;
    // An allocation may end in what is open at the top already.
    bool grows_up =
        from < s->low || (to <= s->high && from - s->low <= s->high - to);
    if (grows_up) {
        uint64_t end = min_of(up(to, step), s->high);
        s->broken = !open_lines(s, s->low, end);
        if (!s->broken) s->low = end;
    } else {
        uint64_t begin = max_of(down(from, step), s->low);
        s->broken = !open_lines(s, begin, s->high);
        if (!s->broken) s->high = begin;
    }
    return !s->broken;
}

// Zeroes [from, to) of an array of records, giving whole pages back.
static void zero(void *at, uint64_t from, uint64_t to) {
    uint8_t *p = at;

    if (to - from < DROP_LEAST) {
        memset(p + from, 0, to - from);
        return;
    }
    uint64_t page = 64 << 10; // a multiple of any host's
    uint64_t inner = up(from, page), end = down(to, page);
    if (inner >= end) {
        memset(p + from, 0, to - from);
        return;
    }
    memset(p + from, 0, inner - from);
    memset(p + end, 0, to - end);
    madvise(p + inner, end - inner, MADV_DONTNEED);
}

// ---- marks

static uint64_t bits_of(uint64_t from, uint64_t to) { // [from, to) of 64
    uint64_t below = to >= 64 ? UINT64_MAX : (1ull << to) - 1;
    return below & ~((1ull << from) - 1);
}

// Bits of bytes [from, to) of a line.
static void line_bits(LineBits b, uint64_t from, uint64_t to) {
    b[0] = from < 64 ? bits_of(from, min_of(to, 64ull)) : 0;
    b[1] = to > 64 ? bits_of(from > 64 ? from - 64 : 0, to - 64) : 0;
}

static bool page_is(const Shadow *s, uint64_t i) {
    return s->pages[i / PAGE_LINES];
}

// A page that was whole no longer is: its bits have to say so.
static void page_split(Shadow *s, uint64_t i) {
    uint64_t first = i / PAGE_LINES * PAGE_LINES;

    if (!s->pages[i / PAGE_LINES]) return;
    s->pages[i / PAGE_LINES] = 0;
    for (uint64_t k = first; k < first + PAGE_LINES; k++) {
        if (k >= s->low && k < s->high) continue;
        s->bits[k][0] = s->bits[k][1] = UINT64_MAX;
    }
}

static void mark_bytes(Shadow *s, uint64_t p, uint64_t n, bool set) {
    for (uint64_t end = p + n; p < end;) {
        uint64_t i = p / LINE_BYTES - s->first_line, from = p % LINE_BYTES;
        uint64_t to = min_of((uint64_t)LINE_BYTES, from + (end - p));
        LineBits b;
        line_bits(b, from, to);
        p += to - from;
        if (set) {
            if (page_is(s, i)) continue;
            s->bits[i][0] |= b[0];
            s->bits[i][1] |= b[1];
            continue;
        }
        page_split(s, i);
        s->lines[i].written = false;
        s->bits[i][0] &= ~b[0];
        s->bits[i][1] &= ~b[1];
    }
}

// True if records exist for all of it.
static bool range_is_known(const Shadow *s, uint64_t p, uint64_t n) {
    if (!s || s->broken || !n) return false;
    uint64_t from = p / LINE_BYTES - s->first_line;
    uint64_t to = (p + n - 1) / LINE_BYTES - s->first_line;
    return to < s->low || (from >= s->high && to < s->nlines && from <= to);
}

// As pages where it can.
static void mark(Shadow *s, uint64_t p, uint64_t n, bool set) {
    uint64_t base = s->first_line * LINE_BYTES, end = p + n;
    uint64_t inner = base + up(p - base, PAGE);
    uint64_t outer = base + down(end - base, PAGE);

    if (inner >= outer) {
        mark_bytes(s, p, n, set);
        return;
    }
    mark_bytes(s, p, inner - p, set);
    mark_bytes(s, outer, end - outer, set);
    memset(s->pages + (inner - base) / PAGE, set, (outer - inner) / PAGE);
    if (set) return;
    uint64_t from = (inner - base) / LINE_BYTES,
             to = (outer - base) / LINE_BYTES;
    zero(s->bits, from * sizeof *s->bits, to * sizeof *s->bits);
    zero(s->lines, from * sizeof *s->lines, to * sizeof *s->lines);
}

void shadow_wrote(Shadow *s, uint64_t p, uint64_t n) {
    if (range_is_known(s, p, n)) mark(s, p, n, true);
}

void shadow_forgot(Shadow *s, uint64_t p, uint64_t n) {
    if (range_is_known(s, p, n)) mark(s, p, n, false);
}

void shadow_alloc(Shadow *s, uint64_t lo, uint64_t hi, bool fresh) {
    if (!s || !init_open(s, lo, hi)) return;
    if (!fresh) shadow_forgot(s, lo, hi - lo);
    // Nobody can read behind the end: the last line may become whole.
    uint64_t end = up(hi, LINE_BYTES);
    shadow_wrote(s, hi, end - hi);
}

// ---- asking

static const uint64_t *bits_at(const Shadow *s, uint64_t i, LineBits all) {
    all[0] = all[1] = UINT64_MAX;
    return page_is(s, i) || s->lines[i].written ? all : s->bits[i];
}

bool init_line(Shadow *s, ShadowLine *l, uint64_t line) {
    LineBits all;
    const uint64_t *b = bits_at(s, line - s->first_line, all);
    return l->written = (b[0] & b[1]) == UINT64_MAX;
}

void init_mark(Shadow *s, ShadowLine *l, const LineTouch *t) {
    uint64_t *b = s->bits[t->line - s->first_line];

    b[0] |= t->bytes[0] | (uint64_t)t->bytes[1] << 32;
    b[1] |= t->bytes[2] | (uint64_t)t->bytes[3] << 32;
    l->written = (b[0] & b[1]) == UINT64_MAX;
}

// True if any byte of [p, p + n), which lies in one line, was written.
static bool any_in_line(const Shadow *s, uint64_t p, uint64_t n) {
    LineBits want, all;
    uint64_t i = p / LINE_BYTES - s->first_line, from = p % LINE_BYTES;
    const uint64_t *b = bits_at(s, i, all);

    line_bits(want, from, from + n);
    return (b[0] & want[0]) | (b[1] & want[1]);
}

int init_missing(Shadow *s, const Access *a) {
    for (uint32_t m = a->lanes; m; m &= m - 1) {
        int l = __builtin_ctz(m);
        uint64_t p = lane_address(a, l);
        if (range_is_known(s, p, a->bytes) && !any_in_line(s, p, a->bytes))
            return l;
    }
    return -1;
}

static bool all_in_line(const Shadow *s, uint64_t p, uint64_t n) {
    LineBits want, all;
    uint64_t i = p / LINE_BYTES - s->first_line, from = p % LINE_BYTES;
    const uint64_t *b = bits_at(s, i, all);

    line_bits(want, from, from + n);
    return !((~b[0] & want[0]) | (~b[1] & want[1]));
}

typedef bool (*LineQuestion)(const Shadow *s, uint64_t p, uint64_t n);

// True if the answer is `want` for some line of the range.
static bool asks(const Shadow *s, uint64_t p, uint64_t n, LineQuestion ask,
                 bool want) {
    for (uint64_t end = p + n; p < end;) {
        uint64_t step = min_of(LINE_BYTES - p % LINE_BYTES, end - p);
        if (ask(s, p, step) == want) return true;
        p += step;
    }
    return false;
}

bool shadow_is_written(const Shadow *s, uint64_t p, uint64_t n) {
    return !range_is_known(s, p, n) || asks(s, p, n, any_in_line, true);
}

static uint64_t unwritten_in_line(const Shadow *s, uint64_t p, uint64_t n,
                                  uint64_t *first) {
    LineBits want, all;
    uint64_t i = p / LINE_BYTES - s->first_line, from = p % LINE_BYTES;
    const uint64_t *b = bits_at(s, i, all);

    line_bits(want, from, from + n);
    uint64_t lo = ~b[0] & want[0], hi = ~b[1] & want[1];
    if (lo)
        *first = (uint64_t)__builtin_ctzll(lo) - from;
    else if (hi)
        *first = 64 + (uint64_t)__builtin_ctzll(hi) - from;
    return (uint64_t)(__builtin_popcountll(lo) + __builtin_popcountll(hi));
}

uint64_t shadow_unwritten(const Shadow *s, uint64_t p, uint64_t n,
                          uint64_t *first) {
    uint64_t blank = 0, begin = p;
    if (!range_is_known(s, p, n)) return 0;
    for (uint64_t end = p + n; p < end;) {
        uint64_t step = min_of(LINE_BYTES - p % LINE_BYTES, end - p), at = 0;
        uint64_t more = unwritten_in_line(s, p, step, &at);
        if (more && !blank) *first = p - begin + at;
        blank += more;
        p += step;
    }
    return blank;
}

void shadow_copied(Shadow *s, uint64_t to, uint64_t from, uint64_t n) {
    if (!range_is_known(s, to, n)) return;
    if (!range_is_known(s, from, n) || !asks(s, from, n, all_in_line, false)) {
        mark(s, to, n, true);
        return;
    }
    mark(s, to, n, false);
    for (uint64_t i = 0; i < n;) { // pieces that lie in one line on both sides
        uint64_t step =
            LINE_BYTES - max_of((from + i) % LINE_BYTES, (to + i) % LINE_BYTES);
        step = min_of(step, n - i);
        if (all_in_line(s, from + i, step)) {
            mark_bytes(s, to + i, step, true);
        } else {
            for (uint64_t k = i; k < i + step; k++)
                if (any_in_line(s, from + k, 1)) mark_bytes(s, to + k, 1, true);
        }
        i += step;
    }
}

// ---- of a Mem

Mem *shadow_mem_open(uint64_t limit_bytes) {
    static const MemWatch watch = {shadow_alloc, shadow_wrote, shadow_copied,
                                   shadow_forgot, shadow_close};
    Mem *m = mem_open(limit_bytes);
    uint64_t base, size;
    if (!m) return NULL;
    mem_range(m, &base, &size);
    mem_watch(m, shadow_open(base, size), &watch);
    return m;
}
