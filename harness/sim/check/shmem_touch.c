// The shadow of shared memory: what a request reads and writes, and with whom
// it races.
#include "sim/check/shmem.h"
#include "sim/check/undefined.h"
#include "sim/core/launch.h"

#include <string.h>

// ---- one granule, with all the cases

typedef struct Request {
    Warp *w;
    Shmem *s;
    const Insn *in;
    const Access *a;
    bool reads, writes, strong;
    uint16_t site;
    uint32_t now;               // the record but for the thread
    uint32_t floor, warp_floor; // of records by others, by the own warp
    uint32_t told;              // hazards that this request has reported
    int blank; // the first lane that read what nobody wrote, -1: none
} Request;

static uint32_t warp_of(uint32_t record) {
    return (record & SHMEM_WARP) >> 7;
}

// True if a record, by another thread than me, is not ordered before me.
static bool record_is_open(const Request *q, uint32_t record, uint32_t me) {
    if (record < q->floor) return false;
    if (!((record ^ me) & SHMEM_WARP)) return record >= q->warp_floor;
    const Shmem *s = q->s;
    return record >=
           s->seen[(size_t)warp_of(me) * s->block->nwarps + warp_of(record)];
}

// The 16 bytes that lane l of a stmatrix writes.
static void matrix_row(const Warp *w, const MemOp *op, int l, uint8_t *out) {
    const uint32_t *m = unit(w, op->reg[l / 8])->u32;
    for (int j = 0; j < 8; j++) {
        int e = op->is_turned ? j * 8 + l % 8 : l % 8 * 8 + j;
        uint16_t v = (uint16_t)(m[e / 2] >> 16 * (e & 1));
        memcpy(out + 2 * j, &v, sizeof v);
    }
}

// Copies the bytes that lane l writes (all elements, 16 bytes at most) to out;
// false if in is no plain store.
static bool store_value(const Warp *w, const Insn *in, int l, uint8_t *out) {
    const MemOp *op = memop_of(in);

    if (op->is_stmatrix) {
        matrix_row(w, op, l, out);
        return true;
    }
    if (!op->is_store || op->size * op->nreg > 16) return false;
    for (int v = 0; v < op->nreg; v++) {
        uint64_t value = op->reg_bits == 64 ? unit64(w, op->reg[v])->u64[l]
                                            : unit(w, op->reg[v])->u32[l];
        memcpy(out + v * op->size, &value, op->size);
    }
    return true;
}

// The bytes of granule g (of `size` bytes) as lane l's store leaves them;
// false: not known.
static bool stored_bytes(const Request *q, uint32_t g, int l, uint32_t size,
                         uint8_t *out) {
    uint8_t all[16];
    uint64_t at = ((uint64_t)g << q->s->shift) - q->a->at[l];
    if (at + size > q->a->bytes || !store_value(q->w, q->in, l, all))
        return false;
    memcpy(out, all + at, size);
    return true;
}

// Would the lane's store leave what is there, or what the other lane of the
// same store leaves there?
static bool leaves_same(const Request *q, uint32_t g, int lane,
                        uint32_t record) {
    uint8_t mine[4], there[4];
    uint32_t size = 1u << q->s->shift;
    int other = (int)(record >> 2 & 31);
    bool together = warp_of(record) == q->w->index &&
                    (q->a->lanes >> other & 1) && other != lane &&
                    q->a->at[other] == q->a->at[lane];

    if (!stored_bytes(q, g, lane, size, mine)) return false;
    if (together) {
        if (!stored_bytes(q, g, other, size, there)) return false;
    } else {
        memcpy(there, q->w->block->shared + ((size_t)g << q->s->shift), size);
    }
    return !memcmp(mine, there, size);
}

