// Random PTX programs that are valid, and a scalar interpreter of the same
// programs that shares nothing with the simulated device: one thread after the
// other, a C expression per operation, no warps, no masks.
//
// A program is a tree: operations, ifs and loops whose conditions differ from
// lane to lane, loads and stores of shared and local memory, and, where all
// lanes are together, what lanes do with one another (shfl, vote, match, redux)
// and barriers with reads of a neighbour's memory. All its state ends up in the
// output: every register of every thread.
#ifndef TESTS_GENERATE_H
#define TESTS_GENERATE_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/rng.h"
#include "tests/generate_ops.h"

#include <stdio.h>

enum {
    GEN_R = 8,                                 // 32-bit registers r
    GEN_D = 4,                                 // 64-bit d
    GEN_F = 6,                                 // f32 f
    GEN_P = 4,                                 // predicates
    GEN_WORDS = GEN_R + 2 * GEN_D + GEN_F + 1, // output of a thread
    GEN_INPUT = 256,                           // words, read by index
    GEN_SLOTS = 4, // words of shared and of local memory that a thread has
    GEN_THREADS = 96,
};

typedef struct GenNode GenNode;

typedef struct GenProgram {
    GenNode *body;
    int size; // nodes
    int threads;
} GenProgram;

typedef enum NodeKind {
    NODE_OP,
    NODE_IF,
    NODE_LOOP,  // trips: r[cond] & 3, plus one
    NODE_INPUT, // r[dst] = in[r[a] % GEN_INPUT]
    NODE_STORE, // own slot r[a] & 3 of memory = r[b], size bytes
    NODE_LOAD,  // r[dst] = own slot, extended
    NODE_SWAP,  // all store a word, meet, and load the neighbour's
    NODE_SHFL,  // from here on: all lanes together
    NODE_VOTE,
    NODE_REDUX,
    NODE_MATCH,
} NodeKind;

struct GenNode {
    NodeKind kind;
    const GenOp *op;
    int dst, src[3];
    bool is_imm; // src[1] is imm
    uint32_t imm;
    int guard; // predicate, or -1
    bool negated, is_signed, local;
    int size, variant;
    GenNode *body, *other, *next;
};

typedef struct Maker {
    Arena *a;
    Rng *rng;
    int left; // nodes
} Maker;

static int below(Maker *m, int n) {
    return (int)rng_below(m->rng, (uint64_t)n);
}

static bool chance(Maker *m, int percent) {
    return below(m, 100) < percent;
}

// ---- drawing

static int bank_of(char sig) {
    switch (sig) {
    case 'd': return GEN_D;
    case 'f': return GEN_F;
    case 'p': return GEN_P;
    default: return GEN_R;
    }
}

static uint32_t immediate(Maker *m) {
    static const uint32_t telling[] = {
        0, 1, 2, 5, 31, 32, 33, 64, 255, 0x80000000, 0x7fffffff, 0xffffffff};
    if (chance(m, 60)) return telling[below(m, (int)COUNT_OF(telling))];
    return (uint32_t)rng_next(m->rng);
}

static void draw_op(Maker *m, GenNode *n) {
    n->op = &gen_ops[below(m, (int)COUNT_OF(gen_ops))];
    n->dst = below(m, bank_of(n->op->sig[0]));
    for (int i = 0; i < 3 && n->op->sig[1 + i] >= 'a'; i++)
        n->src[i] = below(m, bank_of(n->op->sig[1 + i]));
    n->is_imm = strlen(n->op->sig) > 2 && n->op->sig[2] == 'u' && chance(m, 50);
    n->imm = immediate(m);
}

static GenNode *draw_list(Maker *m, int depth);

