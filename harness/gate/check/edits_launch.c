// See edit_list.h: numbers of threads, of blocks, of bytes and of packets, and
// the index that a thread has.
#include "gate/check/edit_list.h"

#include "base/str.h"

#include <stdlib.h>
#include <string.h>

static void add_factors(Edits *e, int i) {
    const Tokens *t = &e->t;
    if (!token_is(t, i, "blockIdx") || !token_is(t, i + 1, ".")) return;
    const char *factors[8];
    int named = edits_constants(e, factors, 4), n = named;
    factors[n++] = "2";
    factors[n++] = "4";
    factors[n++] = "8";
    char *index = edits_text_of(e, i, i + 2);
    for (int k = 0; k < n; k++)
        edits_told(e, i, i + 2, arena_fmt(e->a, "%s * %s", index, factors[k]),
                   k < named ? 79 : 68,
                   edits_line(e, i,
                              arena_fmt(e->a, "with `%s * %s` for `%s`", index,
                                        factors[k], index)));
}

// blockIdx.x * 32: another number of what a block takes, as many as it has
// warps, or threads.
static void change_factor(Edits *e, int i) {
    const Tokens *t = &e->t;
    static const char *const sizes[] = {"blockDim.x / 32", "blockDim.x"};
    int factor = i + 4;
    bool scaled =
        token_is(t, i, "blockIdx") && token_is(t, i + 3, "*") &&
        (token_has(t, factor, NAME) || token_has(t, factor, NUMBER)) &&
        !token_is(t, factor + 1, ".") && edits_in_kernel(e, i);
    char *old = scaled ? edits_text_of(e, factor, factor) : NULL;
    for (size_t k = 0; scaled && k < COUNT_OF(sizes); k++)
        edits_told(
            e, factor, factor, arena_fmt(e->a, "(%s)", sizes[k]), 77,
            edits_line(e, i,
                       arena_fmt(e->a,
                                 "with `blockIdx.%s * (%s)` for "
                                 "`blockIdx.%s * %s`",
                                 edits_text_of(e, i + 2, i + 2), sizes[k],
                                 edits_text_of(e, i + 2, i + 2), old)));
}

// Which thread of the grid for which thread of the block, and the other way.
static void widen_index(Edits *e, int i) {
    const Tokens *t = &e->t;
    static const char grid[] = "blockIdx.x * blockDim.x + threadIdx.x";
    bool x = token_is(t, i + 1, ".") && token_is(t, i + 2, "x");
    if (x && token_is(t, i, "gridDim") && !token_is(t, i + 3, "*"))
        edits_told(
            e, i, i + 2, "(gridDim.x * blockDim.x)", 95,
            edits_line(e, i, "with `gridDim.x * blockDim.x` for `gridDim.x`"));
    if (!x || !token_is(t, i, "threadIdx")) return;
    bool whole = token_is(t, i - 1, "+") && token_is(t, i - 4, "blockDim") &&
                 token_is(t, i - 5, "*") && token_is(t, i - 8, "blockIdx");
    if (whole)
        edits_told(e, i - 8, i + 2, "threadIdx.x", 73,
                   edits_line(e, i, "with `threadIdx.x` alone for the index"));
    else if (!token_is(t, i + 3, "%") && !token_is(t, i + 3, "/"))
        edits_told(
            e, i, i + 2, arena_fmt(e->a, "(%s)", grid), 80,
            edits_line(e, i,
                       arena_fmt(e->a, "with `%s` for `threadIdx.x`", grid)));
    if (!whole && !token_is(t, i + 3, "%") && !token_is(t, i + 3, "/") &&
        token_is(t, i - 1, "="))
        edits_told(
            e, i, i + 2, "threadIdx.x % 32", 78,
            edits_line(e, i, "with `threadIdx.x % 32` for `threadIdx.x`"));
}

// threadIdx.x * blockDim.x + blockIdx.x.
static void turn_index(Edits *e, int i) {
    const Tokens *t = &e->t;
    if (!token_is(t, i, "threadIdx") || !token_is(t, i + 3, "*") ||
        !token_is(t, i + 4, "blockDim") || !token_is(t, i + 7, "+") ||
        !token_is(t, i + 8, "blockIdx"))
        return;
    const char *axis = edits_text_of(e, i + 2, i + 2);
    const char *by = arena_fmt(e->a, "blockIdx.%s * blockDim.%s + threadIdx.%s",
                               axis, axis, axis);
    edits_told(e, i, i + 10, by, 98,
               edits_line(e, i,
                          arena_fmt(e->a, "with `%s` for `%s`", by,
                                    edits_text_of(e, i, i + 10))));
}

