// See edit_list.h.
#include "gate/check/edit_list.h"

#include "base/str.h"

#include <stdlib.h>
#include <string.h>

// Names that are tried at one place.
enum { MOST_TRIED = 5 };

// ---- what is where

// The name is used between the tokens, and not as a member.
static bool span_names(const Edits *e, int first, int last, const Declared *d) {
    for (int k = first; k <= last; k++)
        if (token_same(&e->t, k, d->token) && !token_is(&e->t, k - 1, "."))
            return true;
    return false;
}

static bool span_has(const Edits *e, int first, int last, const char *word) {
    for (int k = first; k <= last; k++)
        if (token_is(&e->t, k, word)) return true;
    return false;
}

typedef struct Names {
    const Declared *at[MOST_TRIED];
    int n;
} Names;

// Whole numbers that token i can see: those of the function's head, or others.
// With two places: only those used between them.
static Names names_at(const Edits *e, int i, bool head, int first, int last) {
    Names names = {0};
    for (int k = e->nnames - 1; k >= 0 && names.n < MOST_TRIED; k--) {
        const Declared *d = &e->names[k];
        if (d->token >= i || d->kind != WHOLE || !edits_sees(e, d, i) ||
            e->t.at[d->token].in_head != head)
            continue;
        if (last > 0 && !span_names(e, first, last, d)) continue;
        bool known = false;
        for (int m = 0; m < names.n; m++)
            known |= token_same(&e->t, names.at[m]->token, d->token);
        if (!known) names.at[names.n++] = d;
    }
    return names;
}

static const char *text_of_name(Edits *e, const Declared *d) {
    return edits_text_of(e, d->token, d->token);
}

// The semicolon of the initial value that follows `name =` at i, or -1.
static int initial_end(const Edits *e, int i) {
    bool declares =
        token_has(&e->t, i, NAME) && token_is(&e->t, i + 1, "=") &&
        (token_type(&e->t, i - 1) != OTHER || token_is(&e->t, i - 1, ","));
    if (!declares || e->t.at[i].in_head) return -1;
    int depth = 0;
    for (int k = i + 2; k < e->t.n && k < i + 40; k++) {
        depth += token_is(&e->t, k, "(") ? 1 : token_is(&e->t, k, ")") ? -1 : 0;
        bool ends = token_is(&e->t, k, ";") || token_is(&e->t, k, ",");
        if (depth == 0 && ends) return k;
        if (depth < 0) return -1;
    }
    return -1;
}

// The brace that closes the one at i, or -1.
static int body_end(const Tokens *t, int i) {
    int depth = 0;
    for (int k = i; k < t->n; k++) {
        depth += token_is(t, k, "{") ? 1 : token_is(t, k, "}") ? -1 : 0;
        if (depth == 0) return k;
    }
    return -1;
}

// The end of the body, braces or one statement, that begins at i, or -1.
static int any_body_end(const Tokens *t, int i) {
    if (token_is(t, i, "{")) return body_end(t, i);
    for (int k = i; k < t->n && k < i + 80; k++) {
        if (token_is(t, k, "{")) return -1;
        if (token_is(t, k, ";") && !t->at[k].in_brackets) return k;
    }
    return -1;
}

// ---- checks

static bool is_atomic(const Tokens *t, int i) {
    return token_has(t, i, NAME) && str_starts(t->code + t->at[i].at, "atomic");
}

// The statement stores an element: to memory, not to a variable.
static bool stores_element(const Tokens *t, int i) {
    return token_is(t, i + 1, "[") || is_atomic(t, i) || token_is(t, i, "*");
}

static void add_check(Edits *e, int i, const char *check, int weight) {
    edits_told(e, i, i,
               arena_fmt(e->a, "if (%s) %s", check, edits_text_of(e, i, i)),
               weight,
               arena_fmt(e->a, "with `if (%s)` before the statement of line %d",
                         check, e->t.at[i].line));
}

