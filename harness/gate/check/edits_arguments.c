// See edit_list.h: arguments of calls and launches in another order.
#include "gate/check/edit_list.h"

#include <string.h>

// ---- two

// The function whose name is at i is one of the file.
static bool is_defined(const Tokens *t, int i) {
    for (int k = 0; k < i; k++)
        if (t->at[k + 1].in_head && token_same(t, k, i)) return true;
    return false;
}

// f(a, b): the two exchanged.
static void exchange_arguments(Edits *e, int i) {
    const Tokens *t = &e->t;
    int depth = 0, comma = -1, end = -1;
    static const char *const either[] = {"fmaxf", "fminf", "max", "min", NULL};
    bool launch = token_is(t, i, "<<<");
    if (token_in(t, i - 1, either)) return;
    if (!launch && !(token_is(t, i, "(") && token_has(t, i - 1, NAME))) return;
    for (int k = i + 1; k < t->n && k < i + 60; k++) {
        if (token_is(t, k, "(") || token_is(t, k, "[")) depth++;
        if (depth == 0 && token_is(t, k, ",")) {
            if (comma > 0) return;
            comma = k;
        }
        bool closes = token_is(t, k, launch ? ">>>" : ")");
        if (depth == 0 && closes) end = k;
        if (end > 0 || token_is(t, k, ";") || token_is(t, k, "{")) break;
        if (token_is(t, k, ")") || token_is(t, k, "]")) depth--;
    }
    if (comma < i + 2 || end < comma + 2 || t->at[i].in_head) return;
    bool own = !launch && is_defined(t, i - 1);
    edits_span(e, i + 1, end - 1,
               arena_fmt(e->a, "%s, %s", edits_text_of(e, comma + 1, end - 1),
                         edits_text_of(e, i + 1, comma - 1)),
               own ? 87 : 70, "another order in place of");
}

// ---- two neighbours of several

// The name of the function that is called by the bracket at i, or launched; -1:
// it is none of the file.
static int called_at(const Tokens *t, int i) {
    int name = i - 1;
    if (token_is(t, name, ">>>"))
        while (name > 0 && !token_is(t, name, "<<<"))
            name--;
    if (token_is(t, name, "<<<")) name--;
    while (name > 0 && t->at[name].parameters)
        name--;
    return token_has(t, name, NAME) && !t->at[i].in_head ? name : -1;
}

// The token of the name of parameter number n of the function whose name is at
// `name`; -1: it is not known.
static int parameter_of(const Tokens *t, int name, int n) {
    for (int k = 0; k + 1 < t->n; k++) {
        if (!token_same(t, k, name) || !t->at[k + 1].in_head) continue;
        int depth = 0, last = -1;
        for (int m = k + 1; m < t->n && t->at[m].in_head; m++) {
            depth += token_is(t, m, "(") ? 1 : token_is(t, m, ")") ? -1 : 0;
            bool ends = depth == 0 || (depth == 1 && token_is(t, m, ","));
            if (ends && n == 0) return last;
            if (ends) n--;
            if (token_has(t, m, NAME)) last = m;
        }
        // The bracket that closes the head is not in it.
        return n == 0 ? last : -1;
    }
    return -1;
}

// How much two names look like one: the same, the same letters, or one begins
// or ends like the other.
static int likeness(const Tokens *t, int x, int y) {
    const Token *a = &t->at[x], *b = &t->at[y];
    if (token_same(t, x, y)) return 3;
    int count[256] = {0};
    for (int k = 0; k < a->len; k++)
        count[(unsigned char)t->code[a->at + k]]++;
    for (int k = 0; k < b->len; k++)
        count[(unsigned char)t->code[b->at + k]]--;
    bool letters = true;
    for (size_t k = 0; k < COUNT_OF(count); k++)
        letters &= count[k] == 0;
    if (letters) return 2;
    const Token *less = a->len < b->len ? a : b, *more = less == a ? b : a;
    return less->len > 1 && memmem(t->code + more->at, (size_t)more->len,
                                   t->code + less->at, (size_t)less->len)
               ? 1
               : 0;
}

// Arguments that bear the names of each other's parameters, or of their own:
// more than 0, or less; 0: the names say nothing.
static int wrong_names(const Tokens *t, int name, int n, int x, int y) {
    int p = parameter_of(t, name, n), q = parameter_of(t, name, n + 1);
    if (p < 0 || q < 0) return 0;
    return likeness(t, x, q) + likeness(t, y, p) - likeness(t, x, p) -
           likeness(t, y, q);
}

