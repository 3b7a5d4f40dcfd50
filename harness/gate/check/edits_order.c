// See edit_list.h: what comes before what.
#include "gate/check/edit_list.h"

#include "base/str.h"

#include <stdlib.h>
#include <string.h>

// The test of a loop comes before its body, or again and again.
static void change_loops(Edits *e, int i) {
    const Tokens *t = &e->t;
    if (token_is(t, i, "do") && token_is(t, i + 1, "{")) {
        int end = edits_body_end(t, i + 1),
            close =
                token_is(t, end + 1, "while") ? edits_closing(t, end + 2) : -1;
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
    int end = close > 0 ? edits_any_body_end(t, close + 1) : -1;
    if (end < 0 || token_is(t, end + 1, "else") || !edits_in_kernel(e, i))
        return;
    static const char *const changes[] = {
        "=", "+=", "-=", "*=", "/=", "++", "--", NULL};
    for (int k = close + 1; k < end; k++) {
        if (!token_has(t, k, NAME) || !token_in(t, k + 1, changes)) continue;
        bool tested = false, by_limit = false;
        for (int m = i + 2; m < close; m++) {
            tested |= token_same(t, m, k);
            by_limit |= token_is(t, k + 1, "-=") && token_same(t, m, k + 2);
        }
        if (!tested) continue;
        // if (x >= d) x -= d; may have to be done again.
        edits_told(e, i, i, "while", by_limit ? 86 : 66,
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
                   arena_fmt(e->a,
                             "with line %d moved out of the braces around it",
                             t->at[i].line));
    if (token_is(t, i - 1, "}"))
        edits_told(e, i - 1, end, arena_fmt(e->a, "%s }", mine), 55,
                   arena_fmt(e->a,
                             "with line %d moved into the braces before it",
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

// x += y; y = x: y is meant to get what x was, and x what both were.
static void take_before_sum(Edits *e, int i) {
    const Tokens *t = &e->t;
    int end = edits_statement_end(t, i), next = edits_statement_end(t, end + 1);
    int sign = i;
    while (sign < end && !token_is(t, sign, "+="))
        sign++;
    int to = end + 1, n = sign - i, m = end - sign - 1;
    bool fits = end > 0 && next > 0 && sign < end && n > 0 && m > 0 &&
                next == to + m + 1 + n && token_is(t, to + m, "=") &&
                find_tokens(t, to, to + m - 1, sign + 1, m) == to &&
                find_tokens(t, to + m + 1, next - 1, i, n) == to + m + 1;
    if (!fits || !edits_in_kernel(e, i)) return;
    char *x = edits_text_of(e, i, sign - 1),
         *y = edits_text_of(e, sign + 1, end - 1);
    edits_told(
        e, i, next,
        arena_fmt(e->a, "{ auto kept = %s; %s = %s; %s += kept; }", y, y, x, x),
        86,
        arena_fmt(e->a,
                  "with line %d before line %d, which then adds the value that "
                  "`%s` had before both,",
                  t->at[to].line, t->at[i].line, y));
}

// A sum that begins anew in each round of the loop at i.
static void clear_sums(Edits *e, int i) {
    const Tokens *t = &e->t;
    EditLoop h;
    if (!edits_loop(t, i, &h) || !token_is(t, h.close + 1, "{")) return;
    int close = h.close;
    int end = edits_body_end(t, close + 1);
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

// float sum[4] = {0}; for (...) { ... }: it begins anew in each round.
static void declare_in_loop(Edits *e, int i) {
    enum { FAR = 80 };
    static const char *const before[] = {";", "{", "}", NULL};
    const Tokens *t = &e->t;
    if (token_type(t, i) == OTHER || !token_in(t, i - 1, before) ||
        t->at[i].in_brackets || t->at[i].in_head)
        return;
    int end = i, depth = 0;
    bool set = false;
    for (; end < t->n && end < i + FAR && !token_is(t, end, ";"); end++)
        set |= token_is(t, end, "=");
    for (int k = end + 1; set && k < t->n && k < end + FAR; k++) {
        depth += token_is(t, k, "{") ? 1 : token_is(t, k, "}") ? -1 : 0;
        EditLoop h;
        if (depth < 0) return;
        if (depth > 0 || !edits_loop(t, k, &h) ||
            !token_is(t, h.close + 1, "{"))
            continue;
        int name = i;
        while (name < end &&
               (!token_has(t, name, NAME) || token_type(t, name) != OTHER ||
                token_is(t, name, "const")))
            name++;
        edits_told(e, i, h.close + 1,
                   arena_fmt(e->a, "%s %s",
                             edits_text_of(e, end + 1, h.close + 1),
                             edits_text_of(e, i, end)),
                   80,
                   arena_fmt(e->a,
                             "with the declaration of `%s` in line %d moved "
                             "into the loop of line %d, so that it begins anew "
                             "in each round,",
                             edits_text_of(e, name, name), t->at[i].line,
                             t->at[k].line));
        return;
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
    // Arguments of a launch have the names of parameters to go by.
    if (edits_span_has(e, i, last, ">>>")) return;
    EditNames names = edits_names_at(e, i, true, 0, 0);
    for (int k = 0; k < names.n; k++)
        for (int m = k + 1; m < names.n; m++) {
            const Declared *a = names.at[k], *b = names.at[m];
            if (!edits_span_names(e, i, last, a) ||
                !edits_span_names(e, i, last, b))
                continue;
            edits_told(
                e, i, last, with_exchanged(e, i, last, a->token, b->token), 87,
                arena_fmt(e->a, "with `%s` and `%s` exchanged in line %d",
                          edits_name(e, a), edits_name(e, b), t->at[i].line));
        }
}

// x[a][b]: x[b][a]. Neighbouring threads take neighbouring elements, so that
// which leaves threadIdx.x last is likelier.
static void exchange_indices(Edits *e, int i) {
    enum { LONGEST = 4 }; // threadIdx.x is three
    const Tokens *t = &e->t;
    if (!token_is(t, i, "[")) return;
    int shut = edits_closing(t, i), open = shut + 1;
    int end = shut > 0 && token_is(t, open, "[") ? edits_closing(t, open) : -1;
    if (!token_has(t, i - 1, NAME) || t->at[i].in_head || end < 0 ||
        token_type(t, i - 2) != OTHER || shut - i > LONGEST ||
        end - open > LONGEST || shut == i + 1 || end == open + 1)
        return;
    char *a = edits_text_of(e, i + 1, shut - 1),
         *b = edits_text_of(e, open + 1, end - 1),
         *array = edits_text_of(e, i - 1, i - 1);
    bool was_last = edits_of_thread(e, open + 1, end - 1, "x"),
         is_last = edits_of_thread(e, i + 1, shut - 1, "x");
    int more = (is_last && !was_last) - (was_last && !is_last);
    edits_told(e, i, end, arena_fmt(e->a, "[%s][%s]", b, a), 88 + more,
               edits_line(e, i,
                          arena_fmt(e->a, "with `%s[%s][%s]` for `%s[%s][%s]`",
                                    array, b, a, array, a, b)));
}

// A call's closing bracket one operand too late, or too early: f(a / b) for
// f(a) / b.
static void move_bracket(Edits *e, int i) {
    static const char *const operators[] = {"/", "*", "-", "+", NULL};
    const Tokens *t = &e->t;
    int close = token_has(t, i, NAME) && token_is(t, i + 1, "(")
                    ? edits_closing(t, i + 1)
                    : -1;
    if (close < i + 3 || !edits_in_kernel(e, i)) return;
    const char *name = edits_text_of(e, i, i);
    for (int late = 1; late >= 0; late--) {
        int op = late ? close - 2 : close + 1;
        bool simple =
            token_has(t, op + 1, NAME) || token_has(t, op + 1, NUMBER);
        if (!simple || !token_in(t, op, operators) || op <= i + 2) continue;
        int end = late ? close : op + 1;
        const char *by = late ? arena_fmt(e->a, "%s(%s) %s", name,
                                          edits_text_of(e, i + 2, op - 1),
                                          edits_text_of(e, op, op + 1))
                              : arena_fmt(e->a, "%s(%s %s)", name,
                                          edits_text_of(e, i + 2, close - 1),
                                          edits_text_of(e, op, op + 1));
        edits_told(e, i, end, by, late ? 86 : 59,
                   edits_line(e, i,
                              arena_fmt(e->a, "with `%s` for `%s`", by,
                                        edits_text_of(e, i, end))));
    }
}

// (a / b) * c in place of a / b * c; and a / b + c for a / (b + c).
static void drop_brackets(Edits *e, int i) {
    static const char *const signs[] = {"+", "-",  "*",  "/", "%", "&",
                                        "|", "<<", ">>", "^", NULL};
    const Tokens *t = &e->t;
    bool call = token_has(t, i - 1, NAME) || token_is(t, i - 1, ">") ||
                token_is(t, i - 1, ">>>");
    bool two = token_is(t, i, "(") && token_in(t, i + 2, signs) &&
               token_is(t, i + 4, ")");
    for (int k = i + 1; two && k < i + 4; k += 2)
        two = token_has(t, k, NAME) || token_has(t, k, NUMBER);
    if (call || !two) return;
    char *by = edits_text_of(e, i + 1, i + 3);
    bool sum = token_is(t, i + 2, "+") || token_is(t, i + 2, "-");
    if (!token_is(t, i - 1, "/") || !sum) {
        edits_span(e, i, i + 4, by, 57, "other brackets in place of");
        return;
    }
    edits_told(e, i, i + 4, by, 83,
               edits_line(e, i,
                          arena_fmt(e->a, "with `/ %s` for `/ %s`", by,
                                    edits_text_of(e, i, i + 4))));
}

// (a + b) / c for a / c + b, and the other way round.
static void share_divisor(Edits *e, int i) {
    static const char *const signs[] = {"+", "-", NULL};
    static const char *const factors[] = {"/", "*", NULL};
    const Tokens *t = &e->t;
    bool bare = token_is(t, i, "(") && !token_has(t, i - 1, NAME) &&
                token_is(t, i + 4, ")") && token_in(t, i + 2, signs) &&
                token_in(t, i + 5, factors);
    int end = i + 6;
    if (!bare || !token_has(t, i + 1, NAME) ||
        !(token_has(t, end, NAME) || token_has(t, end, NUMBER)) ||
        token_is(t, end + 1, "(") || token_is(t, end + 1, "["))
        return;
    const char *by = arena_fmt(e->a, "%s %s %s", edits_text_of(e, i + 1, i + 1),
                               edits_text_of(e, end - 1, end),
                               edits_text_of(e, i + 2, i + 3));
    edits_told(e, i, end, arena_fmt(e->a, "(%s)", by), 71,
               edits_line(e, i,
                          arena_fmt(e->a, "with `%s` for `%s`", by,
                                    edits_text_of(e, i, end))));
}

// (a + b) % c for a + b % c.
static void group_remainder(Edits *e, int i) {
    static const char *const signs[] = {"+", "-", NULL};
    static const char *const before[] = {"[", "(", "=", ",", NULL};
    const Tokens *t = &e->t;
    bool fits = token_has(t, i, NAME) && token_in(t, i - 1, before) &&
                token_in(t, i + 1, signs) && token_has(t, i + 2, NAME) &&
                token_is(t, i + 3, "%");
    if (!fits) return;
    const char *by = arena_fmt(e->a, "(%s) %% %s", edits_text_of(e, i, i + 2),
                               edits_text_of(e, i + 4, i + 4));
    edits_told(e, i, i + 4, by, 84,
               edits_line(e, i,
                          arena_fmt(e->a, "with `%s` for `%s`", by,
                                    edits_text_of(e, i, i + 4))));
}

// a - (b + c) for (a - b) - c: rounding tells them apart.
static void group_difference(Edits *e, int i) {
    const Tokens *t = &e->t;
    bool fits = token_has(t, i, NAME) && token_is(t, i + 1, "-") &&
                token_is(t, i + 2, "(") && token_is(t, i + 4, "+") &&
                token_is(t, i + 6, ")");
    if (!fits) return;
    const char *by = arena_fmt(e->a, "(%s - %s) - %s", edits_text_of(e, i, i),
                               edits_text_of(e, i + 3, i + 3),
                               edits_text_of(e, i + 5, i + 5));
    edits_told(e, i, i + 6, by, 62,
               edits_line(e, i,
                          arena_fmt(e->a, "with `%s` for `%s`", by,
                                    edits_text_of(e, i, i + 6))));
}

// for (int s = N; ...; s /= 2): a tree that begins at the whole length.
static void halve_start(Edits *e, int i) {
    const Tokens *t = &e->t;
    EditLoop h;
    if (!token_is(t, i, "for") || !edits_loop(t, i, &h)) return;
    bool halves = false;
    for (int k = h.step; k < h.close; k++)
        halves |= token_is(t, k, "/=") || token_is(t, k, ">>=");
    int at = h.test - 2; // of `= N ;`
    bool plain = halves && token_is(t, at - 1, "=") &&
                 (token_has(t, at, NAME) || token_has(t, at, NUMBER));
    if (!plain) return;
    const char *old = edits_text_of(e, at, at);
    edits_told(
        e, at, at, arena_fmt(e->a, "(%s / 2)", old), 88,
        edits_line(e, i, arena_fmt(e->a, "with `%s / 2` for `%s`", old, old)));
}

void edits_order(Edits *e, int i) {
    halve_start(e, i);
    drop_brackets(e, i);
    share_divisor(e, i);
    group_difference(e, i);
    group_remainder(e, i);
    change_loops(e, i);
    move_bracket(e, i);
    int from = e->n;
    change_order(e, i);
    // An access that is never reached evades the trap.
    for (; from < e->n; from++)
        e->at[from].evades = true;
    clear_sums(e, i);
    declare_in_loop(e, i);
    keep_value(e, i);
    take_before_sum(e, i);
    exchange_in_line(e, i);
    exchange_indices(e, i);
}