// if (i < n) before a store of an element, or if (lane == 0).
static void check_store(Edits *e, int i) {
    int end = edits_statement_end(&e->t, i);
    if (end < 0 || !stores_element(&e->t, i) || !edits_in_kernel(e, i)) return;
    add_check(e, i, "threadIdx.x == 0", 74);
    add_check(e, i, "blockIdx.x == 0", 73);
    add_check(e, i, "threadIdx.x % 32 == 0", 72);
    Names mine = names_at(e, i, false, 0, 0),
          used = names_at(e, i, false, i, end),
          limits = names_at(e, i, true, 0, 0);
    for (int k = 0; k < mine.n; k++) {
        int at = mine.at[k]->token, last = initial_end(e, at);
        if (last > 0 && span_has(e, at, last, "threadIdx") &&
            !span_has(e, at, last, "blockIdx"))
            add_check(e, i,
                      arena_fmt(e->a, "%s == 0", text_of_name(e, mine.at[k])),
                      77);
    }
    for (int k = 0; k < used.n; k++)
        for (int m = 0; m < limits.n; m++)
            add_check(e, i,
                      arena_fmt(e->a, "%s < %s", text_of_name(e, used.at[k]),
                                text_of_name(e, limits.at[m])),
                      50);
}

// i < n ? in[i] : 0 in place of in[i], of which the value at `=` is made.
static void check_load(Edits *e, int i) {
    const Tokens *t = &e->t;
    if (!token_is(t, i, "=") || t->at[i].in_brackets || !edits_in_kernel(e, i))
        return;
    int end = i + 1;
    while (end < t->n && end < i + 40 && !token_is(t, end, ";"))
        end++;
    if (!token_is(t, end, ";") || !span_has(e, i, end, "[") ||
        span_has(e, i, end, "?") || span_has(e, i, end, "{"))
        return;
    Names used = names_at(e, i, false, i + 1, end),
          limits = names_at(e, i, true, 0, 0);
    bool here = e->focus && e->focus->line == t->at[i].line;
    for (int k = 0; k < used.n; k++)
        for (int m = 0; m < limits.n; m++) {
            char *check =
                arena_fmt(e->a, "%s < %s", text_of_name(e, used.at[k]),
                          text_of_name(e, limits.at[m]));
            edits_told(e, i + 1, end - 1,
                       arena_fmt(e->a, "%s ? %s : 0", check,
                                 edits_text_of(e, i + 1, end - 1)),
                       here ? 70 : 46,
                       edits_line(e, i,
                                  arena_fmt(e->a,
                                            "with 0 in place of the value "
                                            "unless `%s`",
                                            check)));
        }
}

// if (c) tile[i] = x; has no else that clears the element.
static void clear_otherwise(Edits *e, int i) {
    const Tokens *t = &e->t;
    if (!token_is(t, i, "if") || !edits_in_kernel(e, i)) return;
    int close = edits_closing(t, i + 1);
    int at = token_is(t, close + 1, "{") ? close + 2 : close + 1;
    int end = close > 0 ? edits_statement_end(t, at) : -1;
    if (end < 0 || !token_is(t, at + 1, "[") || token_is(t, end + 1, "else"))
        return;
    if (at == close + 2 && !token_is(t, end + 1, "}")) return;
    int equal = at;
    while (equal < end && !token_is(t, equal, "="))
        equal++;
    if (equal == end) return;
    edits_told(e, i, end,
               arena_fmt(e->a, "%s%s = (%s) ? (%s) : 0;",
                         at == close + 2 ? "{ " : "",
                         edits_text_of(e, at, equal - 1),
                         edits_text_of(e, i + 2, close - 1),
                         edits_text_of(e, equal + 1, end - 1)),
               84,
               edits_line(e, at,
                          arena_fmt(e->a, "with a 0 stored to `%s` otherwise",
                                    edits_text_of(e, at, equal - 1))));
}

