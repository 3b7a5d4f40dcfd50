// See edit_list.h.
#include "gate/check/edit_list.h"

#include "base/str.h"

// ---- the list

void edits_add(Edits *e, Edit one) {
    GROW(e->a, Edit, e->at, e->n, e->cap);
    e->at[e->n++] = one;
}

void edits_span(Edits *e, int first, int last, const char *by, int weight,
                const char *of) {
    const Token *x = &e->t.at[first], *y = &e->t.at[last];
    Edit one = {.at = x->at,
                .len = y->at + y->len - x->at,
                .by = by,
                .line = x->line,
                .weight = weight,
                .of = of};
    edits_add(e, one);
}

void edits_told(Edits *e, int first, int last, const char *by, int weight,
                const char *says) {
    edits_span(e, first, last, by, weight, NULL);
    e->at[e->n - 1].says = says;
}

const char *edits_line(Edits *e, int i, const char *what) {
    return arena_fmt(e->a, "%s in line %d", what, e->t.at[i].line);
}

void edits_index(Edits *e, int open, int last, const char *by, int weight) {
    edits_told(e, open + 1, last, by, weight,
               edits_line(e, open,
                          arena_fmt(e->a, "with the index `%s` in `%s[]`", by,
                                    edits_text_of(e, open - 1, open - 1))));
}

char *edits_text_of(Edits *e, int first, int last) {
    if (last < first) return arena_strn(e->a, "", 0);
    const Token *x = &e->t.at[first], *y = &e->t.at[last];
    return arena_strn(e->a, e->t.code + x->at,
                      (size_t)(y->at + y->len - x->at));
}

// ---- names

const Declared *edits_declared(const Edits *e, int i) {
    const Declared *found = NULL;
    for (int k = 0; k < e->nnames; k++) {
        const Declared *d = &e->names[k];
        if (d->token >= i) break;
        if (e->t.at[d->token].function == e->t.at[i].function &&
            token_same(&e->t, d->token, i))
            found = d;
    }
    return found;
}

// The end of the block, the loop or the function that token i is declared in.
static int scope_end(const Tokens *t, int i) {
    int depth = 0;
    bool head = t->at[i].in_head, loop = !head && t->at[i].in_brackets;
    for (int k = i; k < t->n; k++) {
        if (head && t->at[k].function != t->at[i].function) return k;
        if (head) continue;
        depth += token_is(t, k, "{") ? 1 : token_is(t, k, "}") ? -1 : 0;
        bool over = token_is(t, k, "}") || token_is(t, k, ";");
        if (depth < 0 || (loop && depth == 0 && over && !t->at[k].in_brackets))
            return k;
    }
    return t->n;
}

// Token i stands in the value that the declaration gives its name.
static bool is_own_value(const Tokens *t, const Declared *d, int i) {
    if (t->at[d->token].in_head) return false;
    for (int k = d->token; k < i; k++)
        if (token_is(t, k, ";") || token_is(t, k, "{")) return false;
    return true;
}

bool edits_sees(const Edits *e, const Declared *d, int i) {
    return d->token < i && e->t.at[d->token].function == e->t.at[i].function &&
           i < scope_end(&e->t, d->token) && !is_own_value(&e->t, d, i);
}

bool edits_in_kernel(const Edits *e, int i) {
    static const char *const asks[] = {"threadIdx", "blockIdx", NULL};
    for (int k = 0; k < e->t.n; k++)
        if (e->t.at[k].function == e->t.at[i].function &&
            token_in(&e->t, k, asks))
            return true;
    return false;
}

int edits_constants(Edits *e, const char **out, int most) {
    const Tokens *t = &e->t;
    int n = 0;
    for (int k = 0; k + 2 < t->n && n < most; k++) {
        bool macro = token_is(t, k, "define") && t->at[k].directive &&
                     token_has(t, k + 1, NAME) && token_has(t, k + 2, NUMBER);
        bool constant =
            !t->at[k].in_brackets && token_type(t, k) == WHOLE &&
            token_is(t, k + 2, "=") && token_has(t, k + 3, NUMBER) &&
            (token_is(t, k - 1, "const") || token_is(t, k - 1, "constexpr"));
        if (macro || constant) out[n++] = edits_text_of(e, k + 1, k + 1);
    }
    return n;
}

// ---- what is whole

int edits_closing(const Tokens *t, int i) {
    int depth = 0;
    for (int k = i; k < t->n && k < i + 60; k++) {
        if (token_is(t, k, "(") || token_is(t, k, "[")) depth++;
        if (token_is(t, k, ";") || token_is(t, k, "{")) return -1;
        if ((token_is(t, k, ")") || token_is(t, k, "]")) && --depth == 0)
            return k;
    }
    return -1;
}

