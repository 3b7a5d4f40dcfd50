// See edit_list.h: checks and values.
#include "gate/check/edit_list.h"

#include "base/str.h"

#include <stdlib.h>
#include <string.h>

// ---- checks

// The statement stores an element: to memory, not to a variable.
static bool stores_element(const Tokens *t, int i) {
    return token_is(t, i + 1, "[") || edits_is_atomic(t, i) ||
           token_is(t, i, "*");
}

static void add_check(Edits *e, int i, const char *check, int weight) {
    edits_told(e, i, i,
               arena_fmt(e->a, "if (%s) %s", check, edits_text_of(e, i, i)),
               weight,
               arena_fmt(e->a, "with `if (%s)` before the statement of line %d",
                         check, e->t.at[i].line));
    e->at[e->n - 1].is_check = true;
}

// The same for a check that one of several threads passes.
static void add_choice(Edits *e, int i, const char *check, int weight,
                       const char *one, const char *all) {
    add_check(e, i, check, weight);
    if (edits_is_atomic(&e->t, i))
        e->at[e->n - 1].says = arena_fmt(
            e->a,
            "with `if (%s)` before the %s of line %d, so that %s does it and "
            "not %s,",
            check, edits_text_of(e, i, i), e->t.at[i].line, one, all);
}

// if (i < n) before a store of an element, or if (lane == 0).
static void check_store(Edits *e, int i) {
    int end = edits_statement_end(&e->t, i);
    if (end < 0 || !stores_element(&e->t, i) || !edits_in_kernel(e, i)) return;
    static const char block[] = "every thread that comes there",
                      warp[] = "all lanes";
    // A warp's sum is added by one of its lanes.
    bool sums = edits_is_atomic(&e->t, i) && strstr(e->t.code, "__shfl_");
    int more = sums ? 20 : 0;
    add_choice(e, i, "threadIdx.x == 0", 74, "one thread of a block", block);
    add_choice(e, i, "blockIdx.x == 0", 73, "one block", "every block");
    add_choice(e, i, "threadIdx.x % 32 == 0", 72 + more, "one lane of a warp",
               warp);
    EditNames mine = edits_names_at(e, i, false, 0, 0),
              used = edits_names_at(e, i, false, i, end),
              limits = edits_names_at(e, i, true, 0, 0);
    for (int k = 0; k < mine.n; k++) {
        int at = mine.at[k]->token, last = edits_initial_end(e, at);
        if (last < 0 || !edits_span_has(e, at, last, "threadIdx") ||
            edits_span_has(e, at, last, "blockIdx"))
            continue;
        bool of_lane = edits_span_has(e, at, last, "%") ||
                       edits_span_has(e, at, last, "&"),
             of_warp = edits_span_has(e, at, last, "/");
        add_choice(e, i, arena_fmt(e->a, "%s == 0", edits_name(e, mine.at[k])),
                   of_lane ? 77 + more : 77,
                   of_lane   ? "one lane of a warp"
                   : of_warp ? "one warp"
                             : "one thread of a block",
                   of_lane   ? warp
                   : of_warp ? "every warp"
                             : block);
    }
    for (int k = 0; k < used.n; k++)
        for (int m = 0; m < limits.n; m++)
            add_check(e, i,
                      arena_fmt(e->a, "%s < %s", edits_name(e, used.at[k]),
                                edits_name(e, limits.at[m])),
                      50);
}

// The statement at i, which is not in a loop or an `if`, and which no barrier
// follows: its semicolon, or -1.
static int last_part(const Edits *e, int i) {
    static const char *const before[] = {";", "{", "}", NULL};
    const Tokens *t = &e->t;
    if (!token_in(t, i - 1, before) || t->at[i].in_brackets ||
        t->at[i].directive || !token_has(t, i, NAME))
        return -1;
    int depth = 0, end = -1;
    for (int k = i; k < t->n && t->at[k].function == t->at[i].function; k++) {
        depth += token_is(t, k, "{") ? 1 : token_is(t, k, "}") ? -1 : 0;
        if (token_is(t, k, ";") && end < 0) end = k;
        if (memmem(t->code + t->at[k].at, (size_t)t->at[k].len, "sync", 4))
            return -1;
    }
    return depth == -1 ? end : -1;
}

static void add_leaving(Edits *e, int i, const char *check, int weight) {
    edits_told(
        e, i, i,
        arena_fmt(e->a, "if (%s) return; %s", check, edits_text_of(e, i, i)),
        weight,
        arena_fmt(e->a, "with `if (%s) return;` before line %d", check,
                  e->t.at[i].line));
    e->at[e->n - 1].is_check = true;
}

