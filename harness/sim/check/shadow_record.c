// A request of a warp, as the shadow remembers it.
//
// Two stores to one word are a race only if they write different values:
// `*changed = true` from a thousand threads is no error. Bytes cannot tell,
// when stores are looked at later than they happen, so each carries a digest of
// what it writes: the same for four zeros as for one.
#include "sim/check/shadow.h"
#include "sim/check/shadow_lines.h"
#include "sim/core/block.h"
#include "sim/core/strip.h"

#include <string.h>

enum { MIX = 0x9e3779b1 }; // 2^32 over the golden ratio
enum { REGS = 8 };         // of a store

static uint32_t mix(uint32_t h, uint32_t v) {
    h = (h ^ v) * (uint32_t)MIX;
    return h ^ h >> 15;
}

// The bits of a 32-bit register that are stored.
static uint32_t kept(int size) {
    return size >= 4 ? UINT32_MAX : (1u << 8 * size) - 1;
}

// Which units hold operand v, and how many there are: 1 or 2.
static const uint32_t *units_of(const Warp *w, const MemOp *op, int v, int *n) {
    *n = op->reg_bits == 64 && op->size == 8 ? 2 : 1;
    return unit(w, op->reg[v])->u32;
}

// 32-bit pieces of lane l, in an order of their own.
static uint32_t piece(const MemOp *op, const uint32_t *u, int n, int k, int l) {
    if (op->reg_bits == 64) return n == 2 ? u[2 * l + k] : u[2 * l];
    (void)k;
    return u[l];
}

// Does every lane of `lanes` store the same? word: what, *n pieces.
static bool is_uniform(const Warp *w, const MemOp *op, uint32_t lanes,
                       uint32_t word[2 * REGS], int *n) {
    uint32_t keep = kept(op->size);
    int first = __builtin_ctz(lanes);

    *n = 0;
    for (int v = 0; v < op->nreg; v++) {
        int pieces;
        const uint32_t *u = units_of(w, op, v, &pieces);
        for (int k = 0; k < pieces; k++) {
            uint32_t want = piece(op, u, pieces, k, first), off = 0;
            if (op->reg_bits != 64 && lanes == w->active) {
                VECTOR_LOOP
                LANES
                    off |= (u[l] ^ want) & w->mask.u32[l];
            } else {
                for (uint32_t m = lanes; m; m &= m - 1)
                    off |= piece(op, u, pieces, k, __builtin_ctz(m)) ^ want;
            }
            if (off & keep) return false;
            word[(*n)++] = want & keep;
        }
    }
    return true;
}

// The shortest piece of which all that is stored is a repetition, and its size:
// a float4 of zeros writes what a byte of zero writes.
static uint32_t digest_of_one(const uint32_t *word, int n, int size) {
    uint32_t one = word[0];

    while (n % 2 == 0 && !memcmp(word, word + n / 2, (size_t)n / 2 * 4))
        n /= 2;
    size = n > 1 ? 4 : min_of(size, 4);
    while (n == 1 && size > 1 && (one & kept(size / 2)) == one >> 4 * size) {
        size /= 2;
        one &= kept(size);
    }
    uint32_t h = mix((uint32_t)(size * n), one);
    for (int i = 1; i < n; i++)
        h = mix(h, word[i]);
    return h;
}

// Of the values of all lanes and of where they go.
static uint32_t digest_of(const Warp *w, const MemOp *op, const Access *a) {
    uint32_t h = op->size, sum = 0, keep = kept(op->size), word[2 * REGS];
    int pieces;

    if (is_uniform(w, op, a->lanes, word, &pieces))
        return digest_of_one(word, pieces, op->size) | 1;
    if (a->shape != SHAPE_LINE) return 0; // rarely the same twice
    for (int v = 0; v < op->nreg; v++) {
        int n;
        const uint32_t *u = units_of(w, op, v, &n);
        if (op->reg_bits != 64 && a->lanes == w->active) {
            uint32_t part = 0;
            VECTOR_LOOP
            LANES
                part += (u[l] & keep & w->mask.u32[l]) *
                        ((uint32_t)l * 2654435760u + (uint32_t)MIX);
            sum = mix(sum, part);
            continue;
        }
        for (uint32_t m = a->lanes; m; m &= m - 1)
            for (int k = 0; k < n; k++)
                sum = mix(sum, piece(op, u, n, k, __builtin_ctz(m)) & keep);
    }
    h = mix(mix(h, sum), a->lanes);
    h = mix(mix(h, (uint32_t)a->first), (uint32_t)a->stride);
    return h | 1;
}

