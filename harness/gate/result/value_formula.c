// Mistakes in formulas: see value_rules.def.
#include "gate/result/value_words.h"

#include "gate/result/source.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// The name or number that ends before p, or begins at p.
static Str word_before(const char *code, const char *p) {
    while (p > code && p[-1] == ' ')
        p--;
    const char *from = p;
    while (from > code && (source_name_char(from[-1]) || from[-1] == '.'))
        from--;
    return (Str){from, (size_t)(p - from)};
}

// "(a + 1)" of whole numbers; empty: it is none.
static Str bracketed_ints(const char *code, const char *p) {
    static const char between[] = " +-*";
    const char *end = strchr(p, ')'), *q = p + 1;
    while (end && q < end) {
        q += strspn(q, between);
        Str word = {q, 0};
        while (source_name_char(q[word.n]))
            word.n++;
        if (!source_is_int(code, word)) return (Str){0};
        q += word.n + strspn(q + word.n, between);
    }
    return end ? (Str){p, (size_t)(end + 1 - p)} : (Str){0};
}

static Str word_after(const char *code, const char *p) {
    p += strspn(p, " ");
    if (*p == '(') return bracketed_ints(code, p);
    size_t n = 0;
    while (source_name_char(p[n]) || p[n] == '.')
        n++;
    return (Str){p, n};
}

// ---- integer division

static bool is_zero_division(Str over, Str under) {
    char *end;
    if (over.n == 0 || under.n == 0) return false;
    long a = strtol(over.p, &end, 10);
    if (end != over.p + over.n) return false;
    long b = strtol(under.p, &end, 10);
    return end == under.p + under.n && a > 0 && b > a;
}

// p stands in the brackets of a function of floats.
static bool is_in_function(const char *code, const char *p) {
    static const char *const names[] = {"pow",  "powf",  "exp",   "expf",
                                        "exp2", "log",   "logf",  "exp2f",
                                        "sqrt", "sqrtf", "rsqrtf"};
    int depth = 0;
    for (const char *q = p; q > code && !strchr(";{}", q[-1]); q--) {
        depth += (q[-1] == ')') - (q[-1] == '(');
        if (depth >= 0) continue;
        depth = 0;
        Str name = word_before(code, q - 1);
        for (size_t k = 0; k < COUNT_OF(names); k++)
            if (name.n == strlen(names[k]) && !memcmp(name.p, names[k], name.n))
                return true;
    }
    return false;
}

static bool is_int_under(const char *code, Str under) {
    return under.n && (*under.p == '(' || source_is_int(code, under));
}

// `1 / n`, where both are ints: 0 for all but n = 1.
static bool is_one_over(const char *code, Str over, Str under) {
    return over.n == 1 && under.n && *over.p == '1' &&
           (source_is_name(under) || *under.p == '(') &&
           is_int_under(code, under);
}

// A factor of the dividend may be a float: 2.0f * i / n.
static bool is_float_product(const char *code, const char *p) {
    for (; p > code && !strchr(";{}(=,", p[-1]); p--)
        if (*p == '.' && isdigit((unsigned char)p[-1])) return true;
    return false;
}

// The division is a value that is declared with a fraction: `float x = 2 / 5`.
static bool is_float_value(const char *code, const char *p) {
    const char *from = p;
    while (from > code && !strchr(";{}\n", from[-1]))
        from--;
    Str before = {from, (size_t)(p - from)};
    return source_holds(before, "=") && (source_holds_word(before, "float") ||
                                         source_holds_word(before, "double"));
}

// The dividend is more than the number or name before the slash: n / 4 / 8
// divides n / 4, and n * 1 / 8 divides n.
static bool is_longer(const char *code, Str over) {
    const char *p = over.p;
    while (p > code && p[-1] == ' ')
        p--;
    return p > code && strchr(source_is_name(over) ? "/%" : "*/%", p[-1]);
}