// Numbers of threads that are no whole warps; a number that stands for a name;
// a loop of one thread that should be one of all.
static void change_limits(Edits *e, int i) {
    static const char *const compares[] = {"<", ">", "<=", ">=", NULL};
    const Tokens *t = &e->t;
    if (!token_has(t, i, NUMBER)) return;
    long v = strtol(t->code + t->at[i].at, NULL, 0);
    bool mask = (v & (v + 1)) == 0;
    if (v > 32 && v <= 1024 && (v & (v - 1)) && !mask)
        edits_span(e, i, i, "256", 85, "another number in place of");
    if (t->at[i].directive || !edits_in_kernel(e, i)) return;
    if (token_is(t, i - 1, "+="))
        edits_told(e, i, i, "blockDim.x", 56,
                   edits_line(e, i, "with a step of `blockDim.x`"));
    if (!t->at[i].in_brackets || !token_in(t, i - 1, compares)) return;
    for (int head = 0; head < 2; head++) {
        EditNames names = edits_names_at(e, i, head, 0, 0);
        for (int k = 0; k < names.n; k++) {
            const char *name = edits_name(e, names.at[k]);
            if (token_same(t, names.at[k]->token, i - 2)) continue;
            edits_span(e, i, i, name, 50, "another limit in place of");
            if (token_is(t, i - 1, ">"))
                edits_span(e, i - 1, i, arena_fmt(e->a, ">= %s", name), 51,
                           "another limit in place of");
        }
    }
}

// An initial value as one of the parameters, or no larger than it.
static void change_initial(Edits *e, int i) {
    const Tokens *t = &e->t;
    int end = edits_initial_end(e, i);
    if (end < i + 4 || !edits_in_kernel(e, i) || t->at[i].in_brackets) return;
    bool grid = edits_span_has(e, i, end, "gridDim"),
         sum = edits_span_has(e, i, end, "+") || edits_span_has(e, i, end, "*");
    char *old = edits_text_of(e, i + 2, end - 1);
    EditNames limits = edits_names_at(e, i, true, 0, 0);
    for (int k = 0; k < limits.n; k++) {
        const char *name = edits_name(e, limits.at[k]);
        edits_span(e, i + 2, end - 1, name, grid ? 76 : 43,
                   "another value in place of");
        if (sum)
            edits_told(e, i + 2, end - 1,
                       arena_fmt(e->a, "min(%s, %s)", old, name), 57,
                       edits_line(e, i,
                                  arena_fmt(e->a, "with at most `%s` for `%s`",
                                            name, edits_text_of(e, i, i))));
    }
}

// The argument that begins at i: its last token, or -1.
static int argument_end(const Tokens *t, int i) {
    int depth = 0;
    for (int k = i; k < t->n && k < i + 40; k++) {
        depth += token_is(t, k, "(") ? 1 : token_is(t, k, ")") ? -1 : 0;
        if (depth < 0 ||
            (depth == 0 && (token_is(t, k, ",") || token_is(t, k, ">>>"))))
            return k - 1;
    }
    return -1;
}

static void count_bytes(Edits *e, int first, int weight) {
    int last = argument_end(&e->t, first);
    if (last < first || edits_span_has(e, first, last, "sizeof")) return;
    char *size = edits_text_of(e, first, last);
    edits_told(
        e, first, last, arena_fmt(e->a, "(%s) * 4", size), weight,
        edits_line(e, first,
                   arena_fmt(e->a, "with `%s * sizeof(...)`, a size in bytes,",
                             size)));
}

// The arguments of calls and launches.
static void change_calls(Edits *e, int i) {
    static const struct {
        const char *call;
        int argument;
    } sizes[] = {{"cudaMalloc", 1},      {"cudaMemset", 2},
                 {"cudaMemsetAsync", 2}, {"cudaMemcpy", 2},
                 {"cudaMemcpyAsync", 2}, {"<<<", 2}};
    const Tokens *t = &e->t;
    for (size_t k = 0; k < COUNT_OF(sizes); k++) {
        if (!token_is(t, i, sizes[k].call)) continue;
        bool launch = token_is(t, i, "<<<");
        int at = launch ? i + 1 : i + 2;
        for (int a = 0; a < sizes[k].argument && at > 0; a++) {
            int last = argument_end(t, at);
            at = last > 0 && token_is(t, last + 1, ",") ? last + 2 : -1;
        }
        if (at > 0) count_bytes(e, at, launch ? 88 : 96);
        if (!launch) continue;
        int blocks = argument_end(t, i + 1), threads = -1;
        if (blocks > 0 && token_is(t, blocks + 1, ","))
            threads = argument_end(t, blocks + 2);
        if (threads < 0) continue;
        char *n = edits_text_of(e, i + 1, blocks),
             *size = edits_text_of(e, blocks + 2, threads);
        // Blocks that do not ask which one they are do the same again.
        if (blocks == i + 1 && strstr(t->code, "blockIdx"))
            edits_told(e, i + 1, blocks,
                       arena_fmt(e->a, "(%s + %s - 1) / %s", n, size, size), 66,
                       edits_line(e, i, "with as many blocks as cover it"));
    }
}

