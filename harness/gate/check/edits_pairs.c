// See edit_list.h. One mistake, two places: a loop begins and steps by the
// wrong threads, a number is split by the wrong length, the two parts of an
// index are exchanged.
#include "gate/check/edit_list.h"

#include <stdlib.h>
#include <string.h>

// Names that are tried at one place.
enum { MOST_TRIED = 4 };

// `first` and the tokens after it are these words, up to a NULL.
static bool reads(const Tokens *t, int first, const char *const *words) {
    for (; *words; words++, first++)
        if (!token_is(t, first, *words)) return false;
    return true;
}

// ---- loops

// for (i = threadIdx.x; i < n; i += blockDim.x): each block does all of it; or
// for (i = 0; i < n; i++): each thread does.
static void share_loop(Edits *e, int i) {
    static const char *const thread[] = {"threadIdx", ".", "x", ";", NULL};
    static const char *const zero[] = {"0", ";", NULL};
    static const char *const block[] = {"+=", "blockDim", ".", "x", ")", NULL};
    const Tokens *t = &e->t;
    EditLoop h;
    if (!edits_loop(t, i, &h)) return;
    int value = h.begin;
    while (value < h.test && !token_is(t, value, "="))
        value++;
    int name = value - 1;
    char *begin = edits_text_of(e, h.begin, value),
         *test = edits_text_of(e, h.test, h.step - 1),
         *of = edits_text_of(e, name, name);
    bool by_block = reads(t, value + 1, thread) &&
                    token_same(t, h.step, name) && reads(t, h.step + 1, block);
    if (by_block)
        edits_told(
            e, i, h.close,
            arena_fmt(e->a,
                      "for (%s blockIdx.x * blockDim.x + threadIdx.x; "
                      "%s %s += gridDim.x * blockDim.x)",
                      begin, test, of),
            91,
            edits_line(e, i,
                       "with a loop that all blocks share, from `blockIdx.x "
                       "* blockDim.x + threadIdx.x` in steps of `gridDim.x "
                       "* blockDim.x`,"));
    bool one_by_one =
        token_is(t, h.close - 1, "++") || token_is(t, h.step, "++");
    if (reads(t, value + 1, zero) && one_by_one && h.close == h.step + 2 &&
        edits_in_kernel(e, i))
        edits_told(e, i, h.close,
                   arena_fmt(e->a, "for (%s threadIdx.x; %s %s += blockDim.x)",
                             begin, test, of),
                   67,
                   edits_line(e, i,
                              "with a loop that the threads share, from "
                              "`threadIdx.x` in steps of `blockDim.x`,"));
}

// a && b && c with || for all of them, and the other way: the first of a chain.
static void exchange_chain(Edits *e, int i) {
    static const char *const signs[] = {"&&", "||"};
    const Tokens *t = &e->t;
    for (int s = 0; s < 2; s++) {
        int last = i, n = 0, depth = 0, from = i;
        if (!token_is(t, i, signs[s])) continue;
        for (int k = i - 1; k > 0 && k > i - 40; k--) { // one before it
            if (token_is(t, k, signs[s])) return;
            if (token_is(t, k, ";") || token_is(t, k, "{") ||
                token_is(t, k, "="))
                break;
        }
        char *text = arena_fmt(e->a, "%s", signs[1 - s]);
        for (int k = i + 1; k < t->n && k < i + 60 && depth >= 0; k++) {
            depth += token_is(t, k, "(") ? 1 : token_is(t, k, ")") ? -1 : 0;
            if (token_is(t, k, ";") || token_is(t, k, "{") || depth < 0 ||
                token_is(t, k, signs[1 - s]))
                break;
            if (!token_is(t, k, signs[s])) continue;
            text = arena_fmt(e->a, "%s %s %s", text,
                             edits_text_of(e, from + 1, k - 1), signs[1 - s]);
            last = from = k;
            n++;
        }
        if (n > 0)
            edits_told(e, i, last, text, 84,
                       edits_line(e, i,
                                  arena_fmt(e->a, "with `%s` for every `%s`",
                                            signs[1 - s], signs[s])));
    }
}