static GenNode *draw_node(Maker *m, int depth) {
    GenNode *n = arena_new(m->a, GenNode);
    int dice = below(m, 100);
    m->left--;
    n->guard = -1;
    n->dst = below(m, GEN_R);
    for (int i = 0; i < 3; i++)
        n->src[i] = below(m, GEN_R);
    n->imm = immediate(m);
    n->variant = below(m, 1000);
    n->size = 1 << below(m, 3);
    n->is_signed = chance(m, 50);
    n->local = chance(m, 40);
    n->kind = NODE_OP;
    if (dice < 12 && depth < 4) {
        n->kind = NODE_IF;
        n->guard = below(m, GEN_P);
        n->negated = chance(m, 50);
        n->body = draw_list(m, depth + 1);
        if (chance(m, 60)) n->other = draw_list(m, depth + 1);
    } else if (dice < 18 && depth < 3) {
        n->kind = NODE_LOOP;
        n->body = draw_list(m, depth + 1);
    } else if (dice < 22) {
        n->kind = NODE_INPUT;
    } else if (dice < 32) {
        n->kind = chance(m, 50) ? NODE_STORE : NODE_LOAD;
    } else if (dice < 46 && depth == 0) {
        n->kind = NODE_SWAP + (NodeKind)below(m, 5);
    } else {
        draw_op(m, n);
        if (chance(m, 20)) {
            n->guard = below(m, GEN_P);
            n->negated = chance(m, 50);
        }
    }
    return n;
}

static GenNode *draw_list(Maker *m, int depth) {
    GenNode *first = NULL, **at = &first;
    int n = depth == 0 ? m->left : 1 + below(m, 6);
    for (int i = 0; i < n && (m->left > 0 || !first); i++) {
        *at = draw_node(m, depth);
        at = &(*at)->next;
    }
    return first;
}

// Draws a program of about `size` nodes.
static GenProgram gen_program(Arena *a, Rng *rng, int size) {
    Maker m = {a, rng, size};
    GenProgram p = {.size = size};
    p.threads = 32 * (1 + below(&m, GEN_THREADS / 32));
    p.body = draw_list(&m, 0);
    return p;
}

// ---- as text

typedef struct Writer {
    Buf *out;
    int label;
} Writer;

static void reg(Buf *b, char sig, int i) {
    const char *bank = sig == 'd'   ? "d"
                       : sig == 'f' ? "f"
                       : sig == 'p' ? "p"
                                    : "r";
    buf_fmt(b, "%%%s%d", bank, i);
}

static void write_guard(Buf *b, const GenNode *n) {
    if (n->guard >= 0) buf_fmt(b, "@%s%%p%d ", n->negated ? "!" : "", n->guard);
}

static void write_op(Writer *w, const GenNode *n) {
    const char *sig = n->op->sig;
    bool divides = strchr(sig, 'n') != NULL;
    if (divides) buf_fmt(w->out, "or.b32 %%x0, %%r%d, 1;\n", n->src[1]);
    write_guard(w->out, n);
    buf_fmt(w->out, "%s ", n->op->text);
    reg(w->out, sig[0], n->dst);
    int i = 0;
    for (; sig[1 + i] >= 'a'; i++) {
        buf_str(w->out, ", ");
        if (sig[1 + i] == 'n')
            buf_str(w->out, "%x0");
        else if (i == 1 && n->is_imm)
            buf_fmt(w->out, "%u", n->imm);
        else
            reg(w->out, sig[1 + i], n->src[i]);
    }
    if (sig[1 + i]) buf_fmt(w->out, ", %s", sig + 1 + i);
    buf_str(w->out, ";\n");
}

// %a0 = the address of the own slot r[a] & 3 of shared or local memory.
static void write_slot(Writer *w, const GenNode *n) {
    buf_fmt(w->out, "and.b32 %%x0, %%r%d, 3; ", n->src[0]);
    if (n->local)
        buf_str(w->out, "mul.wide.u32 %a0, %x0, 4; add.s64 %a0, %a0, %lo;\n");
    else
        buf_str(w->out, "shl.b32 %x0, %x0, 2; add.u32 %x0, %x0, %mine;\n");
}

