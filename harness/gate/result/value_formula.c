// Mistakes in formulas and in sums of lanes: see value_rules.def.
#include "gate/result/value_words.h"

#include "gate/result/source.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool is_name_char(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

// The name or number that ends before p, or begins at p.
static Str word_before(const char *code, const char *p) {
    while (p > code && p[-1] == ' ')
        p--;
    const char *from = p;
    while (from > code && (is_name_char(from[-1]) || from[-1] == '.'))
        from--;
    return (Str){from, (size_t)(p - from)};
}

static Str word_after(const char *p) {
    p += strspn(p, " ");
    size_t n = 0;
    while (is_name_char(p[n]) || p[n] == '.')
        n++;
    return (Str){p, n};
}

// The first place of the file that is code of the device.
static const char *device_code(const char *code) {
    const char *a = strstr(code, "__global__"), *b = strstr(code, "__device__");
    return a && b && b < a ? b : a;
}

// ---- integer division

static bool is_zero_division(Str over, Str under) {
    char *end;
    long a = strtol(over.p, &end, 10);
    if (over.n == 0 || end != over.p + over.n) return false;
    long b = strtol(under.p, &end, 10);
    return under.n > 0 && end == under.p + under.n && a > 0 && b > a;
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

// `1 / n`, where both are ints: 0 for all but n = 1.
static bool is_one_over(const char *code, Str over, Str under) {
    return over.n == 1 && *over.p == '1' && source_is_name(under) &&
           source_is_int(code, under);
}

// A factor of the dividend may be a float: 2.0f * i / n.
static bool is_float_product(const char *code, const char *p) {
    for (; p > code && !strchr(";{}(=,", p[-1]); p--)
        if (*p == '.' && isdigit((unsigned char)p[-1])) return true;
    return false;
}

const char *value_no_fraction(CheckResult *r, const char *code) {
    const char *from = device_code(code);
    for (const char *p = from; p && (p = strchr(p, '/')); p++) {
        if (p[1] == '=') continue;
        Str over = word_before(code, p), under = word_after(p + 1);
        bool ints = over.n && under.n && source_is_int(code, over) &&
                    source_is_int(code, under);
        bool lost =
            ints && (is_zero_division(over, under) ||
                     is_one_over(code, over, under) || is_in_function(code, p));
        if (!lost || is_float_product(code, p)) continue;
        return arena_fmt(&r->arena,
                         "%.*s / %.*s in line %d divides ints, so the "
                         "fraction is lost%s. Make one of them a float, as in "
                         "1.0f / n.",
                         (int)over.n, over.p, (int)under.n, under.p,
                         source_number(code, p),
                         is_zero_division(over, under) ? ": it is 0" : "");
    }
    return NULL;
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

static bool has(Str text, Str part) {
    return memmem(text.p, text.n, part.p, part.n) != NULL;
}

const char *value_overwritten(CheckResult *r, const char *code) {
    Store first, second;
    const char *end, *next;
    for (const char *p = device_code(code); p && *p; p = end + (*end != 0)) {
        p += strspn(p, " \n");
        if (!is_store(p, &end, &first)) continue;
        const char *then = end + 1 + strspn(end + 1, " \n");
        if (!is_store(then, &next, &second)) continue;
        bool crossed = has(first.value, second.to) &&
                       has(second.value, first.to) &&
                       has(second.value, second.to);
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

// ---- sums of lanes and threads

// The head of the `for` that begins at p: its three parts.
static bool parts_of_for(const char *p, Str part[3]) {
    const char *open = p + 3 + strspn(p + 3, " ");
    if (*open != '(') return false;
    const char *a = strchr(open, ';'), *b = a ? strchr(a + 1, ';') : NULL;
    if (!b) return false;
    const char *end = b;
    for (int depth = 1; *end && depth > 0;) {
        end++;
        depth += (*end == '(') - (*end == ')');
    }
    part[0] = str_trim((Str){open + 1, (size_t)(a - open - 1)});
    part[1] = str_trim((Str){a + 1, (size_t)(b - a - 1)});
    part[2] = str_trim((Str){b + 1, (size_t)(end - b - 1)});
    return true;
}

static bool ends_with(Str text, const char *end) {
    size_t n = strlen(end);
    return text.n >= n && !memcmp(text.p + text.n - n, end, n);
}

static bool halves(Str step) {
    return ends_with(step, "/= 2") || ends_with(step, "/=2") ||
           ends_with(step, ">>= 1") || ends_with(step, ">>=1");
}

const char *value_tree_stops(CheckResult *r, const char *code) {
    Str part[3];
    for (const char *p = code; (p = source_word(p, "for")); p += 3)
        if (parts_of_for(p, part) && halves(part[2]) &&
            (ends_with(part[1], "> 1") || ends_with(part[1], ">1") ||
             ends_with(part[1], ">= 2")))
            return arena_fmt(&r->arena,
                             "The loop of line %d ends before the distance "
                             "is 1, so the last step is missing: go on while "
                             "it is > 0.",
                             source_number(code, p));
    return NULL;
}

const char *value_few_lanes(CheckResult *r, const char *code) {
    Str part[3];
    for (const char *p = code; (p = source_word(p, "for")); p += 3) {
        if (!parts_of_for(p, part) || !halves(part[2])) continue;
        const char *body = part[2].p + part[2].n;
        const char *shuffle = strstr(body, "__shfl_");
        const char *set = memchr(part[0].p, '=', part[0].n);
        if (!shuffle || !set || memchr(body, ';', (size_t)(shuffle - body)))
            continue;
        long d = strtol(set + 1, NULL, 10);
        // A fourth argument is the width of the groups.
        bool narrow = source_call_argument(strchr(shuffle, '('), 3).n > 0;
        if (d < 1 || d >= 16 || narrow) continue;
        return arena_fmt(&r->arena,
                         "The shuffles of line %d begin at a distance of %ld, "
                         "so they add up %ld lanes. A warp has 32: begin at "
                         "16.",
                         source_number(code, p), d, 2 * d);
    }
    return NULL;
}

const char *value_wrong_lane(CheckResult *r, const char *code) {
    if (!strstr(code, "__shfl_down_sync") || strstr(code, "__shfl_up_sync") ||
        strstr(code, "__shfl_xor_sync"))
        return NULL;
    static const char *const last[] = {"== 31)", "== WARP - 1)",
                                       "== warpSize - 1)"};
    for (size_t k = 0; k < COUNT_OF(last); k++) {
        const char *at = strstr(code, last[k]);
        if (!at) continue;
        return arena_fmt(&r->arena,
                         "__shfl_down_sync brings the sum to lane 0, and line "
                         "%d takes it from the last lane.",
                         source_number(code, at));
    }
    return NULL;
}

// `first + TILE <= n` with a variable that only the loop knows.
const char *value_partial_round(CheckResult *r, const char *code) {
    Str part[3];
    for (const char *p = device_code(code); p && (p = source_word(p, "for"));
         p += 3) {
        if (!parts_of_for(p, part) || part[0].n == 0) continue;
        const char *plus = memchr(part[1].p, '+', part[1].n);
        const char *less = memmem(part[1].p, part[1].n, "<=", 2);
        const char *add = memmem(part[2].p, part[2].n, "+=", 2);
        bool is_own =
            !memcmp(part[0].p, "int ", 4) || !memcmp(part[0].p, "size_t ", 7);
        if (!plus || !less || !add || plus > less || !is_own) continue;
        Str ahead = str_trim((Str){plus + 1, (size_t)(less - plus - 1)});
        Str step =
            str_trim((Str){add + 2, (size_t)(part[2].p + part[2].n - add - 2)});
        if (ahead.n == 0 || ahead.n != step.n ||
            memcmp(ahead.p, step.p, step.n))
            continue;
        return arena_fmt(&r->arena,
                         "The loop of line %d runs while %.*s, so a last "
                         "stretch of fewer than %.*s gets no round.",
                         source_number(code, p), (int)part[1].n, part[1].p,
                         (int)step.n, step.p);
    }
    return NULL;
}