// blocks_for(n) or blocks_for(n * m) in <<<...>>>: token i is n.
static bool is_given_in_launch(const Tokens *t, int i) {
    enum { FAR = 8 };
    static const char *const after[] = {")", "*", NULL};
    if (!token_is(t, i - 1, "(") || !token_has(t, i - 2, NAME) ||
        !token_in(t, i + 1, after))
        return false;
    for (int k = i - 2; k > i - FAR && k >= 0; k--)
        if (token_is(t, k, "<<<")) return true;
    return false;
}

// A launch of threads for n elements, where each element takes several.
static void add_threads(Edits *e, int i) {
    static const char *const before[] = {"(", "=", "<<<", ",", NULL};
    static const char *const after[] = {"+", "/", NULL};
    static const int factors[] = {2, 4, 8, 32};
    const Tokens *t = &e->t;
    const Declared *d = token_has(t, i, NAME) ? edits_declared(e, i) : NULL;
    if (!d || d->kind != WHOLE || t->at[i].in_head || edits_in_kernel(e, i) ||
        !token_in(t, i - 1, before) ||
        (!token_in(t, i + 1, after) && !is_given_in_launch(t, i)))
        return;
    char *name = edits_text_of(e, i, i);
    const char *by[COUNT_OF(factors) + EDIT_NAMES];
    int n = 0;
    EditNames others = edits_names_at(e, i, false, 0, 0);
    for (; n < others.n; n++)
        by[n] = arena_fmt(e->a, "%s * %s", name, edits_name(e, others.at[n]));
    for (size_t k = 0; k < COUNT_OF(factors); k++)
        by[n++] = arena_fmt(e->a, "%d * %s", factors[k], name);
    for (int k = 0; k < n; k++)
        edits_told(
            e, i, i, by[k], k < others.n ? 74 : 72,
            edits_line(e, i,
                       arena_fmt(e->a, "with `%s` for `%s`", by[k], name)));
}

// n / 4 packets, and an element after them whose index counts packets.
static void scale_quotient(Edits *e, int i) {
    const Tokens *t = &e->t;
    if (!token_has(t, i, NAME) ||
        !(token_is(t, i + 1, "+") || token_is(t, i - 1, "+")))
        return;
    const Declared *d = edits_declared(e, i);
    int by = d ? d->token + 4 : 0; // name = n / by;
    if (!d || !edits_sees(e, d, i) || !token_is(t, by - 1, "/") ||
        !token_is(t, by - 3, "=") || !token_is(t, by + 1, ";"))
        return;
    char *name = edits_text_of(e, i, i), *factor = edits_text_of(e, by, by);
    edits_told(e, i, i, arena_fmt(e->a, "%s * %s", factor, name), 83,
               edits_line(e, i,
                          arena_fmt(e->a, "with `%s * %s` for `%s`", factor,
                                    name, name)));
}

// The sign at k divides or multiplies the number of a thread in the grid:
// (blockIdx.x * 256 + threadIdx.x) / 32, or a name that is it.
static bool scales_index(const Edits *e, int k) {
    static const char *const signs[] = {"/", ">>", "*", NULL};
    const Tokens *t = &e->t;
    if (!token_in(t, k, signs) || !token_has(t, k + 1, NUMBER)) return false;
    const Declared *d =
        token_has(t, k - 1, NAME) ? edits_declared(e, k - 1) : NULL;
    int first = d ? d->token + 2 : k - 1,
        last = d ? edits_initial_end(e, d->token) : k - 1;
    for (int depth = 0; !d && first >= 0; first--) {
        depth += token_is(t, first, ")") ? 1 : token_is(t, first, "(") ? -1 : 0;
        if (depth <= 0) break;
    }
    return last > first && edits_span_has(e, first, last, "blockIdx") &&
           edits_span_has(e, first, last, "threadIdx");
}

// A step of gridDim.x * blockDim.x threads, where the loop counts warps.
static void scale_step(Edits *e, int i) {
    static const char *const starts[] = {"=", "+=", NULL};
    static const char *const ends[] = {";", ")", ",", NULL};
    static const char *const others[] = {"/", ">>", "+", "-", NULL};
    const Tokens *t = &e->t;
    if (!token_is(t, i, "gridDim")) return;
    int first = i, last = i;
    while (first > 0 && !token_in(t, first - 1, starts)) {
        if (token_in(t, first - 1, ends) || token_in(t, first - 1, others))
            return;
        first--;
    }
    for (; last + 1 < t->n && !token_in(t, last + 1, ends); last++)
        if (token_in(t, last + 1, others)) return;
    char *old = edits_text_of(e, first, last);
    for (int k = 0; k < t->n; k++) {
        if (t->at[k].function != t->at[i].function || !scales_index(e, k))
            continue;
        char *more = edits_text_of(e, k, k + 1);
        edits_told(e, first, last, arena_fmt(e->a, "((%s) %s)", old, more), 93,
                   arena_fmt(e->a,
                             "with `%s` after `%s` in line %d, as line %d has "
                             "it,",
                             more, old, t->at[i].line, t->at[k].line));
        return;
    }
}