static void write_memory(Writer *w, const GenNode *n) {
    const char *space = n->local ? "local" : "shared";
    const char *at = n->local ? "%a0" : "%x0";
    const char *type = n->size == 4   ? "u32"
                       : n->size == 2 ? (n->is_signed ? "s16" : "u16")
                                      : (n->is_signed ? "s8" : "u8");
    write_slot(w, n);
    if (n->kind == NODE_STORE)
        buf_fmt(w->out, "st.%s.%s [%s], %%r%d;\n", space, type, at, n->src[1]);
    else
        buf_fmt(w->out, "ld.%s.%s %%r%d, [%s];\n", space, type, n->dst, at);
}

static void write_list(Writer *w, const GenNode *n);

static void write_if(Writer *w, const GenNode *n) {
    int l = w->label++;
    buf_fmt(w->out, "@%s%%p%d bra ELSE%d;\n", n->negated ? "" : "!", n->guard,
            l);
    write_list(w, n->body);
    if (n->other) buf_fmt(w->out, "bra END%d;\n", l);
    buf_fmt(w->out, "ELSE%d:\n", l);
    write_list(w, n->other);
    if (n->other) buf_fmt(w->out, "END%d:\n", l);
}

static void write_loop(Writer *w, const GenNode *n) {
    int l = w->label++;
    buf_fmt(w->out,
            "{ .reg .b32 %%i; .reg .pred %%q;\n"
            "and.b32 %%i, %%r%d, 3;\nLOOP%d:\n",
            n->src[0], l);
    write_list(w, n->body);
    buf_fmt(w->out,
            "setp.ne.u32 %%q, %%i, 0; sub.u32 %%i, %%i, 1;\n@%%q bra "
            "LOOP%d;\n}\n",
            l);
}

static const char *const shuffles[] = {"up", "down", "bfly", "idx"};
static const char *const reductions[] = {"add.u32", "min.s32", "max.u32",
                                         "and.b32", "or.b32",  "xor.b32"};

// Width 32, 16 or 8: the c operand of shfl.
static uint32_t clamp_of(const GenNode *n) {
    uint32_t width = 32u >> n->variant / 4 % 3;
    return (32 - width) << 8 | (n->variant % 4 == 0 ? 0 : 31);
}

static void write_meeting(Writer *w, const GenNode *n) {
    switch (n->kind) {
    case NODE_SWAP:
        buf_fmt(w->out,
                "st.shared.u32 [%%mine], %%r%d; bar.sync 0;\n"
                "xor.b32 %%x0, %%mine, %d; ld.shared.u32 %%r%d, [%%x0]; "
                "bar.sync 0;\n",
                n->src[0], 16 << n->variant % 5, n->dst);
        return;
    case NODE_SHFL:
        buf_fmt(w->out, "shfl.sync.%s.b32 %%r%d|%%p%d, %%r%d, %%r%d, %u, -1;\n",
                shuffles[n->variant % 4], n->dst, n->src[2] % GEN_P, n->src[0],
                n->src[1], clamp_of(n));
        return;
    case NODE_VOTE:
        buf_fmt(w->out, "vote.sync.ballot.b32 %%r%d, %s%%p%d, -1;\n", n->dst,
                n->negated ? "!" : "", n->src[0] % GEN_P);
        return;
    case NODE_REDUX:
        buf_fmt(w->out, "redux.sync.%s %%r%d, %%r%d, -1;\n",
                reductions[n->variant % 6], n->dst, n->src[0]);
        return;
    default:
        buf_fmt(w->out,
                "and.b32 %%x0, %%r%d, 7; match.any.sync.b32 %%r%d, %%x0, "
                "-1;\n",
                n->src[0], n->dst);
    }
}

static void write_list(Writer *w, const GenNode *n) {
    for (; n; n = n->next) {
        switch (n->kind) {
        case NODE_OP: write_op(w, n); break;
        case NODE_IF: write_if(w, n); break;
        case NODE_LOOP: write_loop(w, n); break;
        case NODE_INPUT:
            buf_fmt(w->out,
                    "and.b32 %%x0, %%r%d, %d; mul.wide.u32 %%a0, %%x0, 4; "
                    "add.s64 %%a0, %%a0, %%in; ld.global.u32 %%r%d, "
                    "[%%a0];\n",
                    n->src[0], GEN_INPUT - 1, n->dst);
            break;
        case NODE_STORE:
        case NODE_LOAD: write_memory(w, n); break;
        default: write_meeting(w, n);
        }
    }
}