// Is the write of granule g what an early read should have waited for? Then
// that is told, as often as others of that read are.
static bool write_was_awaited(const Request *q, uint32_t g, uint32_t me) {
    Shmem *s = q->s;
    uint32_t at = g << s->shift, r = s->read[g];
    for (int i = 0; i < s->nearly; i++) {
        ShmemEarly e = s->early[i];
        bool covers = at - e.offset < e.bytes;
        if (!covers && (r < s->floor || s->read_site[g] != e.site)) continue;
        if (!covers) { // the same read, by another thread
            e.w = &s->block->warps[warp_of(r)];
            e.lane = (int)(r >> 2 & 31);
            e.offset = at;
        }
        shmem_report_blank(&e, q->now | me, q->site);
        s->early[i].told = true;
        return true;
    }
    return false;
}

static void race(Request *q, Hazard h, int lane, uint32_t record,
                 uint16_t site) {
    if (q->told >> h & 1) return;
    q->told |= 1u << h;
    shmem_report_race(q->w, q->in, h, lane, (uint32_t)q->a->at[lane],
                      q->a->bytes, record, site);
}

// Checks against the last write; returns the kind that a write leaves.
static uint32_t check_wrote(Request *q, uint32_t g, int lane, uint32_t me) {
    uint32_t v = q->s->wrote[g], kind = v & SHMEM_KIND;
    uint32_t plain = q->strong ? WROTE_STRONG : WROTE_WEAK;
    bool own_warp = !((v ^ me) & SHMEM_WARP);

    if (v < q->s->born) return plain;
    if (!((v ^ me) & SHMEM_THREAD) || !record_is_open(q, v, me)) return plain;
    if (q->strong && kind == WROTE_STRONG) return plain;
    if (q->writes && !q->reads) {
        if (leaves_same(q, g, lane, v))
            return own_warp && (kind == WROTE_WEAK || kind == WROTE_LANES)
                       ? WROTE_LANES
                       : WROTE_SAME;
        if (!q->s->nearly || !write_was_awaited(q, g, me))
            race(q, HAZARD_WAW, lane, v, q->s->wrote_site[g]);
    } else if (kind != WROTE_SAME && !(kind == WROTE_LANES && own_warp)) {
        race(q, HAZARD_RAW, lane, v, q->s->wrote_site[g]);
    }
    return plain;
}

// Checks a write against the last reads.
static void check_read(Request *q, uint32_t g, int lane, uint32_t me) {
    uint32_t r = q->s->read[g], kind = r & SHMEM_KIND;
    bool open;

    if (r < q->floor || (q->strong && kind == READ_STRONG)) return;
    if ((r ^ me) & SHMEM_THREAD) {
        open = record_is_open(q, r, me);
    } else { // I read it, and perhaps another one: who is not known
        open = kind == READ_LANES   ? r >= q->warp_floor
               : kind == READ_WARPS ? !q->s->any_partial
                                    : false;
    }
    if (open && !(q->s->nearly && write_was_awaited(q, g, me)))
        race(q, HAZARD_WAR, lane, r, q->s->read_site[g]);
}

static void shmem_note_read(const Request *q, uint32_t g, uint32_t me) {
    Shmem *s = q->s;
    uint32_t r = s->read[g], kind = r & SHMEM_KIND, other = r ^ me;
    uint32_t limit = other & SHMEM_WARP ? q->floor : q->warp_floor;
    bool open = r >= limit;

    if (q->strong) {
        if (open && kind != READ_STRONG) return; // the weak one says more
        s->read[g] = q->now | me | READ_STRONG;
    } else if (!open || kind == READ_STRONG) {
        s->read[g] = q->now | me | READ_ONE;
    } else if (!(other & SHMEM_THREAD)) {
        s->read[g] = q->now | me | kind;
    } else {
        uint32_t least = other & SHMEM_WARP ? READ_WARPS : READ_LANES;
        s->read[g] = q->now | me | max_of(kind, least);
    }
    s->read_site[g] = q->site;
}

static void note_write(const Request *q, uint32_t g, uint32_t me,
                       uint32_t kind) {
    q->s->wrote[g] = q->now | me | kind;
    q->s->wrote_site[g] = q->site;
    q->s->read[g] = 0;
}

static void granule(Request *q, uint32_t g, int lane) {
    uint32_t me = q->w->index << 7 | (uint32_t)lane << 2;
    uint32_t kind = check_wrote(q, g, lane, me);

    if (q->writes) {
        check_read(q, g, lane, me);
        note_write(q, g, me, kind);
    } else {
        shmem_note_read(q, g, me);
    }
}

