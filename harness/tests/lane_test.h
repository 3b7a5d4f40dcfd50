// Rows that run one PTX instruction on known values.
//
//     {"min.s32 r0, r1, r2", {0xffffffff, 1}, 0xffffffff}
//
// Registers are named by width (h 16, r 32, q 64 bits, p predicate) and by
// number: 0 is the result, 1, 2, 3, 4 take the row's inputs. The text is parsed
// and decoded as a kernel's would be. Every third lane has the row's values,
// the others noise. Each row runs with all lanes, with some of them (the others
// must keep what they had), and with the result in the first source's register.
#ifndef TESTS_LANE_TEST_H
#define TESTS_LANE_TEST_H

#include "sim/core/block.h"
#include "sim/core/launch.h"
#include "sim/module/decode.h"
#include "tests/tests.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Row {
    const char *ptx;
    uint64_t in[4];
    uint64_t want; // a predicate: 0 or 1
} Row;

enum { ROW_INPUTS = 4, SOME_LANES = 0x6f0f39f5 };
#define ROW_UNTOUCHED 0xdeadbeefdeadbeefu

typedef struct Bench { // where one instruction runs
    Arena arena;
    const char *ptx;
    const Code *code;
    Warp w;
    uint64_t noise;
} Bench;

static inline uint64_t bench_noise(Bench *b) {
    b->noise = b->noise * 6364136223846793005u + 1442695040888963407u;
    return b->noise ^ b->noise >> 29;
}

// The kernel that gives the inputs a place and then executes `ptx`.
static inline char *bench_text(Arena *a, const char *ptx) {
    return arena_fmt(a,
                     ".version 8.5\n.target sm_90\n.address_size 64\n"
                     ".visible .entry k() {\n"
                     ".reg .b16 h<9>; .reg .b32 r<9>; .reg .b64 q<9>;"
                     ".reg .b128 x<9>; .reg .pred p<9>;\n"
                     "mov.b16 h1, 0; mov.b16 h2, 0; mov.b16 h3, 0; "
                     "mov.b16 h4, 0;\n"
                     "mov.b32 r1, 0; mov.b32 r2, 0; mov.b32 r3, 0; "
                     "mov.b32 r4, 0;\n"
                     "mov.b64 q1, 0; mov.b64 q2, 0; mov.b64 q3, 0; "
                     "mov.b64 q4, 0;\n"
                     "mov.pred p1, 0; mov.pred p2, 0; mov.pred p3, 0; "
                     "mov.pred p4, 0;\n"
                     "%s;\nret;\n}\n",
                     ptx);
}

// Decodes it. False: it is not simulated.
static inline bool bench_open(Bench *b, const char *ptx) {
    *b = (Bench){.noise = 42, .ptx = ptx};
    Err err = {0};
    char *text = bench_text(&b->arena, ptx);
    PtxModule *m = ptx_parse(&b->arena, "row", text, strlen(text), &err);
    ck_assert_msg(m != NULL, "%s: %s", ptx, err.msg);
    b->code = decode(&b->arena, m, m->funcs[0], &err);
    if (!b->code) return false;
    b->w.bank[0] = arena_alloc(&b->arena, b->code->nslots + 1, 128, 128);
    b->w.bank[1] = (Lanes *)(uintptr_t)b->code->consts;
    b->w.p = arena_array(&b->arena, uint32_t, b->code->nslots + 1);
    b->w.code = b->code;
    return true;
}

static inline void bench_close(Bench *b) {
    arena_reset(&b->arena);
}

// The row's instruction, its last if there are several.
static inline const Insn *bench_insn(const Bench *b) {
    return &b->code->insns[b->code->ninsns - 2];
}
// Where input i of a class lives: the result of its move. Moves are in the
// order h r q p, four of each, behind the block's first instruction.
static inline Slot bench_slot(const Bench *b, char class, int i) {
    const char *classes = "hrqp";
    long group = strchr(classes, class) - classes;
    return b->code->insns[1 + group * 4 + i].dst;
}

// Sets input i of lane l in those registers that the text reads: the others
// may share their places.
static inline void bench_set(Bench *b, const char *ptx, int i, int l,
                             uint64_t v) {
    for (const char *c = "hrqp"; *c; c++) {
        char name[3] = {*c, (char)('1' + i), 0};
        if (!strstr(strchr(ptx, ' '), name)) continue;
        Slot s = bench_slot(b, *c, i);
        if (*c == 'h') unit(&b->w, s)->u32[l] = (uint16_t)v;
        if (*c == 'r') unit(&b->w, s)->u32[l] = (uint32_t)v;
        if (*c == 'q') unit64(&b->w, s)->u64[l] = v;
        if (*c != 'p') continue;
        b->w.p[s] = (b->w.p[s] & ~(1u << l)) | (uint32_t)(v & 1) << l;
    }
}