uint32_t shadow_digest(const Warp *w, const MemOp *op, const Strip *s) {
    Access a;
    a.lanes = w->active;
    a.shape = SHAPE_LINE;
    a.first = s->lo;
    a.stride = s->one ? 0 : op->bytes;
    return digest_of(w, op, &a);
}

static bool same_value(const Warp *w, const MemOp *op, int l, int o) {
    uint32_t word[2 * REGS];
    int pieces;
    return is_uniform(w, op, 1u << l | 1u << o, word, &pieces);
}

// Lanes that lose: a higher lane stores another value to their address.
static uint32_t clash_of(const Warp *w, const MemOp *op, const Access *a) {
    enum { SLOTS = 64 };
    uint8_t slot[SLOTS];
    uint32_t clash = 0;

    if (a->shape == SHAPE_LINE && a->stride) return 0;
    memset(slot, 0xff, sizeof slot);
    for (uint32_t m = a->lanes; m; m &= m - 1) {
        int l = __builtin_ctz(m);
        uint64_t p = a->at[l];
        unsigned h = (unsigned)((p * 0x9e3779b97f4a7c15u) >> 58);
        while (slot[h] != 0xff && a->at[slot[h]] != p)
            h = (h + 1) % SLOTS;
        if (slot[h] != 0xff && !same_value(w, op, l, slot[h]))
            clash |= 1u << slot[h];
        slot[h] = (uint8_t)l;
    }
    return clash;
}

static bool rows_apart(const Access *a) {
    if (a->shape != SHAPE_ROWS) return false;
    uint64_t reach = (uint64_t)a->stride * (uint64_t)(a->row - 1) + a->bytes;
    for (int l = a->row; l < WARP_SIZE; l += a->row)
        for (int o = 0; o < l; o += a->row) {
            uint64_t d = a->at[l] - a->at[o];
            if (d < reach || -d < reach) return false;
        }
    return a->stride >= (int64_t)a->bytes;
}

uint32_t shadow_place(const Warp *w, const Insn *in) {
    uint64_t code = (uint64_t)(w->counts - w->block->launch->counts.codes);

    if (code >> (PLACE_BITS - SITE_BITS) || in->site >> SITE_BITS) return 0;
    return (uint32_t)code << SITE_BITS | in->site;
}

static Strength strength_of(const MemOp *op, AccessKind k) {
    // .cg and .cv go to L2 or beyond: such loads and stores are meant for other
    // blocks, and what they do there is what a strong access does.
    bool strong = k == ACCESS_ATOMIC || op->order != ORDER_WEAK || op->at_l2;

    if (!strong) return WEAK;
    if (op->scope == SCOPE_BLOCK) return STRONG_IN_BLOCK;
    return k == ACCESS_ATOMIC ? ATOMIC : STRONG;
}

void shadow_record(const Warp *w, const Insn *in, const Access *a, AccessKind k,
                   ShadowAccess *t, uint32_t *clash) {
    const MemOp *op = memop_of(in);
    const Block *b = w->block;
    Strength strength = strength_of(op, k);
    bool wide = strength >= STRONG;

    const Site *site = &w->code->sites[in->site];
    bool reads = wide && (k == ACCESS_LOAD || site->is_read);

    *clash = 0;
    *t = (ShadowAccess){
        .block = b->linear,
        .place = shadow_place(w, in),
        .sync = (uint16_t)min_of(warp_sync_clock(w), (uint32_t)SHADOW_SYNCS),
        .warp = (uint8_t)w->index,
        .kind = (uint8_t)k,
        .strength = (uint8_t)strength,
        .acquires = wide && k != ACCESS_STORE,
        .publishes = wide && k != ACCESS_LOAD,
        .releases = wide && k != ACCESS_LOAD &&
                    (op->order == ORDER_RELEASE || op->order == ORDER_ACQ_REL),
        .settles = wide && k != ACCESS_STORE &&
                   (op->order == ORDER_ACQUIRE || op->order == ORDER_ACQ_REL),
        .waits = wide && k != ACCESS_STORE && site->in_loop,
        .takes = reads && !site->in_loop,
        .read_only = op->read_only,
    };
    if (k != ACCESS_STORE || !op->is_store) return;
    t->digest = digest_of(w, op, a);
    uint32_t word[2 * REGS];
    int pieces;
    if (a->shape == SHAPE_LINE && a->stride) return;
    if (a->n > 1 && !rows_apart(a) &&
        !is_uniform(w, op, a->lanes, word, &pieces))
        *clash = clash_of(w, op, a);
}