// The statement that trapped begins with an access of a thread that has no
// element: if (i >= n) return; before it, and not only before what it stores. A
// check that is there, and wrong, comes first.
static void leave_before(Edits *e, int i) {
    const Tokens *t = &e->t;
    if (!e->focus || e->focus->is_order || e->focus->line != t->at[i].line ||
        !edits_in_kernel(e, i))
        return;
    int end = last_part(e, i);
    if (end < 0) return;
    EditNames used = edits_names_at(e, i, false, i, end),
              limits = edits_names_at(e, i, true, 0, 0);
    const char *name[EDIT_NAMES], *limit[EDIT_NAMES];
    for (int k = 0; k < used.n; k++)
        name[k] = edits_name(e, used.at[k]);
    for (int k = 0; k < limits.n; k++)
        limit[k] = edits_name(e, limits.at[k]);
    for (int k = 0; k < used.n; k++)
        for (int m = 0; m < limits.n; m++)
            add_leaving(e, i, arena_fmt(e->a, "%s >= %s", name[k], limit[m]),
                        32);
    for (int m = 0; used.n == 2 && m < limits.n; m++)
        for (int q = 0; q < limits.n; q++)
            if (q != m)
                add_leaving(e, i,
                            arena_fmt(e->a, "%s >= %s || %s >= %s", name[0],
                                      limit[m], name[1], limit[q]),
                            31);
}