int edits_statement_end(const Tokens *t, int i) {
    static const char *const starts[] = {";", "{", "}", ")", "else", NULL};
    static const char *const kept[] = {"return", "break",   "continue", "if",
                                       "for",    "while",   "else",     "do",
                                       "using",  "typedef", "case",     NULL};
    static const char *const assign[] = {"=", "+=", "-=", "*=", "/=", NULL};
    if (!token_in(t, i - 1, starts) || !token_has(t, i, NAME) ||
        t->at[i].in_head || t->at[i].in_brackets || token_in(t, i, kept))
        return -1;
    bool assigns = false, calls = token_is(t, i + 1, "(");
    bool declares = token_has(t, i + 1, NAME) || token_is(t, i + 1, "*") ||
                    token_is(t, i + 1, "<<<");
    int end = i;
    for (int depth = 0; end < t->n && end < i + 80; end++) {
        if (token_is(t, end, "(") || token_is(t, end, "[")) depth++;
        if (token_is(t, end, ")") || token_is(t, end, "]")) depth--;
        if (depth < 0 || token_is(t, end, "{")) return -1;
        if (depth == 0 && token_in(t, end, assign)) assigns = true;
        if (token_is(t, end, ";")) break;
    }
    bool whole = end < t->n && token_is(t, end, ";");
    return whole && !declares && (assigns || calls) ? end : -1;
}

bool edits_loop(const Tokens *t, int i, EditLoop *h) {
    *h = (EditLoop){.begin = i + 2};
    if (!token_is(t, i, "for") || !token_is(t, i + 1, "(")) return false;
    for (int k = i + 1, depth = 0; k < t->n && k < i + 60; k++) {
        depth += token_is(t, k, "(") ? 1 : token_is(t, k, ")") ? -1 : 0;
        if (depth == 0) {
            h->close = k;
            return h->test > 0 && h->step > 0;
        }
        if (!token_is(t, k, ";")) continue;
        *(h->test ? &h->step : &h->test) = k + 1;
    }
    return false;
}

// ---- what is where

bool edits_span_names(const Edits *e, int first, int last, const Declared *d) {
    for (int k = first; k <= last; k++)
        if (token_same(&e->t, k, d->token) && !token_is(&e->t, k - 1, "."))
            return true;
    return false;
}

bool edits_span_has(const Edits *e, int first, int last, const char *word) {
    for (int k = first; k <= last; k++)
        if (token_is(&e->t, k, word)) return true;
    return false;
}

EditNames edits_names_at(const Edits *e, int i, bool head, int first,
                         int last) {
    EditNames names = {0};
    for (int k = e->nnames - 1; k >= 0 && names.n < EDIT_NAMES; k--) {
        const Declared *d = &e->names[k];
        if (d->token >= i || d->kind != WHOLE || !edits_sees(e, d, i) ||
            e->t.at[d->token].in_head != head)
            continue;
        if (last > 0 && !edits_span_names(e, first, last, d)) continue;
        bool known = false;
        for (int m = 0; m < names.n; m++)
            known |= token_same(&e->t, names.at[m]->token, d->token);
        if (!known) names.at[names.n++] = d;
    }
    return names;
}

char *edits_name(Edits *e, const Declared *d) {
    return edits_text_of(e, d->token, d->token);
}

int edits_initial_end(const Edits *e, int i) {
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

int edits_body_end(const Tokens *t, int i) {
    int depth = 0;
    for (int k = i; k < t->n; k++) {
        depth += token_is(t, k, "{") ? 1 : token_is(t, k, "}") ? -1 : 0;
        if (depth == 0) return k;
    }
    return -1;
}

int edits_any_body_end(const Tokens *t, int i) {
    if (token_is(t, i, "{")) return edits_body_end(t, i);
    for (int k = i; k < t->n && k < i + 80; k++) {
        if (token_is(t, k, "{")) return -1;
        if (token_is(t, k, ";") && !t->at[k].in_brackets) return k;
    }
    return -1;
}

bool edits_is_atomic(const Tokens *t, int i) {
    return token_has(t, i, NAME) && str_starts(t->code + t->at[i].at, "atomic");
}

static bool of_thread(const Edits *e, int first, int last, const char *axis,
                      int deep) {
    enum { DEEPEST = 4, LONGEST = 40 };
    const Tokens *t = &e->t;
    for (int k = first; k <= last && deep < DEEPEST; k++) {
        if (token_is(t, k, "threadIdx") && (!axis || token_is(t, k + 2, axis)))
            return true;
        const Declared *d = token_has(t, k, NAME) ? edits_declared(e, k) : NULL;
        if (!d || t->at[d->token].in_head || !token_is(t, d->token + 1, "="))
            continue;
        int end = d->token + 2;
        while (end < t->n && end < d->token + LONGEST &&
               !token_is(t, end, ";") && !token_is(t, end, ","))
            end++;
        if (of_thread(e, d->token + 2, end, axis, deep + 1)) return true;
    }
    return false;
}

bool edits_of_thread(const Edits *e, int first, int last, const char *axis) {
    return of_thread(e, first, last, axis, 0);
}