// if (threadIdx.x == 0) where each warp has a result of its own.
static void choose_lanes(Edits *e, int i) {
    const Tokens *t = &e->t;
    bool first = token_is(t, i, "threadIdx") && token_is(t, i + 2, "x") &&
                 token_is(t, i + 3, "==") && token_is(t, i + 4, "0");
    if (first && strstr(t->code, "__shfl_"))
        edits_told(e, i, i + 4, "threadIdx.x % 32 == 0", 89,
                   edits_line(e, i,
                              "with lane 0 of each warp, `threadIdx.x % 32 == "
                              "0`, for `threadIdx.x == 0`"));
}

// k * BLOCK + threadIdx.x: threadIdx.x * EACH + k, where k goes to EACH, so
// that the elements of a thread are neighbours.
static void take_neighbours(Edits *e, int i) {
    enum { FAR = 60 };
    const Tokens *t = &e->t;
    if (!token_is(t, i, "threadIdx") || !token_is(t, i + 2, "x")) return;
    bool after = token_is(t, i - 1, "+") && token_is(t, i - 3, "*"),
         before = token_is(t, i + 3, "+") && token_is(t, i + 5, "*");
    int name = after ? i - 4 : i + 4;
    if ((!after && !before) || !token_has(t, name, NAME)) return;
    int loop = name - 1; // for (int k = 0; k < EACH; k++)
    while (loop > 0 && loop > name - FAR && !token_is(t, loop, "for"))
        loop--;
    EditLoop h;
    if (!edits_loop(t, loop, &h) || !token_same(t, h.test, name) ||
        !token_is(t, h.test + 1, "<") || h.step != h.test + 4)
        return;
    char *each = edits_text_of(e, h.test + 2, h.test + 2),
         *k = edits_text_of(e, name, name);
    int first = after ? name : i, last = after ? i + 2 : i + 6;
    char *by = arena_fmt(e->a, "threadIdx.x * %s + %s", each, k);
    edits_told(e, first, last, by, 78,
               edits_line(e, i,
                          arena_fmt(e->a,
                                    "with neighbours for each thread, `%s` for "
                                    "`%s`,",
                                    by, edits_text_of(e, first, last))));
    e->at[e->n - 1].is_odd = true; // a warp's loads lie apart then
}

// The function of token i has a product with that name.
static bool multiplies(const Tokens *t, int i, const char *name) {
    for (int k = 0; k < t->n; k++)
        if (t->at[k].function == t->at[i].function && token_is(t, k, name) &&
            (token_is(t, k - 1, "*") || token_is(t, k + 1, "*")))
            return true;
    return false;
}

// i < n: i < n * FIELDS, where i counts the numbers of n elements.
static void scale_limit(Edits *e, int i) {
    enum { MOST = 3 };
    static const char *const compares[] = {"<", ">=", NULL};
    static const char *const ends[] = {")", ";", "&&", "||", "?", NULL};
    const Tokens *t = &e->t;
    const Declared *d =
        token_in(t, i - 1, compares) ? edits_declared(e, i) : NULL;
    if (!d || d->kind != WHOLE || !t->at[d->token].in_head ||
        !token_in(t, i + 1, ends) || !edits_in_kernel(e, i))
        return;
    const char *factors[MOST];
    int n = edits_constants(e, factors, MOST);
    for (int k = 0; k < n; k++) {
        if (!multiplies(t, i, factors[k])) continue;
        char *by =
            arena_fmt(e->a, "%s * %s", edits_text_of(e, i, i), factors[k]);
        edits_told(e, i, i, by, 80,
                   edits_line(e, i,
                              arena_fmt(e->a, "with `%s` for `%s`", by,
                                        edits_text_of(e, i, i))));
    }
}

void edits_launch(Edits *e, int i) {
    scale_step(e, i);
    choose_lanes(e, i);
    take_neighbours(e, i);
    scale_limit(e, i);
    add_factors(e, i);
    scale_quotient(e, i);
    change_factor(e, i);
    widen_index(e, i);
    turn_index(e, i);
    change_limits(e, i);
    change_initial(e, i);
    change_calls(e, i);
    add_threads(e, i);
}
