// Statements whose operands are not what their opcode wants: each is refused
// with words, or loads and runs; nothing reads an operand that is not there.
//
// One idea: every distinct opcode with its modifiers that the kernel tests (and
// the rows below) hold is a sample. Of each, operands are left out, doubled,
// exchanged, and replaced by operands of every other kind, and the program
// around it is loaded and run. What must not happen is a crash: run it with
// MODE=asan too. And the other way round: what ptxas takes loads, or is listed
// as refused (ptx/forms.txt).
#include "base/str.h"
#include "base/vec.h"
#include "sim/check/shadow.h"
#include "sim/launch/launch.h"
#include "tests/kernel.h"
#include "tests/repeat.h"
#include "tests/tests.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

#define FOLDER "harness/tests/ptx"

enum {
    MAX_PARTS = 12,
    PARTS = 8,
    RANDOM = 3000
}; // the samples, in as many tests

// Forms that no kernel test has; in a kernel with kernel_head's registers.
static const char *const more[] = {
    "vote.sync.all.pred %p1, %p2, -1;",
    "vote.sync.ballot.b32 %r2, !%p2, -1;",
    "shfl.sync.down.b32 %r2|%p1, %r3, 1, 31, -1;",
    "bar.arrive 1, 64;",
    "bar.red.popc.u32 %r2, 0, 32, %p1;",
    "barrier.cluster.arrive.release.aligned;",
    "atom.global.add.f32 %f1, [%my], %f2;",
    "atom.global.cas.b64 %rd2, [%my], %rd3, %rd4;",
    "atom.global.exch.b32 %r2, [%my], 7;",
    "red.global.max.s32 [%my+4], %r3;",
    "ld.global.v4.u32 {%r2,%r3,%r4,%r5}, [%out];",
    "ld.global.nc.v2.f32 {%f1,%f2}, [%in];",
    "st.global.v2.u32 [%out], {%r2,%r3};",
    "ld.const.u32 %r2, [0];",
    "tex.2d.v4.s32.f32 {%r2,%r3,%r4,%r5}, [%rd2, {%f1,%f2}];",
    "tld4.r.2d.v4.f32.f32 {%f1,%f2,%f3,%f4}, [%rd2, {%f1,%f2}];",
    "txq.width.b32 %r2, [%rd2];",
    "suld.b.2d.b32.trap %r2, [%rd2, {%r3,%r4}];",
    "sust.b.2d.b32.trap [%rd2, {%r3,%r4}], %r2;",
    "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f0,%f1,%f2,%f3},"
    "{%r2,%r3,%r4,%r5}, {%r6,%r7}, {%f0,%f1,%f2,%f3};",
    "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%f0,%f1,%f2,%f3},"
    "{%r2,%r3,%r4,%r5}, {%r6,%r7}, {%f0,%f1,%f2,%f3};",
    "wmma.load.c.sync.aligned.row.m16n16k16.global.f32"
    "{%f0,%f1,%f2,%f3,%f4,%f5,%f6,%f7}, [%out], 16;",
    "wmma.store.d.sync.aligned.row.m16n16k16.global.f32 [%out],"
    "{%f0,%f1,%f2,%f3,%f4,%f5,%f6,%f7}, 16;",
    "ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%r2,%r3}, [%r4];",
    "stmatrix.sync.aligned.m8n8.x2.shared.b16 [%r4], {%r2,%r3};",
    "cp.async.cg.shared.global [%r2], [%in], 16, %r3;",
    "cp.async.ca.shared.global [%r2], [%in], 4, %p1;",
    "cp.async.mbarrier.arrive.noinc.shared.b64 [%r2];",
    "cp.async.wait_group 1;",
    "cp.async.bulk.global.shared::cta.bulk_group [%out], [%r2], 16;",
    "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%out],"
    "[%r2], 16;",
    "mbarrier.try_wait.parity.shared.b64 %p1, [%r2], 0, 100;",
    "mbarrier.arrive.expect_tx.shared.b64 %rd2, [%r2], 16;",
    "mbarrier.arrive.shared::cluster.b64 _, [%r2];",
    "mapa.shared::cluster.u32 %r2, %r3, 0;",
    "lop3.b32 %r2, %r3, %r4, %r5, 0x96;",
    "set.lt.and.u32.f32 %r2, %f1, %f2, %p1;",
    "setp.lt.or.s32 %p1|%p2, %r2, %r3, !%p3;",
    "cvt.rn.f16x2.f32 %r2, %f1, %f2;",
    "mov.b64 %rd2, {%r2, %r3};",
    "mov.b64 {%r2, %r3}, %rd2;",
    "mad.lo.cc.u32 %r2, %r3, %r4, %r5;",
    "fma.rn.ftz.f32 %f1, %f2, %f3, %f4;",
    "fma.rn.bf16x2 %r2, %r3, %r4, %r5;",
    "min.xorsign.abs.f32 %f1, %f2, %f3;",
    "vmad.u32.u32.u32.shr7 %r2, %r3.b0, %r4.h1, %r5;",
    "call.uni (%r2), k, (%r3);",
    "alloca.u64 %rd2, %rd3, 16;",
    "prefetch.global.L2 [%my];",
    "createpolicy.fractional.L2::evict_last.b64 %rd2, 1.0;",
};

