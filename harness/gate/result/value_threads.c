// Results that one thread, or one warp, has and others go on without: see
// value_rules.def.
#include "gate/result/value_words.h"

#include "gate/result/lone_mask.h"
#include "gate/result/source.h"

#include <string.h>

static const char *kernel_end(const char *p) {
    const char *next = strstr(p + 1, "__global__");
    return next ? next : p + strlen(p);
}

// ---- variables that one thread sets

// Conditions that thread 0 alone meets, and those that warp 0 does.
static const char *const singles[] = {
    "threadIdx.x == 0", "tid == 0",         "t == 0",
    "warp == 0",        "warpId == 0",      "warp_id == 0",
    "wid == 0",         "threadIdx.x < 32", "tid < 32"};
enum { THREADS = 3 }; // of them, the first

// `if (threadIdx.x == 0)` and the like, one of the first n, from p up to `end`:
// what it guards. p comes to stand at it; NULL: there is none. *who: "thread
// 0".
static const char *next_single(const char *p, const char *end, size_t most,
                               Str *body, const char **who) {
    for (; (p = source_word(p, "if")) && p < end; p++) {
        const char *open = p + 2 + strspn(p + 2, " ");
        for (size_t k = 0; *open == '(' && k < most; k++) {
            *who = k < THREADS ? "thread 0" : "warp 0";
            size_t n = strlen(singles[k]);
            if (memcmp(open + 1, singles[k], n) || open[1 + n] != ')') continue;
            Str part[3];
            *body = source_body((Str){open + 1, n});
            if (str_starts(body->p, "for") && source_for(body->p, part)) {
                Str loop = source_body(part[2]);
                body->n = (size_t)(loop.p + loop.n - body->p);
            }
            return p;
        }
    }
    return NULL;
}

// The last declaration of a float or an int by that name from `from` to p, with
// none that is shared; NULL: another one or none.
static const char *plain_number(const char *from, const char *p,
                                const char *name) {
    static const char *const types[] = {"float", "int", "double"};
    const char *found = NULL;
    for (const char *q = from; (q = source_word(q, name)) && q < p; q++) {
        const char *line = q;
        while (line > from && !strchr(";{}\n", line[-1]))
            line--;
        Str before = str_trim((Str){line, (size_t)(q - line)});
        if (source_holds(before, "__shared__")) return NULL;
        for (size_t k = 0; k < COUNT_OF(types); k++)
            if (source_holds_word(before, types[k]) &&
                !source_ends(before, "*") && q[strlen(name)] != '[')
                found = q;
    }
    return found;
}

// `name = ...` and `name += ...` at p, at the beginning of a statement.
static bool sets(const char *from, const char *p, size_t n) {
    const char *sign = p + n + strspn(p + n, " ");
    bool adds = *sign && strchr("+-*/", *sign) && sign[1] == '=';
    while (p > from && (p[-1] == ' ' || p[-1] == '\n'))
        p--;
    bool begins = p == from || strchr(";{})", p[-1]);
    return begins && (adds || (*sign == '=' && sign[1] != '='));
}

// The first use of the name after p that is not for one thread; NULL: none, or
// it gets a value before.
static const char *used_by_all(const char *p, const char *end,
                               const char *name) {
    for (const char *from = p; (p = source_word(p, name)) && p < end; p++) {
        const char *line = p;
        while (line > from && line[-1] != '\n')
            line--;
        Str before = {line, (size_t)(p - line)};
        if (source_holds(before, "== 0") || source_holds(before, "< 32"))
            return NULL;
        return sets(line, p, strlen(name)) ? NULL : p;
    }
    return NULL;
}

// The text reads a shared array that is declared between from and p.
static bool reads_shared(Arena *a, const char *from, const char *p, Str text) {
    for (const char *q = from; (q = source_word(q, "__shared__")) && q < p;
         q++) {
        const char *open = q + strcspn(q, "[;"), *name = open;
        while (source_name_char(name[-1]))
            name--;
        if (*open == '[' &&
            source_holds_word(text, arena_strn(a, name, (size_t)(open - name))))
            return true;
    }
    return false;
}