// for (i = first; i < n; i += S) { p += row; }: the pointers go S rows on, too.
static void move_along(Edits *e, int i) {
    const Tokens *t = &e->t;
    EditLoop h;
    if (!edits_loop(t, i, &h) || !token_is(t, h.step + 1, "+=") ||
        !token_is(t, h.close + 1, "{"))
        return;
    int end = edits_body_end(t, h.close + 1), first = -1, last = -1, n = 0;
    char *step = edits_text_of(e, h.step + 2, h.close - 1);
    const char *text = "";
    for (int k = h.close + 2; end > 0 && k < end; k++) {
        const Declared *d =
            token_is(t, k + 1, "+=") ? edits_declared(e, k) : NULL;
        bool moved = d && d->kind == POINTER && token_is(t, k + 3, ";") &&
                     (token_has(t, k + 2, NAME) || token_has(t, k + 2, NUMBER));
        if (!moved) continue;
        text = arena_fmt(e->a, "%s%s%s += %s * %s;", text,
                         first < 0 ? "" : edits_text_of(e, last + 1, k - 1),
                         edits_text_of(e, k, k), edits_text_of(e, k + 2, k + 2),
                         step);
        if (first < 0) first = k;
        last = k + 3;
        n++;
    }
    if (first >= 0)
        edits_told(
            e, first, last, text, 87,
            edits_line(e, first,
                       arena_fmt(e->a,
                                 "with a step of `%s * %s`, as the loop "
                                 "makes,%s",
                                 edits_text_of(e, first + 2, first + 2), step,
                                 n > 1 ? " and so for the other "
                                         "pointers,"
                                       : "")));
}

// ---- numbers that are split

// r = i / rows, c = i % rows: both by another length.
static void split_otherwise(Edits *e, int i) {
    enum { FAR = 24 };
    const Tokens *t = &e->t;
    bool over = token_is(t, i, "/"), rest = token_is(t, i, "%");
    if ((!over && !rest) || !token_has(t, i + 1, NAME)) return;
    int twin = i + 2;
    for (; twin < t->n && twin < i + FAR; twin++)
        if (token_is(t, twin, over ? "%" : "/") &&
            token_same(t, twin + 1, i + 1) && token_same(t, twin - 1, i - 1))
            break;
    if (twin >= t->n || twin == i + FAR) return;
    EditNames names = edits_names_at(e, i, true, 0, 0);
    for (int k = 0; k < names.n; k++) {
        if (token_same(t, names.at[k]->token, i + 1)) continue;
        char *by = edits_name(e, names.at[k]);
        edits_told(
            e, i + 1, twin + 1,
            arena_fmt(e->a, "%s%s %s", by, edits_text_of(e, i + 2, twin), by),
            90,
            arena_fmt(e->a, "with `/ %s` and `%% %s` in lines %d and %d", by,
                      by, t->at[i].line, t->at[twin].line));
    }
}

// ---- indices

// x[col * n + p]: x[p * n + col], or with another length of a row.
static void exchange_parts(Edits *e, int i) {
    const Tokens *t = &e->t;
    int close = token_is(t, i, "[") ? edits_closing(t, i) : -1;
    bool sum = close == i + 6 && token_is(t, i + 2, "*") &&
               token_is(t, i + 4, "+") && token_has(t, i + 1, NAME) &&
               token_has(t, i + 3, NAME) && token_has(t, i + 5, NAME);
    if (!sum) return;
    char *row = edits_text_of(e, i + 5, i + 5),
         *col = edits_text_of(e, i + 1, i + 1);
    int names[EDIT_NAMES + 1], n = 0;
    EditNames sizes = edits_names_at(e, i, true, 0, 0);
    while (n < sizes.n) {
        names[n] = sizes.at[n]->token;
        n++;
    }
    names[n++] = i + 3;
    for (int k = n - 1; k >= 0; k--) {
        bool same = token_same(t, names[k], i + 3);
        if (same && k < n - 1) continue;
        char *by = arena_fmt(e->a, "%s * %s + %s", row,
                             edits_text_of(e, names[k], names[k]), col);
        edits_index(e, i, close - 1, by, same ? 89 : 66);
    }
}

// Names that stand alone in an index of the function of token i.
static int index_names(const Edits *e, int i, int *out) {
    const Tokens *t = &e->t;
    int n = 0;
    for (int k = 1; k < t->n && n < MOST_TRIED; k++) {
        if (!token_has(t, k, NAME) || !token_is(t, k - 1, "[") ||
            !token_is(t, k + 1, "]") || t->at[k].function != t->at[i].function)
            continue;
        const Declared *d = edits_declared(e, k);
        bool known = !d || d->kind != WHOLE || !edits_sees(e, d, i);
        for (int m = 0; m < n; m++)
            known |= token_same(t, out[m], k);
        if (!known) out[n++] = k;
    }
    return n;
}