// ---- a lane, and runs of lanes

// Granules of a lane that nobody has written.
static uint32_t blanks(const Shmem *s, uint32_t g, uint32_t n) {
    uint32_t blank = 0;
    for (uint32_t i = 0; i < n; i++)
        blank += s->wrote[g + i] < s->born;
    return blank;
}

// One of them that holds an undefined value, or -1.
static int tainted(const Shmem *s, uint32_t g, uint32_t n) {
    for (uint32_t i = 0; s->ntaints && i < n; i++)
        if (s->wrote[g + i] < s->born && s->tainted[g + i]) return (int)i;
    return -1;
}

static void check_blank(Request *q, uint32_t g, uint32_t n, int lane) {
    uint32_t blank = blanks(q->s, g, n);
    if (q->blank >= 0 || !blank) return;
    if (blank == n || tainted(q->s, g, n) >= 0) q->blank = lane;
}

// Of all lanes that read it; loads leave these records as they are.
static uint32_t blank_lanes(const Request *q) {
    uint32_t n = max_of(q->a->bytes >> q->s->shift, 1u), lanes = 0;
    FOR_LANES(l, q->a->lanes) {
        uint32_t g = (uint32_t)(q->a->at[l] >> q->s->shift);
        bool blank = blanks(q->s, g, n) == n && tainted(q->s, g, n) < 0;
        lanes |= (uint32_t)blank << l;
    }
    return lanes;
}

// Of undefined values in shared memory: where they came from counts.
static void note_tainted(const Request *q) {
    uint32_t n = max_of(q->a->bytes >> q->s->shift, 1u);
    FOR_LANES(l, q->a->lanes) {
        uint32_t g = (uint32_t)(q->a->at[l] >> q->s->shift);
        int i = tainted(q->s, g, n);
        if (i >= 0) undefined_again(q->w, q->in, l, q->s->tainted[g + i]);
    }
}

static bool early_is_known(const Shmem *s, const Request *q) {
    for (int i = 0; i < s->nearly; i++)
        if (s->early[i].in == q->in && s->early[i].w == q->w) return true;
    return false;
}

// A lane has read what nobody wrote.
static void note_blank(Request *q) {
    enum { PER_WARP = 8 };
    Shmem *s = q->s;
    if (s->ntaints && !q->writes) {
        uint32_t lanes = blank_lanes(q);
        note_tainted(q);
        if (!lanes) return;
        q->blank = lowest(lanes);
    }
    ShmemEarly e = {.w = q->w,
                    .code = q->w->code,
                    .in = q->in,
                    .lane = q->blank,
                    .offset = (uint32_t)q->a->at[q->blank],
                    .bytes = q->a->bytes,
                    .site = q->site,
                    .is_atomic = q->writes,
                    .is_followed = !q->writes};
    if (e.is_followed) undefined_blank(&e, blank_lanes(q), q->a->at);
    if (!s->early) {
        s->cap_early = (int)s->block->nwarps * PER_WARP;
        s->early = arena_array(&s->block->launch->arena, ShmemEarly,
                               (size_t)s->cap_early);
    }
    if (s->nearly == s->cap_early || early_is_known(s, q)) return;
    s->early[s->nearly++] = e;
}

static void lane_slow(Request *q, uint32_t g, uint32_t n, int lane) {
    if (q->reads) check_blank(q, g, n, lane);
    for (uint32_t i = 0; i < n; i++)
        granule(q, g + i, lane);
}

static void lane_load(Request *q, uint32_t g, uint32_t n, int lane) {
    const Shmem *s = q->s;
    uint32_t me = q->w->index << 7 | (uint32_t)lane << 2;
    uint32_t sat = q->now | READ_WARPS;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t v = s->wrote[g + i], other = (v ^ me) & SHMEM_THREAD;
        uint32_t limit = other & SHMEM_WARP ? q->floor : q->warp_floor;
        if (v < s->born || (other && v >= limit)) {
            lane_slow(q, g, n, lane);
            return;
        }
    }
    for (uint32_t i = 0; i < n; i++)
        if ((s->read[g + i] ^ sat) & ~(uint32_t)SHMEM_THREAD)
            shmem_note_read(q, g + i, me);
}