const char *value_own_variable(CheckResult *r, const char *code) {
    Arena *a = &r->arena;
    const char *who;
    Str body;
    for (const char *k = strstr(code, "__global__"); k;
         k = strstr(k + 1, "__global__")) {
        const char *end = kernel_end(k);
        for (const char *p = k;
             (p = next_single(p, end, COUNT_OF(singles), &body, &who)); p++) {
            if (!reads_shared(a, k, p, body)) continue;
            for (size_t i = 0, n; i < body.n; i += n ? n : 1) {
                n = source_name_length(body.p + i);
                if (!n || !sets(body.p, body.p + i, n)) continue;
                const char *name = arena_strn(a, body.p + i, n);
                const char *use = used_by_all(body.p + body.n, end, name);
                if (!use || !plain_number(k, p, name)) continue;
                return arena_fmt(
                    a,
                    "Each thread has its own `%s`. Line %d gives that of "
                    "%s its value, and line %d uses it in every thread. "
                    "A barrier hands on shared memory only: store it there, "
                    "__syncthreads(), and let all threads read it.",
                    name, source_number(code, body.p + i), who,
                    source_number(code, use));
            }
        }
    }
    return NULL;
}

// ---- blocks of several warps, summed by shuffles alone

// The threads of a block in the launch of the kernel at k; 0: not known.
static long block_of(Arena *a, const char *code, const char *k) {
    const char *open = strchr(k, '(');
    const char *bounds = strstr(k, "__launch_bounds__");
    if (bounds && bounds < open) open = strchr(strchr(bounds, ')'), '(');
    if (!open) return 0;
    const char *from = open;
    while (from > k && source_name_char(from[-1]))
        from--;
    const char *name = arena_strn(a, from, (size_t)(open - from));
    for (const char *p = code; *name && (p = source_word(p, name)); p++) {
        long threads;
        if (memcmp(p + strlen(name), "<<<", 3)) continue;
        Str block = source_call_argument(p + strlen(name) + 2, 1);
        return source_constant(code, block, &threads) ? threads : 0;
    }
    return 0;
}

const char *value_one_warp(CheckResult *r, const char *code) {
    const char *who;
    Str body;
    for (const char *k = strstr(code, "__global__"); k;
         k = strstr(k + 1, "__global__")) {
        Str text = {k, (size_t)(kernel_end(k) - k)};
        const char *shuffle = strstr(k, "__shfl_");
        Str so_far = {code, (size_t)(text.p + text.n - code)};
        bool is_tree = source_holds(text, "__shfl_down_sync") ||
                       source_holds(text, "__shfl_xor_sync");
        if (!is_tree || source_holds(so_far, "__shared__") ||
            source_holds(text, "atomic") ||
            !next_single(k, text.p + text.n, THREADS, &body, &who))
            continue;
        long threads = block_of(&r->arena, code, k);
        if (threads <= 32) continue;
        return arena_fmt(&r->arena,
                         "The shuffles of line %d add up the 32 lanes of a "
                         "warp, and this block has %ld threads, of which "
                         "thread 0 alone stores. What the other warps have is "
                         "lost: bring the warps together in shared memory, or "
                         "let one warp do what this block does.",
                         source_number(code, shuffle), threads);
    }
    return NULL;
}

// ---- blocks that end in the middle of a warp

const char *value_lone_mask(CheckResult *r, const char *code) {
    return lone_mask_words(&r->arena, code);
}

const char *value_part_of_warp(CheckResult *r, const char *code) {
    const char *launch = strstr(code, "<<<");
    long threads;
    if (!launch || (!strstr(code, "__shfl_") && !strstr(code, "__ballot_")) ||
        !source_constant(code, source_call_argument(launch + 2, 1), &threads) ||
        threads < 32 || threads % 32 == 0)
        return NULL;
    return arena_fmt(&r->arena,
                     "A block of %ld threads ends in the middle of a warp: its "
                     "last warp has %ld lanes, and the first thread of the "
                     "next block begins a new one. Take a multiple of 32.",
                     threads, threads % 32);
}