// What register i of a bank begins with: a mix of the thread and of i.
static uint32_t seed_of(uint32_t thread, int i) {
    uint32_t h = (thread * 8 + (uint32_t)i) * 2654435761u;
    return i % 3 == 0 ? h >> 25 : i % 3 == 1 ? h : h >> 1 & 0x81ffffff;
}

static void write_seed(Buf *b, const char *to, int i) {
    buf_fmt(b,
            "mad.lo.u32 %%x0, %%t, 8, %d; mul.lo.u32 %%x0, %%x0, "
            "2654435761;\n",
            i);
    if (i % 3 == 0) buf_str(b, "shr.u32 %x0, %x0, 25;\n");
    if (i % 3 == 2)
        buf_str(b, "shr.u32 %x0, %x0, 1; and.b32 %x0, %x0, 0x81ffffff;\n");
    buf_fmt(b, "%s, %%x0;\n", to);
}

static void write_begin(const GenProgram *p, Buf *b) {
    char to[60];
    buf_fmt(
        b,
        ".visible .entry k(.param .u64 po, .param .u64 pi, .param .u32 pn)"
        " {\n.reg .b32 %%r<%d>; .reg .b64 %%d<%d>; .reg .f32 %%f<%d>; "
        ".reg .pred %%p<%d>;\n.reg .b32 %%x<4>, %%t, %%mine; .reg "
        ".b64 %%a<4>, %%in, %%out, %%lo;\n.shared .align 16 .b8 sm[%d]; .local "
        ".align 16 .b8 loc[16];\n"
        "ld.param.u64 %%out, [po]; ld.param.u64 %%in, [pi]; mov.u32 %%t, "
        "%%tid.x; mov.u32 %%mine, sm; mad.lo.u32 %%mine, %%t, 16, "
        "%%mine; mov.u64 %%lo, loc;\n",
        GEN_R, GEN_D, GEN_F, GEN_P, 16 * 128);
    (void)p;
    for (int i = 0; i < GEN_SLOTS; i++)
        buf_fmt(b,
                "st.shared.u32 [%%mine+%d], %%t; st.local.u32 [%%lo+%d], "
                "%%t;\n",
                4 * i, 4 * i);
    for (int i = 0; i < GEN_R; i++) {
        snprintf(to, sizeof to, "mov.b32 %%r%d", i);
        write_seed(b, to, i);
    }
    for (int i = 0; i < GEN_D; i++) {
        snprintf(to, sizeof to, "cvt.u64.u32 %%d%d", i);
        write_seed(b, to, i);
    }
    for (int i = 0; i < GEN_F; i++) {
        snprintf(to, sizeof to,
                 i % 2 ? "mov.b32 %%f%d" : "cvt.rn.f32.s32 %%f%d", i);
        write_seed(b, to, i);
    }
    for (int i = 0; i < GEN_P; i++)
        buf_fmt(b, "and.b32 %%x0, %%t, %d; setp.ne.u32 %%p%d, %%x0, 0;\n",
                1 << i, i);
}

static void write_end(Buf *b) {
    int at = 0;
    buf_fmt(b, "mul.wide.u32 %%a0, %%t, %d; add.s64 %%a0, %%a0, %%out;\n",
            4 * GEN_WORDS);
    for (int i = 0; i < GEN_R; i++, at++)
        buf_fmt(b, "st.global.u32 [%%a0+%d], %%r%d;\n", 4 * at, i);
    for (int i = 0; i < GEN_D; i++, at += 2)
        buf_fmt(b,
                "mov.b64 {%%x0, %%x1}, %%d%d; st.global.u32 [%%a0+%d], %%x0; "
                "st.global.u32 [%%a0+%d], %%x1;\n",
                i, 4 * at, 4 * at + 4);
    for (int i = 0; i < GEN_F; i++, at++)
        buf_fmt(b, "st.global.f32 [%%a0+%d], %%f%d;\n", 4 * at, i);
    buf_str(b, "mov.u32 %x1, 0;\n");
    for (int i = 0; i < GEN_P; i++)
        buf_fmt(b, "selp.u32 %%x0, %d, 0, %%p%d; or.b32 %%x1, %%x1, %%x0;\n",
                1 << i, i);
    buf_fmt(b, "st.global.u32 [%%a0+%d], %%x1;\nret; }\n", 4 * at);
}

