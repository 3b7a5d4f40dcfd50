// Registers that loads under way take.
//
// ptxas has no more than sixteen of them wait for what is only passing through:
//
//     for (...) s += a[i].x + a[i].y + a[i].z + a[i].w;   sixteen float4 each
//                                                         time: four rounds
//
// More loads wait until the first have come and been used. A row that is read
// twice has to stay in registers, and is loaded at once.
//
// The number is that of ptxas 13.0 for cc 9.0: loops and straight code of some
// 400 kernels, from 16 words to 32 float4 a time, have 15 to 16 words a round.
#include "sim/decode/decode.h"

enum {
    FLIGHT_WORDS = 16, // registers
    PASSES = 24,       // statements from its first use to its last, at most
};

// ---- what only passes through

typedef struct Life {
    int phase; // in which it was set; 0: nothing set it yet
    int read;  // the statement that read it first; -1: none
} Life;

typedef struct Lives {
    Life *at;       // [nregs]
    uint8_t *stays; // [nregs]
    int phase, number;
    bool is_copy;
} Lives;

static void life_read(void *ctx, const Sym *reg, bool is_def) {
    Lives *l = ctx;
    Life *r = &l->at[reg->index];

    if (is_def) return;
    if (r->read < 0) r->read = l->number;
    if (r->phase != l->phase || l->is_copy || l->number - r->read > PASSES)
        l->stays[reg->index] = 1;
}

static void life_set(void *ctx, const Sym *reg, bool is_def) {
    Lives *l = ctx;
    if (is_def) l->at[reg->index] = (Life){.phase = l->phase, .read = -1};
}

// True if the warp meets others there, or its own lanes: what is read before
// and after it stays.
static bool is_meeting(const Stmt *s) {
    return s->op == OP_BAR || s->op == OP_BARRIER || s->op == OP_SHFL ||
           s->op == OP_VOTE || s->op == OP_REDUX;
}

uint8_t *flight_stays(Arena *a, const Cfg *g, const PtxFunc *f) {
    size_t n = (size_t)f->nregs + 1;
    Lives l = {.at = arena_array(a, Life, n),
               .stays = arena_array(a, uint8_t, n)};

    for (int i = 0; i < g->norder; i++) {
        const CfgBlock *b = &g->at[g->order[i]];
        l.phase++;
        for (int k = b->first; k < b->first + b->n; k++) {
            const Stmt *s = &f->stmts[k];
            l.number = k;
            l.is_copy = s->op == OP_MOV;
            stmt_registers(s, life_read, &l);
            l.phase += is_meeting(s);
            stmt_registers(s, life_set, &l);
        }
    }
    return l.stays;
}

// ---- what waits

typedef struct Passing {
    const uint8_t *stays;
    int words;
} Passing;

static void count_passing(void *ctx, const Sym *reg, bool is_def) {
    Passing *p = ctx;
    if (is_def && !p->stays[reg->index])
        p->words += type_bits(reg->type) > 32 ? 2 : 1;
}

// The registers of s that only pass through, if it is a load from far away.
static int passing_words(const uint8_t *stays, const Stmt *s) {
    Passing p = {.stays = stays};

    if (s->op != OP_LD || dependency_waits(s) != WAITS_FAR) return 0;
    stmt_registers(s, count_passing, &p);
    return p.words;
}

float flight_share(const uint8_t *stays, const PtxFunc *f, const CfgBlock *b) {
    int words = 0;
    for (int i = b->first; i < b->first + b->n; i++)
        words += passing_words(stays, &f->stmts[i]);
    return min_of((float)words / FLIGHT_WORDS, 1.0f);
}

uint16_t flight_level(ChainState *c, const Stmt *s, uint16_t level) {
    int words = passing_words(c->stays, s);

    if (!words) return level;
    if (level > c->flight || c->words + words > FLIGHT_WORDS) {
        c->flight = max_of(level, (uint16_t)(c->flight + (c->words > 0)));
        c->words = 0;
    }
    c->words += words;
    return c->flight;
}