// x[y][i]: x[i][c], and x[c][y]; [a][b] exchanged alone is in edits.c.
static void turn_subscripts(Edits *e, int i) {
    const Tokens *t = &e->t;
    bool two = token_is(t, i, "[") && token_has(t, i + 1, NAME) &&
               token_is(t, i + 2, "]") && token_is(t, i + 3, "[") &&
               token_has(t, i + 4, NAME) && token_is(t, i + 5, "]");
    if (!two || !edits_in_kernel(e, i) || !token_has(t, i - 1, NAME)) return;
    int names[MOST_TRIED], n = index_names(e, i, names);
    for (int k = 0; k < n; k++) {
        if (token_same(t, names[k], i + 1) || token_same(t, names[k], i + 4))
            continue;
        char *other = edits_text_of(e, names[k], names[k]);
        for (int way = 0; way < 2; way++) {
            char *by = way ? arena_fmt(e->a, "[%s][%s]", other,
                                       edits_text_of(e, i + 1, i + 1))
                           : arena_fmt(e->a, "[%s][%s]",
                                       edits_text_of(e, i + 4, i + 4), other);
            edits_told(
                e, i, i + 5, by, 63,
                edits_line(e, i,
                           arena_fmt(e->a, "with `%s%s`",
                                     edits_text_of(e, i - 1, i - 1), by)));
        }
    }
}

// x[g]: x[g * GROUP], where results lie apart.
static void spread_index(Edits *e, int i) {
    const Tokens *t = &e->t;
    bool one = token_is(t, i, "[") && token_has(t, i + 1, NAME) &&
               token_is(t, i + 2, "]") && !t->at[i].in_head;
    if (!one || !edits_in_kernel(e, i)) return;
    const char *factors[MOST_TRIED + 1];
    int n = edits_constants(e, factors, MOST_TRIED);
    factors[n++] = "32";
    for (int k = 0; k < n; k++) {
        char *by = arena_fmt(e->a, "%s * %s", edits_text_of(e, i + 1, i + 1),
                             factors[k]);
        edits_index(e, i, i + 1, by, 54);
    }
}

// x[blockIdx.x]: x[i / cols], where a block is no row.
static void divide_index(Edits *e, int i) {
    static const char *const block[] = {"[", "blockIdx", ".", "x", "]", NULL};
    const Tokens *t = &e->t;
    if (!reads(t, i, block)) return;
    EditNames mine = edits_names_at(e, i, false, 0, 0),
              sizes = edits_names_at(e, i, true, 0, 0);
    for (int k = 0; k < mine.n * sizes.n; k++) {
        char *by =
            arena_fmt(e->a, "%s / %s", edits_name(e, mine.at[k / sizes.n]),
                      edits_name(e, sizes.at[k % sizes.n]));
        edits_index(e, i, i + 3, by, 62);
    }
}

// The tokens before i, up to the sign of an assignment, are a sum, of an
// array's element on: returns the place of that, after `=` or `+`; or -1.
static int summand_before(const Tokens *t, int i) {
    enum { FAR = 12 };
    int first = i - 1, depth = 0, found = -1;
    for (int k = first; k > 0 && k > i - FAR; k--) {
        depth += token_is(t, k, "]") ? 1 : token_is(t, k, "[") ? -1 : 0;
        bool ends =
            depth == 0 && (token_is(t, k - 1, "=") || token_is(t, k - 1, "+"));
        if (ends && found < 0) found = k;
        if (depth == 0 && token_is(t, k - 1, "=")) return found;
        if (found >= 0 && !token_is(t, k, "+") && !token_has(t, k, NAME))
            return -1;
    }
    return -1;
}