// Appends it as PTX: one entry k(out, in, n) for kernel.h.
static void gen_ptx(const GenProgram *p, Buf *out) {
    Writer w = {.out = out};
    write_begin(p, out);
    write_list(&w, p->body);
    write_end(out);
}

// ---- executing

typedef struct Thread {
    uint32_t r[GEN_R], f[GEN_F];
    uint64_t d[GEN_D];
    bool p[GEN_P];
    uint8_t shared[4 * GEN_SLOTS], local[4 * GEN_SLOTS];
} Thread;

typedef struct Exec {
    const uint32_t *in;
    Thread *t;
    int n;
} Exec;

static uint64_t get(const Thread *t, char sig, int i) {
    switch (sig) {
    case 'd': return t->d[i];
    case 'f': return t->f[i];
    case 'p': return t->p[i];
    case 'n': return t->r[i] | 1;
    default: return t->r[i];
    }
}

static void set(Thread *t, char sig, int i, uint64_t v) {
    switch (sig) {
    case 'd': t->d[i] = v; break;
    case 'f': t->f[i] = (uint32_t)v; break;
    case 'p': t->p[i] = v & 1; break;
    default: t->r[i] = (uint32_t)v;
    }
}

static void run_op(Thread *t, const GenNode *n) {
    const char *sig = n->op->sig;
    uint64_t v[3] = {0};
    if (n->guard >= 0 && t->p[n->guard] == n->negated) return;
    for (int i = 0; i < 3 && sig[1 + i] >= 'a'; i++)
        v[i] = i == 1 && n->is_imm ? n->imm : get(t, sig[1 + i], n->src[i]);
    set(t, sig[0], n->dst, n->op->fn(v[0], v[1], v[2]));
}

static void run_memory(Thread *t, const GenNode *n) {
    uint8_t *at = (n->local ? t->local : t->shared) + 4 * (t->r[n->src[0]] & 3);
    uint32_t v = 0;
    if (n->kind == NODE_STORE) {
        memcpy(at, &t->r[n->src[1]], (size_t)n->size);
        return;
    }
    memcpy(&v, at, (size_t)n->size);
    if (n->is_signed && n->size == 1) v = (uint32_t)(int8_t)v;
    if (n->is_signed && n->size == 2) v = (uint32_t)(int16_t)v;
    t->r[n->dst] = v;
}

static void run_list(const Exec *e, Thread *t, const GenNode *n);

static void run_alone(const Exec *e, Thread *t, const GenNode *n) {
    switch (n->kind) {
    case NODE_OP: run_op(t, n); break;
    case NODE_IF:
        run_list(e, t, t->p[n->guard] != n->negated ? n->body : n->other);
        break;
    case NODE_LOOP:
        for (uint32_t i = (t->r[n->src[0]] & 3) + 1; i > 0; i--)
            run_list(e, t, n->body);
        break;
    case NODE_INPUT:
        t->r[n->dst] = e->in[t->r[n->src[0]] & (GEN_INPUT - 1)];
        break;
    default: run_memory(t, n);
    }
}

static void run_list(const Exec *e, Thread *t, const GenNode *n) {
    for (; n; n = n->next)
        run_alone(e, t, n);
}

// ---- what lanes do together

static int source_lane(const GenNode *n, int lane, uint32_t b, bool *in) {
    int width = 32 >> n->variant / 4 % 3, first = lane / width * width;
    int step = (int)(b & 31), from = lane;
    switch (n->variant % 4) {
    case 0:
        from = lane - step;
        *in = from >= first;
        break;
    case 1:
        from = lane + step;
        *in = from < first + width;
        break;
    case 2:
        from = lane ^ step;
        *in = from < first + width;
        break;
    default: from = first + step % width; *in = true;
    }
    return *in ? from : lane;
}