// Granules [g, g + n) are read by lanes from `lane` on, 1 << wide each: all in
// vectors, unless there is something to say.
static inline __attribute__((always_inline)) bool
run_load(const Request *q, uint32_t g, uint32_t n, int lane, uint32_t wide) {
    Shmem *s = q->s;
    const int32_t *v = (const int32_t *)s->wrote + g;
    int32_t *r = (int32_t *)s->read + g;
    uint16_t *site = s->read_site + g;
    int32_t first = (int32_t)(q->w->index << 7 | (uint32_t)lane << 2);
    int32_t floor = (int32_t)q->floor, own = (int32_t)q->warp_floor;
    int32_t born = (int32_t)s->born, now = (int32_t)q->now;
    int32_t sat = now | READ_WARPS, bad = 0, stale = 0, unsat = 0;

    // Most words were written before the last barrier, and of those that the
    // whole block reads everything is known when its second warp has come.
    VECTOR_LOOP
    for (uint32_t i = 0; i < n; i++)
        unsat |=
            ((r[i] ^ sat) & ~SHMEM_THREAD) | -(v[i] < born) | -(v[i] >= floor);
    if (!unsat) return true;
    unsat = 0;

    VECTOR_LOOP
    for (uint32_t i = 0; i < n; i++) {
        int32_t me = first + (int32_t)(i >> wide << 2);
        int32_t other = (v[i] ^ me) & SHMEM_THREAD;
        int32_t limit = other & SHMEM_WARP ? floor : own;
        bad |= (other ? -(v[i] >= limit) : 0) | -(v[i] < born);
        stale |= -(r[i] >= floor);
        unsat |= (r[i] ^ sat) & ~SHMEM_THREAD;
    }
    if (bad) return false;
    if (!unsat) return true;
    VECTOR_LOOP
    for (uint32_t i = 0; i < n; i++)
        site[i] = q->site;
    if (!stale) {
        VECTOR_LOOP
        for (uint32_t i = 0; i < n; i++)
            r[i] = now | (first + (int32_t)(i >> wide << 2));
        return true;
    }
    VECTOR_LOOP
    for (uint32_t i = 0; i < n; i++) {
        int32_t me = first + (int32_t)(i >> wide << 2), other = r[i] ^ me;
        int32_t limit = other & SHMEM_WARP ? floor : own;
        int32_t kind = r[i] & SHMEM_KIND;
        int32_t least = other & SHMEM_WARP     ? READ_WARPS
                        : other & SHMEM_THREAD ? READ_LANES
                                               : READ_ONE;
        int32_t open = -(r[i] >= limit) & -(kind != READ_STRONG);
        r[i] = now | me | ((kind > least ? kind : least) & open);
    }
    return true;
}

static inline __attribute__((always_inline)) bool
run_store(const Request *q, uint32_t g, uint32_t n, int lane, uint32_t wide) {
    Shmem *s = q->s;
    int32_t *v = (int32_t *)s->wrote + g, *r = (int32_t *)s->read + g;
    uint16_t *site = s->wrote_site + g;
    int32_t first = (int32_t)(q->w->index << 7 | (uint32_t)lane << 2);
    int32_t floor = (int32_t)q->floor, own = (int32_t)q->warp_floor;
    int32_t now = (int32_t)q->now, bad = 0;

    VECTOR_LOOP
    for (uint32_t i = 0; i < n; i++) {
        int32_t me = first + (int32_t)(i >> wide << 2);
        int32_t wrote = (v[i] ^ me) & SHMEM_THREAD, read = r[i] ^ me;
        int32_t limit = wrote & SHMEM_WARP ? floor : own;
        bool far = (read & SHMEM_WARP) || (read & SHMEM_KIND) == READ_WARPS;
        int32_t reads = far ? floor : own;
        bad |= (wrote ? -(v[i] >= limit) : 0) |
               ((read & (SHMEM_THREAD | SHMEM_KIND)) ? -(r[i] >= reads) : 0);
    }
    if (bad) return false;
    VECTOR_LOOP
    for (uint32_t i = 0; i < n; i++) {
        v[i] = now | (first + (int32_t)(i >> wide << 2));
        r[i] = 0;
    }
    VECTOR_LOOP
    for (uint32_t i = 0; i < n; i++)
        site[i] = q->site;
    return true;
}