// = x[i], = carry + x[i]: that of the element before, and 0 for the first one.
static void take_before(Edits *e, int i) {
    const Tokens *t = &e->t;
    bool whole = token_is(t, i, "[") && token_has(t, i + 1, NAME) &&
                 token_is(t, i + 2, "]") && token_is(t, i + 3, ";");
    int first = whole && edits_in_kernel(e, i) ? summand_before(t, i) : -1;
    if (first < 0 || !token_has(t, first, NAME)) return;
    char *index = edits_text_of(e, i + 1, i + 1),
         *array = edits_text_of(e, first, i - 1);
    edits_told(
        e, first, i + 2,
        arena_fmt(e->a, "(%s > 0 ? %s[%s - 1] : 0)", index, array, index),
        token_is(t, first - 1, "+") ? 92 : 61, // a carry: the sum of all before
        edits_line(e, i,
                   arena_fmt(e->a, "with `%s[%s - 1]`, and 0 for the first,",
                             array, index)));
}

// int sum = own; ... x[i] = sum: the sum of those before, without the own one.
static void take_off_own(Edits *e, int i) {
    const Tokens *t = &e->t;
    const Declared *d = token_has(t, i, NAME) && token_is(t, i + 1, ";") &&
                                edits_in_kernel(e, i)
                            ? edits_declared(e, i)
                            : NULL;
    int set = i - 1;
    while (set > 0 && (token_has(t, set, NAME) || token_is(t, set, "+")))
        set--;
    bool stored = token_is(t, set, "=") && token_is(t, set - 1, "]");
    if (!d || !stored || d->kind == POINTER || d->kind == OTHER) return;
    int own = d->token + 2;
    bool begins = edits_initial_end(e, d->token) == own + 1 &&
                  token_has(t, own, NAME) && edits_declared(e, own);
    if (!begins) return;
    char *by = arena_fmt(e->a, "%s - %s", edits_text_of(e, i, i),
                         edits_text_of(e, own, own));
    edits_told(e, i, i, by, 78,
               edits_line(e, i,
                          arena_fmt(e->a, "with `%s` for `%s`", by,
                                    edits_text_of(e, i, i))));
}

// int row = A; ... int row = B; in another block: both as one of them.
static void repeat_value(Edits *e, int i) {
    const Tokens *t = &e->t;
    int end = edits_initial_end(e, i);
    if (end < i + 4 || t->at[i].in_brackets || !edits_in_kernel(e, i)) return;
    for (int k = 0; k < e->nnames; k++) {
        int at = e->names[k].token, stop = edits_initial_end(e, at);
        if (at == i || stop < at + 4 || t->at[at].in_brackets ||
            t->at[at].function != t->at[i].function || !token_same(t, at, i))
            continue;
        char *old = edits_text_of(e, i + 2, end - 1),
             *by = edits_text_of(e, at + 2, stop - 1);
        if (!strcmp(old, by)) continue;
        bool later = at < i;
        edits_told(
            e, i + 2, end - 1, by, later ? 79 : 78,
            edits_line(e, i,
                       arena_fmt(e->a, "with `%s`, as in line %d, for `%s`", by,
                                 t->at[at].line, old)));
        e->at[e->n - 1].is_odd = !later; // one of the two is enough to say
    }
}

// j < BLOCK + halo: j < BLOCK + 2 * halo.
static void take_both_sides(Edits *e, int i) {
    const Tokens *t = &e->t;
    if (!token_is(t, i, "+") || !token_has(t, i + 1, NAME) ||
        !token_is(t, i + 2, ";") || !t->at[i].in_brackets ||
        !edits_in_kernel(e, i))
        return;
    char *by = arena_fmt(e->a, "2 * %s", edits_text_of(e, i + 1, i + 1));
    edits_told(
        e, i + 1, i + 1, by, 88,
        edits_line(e, i,
                   arena_fmt(e->a, "with `%s` in the test of the loop", by)));
}

// The last token of the function of token i.
static int function_end(const Tokens *t, int i) {
    int last = i;
    while (last + 1 < t->n && t->at[last + 1].function == t->at[i].function)
        last++;
    return last;
}

// The number at i, or that of a constant of the file; 0: it is none.
static long constant_at(Edits *e, int i) {
    const Tokens *t = &e->t;
    int at = i;
    for (int k = 0; token_has(t, i, NAME) && k < i; k++) {
        bool macro = token_is(t, k - 1, "define") && t->at[k].directive;
        bool named = token_has(t, k, NAME) && token_same(t, k, i);
        if (named && (macro || token_is(t, k + 1, "=")))
            at = macro ? k + 1 : k + 2;
    }
    return token_has(t, at, NUMBER) ? strtol(t->code + t->at[at].at, NULL, 0)
                                    : 0;
}