// Threads that leave stay, or one of two conditions is left out.
static void drop_conditions(Edits *e, int i) {
    const Tokens *t = &e->t;
    if (token_is(t, i, "if")) {
        int close = edits_closing(t, i + 1);
        static const char *const leaves[] = {"return", "continue", "break",
                                             NULL};
        if (close > 0 && token_in(t, close + 1, leaves) &&
            token_is(t, close + 2, ";"))
            edits_span(e, i, close + 2, " ", 99, NULL);
    }
    if (token_is(t, i, "else") && token_is(t, i + 1, "if"))
        edits_span(e, i, i, " ", 85, NULL);
    if (!token_is(t, i, "||") && !token_is(t, i, "&&")) return;
    static const char *const ends[] = {";", "=", "return", "?", ":", "{", NULL};
    int first = i - 1, last = i + 1;
    for (int depth = 0; first > 0 && first > i - 30; first--) {
        depth += token_is(t, first, ")") ? 1 : token_is(t, first, "(") ? -1 : 0;
        bool other = token_is(t, first, "||") || token_is(t, first, "&&");
        if (depth < 0 || token_in(t, first, ends) || (depth == 0 && other))
            break;
    }
    for (int depth = 0; last < t->n && last < i + 30; last++) {
        depth += token_is(t, last, "(") ? 1 : token_is(t, last, ")") ? -1 : 0;
        bool other = token_is(t, last, "||") || token_is(t, last, "&&");
        if (depth < 0 || token_in(t, last, ends) || (depth == 0 && other))
            break;
    }
    edits_span(e, first + 1, i, " ", 97, NULL);
    edits_span(e, i, last - 1, " ", 97, NULL);
}

// A value that moves on in the rounds of a loop, and is checked before it
// alone.
static void check_rounds(Edits *e, int i) {
    const Tokens *t = &e->t;
    EditLoop h;
    if (!edits_loop(t, i, &h) || !edits_in_kernel(e, i)) return;
    int end = any_body_end(t, h.close + 1);
    char *test = edits_text_of(e, h.test, h.step - 2);
    Names limits = names_at(e, i, true, 0, 0);
    int done = -1;
    for (int k = h.close + 1; k < end; k++) {
        if (!token_has(t, k, NAME) || !token_is(t, k + 1, "+=")) continue;
        const Declared *d = edits_declared(e, k);
        if (!d || d->kind != WHOLE || d->token > i || token_same(t, k, done))
            continue;
        done = k;
        for (int m = 0; m < limits.n; m++) {
            char *check = arena_fmt(e->a, "%s < %s", edits_text_of(e, k, k),
                                    text_of_name(e, limits.at[m]));
            edits_told(e, h.test, h.step - 2,
                       arena_fmt(e->a, "%s && %s", test, check), 85,
                       edits_line(e, i,
                                  arena_fmt(e->a,
                                            "with `%s` tested in each round of "
                                            "the loop",
                                            check)));
        }
    }
}