static const char *const others[] = {
    "_",   "0",       "-1",          "1.5",    "%p1",         "!%p1",
    "%r2", "%rd2",    "%f1",         "[%rd2]", "[%r2]",       "[8]",
    "{}",  "{%r2}",   "{%r2,%r3}",   "(%r2)",  "%tid.x",      "%pm7",
    "k",   "%r2|%p2", "{%rd2,%rd3}", "[po]",   "{{%r2},%r3}", "%clock64",
};

// ---- samples

typedef struct Sample {
    const char *text; // the program
    size_t op, end;   // the statement in it: opcode to ';'
} Sample;

static Arena arena;
static struct {
    Sample *at;
    int n, cap;
} samples;

static bool is_known(const char *text, size_t n) {
    for (int i = 0; i < samples.n; i++) {
        const Sample *s = &samples.at[i];
        if (!strncmp(s->text + s->op, text, n) &&
            strchr(" ;\t", s->text[s->op + n]))
            return true;
    }
    return false;
}

// Whether a statement can begin at s: behind ; { } or a label or a guard.
static bool begins(const char *text, const char *s) {
    while (s > text && isspace((unsigned char)s[-1]))
        s--;
    if (s == text || strchr(";{}:", s[-1])) return true;
    while (s > text && (isalnum((unsigned char)s[-1]) || strchr("%_!", s[-1])))
        s--;
    return s > text && s[-1] == '@';
}

static void add_samples(const char *text) {
    for (const char *s = text; *s; s++) {
        if (!islower((unsigned char)*s) || !begins(text, s)) continue;
        size_t word = strcspn(s, ". ;\t\n"), all = strcspn(s, " ;\t\n");
        const char *end = strchr(s, ';');
        if (op_find(s, word) == OP_COUNT || !end || is_known(s, all)) continue;
        Sample one = {text, (size_t)(s - text), (size_t)(end - text)};
        vec_push(&samples, one);
    }
}

// The program of a kernel test, without its expectations and comments.
static void add_file(const char *name) {
    char path[300], line[4000];
    Buf text = {0};
    bool on = false, body = false;
    snprintf(path, sizeof path, FOLDER "/%s", name);
    FILE *f = fopen(path, "r");
    ck_assert_msg(f != NULL, "%s cannot be read", path);
    while (fgets(line, sizeof line, f)) {
        if (!strncmp(line, "%%RUN", 5)) break;
        char *comment = strstr(line, "//");
        if (comment) strcpy(comment, "\n");
        if (on) buf_str(&text, line);
        if (strncmp(line, "%%", 2) != 0) continue;
        on = true;
        body = !strncmp(line, "%%BODY", 6);
        if (body) buf_str(&text, kernel_head);
    }
    fclose(f);
    if (body) buf_str(&text, kernel_tail);
    add_samples(arena_str(&arena, buf_text(&text)));
    buf_free(&text);
}