static bool run_fast(const Request *q, uint32_t g, uint32_t n, int lane,
                     uint32_t wide) {
    if (q->strong) return false;
    if (q->writes) {
        if (n == 32) return run_store(q, g, 32, lane, wide);
        if (n == 16) return run_store(q, g, 16, lane, wide);
        return run_store(q, g, n, lane, wide);
    }
    if (n == 32) return run_load(q, g, 32, lane, wide);
    if (n == 16) return run_load(q, g, 16, lane, wide);
    return run_load(q, g, n, lane, wide);
}

// n lanes side by side, from `lane` on.
static void run(Request *q, uint64_t at, int n, int lane, uint32_t wide) {
    uint32_t g = (uint32_t)(at >> q->s->shift);
    if (run_fast(q, g, (uint32_t)n << wide, lane, wide)) return;
    for (int i = 0; i < n; i++, g += 1u << wide)
        lane_slow(q, g, 1u << wide, lane + i);
}

// n lanes that read the same place.
static void run_same(Request *q, uint64_t at, int n, int lane, uint32_t wide) {
    uint32_t g = (uint32_t)(at >> q->s->shift), each = 1u << wide;
    if (q->writes) {
        for (int i = 0; i < n; i++)
            lane_slow(q, g, each, lane + i);
        return;
    }
    // Two lanes say all that the rest could: that there are several.
    uint32_t v = q->s->wrote[g], r = q->s->read[g];
    if (each == 1 && n > 1 && !q->strong && v >= q->s->born && v < q->floor &&
        r < q->floor) {
        uint32_t me = q->w->index << 7 | (uint32_t)(lane + n - 1) << 2;
        q->s->read[g] = q->now | me | READ_LANES;
        q->s->read_site[g] = q->site;
        return;
    }
    lane_load(q, g, each, lane);
    if (n > 1) lane_load(q, g, each, lane + n - 1);
}

static void lanes_one_by_one(Request *q, uint32_t each) {
    for (uint32_t m = q->a->lanes; m; m &= m - 1) {
        int l = __builtin_ctz(m);
        uint32_t g = (uint32_t)(q->a->at[l] >> q->s->shift);
        if (q->writes || q->strong)
            lane_slow(q, g, each, l);
        else
            lane_load(q, g, each, l);
    }
}

static bool is_run(uint32_t lanes) {
    uint32_t from_zero = lanes >> __builtin_ctz(lanes);
    return !(from_zero & (from_zero + 1));
}

static void touch_lanes(Request *q) {
    const Access *a = q->a;
    uint32_t wide = 0;

    if (a->bytes < 1u << q->s->shift) return; // narrower than foreseen
    while (a->bytes >> q->s->shift >> wide > 1)
        wide++;
    if (a->shape == SHAPE_LINE && is_run(a->lanes) &&
        (a->stride == a->bytes || a->stride == 0)) {
        int lane = __builtin_ctz(a->lanes);
        (a->stride ? run : run_same)(q, a->first, a->n, lane, wide);
    } else if (a->shape == SHAPE_ROWS &&
               (a->stride == a->bytes || a->stride == 0)) {
        for (int l = 0; l < WARP_SIZE; l += a->row)
            (a->stride ? run : run_same)(q, a->at[l], a->row, l, wide);
    } else {
        lanes_one_by_one(q, 1u << wide);
    }
}

static uint16_t site_number(const Shmem *s, const Warp *w, const Insn *in) {
    uint32_t n =
        s->site_base[w->counts - w->block->launch->counts.codes] + in->site;
    return n > UINT16_MAX ? 0 : (uint16_t)n;
}