static uint32_t reduce(int how, uint32_t a, uint32_t b) {
    switch (how) {
    case 0: return a + b;
    case 1: return (int32_t)a < (int32_t)b ? a : b;
    case 2: return a > b ? a : b;
    case 3: return a & b;
    case 4: return a | b;
    default: return a ^ b;
    }
}

static void run_warp(Thread *w, const GenNode *n) {
    Thread was[32];
    memcpy(was, w, sizeof was);
    for (int l = 0; l < 32; l++) {
        uint32_t v = n->kind == NODE_REDUX ? was[0].r[n->src[0]] : 0;
        bool in = true;
        for (int k = 0; k < 32; k++) {
            uint32_t other = was[k].r[n->src[0]];
            if (n->kind == NODE_REDUX && k)
                v = reduce(n->variant % 6, v, other);
            if (n->kind == NODE_VOTE)
                v |= (uint32_t)(was[k].p[n->src[0] % GEN_P] != n->negated) << k;
            if (n->kind == NODE_MATCH)
                v |= (uint32_t)((other & 7) == (was[l].r[n->src[0]] & 7)) << k;
        }
        if (n->kind == NODE_SHFL) {
            int from = source_lane(n, l, was[l].r[n->src[1]], &in);
            v = was[from].r[n->src[0]];
            w[l].p[n->src[2] % GEN_P] = in;
        }
        w[l].r[n->dst] = v;
    }
}

static void run_swap(const Exec *e, const GenNode *n) {
    for (int i = 0; i < e->n; i++)
        memcpy(e->t[i].shared, &e->t[i].r[n->src[0]], 4);
    for (int i = 0; i < e->n; i++)
        memcpy(&e->t[i].r[n->dst], e->t[i ^ 1 << n->variant % 5].shared, 4);
}

static void begin(Thread *t, uint32_t id) {
    for (int i = 0; i < GEN_R; i++)
        t->r[i] = seed_of(id, i);
    for (int i = 0; i < GEN_D; i++)
        t->d[i] = seed_of(id, i);
    for (int i = 0; i < GEN_F; i++)
        t->f[i] = i % 2 ? seed_of(id, i)
                        : (uint32_t)g_bits((float)(int32_t)seed_of(id, i));
    for (int i = 0; i < GEN_P; i++)
        t->p[i] = id >> i & 1;
    for (int i = 0; i < GEN_SLOTS; i++) {
        memcpy(t->shared + 4 * i, &id, 4);
        memcpy(t->local + 4 * i, &id, 4);
    }
}

static void end(const Thread *t, uint32_t *out) {
    memcpy(out, t->r, sizeof t->r);
    memcpy(out + GEN_R, t->d, sizeof t->d);
    memcpy(out + GEN_R + 2 * GEN_D, t->f, sizeof t->f);
    uint32_t p = 0;
    for (int i = 0; i < GEN_P; i++)
        p |= (uint32_t)t->p[i] << i;
    out[GEN_WORDS - 1] = p;
}

// Executes it: GEN_WORDS words per thread into out.
static void gen_run(const GenProgram *p, const uint32_t in[GEN_INPUT],
                    uint32_t *out) {
    Thread threads[GEN_THREADS];
    Exec e = {in, threads, p->threads};
    for (int i = 0; i < e.n; i++)
        begin(&threads[i], (uint32_t)i);
    for (const GenNode *n = p->body; n; n = n->next) {
        if (n->kind == NODE_SWAP)
            run_swap(&e, n);
        else if (n->kind > NODE_SWAP)
            for (int w = 0; w < e.n; w += 32)
                run_warp(&threads[w], n);
        else
            for (int i = 0; i < e.n; i++)
                run_alone(&e, &threads[i], n);
    }
    for (int i = 0; i < e.n; i++)
        end(&threads[i], out + i * GEN_WORDS);
}

#endif
