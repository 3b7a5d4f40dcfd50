// See fingerprint.h.
#include "gate/judge/fingerprint.h"

#include "base/hash.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VALUES_EACH = 2, SHORT_HASH = 6, LIKE_CASES = 2 };

// Another order of a sum, or a fused multiply-add, changes a value by less.
static const double ROUNDING = 2e-3;
// The digits that are written do not show less; then the error is written.
static const double DIGITS = 5e-6;
// It moves an element over its bound now and then.
static const double ELEMENTS = 0.02;

// ---- written

void fingerprint_start(Fingerprint *f) {
    *f = (Fingerprint){0};
}

static bool is_nearly_right(const Mismatch *m) {
    return m->want != 0 && isfinite(m->want) &&
           fabs(m->got - m->want) <= DIGITS * fabs(m->want);
}

// Many mistakes leave nothing, or nothing but zeros.
static bool tells_something(const Mismatch *m) {
    return !m->got_poison && m->got != 0 && !isnan(m->got) &&
           !is_nearly_right(m);
}

static bool case_tells(const CaseResult *r) {
    bool tells = false;
    for (int i = 0; i < r->nfirst; i++)
        tells |= tells_something(&r->first[i]);
    return tells;
}

static void hash_case(const CaseResult *r, bool wrong, char hex[HASH_HEX]) {
    Hash h;
    const int64_t at[] = {r->verdict, r->total, wrong ? r->first[0].index : 0};
    hash_start(&h);
    hash_add(&h, at, sizeof at);
    hash_str(&h, r->kind ? r->kind : "");
    hash_str(&h, wrong && r->output ? r->output : "");
    hash_str(&h, wrong && r->also ? r->also : "");
    hash_end(&h, hex);
    hex[SHORT_HASH] = 0;
}

static void put_case(Buf *out, const CaseResult *r, bool wrong, bool tells) {
    char hex[HASH_HEX];
    hash_case(r, wrong, hex);
    buf_fmt(out, "%s%s:%lld", tells ? "+" : "", hex, (long long)r->wrong);
    for (int i = 0; i < min_of(r->nfirst, VALUES_EACH); i++) {
        const Mismatch *m = &r->first[i];
        if (m->got_poison)
            buf_str(out, ":unwritten");
        else if (is_nearly_right(m)) // then the error tells
            buf_fmt(out, ":%.2ge", (m->got - m->want) / fabs(m->want));
        else
            buf_fmt(out, ":%.5g", m->got);
    }
}

void fingerprint_add(Fingerprint *f, const CaseResult *r) {
    bool wrong = r->verdict == VERDICT_FAIL && r->nfirst > 0;
    if (f->text.len) buf_str(&f->text, " ");
    f->right += r->verdict == VERDICT_PASS;
    f->wrong += wrong;
    if (r->verdict == VERDICT_PASS) {
        buf_str(&f->text, ".");
        return;
    }
    bool tells = wrong && case_tells(r);
    put_case(&f->text, r, wrong, tells);
    f->telling |= tells || (wrong && r->wrong < r->total);
    for (int i = 0; i < r->nfirst; i++)
        f->empty |= r->first[i].got_poison;
}

char *fingerprint_end(Fingerprint *f, Arena *a) {
    bool tells = f->wrong && (f->telling || (f->right && !f->empty));
    char *text = tells ? arena_str(a, buf_text(&f->text)) : NULL;
    buf_free(&f->text);
    return text;
}

// ---- compared

static bool close_values(Str a, Str b, double most) {
    char as[40], bs[40], *enda, *endb;
    snprintf(as, sizeof as, "%.*s", (int)a.n, a.p);
    snprintf(bs, sizeof bs, "%.*s", (int)b.n, b.p);
    double x = strtod(as, &enda), y = strtod(bs, &endb);
    if (*enda || *endb || isnan(x) || isnan(y) || isinf(x) || isinf(y))
        return strcmp(as, bs) == 0;
    return fabs(x - y) <= most * fmax(fabs(x), fabs(y));
}

static bool like_cases(Str a, Str b) {
    Str x, y;
    if (!str_cut(&a, ':', &x) || !str_cut(&b, ':', &y) || x.n != y.n ||
        memcmp(x.p, y.p, x.n) != 0)
        return false;
    for (double most = ELEMENTS;; most = ROUNDING) {
        bool more_a = str_cut(&a, ':', &x), more_b = str_cut(&b, ':', &y);
        if (!more_a || !more_b) return more_a == more_b;
        if (!close_values(x, y, most)) return false;
    }
}

double fingerprint_share(Str a, Str b) {
    Str x, y;
    int wrong = 0, like = 0, telling = 0;
    if (!a.n || !b.n) return 0;
    for (;;) {
        bool more_a = str_cut(&a, ' ', &x), more_b = str_cut(&b, ' ', &y);
        if (more_a != more_b) return 0;
        if (!more_a) break;
        if (str_eq(x, ".") && str_eq(y, ".")) continue;
        wrong++;
        if (!like_cases(x, y)) continue;
        like++;
        telling += *x.p == '+';
    }
    if (wrong && like == wrong) return 1;
    bool most = telling >= LIKE_CASES && 5 * telling >= 3 * wrong;
    return most ? telling / (double)wrong : 0;
}