static Request request(Warp *w, const Insn *in, const Access *a) {
    Shmem *s = w->block->shmem;
    return (Request){.w = w,
                     .s = s,
                     .in = in,
                     .a = a,
                     .site = site_number(s, w, in),
                     .now = shmem_now(s),
                     .floor = s->floor,
                     .blank = -1,
                     .warp_floor = max_of(s->floor, s->warp_floor[w->index])};
}

void shmem_access(Warp *w, const Insn *in, const Access *a, AccessKind k,
                  bool strong) {
    if (!w->block->shmem) return;
    if (strong) shmem_order_by_flags(w, in, a, k);
    Request q = request(w, in, a);
    q.strong = strong;
    q.reads = k != ACCESS_STORE;
    q.writes = k != ACCESS_LOAD;
    touch_lanes(&q);
    if (q.blank >= 0) note_blank(&q);
    if (w->undefined && k == ACCESS_STORE) undefined_stored(w, in, a);
}

// ---- rows

// Of word g the shadow knows that several warps have read what was there before
// the last barrier: one more is no news.
static bool record_is_known(const Shmem *s, uint32_t g) {
    uint32_t sat = shmem_now(s) | READ_WARPS;
    return !((s->read[g] ^ sat) & ~(uint32_t)SHMEM_THREAD) &&
           s->wrote[g] >= s->born && s->wrote[g] < s->floor;
}

// An Access is looked at by what is reported only.
static Access request_access(const Rows *t) {
    Access a = {.lanes = UINT32_MAX, .bytes = 4};

    for (uint32_t l = 0; l < WARP_SIZE; l++)
        a.at[l] = t->at[l / 16] + (t->one ? 0 : l % 16 * 4);
    access_classify(&a);
    return a;
}

static bool read_filter_first(const Shmem *s, uint32_t g) {
    return s->wrote[g] >= s->born && s->wrote[g] < s->floor &&
           s->read[g] < s->floor;
}

// As run_same does for the first who reads a word since the barrier.
static void read_first(Shmem *s, const Warp *w, const Insn *in, uint32_t g,
                       uint32_t lane) {
    uint32_t me = w->index << 7 | lane << 2;
    s->read[g] = shmem_now(s) | me | READ_LANES;
    s->read_site[g] = site_number(s, w, in);
}

static bool load_one(const Rows *t, Warp *w, const Insn *in) {
    Shmem *s = w->block->shmem;
    uint32_t g = t->at[0] / 4, h = t->at[1] / 4;

    if (record_is_known(s, g) && record_is_known(s, h)) return true;
    if (!read_filter_first(s, g) || !read_filter_first(s, h)) return false;
    if (g == h) {
        read_first(s, w, in, g, 31);
    } else {
        read_first(s, w, in, g, 15);
        read_first(s, w, in, h, 31);
    }
    return true;
}

// Checks the first row, then the second, which may meet the first's records,
// and both once more.
static bool load_dense(const Rows *t, Warp *w, const Insn *in) {
    Request q = request(w, in, NULL);
    uint32_t g = t->at[0] / 4, h = t->at[1] / 4;

    q.reads = true;
    if (h == g + 16) return run_load(&q, g, 32, 0, 0);
    return run_load(&q, g, 16, 0, 0) && run_load(&q, h, 16, 16, 0);
}

void shmem_load_rows(Warp *w, const Insn *in, const Rows *t) {
    bool words = w->block->shmem->shift == 2;
    if (words && (t->one ? load_one : load_dense)(t, w, in)) return;
    Access a = request_access(t);
    shmem_access(w, in, &a, ACCESS_LOAD, false);
}

void shmem_fill(Block *b, uint32_t offset, uint32_t bytes) {
    Shmem *s = b->shmem;
    if (!s || !bytes) return;
    uint32_t end = min_of((offset + bytes - 1) >> s->shift, s->ngranules - 1);
    for (uint32_t g = offset >> s->shift; g <= end; g++)
        if (s->wrote[g] < s->born) s->wrote[g] = s->born;
}