// blockIdx.x * 256 where the caller chooses the threads: all over the kernel.
static void ask_for_threads(Edits *e, int i) {
    enum { LEAST = 32, MOST = 1024, PLACES = 6 };
    static const char *const built_in[] = {"blockIdx", "gridDim", NULL};
    const Tokens *t = &e->t;
    if (!token_is(t, i - 1, "*") || !token_is(t, i - 3, ".") ||
        !token_in(t, i - 4, built_in) || t->at[i].directive)
        return;
    long v = constant_at(e, i);
    if (v < LEAST || v > MOST) return;
    for (int k = i - 1; k >= 0 && t->at[k].function == t->at[i].function; k--)
        if (token_same(t, k, i) && !t->at[k].directive)
            return; // that one has them all
    int places = 1, last = i, from = i + 1, end = function_end(t, i);
    const char *text = "blockDim.x";
    for (int k = i + 1; k <= end && places < PLACES; k++) {
        if (!token_same(t, k, i)) continue;
        text = arena_fmt(e->a, "%s %s blockDim.x", text,
                         edits_text_of(e, from, k - 1));
        last = k, from = k + 1, places++;
    }
    edits_told(e, i, last, text, 92,
               edits_line(e, i,
                          arena_fmt(e->a, "with `blockDim.x` for `%s`%s",
                                    edits_text_of(e, i, i),
                                    places > 1 ? ", also further down," : "")));
}

// (n + 31) / 32 for (n + TILE - 1) / TILE, all along a line of the host.
static void name_number(Edits *e, int i) {
    const Tokens *t = &e->t;
    long v = token_has(t, i, NUMBER) ? constant_at(e, i) : 0;
    if (v < 2 || !token_is(t, i - 1, "/") || edits_in_kernel(e, i)) return;
    int first = i, last = i;
    while (first > 0 && t->at[first - 1].line == t->at[i].line)
        first--;
    while (last + 1 < t->n && t->at[last + 1].line == t->at[i].line)
        last++;
    for (int k = first; k < i; k++)
        if (token_same(t, k, i)) return;
    const char *names[MOST_TRIED];
    int n = edits_constants(e, names, MOST_TRIED);
    for (int m = 0; m < n; m++) {
        const char *text = "";
        for (int k = first; k <= last; k++) {
            long x = token_has(t, k, NUMBER) ? constant_at(e, k) : 0;
            text = x == v ? arena_fmt(e->a, "%s %s", text, names[m])
                   : x == v - 1
                       ? arena_fmt(e->a, "%s (%s - 1)", text, names[m])
                       : arena_fmt(e->a, "%s %s", text, edits_text_of(e, k, k));
        }
        edits_told(
            e, first, last, text, 80,
            edits_line(e, i,
                       arena_fmt(e->a, "with `%s` for `%ld`", names[m], v)));
    }
}

// row > m || col > n: both are one too far.
static void compare_all(Edits *e, int i) {
    static const char *const signs[][2] = {
        {">", ">="}, {">=", ">"}, {"<", "<="}, {"<=", "<"}};
    const Tokens *t = &e->t;
    int close = token_is(t, i, "if") ? edits_closing(t, i + 1) : -1;
    for (size_t k = 0; close > 0 && k < COUNT_OF(signs); k++) {
        const char *text = "";
        int n = 0;
        for (int m = i + 2; m < close; m++) {
            bool is = token_is(t, m, signs[k][0]);
            n += is;
            text = arena_fmt(e->a, "%s %s", text,
                             is ? signs[k][1] : edits_text_of(e, m, m));
        }
        if (n > 1)
            edits_told(e, i + 2, close - 1, text, 96,
                       edits_line(e, i,
                                  arena_fmt(e->a, "with `%s` for each `%s`",
                                            signs[k][1], signs[k][0])));
    }
}

void edits_pairs(Edits *e, int i) {
    exchange_chain(e, i);
    share_loop(e, i);
    move_along(e, i);
    split_otherwise(e, i);
    exchange_parts(e, i);
    turn_subscripts(e, i);
    spread_index(e, i);
    divide_index(e, i);
    take_before(e, i);
    take_off_own(e, i);
    repeat_value(e, i);
    take_both_sides(e, i);
    ask_for_threads(e, i);
    name_number(e, i);
    compare_all(e, i);
}