// i < n ? in[i] : 0 in place of in[i], of which the value at `=` is made.
static void check_load(Edits *e, int i) {
    const Tokens *t = &e->t;
    if (!token_is(t, i, "=") || t->at[i].in_brackets || !edits_in_kernel(e, i))
        return;
    int end = i + 1;
    while (end < t->n && end < i + 40 && !token_is(t, end, ";"))
        end++;
    if (!token_is(t, end, ";") || !edits_span_has(e, i, end, "[") ||
        edits_span_has(e, i, end, "?") || edits_span_has(e, i, end, "{"))
        return;
    EditNames used = edits_names_at(e, i, false, i + 1, end),
              limits = edits_names_at(e, i, true, 0, 0);
    bool here = e->focus && e->focus->line == t->at[i].line;
    for (int k = 0; k < used.n; k++)
        for (int m = 0; m < limits.n; m++) {
            char *check = arena_fmt(e->a, "%s < %s", edits_name(e, used.at[k]),
                                    edits_name(e, limits.at[m]));
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
    int end = edits_any_body_end(t, h.close + 1);
    char *test = edits_text_of(e, h.test, h.step - 2);
    EditNames limits = edits_names_at(e, i, true, 0, 0);
    int done = -1;
    for (int k = h.close + 1; k < end; k++) {
        if (!token_has(t, k, NAME) || !token_is(t, k + 1, "+=")) continue;
        const Declared *d = edits_declared(e, k);
        if (!d || d->kind != WHOLE || d->token > i || token_same(t, k, done))
            continue;
        done = k;
        for (int m = 0; m < limits.n; m++) {
            char *check = arena_fmt(e->a, "%s < %s", edits_text_of(e, k, k),
                                    edits_name(e, limits.at[m]));
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
        token_is(t, close + 3, "(") || edits_span_has(e, i + 2, close - 1, ","))
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
    bool added = token_is(t, i - 2, "&") && edits_is_atomic(t, i - 4);
    if (!stored && !added && !(one && token_has(t, i + 1, NAME))) return;
    static const char *const all[] = {"blockIdx.x", "threadIdx.x"};
    for (size_t k = 0; k < COUNT_OF(all); k++)
        if (strcmp(edits_text_of(e, i + 1, close - 1), all[k]) != 0)
            edits_index(e, i, close - 1, all[k], 56);
}

// ---- rows of another length

static bool is_factor(const Tokens *t, int i) {
    return token_is(t, i - 1, "*") || token_is(t, i + 1, "*");
}

// Token i is between the brackets of an index.
static bool is_in_subscript(const Tokens *t, int i) {
    enum { FAR = 30 };
    for (int k = i - 1, depth = 0; k >= 0 && k > i - FAR; k--) {
        if (token_is(t, k, ";") || token_is(t, k, "{")) return false;
        depth += token_is(t, k, "]") ? 1 : token_is(t, k, "[") ? -1 : 0;
        if (depth < 0) return true;
    }
    return false;
}

// Token i is a constant of the file or a macro, where it gets its value.
static bool defines_constant(const Edits *e, int i) {
    const Tokens *t = &e->t;
    if (t->at[i].directive) return token_is(t, i - 1, "define");
    if (!token_is(t, i + 1, "=") || t->at[i].in_brackets) return false;
    int depth = 0;
    for (int k = 0; k < i; k++)
        depth += token_is(t, k, "{") ? 1 : token_is(t, k, "}") ? -1 : 0;
    return depth == 0;
}

// The file multiplies by that constant in an index.
static bool is_row_length(const Tokens *t, int name) {
    for (int k = name + 1; k < t->n; k++)
        if (token_same(t, k, name) && is_factor(t, k) && is_in_subscript(t, k))
            return true;
    return false;
}

// tile[y * SIDE + x]: tile[y * PITCH + x], where rows have that length.
static void change_row_length(Edits *e, int i) {
    enum { MOST = 4 };
    const Tokens *t = &e->t;
    bool known = token_has(t, i, NUMBER) && t->at[i].len > 1; // of two digits
    if ((!known && !token_has(t, i, NAME)) || !is_factor(t, i) ||
        edits_declared(e, i) || !is_in_subscript(t, i))
        return;
    int others[MOST], n = 0;
    for (int k = 0; k < i && t->at[k].function <= t->at[i].function; k++) {
        if (!token_has(t, k, NAME) || !defines_constant(e, k)) continue;
        bool mine = token_same(t, k, i);
        known |= mine;
        if (!mine && n < MOST && is_row_length(t, k)) others[n++] = k;
    }
    int first = token_is(t, i - 1, "*") ? i - 2 : i,
        last = token_is(t, i - 1, "*") ? i : i + 2;
    if (first < 0 || last >= t->n) return;
    char *old = edits_text_of(e, first, last);
    for (int k = 0; known && k < n; k++) {
        char *name = edits_text_of(e, others[k], others[k]),
             *by = arena_fmt(e->a, "%s%s%s", edits_text_of(e, first, i - 1),
                             first < i ? " " : "", name);
        if (first == i)
            by = arena_fmt(e->a, "%s %s", name, edits_text_of(e, i + 1, last));
        edits_told(
            e, first, last, by, 87,
            edits_line(e, i, arena_fmt(e->a, "with `%s` for `%s`", by, old)));
        if (!e->focus || e->focus->line == t->at[i].line) continue;
        e->at[e->n - 1].hides =
            arena_fmt(e->a,
                      "So lines %d and %d do not go together: which of the two "
                      "has the wrong length of a row?",
                      t->at[i].line, e->focus->line);
    }
}

// x = atomicAdd(...) without what it returns.
static void drop_returned(Edits *e, int i) {
    const Tokens *t = &e->t;
    int end = edits_statement_end(t, i), at = i;
    while (at < end && !token_is(t, at, "="))
        at++;
    if (at < end && edits_is_atomic(t, at + 1))
        edits_told(
            e, i, at, " ", 84,
            edits_line(e, i,
                       "with what the atomic function returns left alone"));
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

// j = t / d2: t / d2 % d1, a part of a number that has more of them.
static void take_remainder(Edits *e, int i) {
    static const char *const after[] = {";", ",", NULL};
    const Tokens *t = &e->t;
    bool quotient = token_is(t, i, "/") && token_has(t, i + 1, NAME) &&
                    token_in(t, i + 2, after) && token_has(t, i - 1, NAME) &&
                    token_is(t, i - 2, "=");
    if (!quotient || !edits_in_kernel(e, i)) return;
    // An extent that the file multiplies by this one: d1 * d2.
    for (int k = 1; k + 1 < t->n; k++) {
        bool product = t->at[k].function == t->at[i].function &&
                       token_is(t, k, "*") && token_has(t, k - 1, NAME) &&
                       token_has(t, k + 1, NAME);
        int other = !product                      ? -1
                    : token_same(t, k + 1, i + 1) ? k - 1
                    : token_same(t, k - 1, i + 1) ? k + 1
                                                  : -1;
        if (other < 0) continue;
        char *by = arena_fmt(e->a, "%s %% %s", edits_text_of(e, i - 1, i + 1),
                             edits_text_of(e, other, other));
        edits_told(e, i - 1, i + 1, by, 82,
                   edits_line(e, i, arena_fmt(e->a, "with `%s`", by)));
        return;
    }
}

// word >> k, where k is the number of a byte: 8 * k bits.
static void shift_bytes(Edits *e, int i) {
    const Tokens *t = &e->t;
    if (!token_is(t, i, ">>") || !token_has(t, i + 1, NAME) ||
        !token_is(t, i + 2, ")"))
        return;
    char *by = edits_text_of(e, i + 1, i + 1);
    edits_told(e, i + 1, i + 1, arena_fmt(e->a, "(8 * %s)", by), 86,
               edits_line(e, i,
                          arena_fmt(e->a,
                                    "with bytes, which are 8 bits each, in "
                                    "place of `%s` bits in the shift",
                                    by)));
}

void edits_insert(Edits *e, int i) {
    check_store(e, i);
    leave_before(e, i);
    check_load(e, i);
    clear_otherwise(e, i);
    drop_conditions(e, i);
    check_rounds(e, i);
    widen_call(e, i);
    turn_operands(e, i);
    change_sign(e, i);
    change_index(e, i);
    change_row_length(e, i);
    drop_returned(e, i);
    drop_factor(e, i);
    take_remainder(e, i);
    shift_bytes(e, i);
}