// Executes what stands between the moves and the return.
static inline void bench_run(Bench *b, uint32_t active) {
    b->w.active = active;
    mask_expand(&b->w.mask, active);
    const Insn *in = &b->code->insns[17], *end = bench_insn(b) + 1;
    for (; in < end; in++)
        ck_assert_ptr_eq(in->fn(&b->w, in), in + 1);
}

// The class of the result: of the first register of the text.
static inline char row_class(const char *ptx) {
    const char *s = strchr(ptx, ' ');
    while (s && !(strchr("hrqp", *s) && s[1] == '0'))
        s++;
    return s ? *s : 'r';
}

static inline uint64_t bench_read(const Bench *b, Slot s, char class, int l) {
    if (class == 'p') return b->w.p[s] >> l & 1;
    if (class == 'q') return unit64(&b->w, s)->u64[l];
    return unit(&b->w, s)->u32[l];
}

// Does the lane carry the row's values? Lane 0 does not, so that nothing passes
// that takes its values for all.
static inline bool row_lane(int l) {
    return l % 3 == 1;
}

// Where the last instruction writes register 0, which may be one of {..} or |.
static inline Slot bench_result(const Bench *b, char class) {
    const Insn *in = bench_insn(b);
    const Slot slots[4] = {in->dst, in->dst2, in->src[1], in->src[2]};
    const char *ptx = b->ptx;
    char name[3] = {class, '0', 0};
    if (strrchr(ptx, ';')) ptx = strrchr(ptx, ';') + 2;
    const char *end = strstr(ptx, name);
    int nth = 0;
    for (const char *s = ptx; end && s < end; s++)
        nth += *s == ',' || *s == '|';
    return slots[nth & 3];
}

static inline void row_run(const Row *r, const char *ptx, uint32_t active,
                           bool aliased) {
    Bench b;
    ck_assert_msg(bench_open(&b, ptx), "%s: not simulated", ptx);
    char class = row_class(r->ptx);
    Slot to = aliased ? bench_insn(&b)->dst : bench_result(&b, class);
    uint64_t before[WARP_SIZE];
    LANES {
        if (class == 'q' && !aliased) unit64(&b.w, to)->u64[l] = ROW_UNTOUCHED;
        if (strchr("hr", class) && !aliased)
            unit(&b.w, to)->u32[l] = (uint32_t)ROW_UNTOUCHED;
        for (int i = 0; i < ROW_INPUTS; i++)
            bench_set(&b, ptx, i, l, row_lane(l) ? r->in[i] : bench_noise(&b));
    }
    if (class == 'p' && !aliased) b.w.p[to] = 0x5555aaaa;
    LANES
        before[l] = bench_read(&b, to, class, l);
    bench_run(&b, active);
    LANES {
        uint64_t got = bench_read(&b, to, class, l);
        bool is_active = active >> l & 1;
        if (is_active && !row_lane(l)) continue;
        uint64_t want = is_active ? r->want : before[l];
        ck_assert_msg(got == want, "%s (lanes %08x) lane %d: %#llx, not %#llx",
                      ptx, active, l, (unsigned long long)got,
                      (unsigned long long)want);
    }
    bench_close(&b);
}

// The row's text with register 0 of the class renamed to register 1, if the
// instruction reads that.
static inline bool row_alias(const Row *r, char *to, size_t n) {
    char reg0[3] = {row_class(r->ptx), '0', 0}, reg1[3] = {reg0[0], '1', 0};
    snprintf(to, n, "%s", r->ptx);
    char *operands = strchr(to, ' ');
    if (!operands || !strstr(operands, reg1) || strpbrk(to, "|;")) return false;
    char *zero = strstr(operands, reg0);
    if (zero) zero[1] = '1';
    return zero != NULL;
}

static inline void row_check(const Row *r) {
    char alias[200];
    row_run(r, r->ptx, ~0u, false);
    row_run(r, r->ptx, SOME_LANES, false);
    if (!row_alias(r, alias, sizeof alias)) return;
    row_run(r, alias, ~0u, true);
    row_run(r, alias, SOME_LANES, true);
}

// Runs ptx on the lanes' values in[source][lane] and returns the results.
static inline void lanes_run(const char *ptx, uint64_t in[3][WARP_SIZE],
                             uint64_t out[WARP_SIZE]) {
    Bench b;
    ck_assert_msg(bench_open(&b, ptx), "%s: not simulated", ptx);
    for (int i = 0; i < 3; i++)
        LANES
            bench_set(&b, ptx, i, l, in[i][l]);
    bench_run(&b, ~0u);
    LANES
        out[l] = bench_read(&b, bench_insn(&b)->dst, row_class(ptx), l);
    bench_close(&b);
}

static inline bool row_refused(const char *ptx) {
    Bench b;
    bool refused = !bench_open(&b, ptx);
    bench_close(&b);
    return refused;
}

#endif