static void collect(void) {
    struct dirent **all;
    int n = scandir(FOLDER, &all, NULL, alphasort);
    for (int i = 0; i < n; i++) {
        if (strstr(all[i]->d_name, ".ktest")) add_file(all[i]->d_name);
        free(all[i]);
    }
    free(all);
    for (size_t i = 0; i < COUNT_OF(more); i++)
        add_samples(
            arena_fmt(&arena, "%s%s%s", kernel_head, more[i], kernel_tail));
}

// ---- statements in pieces

typedef struct Parts {
    Str opcode, at[MAX_PARTS];
    int n;
} Parts;

static Parts split(const Sample *s) {
    const char *p = s->text + s->op, *end = s->text + s->end;
    size_t word = strcspn(p, " ;\t\n");
    Parts out = {.opcode = {p, word}};
    int depth = 0;
    for (const char *from = p += word; p <= end; p++) {
        depth += (*p == '[' || *p == '{' || *p == '(');
        depth -= (*p == ']' || *p == '}' || *p == ')');
        if ((*p != ',' && p < end) || depth) continue;
        if (p > from && out.n < MAX_PARTS)
            out.at[out.n++] = (Str){from, (size_t)(p - from)};
        from = p + 1;
    }
    return out;
}

static void run(const char *ptx, uint32_t threads) {
    static const uint32_t in[64] = {1, 2, 3};
    Run r = {.ptx = ptx,
             .grid = {1, 1, 1},
             .block = {threads, 1, 1},
             .smem = 1024,
             .in = in,
             .n_in = COUNT_OF(in),
             .n_out = 1024,
             .budget = 3000};
    kernel_run(&r);
    ck_assert_msg(r.ran || *r.err.msg, "%s: refused without a word", ptx);
    kernel_close(&r);
}

// Loads and runs the sample's program with the statement made of parts.
static void try(const Sample *s, const Parts *parts) {
    Buf text = {0};
    buf_add(&text, s->text, s->op);
    buf_add(&text, parts->opcode.p, parts->opcode.n);
    for (int i = 0; i < parts->n; i++) {
        buf_str(&text, i ? "," : " ");
        buf_add(&text, parts->at[i].p, parts->at[i].n);
    }
    buf_str(&text, s->text + s->end);
    if (getenv("KATA_FUZZ_SHOW"))
        fprintf(stderr, "%.*s\n", (int)(strcspn(buf_text(&text) + s->op, ";")),
                buf_text(&text) + s->op);
    run(buf_text(&text), 32);
    buf_free(&text);
}

static void vary(const Sample *s) {
    const Parts right = split(s);
    for (int i = 0; i < right.n; i++) {
        Parts p = right; // without operand i
        memmove(&p.at[i], &p.at[i + 1],
                (size_t)(right.n - i - 1) * sizeof p.at[0]);
        p.n--;
        try(s, &p);
        p = right; // without all behind it
        p.n = i;
        try(s, &p);
        p = right; // twice
        if (p.n < MAX_PARTS) p.at[p.n++] = p.at[i];
        try(s, &p);
        if (i) { // exchanged
            p = right;
            p.at[i] = right.at[i - 1];
            p.at[i - 1] = right.at[i];
            try(s, &p);
        }
        for (size_t k = 0; k < COUNT_OF(others); k++) {
            p = right;
            p.at[i] = str_of(others[k]);
            try(s, &p);
        }
    }
    Parts p = right;
    while (p.n < MAX_PARTS)
        p.at[p.n++] = str_of("%r2");
    try(s, &p);
}