// k<<<...>>>(x, a, b): two neighbours of one kind the other way round; of other
// calls only those whose names say so.
static void turn_arguments(Edits *e, int i) {
    static const char *const after[] = {",", ")", NULL};
    const Tokens *t = &e->t;
    bool launch = token_is(t, i, "(") && token_is(t, i - 1, ">>>");
    int name = token_is(t, i, "(") ? called_at(t, i) : -1, n = 0, depth = 0;
    if (name < 0) return;
    for (int k = i + 1; k + 3 < t->n && !token_is(t, k, ";"); k++) {
        depth += token_is(t, k, "(") ? 1 : token_is(t, k, ")") ? -1 : 0;
        if (depth < 0) break;
        n += depth == 0 && token_is(t, k, ",");
        bool two = depth == 0 && token_has(t, k, NAME) &&
                   token_is(t, k + 1, ",") && token_has(t, k + 2, NAME) &&
                   token_in(t, k + 3, after) &&
                   (token_is(t, k - 1, ",") || token_is(t, k - 1, "("));
        if (!two) continue;
        const Declared *a = edits_declared(e, k), *b = edits_declared(e, k + 2);
        int by_name = wrong_names(t, name, n, k, k + 2);
        // Both arguments bear the names of their parameters.
        if (by_name <= -6) continue;
        bool same = a && b ? a->kind == b->kind && a->kind != OTHER
                           : !a && !b && by_name > 0;
        if (!same || (!launch && by_name <= 0)) continue;
        char *x = edits_text_of(e, k, k), *y = edits_text_of(e, k + 2, k + 2);
        const char *says =
            edits_line(e, k,
                       arena_fmt(e->a, "with `%s` and `%s` exchanged in the %s",
                                 x, y, launch ? "launch" : "call"));
        if (by_name > 0) {
            int p = parameter_of(t, name, n), q = parameter_of(t, name, n + 1);
            says =
                arena_fmt(e->a,
                          "%s, in the order of the parameters `%s` and "
                          "`%s` of `%s`,",
                          says, edits_text_of(e, p, p), edits_text_of(e, q, q),
                          edits_text_of(e, name, name));
        }
        edits_told(e, k, k + 2, arena_fmt(e->a, "%s, %s", y, x),
                   by_name > 0   ? 89
                   : by_name < 0 ? 40
                                 : 83,
                   says);
        e->at[e->n - 1].is_odd = by_name < 0;
    }
}

// ---- all of them

enum { MOST_ARGUMENTS = 16 };

typedef struct Arguments {
    int first[MOST_ARGUMENTS], last[MOST_ARGUMENTS]; // tokens of each
    int parameter[MOST_ARGUMENTS];                   // the names in the head
    int n, close;
} Arguments;

// Reads the arguments of the call, or launch, whose bracket opens at i, and the
// parameters that get them. Returns false if their numbers differ.
static bool read_arguments(const Tokens *t, int i, int name, Arguments *out) {
    int depth = 0;
    *out = (Arguments){.close = edits_closing(t, i)};
    if (out->close < i + 2) return false;
    out->first[0] = i + 1;
    for (int k = i + 1; k <= out->close; k++) {
        bool ends = k == out->close || (depth == 0 && token_is(t, k, ","));
        depth += token_is(t, k, "(") || token_is(t, k, "[")   ? 1
                 : token_is(t, k, ")") || token_is(t, k, "]") ? -1
                                                              : 0;
        if (!ends) continue;
        out->last[out->n] = k - 1;
        out->parameter[out->n] = parameter_of(t, name, out->n);
        if (out->parameter[out->n] < 0 || ++out->n == MOST_ARGUMENTS)
            return false;
        out->first[out->n] = k + 1;
    }
    return parameter_of(t, name, out->n) < 0;
}

// order[p]: the argument that has the name of parameter p; what is left goes to
// the others, in its order. Returns how many change their places.
static int order_by_names(const Tokens *t, const Arguments *of, int *order) {
    bool used[MOST_ARGUMENTS] = {false};
    int moved = 0, left = 0;
    for (int p = 0; p < of->n; p++) {
        order[p] = -1;
        for (int k = 0; k < of->n && order[p] < 0; k++)
            if (!used[k] && of->first[k] == of->last[k] &&
                token_same(t, of->first[k], of->parameter[p]))
                used[order[p] = k] = true;
    }
    for (int p = 0; p < of->n; p++) {
        while (order[p] < 0 && used[left])
            left++;
        if (order[p] < 0) used[order[p] = left] = true;
        moved += order[p] != p;
    }
    return moved;
}

// k<<<...>>>(x, a, b, n): all in the order of the parameters that bear their
// names. least: so many have to move.
static void name_arguments(Edits *e, int i, int least) {
    const Tokens *t = &e->t;
    int name = token_is(t, i, "(") ? called_at(t, i) : -1,
        order[MOST_ARGUMENTS];
    Arguments of;
    if (name < 0 || !read_arguments(t, i, name, &of) ||
        order_by_names(t, &of, order) < least)
        return;
    const char *by = "", *heads = "";
    for (int p = 0; p < of.n; p++) {
        int k = order[p];
        by = arena_fmt(e->a, "%s%s%s", by, p ? ", " : "",
                       edits_text_of(e, of.first[k], of.last[k]));
        heads = arena_fmt(e->a, "%s%s%s", heads, p ? ", " : "",
                          edits_text_of(e, of.parameter[p], of.parameter[p]));
    }
    const char *what = token_is(t, i - 1, ">>>") ? "the arguments of the launch"
                                                 : "the arguments of the call";
    edits_told(e, i + 1, of.close - 1, by, 96,
               arena_fmt(e->a,
                         "%s in the order of the parameters of `%s`, (%s),",
                         edits_line(e, i, arena_fmt(e->a, "with %s", what)),
                         edits_text_of(e, name, name), heads));
}

void edits_arguments(Edits *e, int i) {
    exchange_arguments(e, i);
    int before = e->n;
    turn_arguments(e, i);
    name_arguments(e, i, e->n > before ? 3 : 2);
}