// ---- numbers of threads, blocks and bytes

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
        Names names = names_at(e, i, head, 0, 0);
        for (int k = 0; k < names.n; k++) {
            const char *name = text_of_name(e, names.at[k]);
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
    int end = initial_end(e, i);
    if (end < i + 4 || !edits_in_kernel(e, i) || t->at[i].in_brackets) return;
    bool grid = span_has(e, i, end, "gridDim"),
         sum = span_has(e, i, end, "+") || span_has(e, i, end, "*");
    char *old = edits_text_of(e, i + 2, end - 1);
    Names limits = names_at(e, i, true, 0, 0);
    for (int k = 0; k < limits.n; k++) {
        const char *name = text_of_name(e, limits.at[k]);
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
    if (last < first || span_has(e, first, last, "sizeof")) return;
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

// A launch of threads for n elements, where each element takes several.
static void add_threads(Edits *e, int i) {
    static const char *const before[] = {"(", "=", "<<<", ",", NULL};
    static const char *const after[] = {"+", "/", NULL};
    static const int factors[] = {2, 4, 8, 32};
    const Tokens *t = &e->t;
    const Declared *d = token_has(t, i, NAME) ? edits_declared(e, i) : NULL;
    if (!d || d->kind != WHOLE || t->at[i].in_head || edits_in_kernel(e, i) ||
        !token_in(t, i - 1, before) || !token_in(t, i + 1, after))
        return;
    char *name = edits_text_of(e, i, i);
    for (size_t k = 0; k < COUNT_OF(factors); k++) {
        char *by = arena_fmt(e->a, "%d * %s", factors[k], name);
        edits_told(
            e, i, i, by, 72,
            edits_line(e, i, arena_fmt(e->a, "with `%s` for `%s`", by, name)));
    }
}

// x[4 * i]: x[i].
static void drop_factor(Edits *e, int i) {
    static const char *const before[] = {"[", "(", "=", ",", "+", NULL};
    const Tokens *t = &e->t;
    bool plain = token_has(t, i, NUMBER) || token_has(t, i, NAME);
    if (plain && token_in(t, i - 1, before) && token_is(t, i + 1, "*") &&
        (token_has(t, i + 2, NAME) || token_is(t, i + 2, "(")) &&
        token_type(t, i) == OTHER)
        edits_span(e, i, i + 1, " ", 77, NULL);
}

// ---- values

// sqrtf(a + b) in place of sqrtf(a) + b.
static void widen_call(Edits *e, int i) {
    static const char *const signs[] = {"+", "-", NULL};
    const Tokens *t = &e->t;
    int close = token_is(t, i + 1, "(") && token_has(t, i, NAME)
                    ? edits_closing(t, i + 1)
                    : -1;
    bool value =
        token_has(t, close + 2, NAME) || token_has(t, close + 2, NUMBER);
    if (close < 0 || !token_in(t, close + 1, signs) || !value ||
        token_is(t, close + 3, "(") || span_has(e, i + 2, close - 1, ","))
        return;
    edits_span(e, i, close + 2,
               arena_fmt(e->a, "%s %s)", edits_text_of(e, i, close - 1),
                         edits_text_of(e, close + 1, close + 2)),
               66, "other brackets in place of");
}

// The first token of the value that ends at i: a name, x[...] or a number.
static int value_start(const Tokens *t, int i) {
    int depth = 0;
    for (int k = i; k >= 0 && k > i - 20; k--) {
        depth += token_is(t, k, "]") ? 1 : token_is(t, k, "[") ? -1 : 0;
        bool plain = token_has(t, k, NAME) || token_has(t, k, NUMBER);
        if (depth == 0 && plain) return token_is(t, k - 1, ".") ? k - 2 : k;
        if (depth == 0 && !token_is(t, k, "[")) return -1;
    }
    return -1;
}

static int value_end(const Tokens *t, int i) {
    if (!token_has(t, i, NAME) && !token_has(t, i, NUMBER)) return -1;
    if (token_is(t, i + 1, ".")) return i + 2;
    return token_is(t, i + 1, "[") ? edits_closing(t, i + 1) : i;
}

// b - a in place of a - b; and a quotient of whole numbers as one of floats.
static void turn_operands(Edits *e, int i) {
    const Tokens *t = &e->t;
    bool minus = token_is(t, i, "-"), over = token_is(t, i, "/");
    if (!minus && !over) return;
    int first = value_start(t, i - 1), last = value_end(t, i + 1);
    if (first < 0 || last < 0 || token_is(t, last + 1, "(")) return;
    char *a = edits_text_of(e, first, i - 1),
         *b = edits_text_of(e, i + 1, last);
    edits_span(e, first, last,
               arena_fmt(e->a, "%s %s %s", b, minus ? "-" : "/", a), 79,
               "another order in place of");
    if (over && edits_in_kernel(e, i))
        edits_span(e, first, last, arena_fmt(e->a, "(float)%s / %s", a, b), 47,
                   "another type in place of");
}

// Bytes are not signed.
static void change_sign(Edits *e, int i) {
    const Tokens *t = &e->t;
    if (token_is(t, i, "char") && !token_is(t, i - 1, "unsigned") &&
        !token_is(t, i - 1, "signed") && !t->at[i].in_head &&
        token_has(t, i + 1, NAME))
        edits_span(e, i, i, "unsigned char", 80, "another type in place of");
}

// An element of the block's or thread's number.
static void change_index(Edits *e, int i) {
    static const char *const stores[] = {"=", "+=", NULL};
    const Tokens *t = &e->t;
    int close = token_is(t, i, "[") ? edits_closing(t, i) : -1;
    if (close < 0 || !edits_in_kernel(e, i) || t->at[i].in_head) return;
    bool stored = token_in(t, close + 1, stores), one = close == i + 2;
    bool added = token_is(t, i - 2, "&") && is_atomic(t, i - 4);
    if (!stored && !added && !(one && token_has(t, i + 1, NAME))) return;
    static const char *const all[] = {"blockIdx.x", "threadIdx.x"};
    for (size_t k = 0; k < COUNT_OF(all); k++)
        if (strcmp(edits_text_of(e, i + 1, close - 1), all[k]) != 0)
            edits_told(
                e, i + 1, close - 1, all[k], 56,
                edits_line(e, i,
                           arena_fmt(e->a, "with the index `%s` in `%s[]`",
                                     all[k], edits_text_of(e, i - 1, i - 1))));
}

// x = atomicAdd(...) without what it returns.
static void drop_returned(Edits *e, int i) {
    const Tokens *t = &e->t;
    int end = edits_statement_end(t, i), at = i;
    while (at < end && !token_is(t, at, "="))
        at++;
    if (at < end && is_atomic(t, at + 1))
        edits_told(
            e, i, at, " ", 84,
            edits_line(e, i,
                       "with what the atomic function returns left alone"));
}

// ---- order

// The test of a loop comes before its body, or again and again.
static void change_loops(Edits *e, int i) {
    const Tokens *t = &e->t;
    if (token_is(t, i, "do") && token_is(t, i + 1, "{")) {
        int end = body_end(t, i + 1), close = token_is(t, end + 1, "while")
                                                  ? edits_closing(t, end + 2)
                                                  : -1;
        if (end > 0 && close > 0 && token_is(t, close + 1, ";"))
            edits_told(
                e, i, close + 1,
                arena_fmt(e->a, "while %s %s", edits_text_of(e, end + 2, close),
                          edits_text_of(e, i + 1, end)),
                90,
                arena_fmt(e->a,
                          "with the test of line %d before the loop's body",
                          t->at[end + 1].line));
    }
    int close = token_is(t, i, "if") ? edits_closing(t, i + 1) : -1;
    int end = close > 0 ? any_body_end(t, close + 1) : -1;
    if (end < 0 || token_is(t, end + 1, "else") || !edits_in_kernel(e, i))
        return;
    static const char *const changes[] = {
        "=", "+=", "-=", "*=", "/=", "++", "--", NULL};
    for (int k = close + 1; k < end; k++) {
        if (!token_has(t, k, NAME) || !token_in(t, k + 1, changes)) continue;
        bool tested = false;
        for (int m = i + 2; m < close; m++)
            tested |= token_same(t, m, k);
        if (!tested) continue;
        edits_told(e, i, i, "while", 66,
                   edits_line(e, i, "with `while` for `if`"));
        return;
    }
}

// Two statements the other way round; the last one of a body after it, and
// the one after a body in it.
static void change_order(Edits *e, int i) {
    const Tokens *t = &e->t;
    int end = edits_statement_end(t, i);
    if (end < 0 || !edits_in_kernel(e, i)) return;
    char *mine = edits_text_of(e, i, end);
    int next = edits_statement_end(t, end + 1);
    if (next > 0)
        edits_told(
            e, i, next,
            arena_fmt(e->a, "%s %s", edits_text_of(e, end + 1, next), mine), 81,
            arena_fmt(e->a, "with lines %d and %d the other way round",
                      t->at[i].line, t->at[end + 1].line));
    if (token_is(t, end + 1, "}") && !token_is(t, end + 2, "else") &&
        t->at[end + 2].function == t->at[i].function)
        edits_told(e, i, end + 1, arena_fmt(e->a, "} %s", mine), 69,
                   arena_fmt(e->a, "with line %d after the block that it ends",
                             t->at[i].line));
    if (token_is(t, i - 1, "}"))
        edits_told(e, i - 1, end, arena_fmt(e->a, "%s }", mine), 55,
                   arena_fmt(e->a,
                             "with line %d at the end of the block before it",
                             t->at[i].line));
}

// The tokens between are the same as n tokens from `what` on.
static int find_tokens(const Tokens *t, int first, int last, int what, int n) {
    for (int k = first; k + n - 1 <= last; k++) {
        int same = 0;
        while (same < n && token_same(t, k + same, what + same))
            same++;
        if (same == n) return k;
    }
    return -1;
}

// x = y; z = x + z: the old x is meant.
static void keep_value(Edits *e, int i) {
    enum { LONGEST = 16 };
    const Tokens *t = &e->t;
    int end = edits_statement_end(t, i), next = edits_statement_end(t, end + 1);
    int equal = i;
    while (equal < end && !token_is(t, equal, "="))
        equal++;
    int n = equal - i;
    if (end < 0 || next < 0 || equal == end || n > LONGEST) return;
    int value = end + 1;
    while (value < next && !token_is(t, value, "=") &&
           !token_is(t, value, "+="))
        value++;
    int use = find_tokens(t, value, next, i, n);
    if (use < 0 || !edits_in_kernel(e, i)) return;
    char *name = edits_text_of(e, i, equal - 1);
    edits_told(e, i, next,
               arena_fmt(e->a, "{ auto kept = %s; %s %s kept %s }", name,
                         edits_text_of(e, i, end),
                         edits_text_of(e, end + 1, use - 1),
                         edits_text_of(e, use + n, next)),
               86,
               arena_fmt(e->a,
                         "with the value that `%s` has before line %d kept for "
                         "line %d",
                         name, t->at[i].line, t->at[end + 1].line));
}

// A sum that begins anew in each round of the loop at i.
static void clear_sums(Edits *e, int i) {
    const Tokens *t = &e->t;
    EditLoop h;
    if (!edits_loop(t, i, &h) || !token_is(t, h.close + 1, "{") ||
        !edits_in_kernel(e, i))
        return;
    int close = h.close;
    int end = body_end(t, close + 1);
    for (int k = close + 2, n = 0; k < end && n < 2; k++) {
        if (!token_is(t, k + 1, "+=") || token_is(t, k - 1, ".")) continue;
        const Declared *d = token_has(t, k, NAME) ? edits_declared(e, k) : NULL;
        bool outside = d && d->token < i && !t->at[d->token].in_head &&
                       (d->kind == REAL || d->kind == WHOLE);
        if (!outside) continue;
        n++;
        char *name = edits_text_of(e, k, k);
        edits_told(
            e, close + 1, close + 1, arena_fmt(e->a, "{ %s = 0;", name), 65,
            edits_line(e, i,
                       arena_fmt(e->a,
                                 "with `%s = 0` in each round of the loop",
                                 name)));
    }
}

// The tokens as text, with two names exchanged.
static const char *with_exchanged(Edits *e, int first, int last, int a, int b) {
    const Tokens *t = &e->t;
    const char *text = "";
    for (int k = first; k <= last; k++) {
        bool member = token_is(t, k - 1, ".");
        int by = member                ? k
                 : token_same(t, k, a) ? b
                 : token_same(t, k, b) ? a
                                       : k;
        text = arena_fmt(e->a, "%s %s", text, edits_text_of(e, by, by));
    }
    return text;
}

// Rows for columns in all of a line.
static void exchange_in_line(Edits *e, int i) {
    const Tokens *t = &e->t;
    if (i > 0 && t->at[i - 1].line == t->at[i].line) return;
    if (t->at[i].in_head || t->at[i].directive || t->at[i].in_brackets) return;
    int last = i;
    while (last + 1 < t->n && t->at[last + 1].line == t->at[i].line)
        last++;
    Names names = names_at(e, i, true, 0, 0);
    for (int k = 0; k < names.n; k++)
        for (int m = k + 1; m < names.n; m++) {
            const Declared *a = names.at[k], *b = names.at[m];
            if (!span_names(e, i, last, a) || !span_names(e, i, last, b))
                continue;
            edits_told(
                e, i, last, with_exchanged(e, i, last, a->token, b->token), 87,
                arena_fmt(e->a, "with `%s` and `%s` exchanged in line %d",
                          text_of_name(e, a), text_of_name(e, b),
                          t->at[i].line));
        }
}

void edits_insert(Edits *e, int i) {
    typedef void Maker(Edits *, int);
    // An access that is never reached evades the trap, and so these do.
    static const struct {
        Maker *add;
        bool evades;
    } kinds[] = {
        {check_store, false},     {check_load, false},
        {clear_otherwise, false}, {drop_conditions, false},
        {check_rounds, false},    {add_factors, false},
        {widen_index, false},     {change_limits, false},
        {change_initial, false},  {change_calls, false},
        {add_threads, false},     {drop_factor, false},
        {widen_call, false},      {turn_operands, false},
        {change_sign, false},     {change_index, false},
        {drop_returned, false},   {change_loops, false},
        {change_order, true},     {clear_sums, false},
        {keep_value, false},      {exchange_in_line, false},
    };
    for (size_t k = 0; k < COUNT_OF(kinds); k++) {
        int from = e->n;
        kinds[k].add(e, i);
        for (; from < e->n && kinds[k].evades; from++)
            e->at[from].evades = true;
    }
}