START_TEST(operands_that_do_not_fit_never_crash) {
    collect();
    ck_assert_int_gt(samples.n, 250);
    for (int i = _i; i < samples.n; i += PARTS)
        vary(&samples.at[i]);
    vec_free(&samples);
    arena_reset(&arena);
}
END_TEST

// ---- random statements: opcodes of one sample with operands of another

// What the donors' addresses name.
static const char variables[] =
    ".shared .align 128 .b8 tile[1024], box[1024], list[256];"
    ".shared .align 16 .b64 bar[4]; .global .align 16 .b32 lock[8], flag[8];"
    ".global .align 16 .b32 sum[64]; .const .align 16 .b32 table[16];\n";

static Sample *donors; // samples in kernels with kernel_head's registers
static int ndonors;

static void find_donors(void) {
    donors = arena_array(&arena, Sample, (size_t)samples.n);
    for (int i = 0; i < samples.n; i++)
        if (!strncmp(samples.at[i].text, kernel_head, strlen(kernel_head)))
            donors[ndonors++] = samples.at[i];
}

static Parts any_donor(Rng *rng) {
    return split(&donors[rng_below(rng, (uint64_t)ndonors)]);
}

static void any_operand(Rng *rng, Str right, Buf *out) {
    switch (rng_below(rng, 16)) {
    case 0: buf_str(out, others[rng_below(rng, COUNT_OF(others))]); return;
    case 1: buf_fmt(out, "%lld", (long long)rng_next(rng)); return;
    case 2: buf_fmt(out, "%d", (int)rng_below(rng, 70)); return;
    case 3: buf_fmt(out, "%%r%d", (int)rng_below(rng, 32)); return;
    case 4: {
        Parts p = any_donor(rng);
        if (p.n) right = p.at[rng_below(rng, (uint64_t)p.n)];
    } // fall through
    default: buf_add(out, right.p, right.n);
    }
}

static void any_statement(Rng *rng, Buf *out) {
    Parts p = any_donor(rng);
    if (!rng_below(rng, 4)) buf_fmt(out, "@%%p%d ", (int)rng_below(rng, 4));
    if (rng_below(rng, 6)) {
        buf_add(out, p.opcode.p, p.opcode.n);
    } else { // with modifiers of another
        Str other = any_donor(rng).opcode;
        size_t own = strcspn(p.opcode.p, ". ;"), skip = strcspn(other.p, ". ;");
        buf_add(out, p.opcode.p, own);
        if (skip < other.n) buf_add(out, other.p + skip, other.n - skip);
    }
    if (!rng_below(rng, 20) && p.n) p.n--;
    for (int i = 0; i < p.n; i++) {
        buf_str(out, i ? ", " : " ");
        any_operand(rng, p.at[i], out);
    }
    buf_str(out, ";\n");
}

static void check_random(uint64_t seed) {
    Rng rng;
    Buf text = {0};
    rng_seed(&rng, seed);
    buf_str(&text, variables);
    buf_str(&text, kernel_head);
    if (rng_below(&rng, 2)) // something to be divergent by, addresses to hit
        buf_str(&text, "setp.lt.u32 %p1, %t, 16; cvt.u32.u64 %r2, %my;"
                       "mov.u64 %rd2, %my; and.b32 %r2, %r2, 1008;\n");
    for (uint64_t n = 1 + rng_below(&rng, 6); n--;)
        any_statement(&rng, &text);
    buf_str(&text, kernel_tail);
    if (getenv("KATA_FUZZ_SHOW"))
        fprintf(stderr, "seed %llu\n%s", (unsigned long long)seed,
                buf_text(&text) + strlen(variables) + strlen(kernel_head));
    run(buf_text(&text), rng_below(&rng, 2) ? 32 : 61);
    buf_free(&text);
}