// The first division of ints whose fraction is missed: `sure`, of numbers or of
// 1 by an int, which is 0.
static const char *fraction_words(CheckResult *r, const char *code, bool sure) {
    const char *device = source_device(code);
    for (const char *p = code; (p = strchr(p, '/')); p++) {
        if (p[1] == '=') continue;
        Str over = word_before(code, p), under = word_after(code, p + 1);
        if (over.n && is_longer(code, over)) continue;
        // As a factor, no host code means 0.
        bool is_factor =
            under.n && is_one_over(code, over, under) &&
            under.p[under.n + strspn(under.p + under.n, " ")] == '*';
        bool is_zero = is_factor || is_zero_division(over, under);
        if ((!device || p < device) && !is_float_value(code, p) && !is_zero)
            continue;
        if (sure && !is_zero_division(over, under) &&
            !is_one_over(code, over, under))
            continue;
        bool ints =
            over.n && source_is_int(code, over) && is_int_under(code, under);
        bool lost =
            ints &&
            (is_zero_division(over, under) || is_one_over(code, over, under) ||
             (source_is_name(under) && is_in_function(code, p)));
        if (!lost || is_float_product(code, p)) continue;
        bool is_name = source_is_name(over), wide = !strstr(code, "float");
        const char *type = wide ? "double" : "float",
                   *cast = arena_fmt(&r->arena, "(%s)", type);
        return arena_fmt(&r->arena,
                         "%.*s / %.*s in line %d divides ints, so the "
                         "fraction is lost%s. Make one of them a %s, as in "
                         "%s%.*s%s / %.*s.",
                         (int)over.n, over.p, (int)under.n, under.p,
                         source_number(code, p),
                         is_zero_division(over, under) ? ": it is 0" : "", type,
                         is_name ? cast : "", (int)over.n, over.p,
                         is_name ? ""
                         : wide  ? ".0"
                                 : ".0f",
                         (int)under.n, under.p);
    }
    return NULL;
}

const char *value_zero_fraction(CheckResult *r, const char *code) {
    return fraction_words(r, code, true);
}

const char *value_no_fraction(CheckResult *r, const char *code) {
    return fraction_words(r, code, false);
}

// ---- whole numbers in a float

// The wrong element of whole numbers that is the right one as a float has it;
// NULL: none is.
static const Mismatch *as_float_has_it(const CheckResult *r) {
    const double EXACT = 1 << 24;
    for (int i = 0; i < r->ncases; i++)
        for (int k = 0; k < r->cases[i].nfirst; k++) {
            const Mismatch *m = &r->cases[i].first[k];
            bool whole = m->bound == 0 && floor(m->want) == m->want;
            if (whole && !m->got_poison && m->got != m->want &&
                fabs(m->want) > EXACT && (double)(float)m->want == m->got)
                return m;
        }
    return NULL;
}

const char *value_in_float(CheckResult *r, const char *code) {
    const Mismatch *m = as_float_has_it(r);
    const char *at = m ? source_word(code, "float") : NULL;
    if (!at) return NULL;
    return arena_fmt(&r->arena,
                     "%.0f became %.0f: a float has 24 bits, and that is the "
                     "nearest one. Line %d makes it a float: larger whole "
                     "numbers are not exact there, and do not wrap around. "
                     "Keep the type of the array.",
                     m->want, m->got, source_number(code, at));
}

// ---- x[a] = ... x[b] ...; x[b] = ... x[a] ...;

typedef struct Store {
    Str to, value;
} Store;

// The assignment that is the whole statement at p.
static bool is_store(const char *p, const char **end, Store *out) {
    *end = p + strcspn(p, ";{}");
    const char *set = p + strcspn(p, "=;{}");
    if (**end != ';' || *set != '=' || set[1] == '=' || set >= *end ||
        strchr("+-*/<>!&|^%", set[-1]))
        return false;
    out->to = str_trim((Str){p, (size_t)(set - p)});
    out->value = (Str){set + 1, (size_t)(*end - set - 1)};
    return out->to.n > 0 && memchr(out->to.p, '[', out->to.n) &&
           !memchr(out->to.p, ' ', strcspn(out->to.p, "["));
}

static bool are_alike(Str a, Str b) {
    return a.n == b.n && memcmp(a.p, b.p, a.n) == 0;
}

static bool has(Str text, Str part) {
    return memmem(text.p, text.n, part.p, part.n) != NULL;
}

const char *value_overwritten(CheckResult *r, const char *code) {
    Store first, second;
    const char *end, *next;
    for (const char *p = source_device(code); p && *p; p = end + (*end != 0)) {
        p += strspn(p, " \n");
        if (!is_store(p, &end, &first)) continue;
        const char *then = end + 1 + strspn(end + 1, " \n");
        if (!is_store(then, &next, &second)) continue;
        bool crossed =
            !are_alike(first.to, second.to) && has(first.value, second.to) &&
            has(second.value, first.to) && has(second.value, second.to);
        if (!crossed) continue;
        return arena_fmt(&r->arena,
                         "Line %d reads %.*s, which line %d has just "
                         "overwritten. Keep both old values in variables "
                         "first.",
                         source_number(code, then), (int)first.to.n, first.to.p,
                         source_number(code, p));
    }
    return NULL;
}
