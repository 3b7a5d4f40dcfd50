// See fingerprint.h.
#include "gate/judge/fingerprint.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WRONG_CASES = 3, VALUES_EACH = 2, SHORT_HASH = 16 };

// Another order of a sum, or a fused multiply-add, changes a value by less.
static const double ROUNDING = 2e-3;

void fingerprint_start(Fingerprint *f) {
    *f = (Fingerprint){0};
    hash_start(&f->cases);
}

// Many mistakes leave nothing, or nothing but zeros.
static bool tells_something(const Mismatch *m) {
    return !m->got_poison && m->got != 0 && !isnan(m->got);
}

static void look_at_values(Fingerprint *f, const CaseResult *r) {
    f->telling |= r->wrong < r->total;
    for (int i = 0; i < r->nfirst; i++)
        f->telling |= tells_something(&r->first[i]);
    for (int i = 0; i < r->nfirst; i++)
        f->empty |= r->first[i].got_poison;
}

static void add_values(Fingerprint *f, const CaseResult *r) {
    for (int i = 0; i < min_of(r->nfirst, VALUES_EACH); i++)
        if (r->first[i].got_poison)
            buf_str(&f->values, " unwritten");
        else
            buf_fmt(&f->values, " %.7g", r->first[i].got);
}

void fingerprint_add(Fingerprint *f, const CaseResult *r) {
    bool wrong = r->verdict == VERDICT_FAIL && r->nfirst > 0;
    const int64_t at[] = {r->verdict, r->wrong, r->total,
                          wrong ? r->first[0].index : 0};
    hash_add(&f->cases, at, sizeof at);
    hash_str(&f->cases, r->kind ? r->kind : "");
    hash_str(&f->cases, wrong && r->output ? r->output : "");
    hash_str(&f->cases, wrong && r->also ? r->also : "");
    f->right += r->verdict == VERDICT_PASS;
    if (!wrong) return;
    look_at_values(f, r);
    if (f->wrong++ < WRONG_CASES) add_values(f, r);
}

char *fingerprint_end(Fingerprint *f, Arena *a) {
    char hex[HASH_HEX];
    hash_end(&f->cases, hex);
    hex[SHORT_HASH] = 0;
    bool tells = f->wrong && (f->telling || (f->right && !f->empty));
    char *text = tells ? arena_fmt(a, "%s%s", hex, buf_text(&f->values)) : NULL;
    buf_free(&f->values);
    return text;
}

static bool close_values(Str a, Str b) {
    char as[40], bs[40], *enda, *endb;
    snprintf(as, sizeof as, "%.*s", (int)a.n, a.p);
    snprintf(bs, sizeof bs, "%.*s", (int)b.n, b.p);
    double x = strtod(as, &enda), y = strtod(bs, &endb);
    if (*enda || *endb || isnan(x) || isnan(y) || isinf(x) || isinf(y))
        return strcmp(as, bs) == 0;
    return fabs(x - y) <= ROUNDING * fmax(fabs(x), fabs(y));
}

bool fingerprint_same(Str a, Str b) {
    Str x, y;
    bool more_a = str_cut(&a, ' ', &x), more_b = str_cut(&b, ' ', &y);
    if (!more_a || !more_b || x.n != y.n || memcmp(x.p, y.p, x.n) != 0)
        return false;
    for (;;) {
        more_a = str_cut(&a, ' ', &x);
        more_b = str_cut(&b, ' ', &y);
        if (!more_a || !more_b) return more_a == more_b;
        if (!close_values(x, y)) return false;
    }
}