START_TEST(random_statements_never_crash) {
    collect();
    find_donors();
    ck_assert_int_gt(ndonors, 100);
    repeat(check_random, 2000000, RANDOM);
    vec_free(&samples);
    arena_reset(&arena);
}
END_TEST

// ---- every spelling that ptxas knows (forms.txt)

static FILE *forms_open(void) {
    FILE *f = fopen(FOLDER "/forms.txt", "r");
    ck_assert_ptr_nonnull(f);
    return f;
}

static bool form_loads(const char *line, Err *err) {
    char text[4000];
    snprintf(text, sizeof text,
             ".version 9.0 .target sm_90a .address_size 64 .file 1 \"t.cu\"\n"
             ".visible .entry k() { .reg .pred %%p<12>; .reg .b16 %%h<12>;"
             ".reg .b32 %%r<12>; .reg .b64 %%d<12>; .reg .f32 %%f<12>;"
             ".reg .f64 %%e<12>; .reg .b128 %%q<12>;\n.loc 1 77 1\n%s ret; }",
             line);
    Mem *mem = shadow_mem_open(1u << 30);
    Module *m = module_load(mem, text, strlen(text), NULL, 0, err);
    bool ok = m && module_entry(m, "k", err);
    if (m) module_free(m);
    mem_close(mem);
    return ok;
}

START_TEST(every_spelling_loads_or_is_listed_as_refused) {
    char line[2000], want[300];
    bool refused = false;
    int loaded = 0, not_loaded = 0;
    FILE *f = forms_open();
    while (fgets(line, sizeof line, f)) {
        if (*line == '#') continue;
        if (!strcmp(line, "refused\n")) {
            refused = true;
            continue;
        }
        Err err = {0};
        bool ok = form_loads(line, &err);
        ck_assert_msg(ok == !refused, "%s%s", line, ok ? "loads" : err.msg);
        loaded += ok;
        not_loaded += !ok;
        if (ok) continue;
        snprintf(want, sizeof want, "not simulated yet: `%.*s` at line 77 of ",
                 (int)strcspn(line, " ;"), line);
        ck_assert_msg(!strncmp(err.msg, want, strlen(want)), "%s", err.msg);
        ck_assert_msg(strstr(err.hint, "or run it on a GPU"), "%s", err.hint);
        err_clear(&err);
    }
    fclose(f);
    ck_assert_int_gt(loaded, 1400);
    ck_assert_int_gt(not_loaded, 30);
}
END_TEST

// The least and the most of ops.def are what the samples themselves have.
START_TEST(samples_have_as_many_operands_as_their_opcode_takes) {
    collect();
    for (int i = 0; i < samples.n; i++) {
        Parts p = split(&samples.at[i]);
        Op op = op_find(p.opcode.p, strcspn(p.opcode.p, ". ;"));
        ck_assert_msg(p.n >= op_info[op].least && p.n <= op_info[op].most,
                      "%.*s has %d operands", (int)p.opcode.n, p.opcode.p, p.n);
    }
    vec_free(&samples);
    arena_reset(&arena);
}
END_TEST

SUITE_OF(operands) {
    Suite *s = suite_create("operands");
    TCase *tc = tcase_create("operands");
    tcase_set_timeout(tc, 7200);
    tcase_add_loop_test(tc, operands_that_do_not_fit_never_crash, 0, PARTS);
    tcase_add_test(tc, samples_have_as_many_operands_as_their_opcode_takes);
    suite_add_tcase(s, tc);

    tc = tcase_create("forms");
    tcase_set_timeout(tc, 600);
    tcase_add_test(tc, every_spelling_loads_or_is_listed_as_refused);
    suite_add_tcase(s, tc);

    tc = tcase_create("random");
    tcase_set_timeout(tc, 7200);
    tcase_add_test(tc, random_statements_never_crash);
    suite_add_tcase(s, tc);
    return s;
}
