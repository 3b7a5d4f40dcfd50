// Reading numbers as people write them. The rule is to understand what can
// mean one thing only, and to say what is missing where it cannot.
#include "paper/answer.h"

#include "base/str.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Unit {
    const char *name;
    Dimension dim;
    double factor, other;
} Unit;

static const Unit units[] = {
#define UNIT(name, dim, factor, other) {name, DIM_##dim, factor, other},
#include "paper/units.def"
};

static const char *const dim_names[] = {
    [DIM_COUNT] = "a count",
    [DIM_BYTES] = "bytes",
    [DIM_TIME] = "a time",
    [DIM_RATE] = "bytes per second",
    [DIM_WORK] = "operations",
    [DIM_SPEED] = "operations per second",
    [DIM_INTENSITY] = "operations per byte",
    [DIM_FRACTION] = "a percentage",
};

static bool same_name(const char *unit, Str s, bool exact) {
    return strlen(unit) == s.n &&
           (exact ? !strncmp(unit, s.p, s.n) : !strncasecmp(unit, s.p, s.n));
}

// As written first: "GFLOPs" is work and "GFLOPS" is speed.
static const Unit *unit_find(Str s) {
    for (int exact = 1; exact >= 0; exact--)
        for (size_t i = 0; i < COUNT_OF(units); i++)
            if (same_name(units[i].name, s, exact)) return &units[i];
    return NULL;
}

Dimension answer_dimension(const char *unit) {
    const Unit *u = unit ? unit_find(str_of(unit)) : NULL;
    return u ? u->dim : DIM_COUNT;
}

// ---- one number

typedef struct Reader {
    const char *at;
    bool list; // commas and spaces part values, and group no digits; no sums
    bool wide; // of a list: ", " or ";" parts them, so a bare comma groups
    bool over; // something was divided
} Reader;

static void skip_blank(Reader *r) {
    while (*r->at == ' ' || *r->at == '\t')
        r->at++;
}

// Returns true for three digits and no fourth after a separator: one group of
// thousands.
static bool is_group(const char *s) {
    return isdigit((unsigned char)s[0]) && isdigit((unsigned char)s[1]) &&
           isdigit((unsigned char)s[2]) && !isdigit((unsigned char)s[3]);
}

// digits = "123" | "12,345" | "12 345" | "12_345" | "12'345"
static int read_digits(Reader *r, char *out, int most) {
    int n = 0;
    const char *from = r->at;
    while (n < most) {
        if (isdigit((unsigned char)*r->at)) {
            out[n++] = *r->at++;
            continue;
        }
        bool mark = strchr("_'", *r->at) ||
                    (!r->list && strchr(", ", *r->at)) ||
                    (r->wide && *r->at == ',');
        // The first group has one to three digits, or it was no grouping.
        bool may = *r->at && mark && n > 0 &&
                   (r->at - from <= 3 || strpbrk(from, ",_' ") < r->at);
        if (!may || !is_group(r->at + 1)) break;
        r->at++;
    }
    return n;
}

static bool read_plain(Reader *r, double *out) {
    char digits[80];
    skip_blank(r);
    int sign = 1, n = 0, most = (int)sizeof digits - 20;
    if (*r->at == '-' || *r->at == '+') sign = *r->at++ == '-' ? -1 : 1;
    skip_blank(r);
    n = read_digits(r, digits, most);
    bool comma = !r->list && *r->at == ',' && isdigit((unsigned char)r->at[1]);
    if ((*r->at == '.' || comma) &&
        (n > 0 || isdigit((unsigned char)r->at[1]))) {
        digits[n++] = '.';
        r->at++;
        while (isdigit((unsigned char)*r->at) && n < most)
            digits[n++] = *r->at++;
    }
    if (n == 0) return false;
    const char *e = r->at;
    if (*e == 'e' || *e == 'E') {
        e += 1 + (e[1] == '-' || e[1] == '+');
        if (isdigit((unsigned char)*e)) {
            while (isdigit((unsigned char)*e) && n < (int)sizeof digits - 1)
                e++;
            int k = (int)(e - r->at);
            if (n + k >= (int)sizeof digits) return false;
            memcpy(digits + n, r->at, (size_t)k);
            n += k;
            r->at = e;
        }
    }
    digits[n] = '\0';
    *out = sign * strtod(digits, NULL);
    return true;
}

static bool read_sum(Reader *r, double *out);

static const struct {
    const char *name;
    double (*of)(double);
} calls[] = {{"sqrt", sqrt}, {"log2", log2}};

// "one" to "twelve"
static bool read_name(Reader *r, double *out) {
    static const char *const names[] = {
        "zero",  "one",   "two",  "three", "four",   "five",  "six",
        "seven", "eight", "nine", "ten",   "eleven", "twelve"};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        size_t n = strlen(names[i]);
        if (strncasecmp(r->at, names[i], n) || isalnum((unsigned char)r->at[n]))
            continue;
        *out = (double)i;
        r->at += n;
        return true;
    }
    return false;
}

// factor = plain | "one" | ("+" | "-")? ("sqrt" | "log2")? "(" sum ")"
static bool read_factor(Reader *r, double *out) {
    Reader in = *r;
    skip_blank(&in);
    if (read_name(&in, out)) {
        *r = in;
        return true;
    }
    bool minus = *in.at == '-';
    if (minus || *in.at == '+') in.at++;
    skip_blank(&in);
    double (*of)(double) = NULL;
    for (size_t i = 0; i < COUNT_OF(calls) && !of; i++)
        if (!strncasecmp(in.at, calls[i].name, strlen(calls[i].name))) {
            of = calls[i].of;
            in.at += strlen(calls[i].name);
        }
    skip_blank(&in);
    if (r->list || *in.at != '(') return read_plain(r, out);
    in.at++;
    if (!read_sum(&in, out)) return false;
    skip_blank(&in);
    if (*in.at != ')') return false;
    in.at++;
    if (of) *out = of(*out);
    if (minus) *out = -*out;
    *r = in;
    return true;
}

// power = factor (("^" | "**") factor)?
static bool read_power(Reader *r, double *out) {
    if (!read_factor(r, out)) return false;
    Reader next = *r;
    skip_blank(&next);
    int skip = *next.at == '^' ? 1 : str_starts(next.at, "**") ? 2 : 0;
    if (!skip) return true;
    next.at += skip;
    double k;
    if (!read_factor(&next, &k)) return false;
    *out = pow(*out, k);
    *r = next;
    return true;
}

// The length of a sign of multiplication here, or 0.
static int times_sign(const char *s) {
    if (*s == '*' && s[1] != '*') return 1;
    if (str_starts(s, "\xc3\x97")) return 2; // the multiplication sign
    return *s == 'x' && (s[1] == ' ' || isdigit((unsigned char)s[1])) ? 1 : 0;
}

// product = power (("*" | "x" | "/") power)*; in a list, 10 x 28 are two
// values.
static bool read_product(Reader *r, double *out) {
    if (!read_power(r, out)) return false;
    for (;;) {
        Reader next = *r;
        double v;
        skip_blank(&next);
        bool over = *next.at == '/';
        int skip = over ? 1 : times_sign(next.at);
        if (!skip || (r->list && !over && *next.at != '*')) return true;
        next.at += skip;
        if (!read_power(&next, &v) || (over && v == 0)) return true;
        *out = over ? *out / v : *out * v;
        next.over |= over;
        *r = next;
    }
}

// In a list a sign after a blank begins a value: "30 -6". With blanks on both
// sides, or on none, it adds, if commas part the values.
static bool is_adding(const Reader *r, const char *sign) {
    bool before = sign > r->at, after = sign[1] == ' ' || sign[1] == '\t';
    return !r->list || (r->wide && before == after);
}

// sum = product (("+" | "-") product)*
static bool read_sum(Reader *r, double *out) {
    if (!read_product(r, out)) return false;
    for (;;) {
        Reader next = *r;
        double v;
        skip_blank(&next);
        bool minus = *next.at == '-';
        if (!minus && *next.at != '+') return true;
        if (!is_adding(r, next.at)) return true;
        next.at++;
        if (!read_product(&next, &v)) return true;
        *out += minus ? -v : v;
        *r = next;
    }
}

// ---- units

static bool refuse_answer(char why[200], const char *fmt, ...) PRINTF(2, 3);
static bool refuse_answer(char why[200], const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(why, 200, fmt, ap);
    va_end(ap);
    return false;
}

// k, M and G, which are of 1000 or 1024, and Ki, Mi and Gi.
static bool find_prefix(Str s, double *factor, double *other) {
    static const char letters[] = "kMG";
    const char *at = s.n ? strchr(letters, *s.p == 'K' ? 'k' : *s.p) : NULL;
    bool is_binary = s.n == 2 && s.p[1] == 'i';
    if (!at || (s.n != 1 && !is_binary)) return false;
    int k = (int)(at - letters) + 1;
    *factor = pow(is_binary ? 1024 : 1000, k);
    *other = pow(1024, k);
    return true;
}

// Turns value i into the unit of the question. rest: what follows it.
static bool convert_unit(Answer *a, int i, Str rest, const char *unit,
                         char why[200]) {
    const Unit *want = unit ? unit_find(str_of(unit)) : NULL;
    const Unit *got = rest.n ? unit_find(rest) : NULL;
    double prefix = 1, other = 0;
    if (!got && find_prefix(rest, &prefix, &other)) {
        // 64K, of anything
    } else if (want && !got && rest.n) {
        return refuse_answer(
            why,
            "the question asks for %s, and '%.*s' is no unit of "
            "%s",
            unit, (int)min_of(rest.n, (size_t)30), rest.p,
            dim_names[want->dim]);
    } else if (got && got->dim != DIM_FRACTION &&
               (want ? got->dim != want->dim : unit != NULL)) {
        return refuse_answer(why, "the question asks for %s, and '%s' is %s",
                             unit, got->name, dim_names[got->dim]);
    } else if (got) {
        double to = want ? want->factor : 1;
        prefix = got->factor / to;
        other = got->other / to;
    }
    a->other[i] = a->value[i] * (other > 0 ? other : prefix);
    a->value[i] *= prefix;
    return true;
}

// A quotient without a unit is a part where a percentage is needed: 1/8 is
// 12.5 %. 25/2 may be the percentage itself, so both readings stand.
static void take_quotient(Answer *a, int i, bool over, Str rest,
                          const char *unit) {
    if (!over || rest.n || answer_dimension(unit) != DIM_FRACTION) return;
    double part = fabs(a->value[i]), hundred = a->value[i] * 100;
    a->other[i] = part <= 1 ? a->value[i] : hundred;
    if (part <= 1) a->value[i] = hundred;
}

// ---- the whole answer

// Strips the characters that people write around a number: "~", "=", `code`,
// [brackets]; and (these) around a list.
static Str strip_text(const char *text, bool list, char *buf, size_t size) {
    const char *around = list ? "`$=~()[]{}" : "`$=~[]{}";
    size_t n = 0;
    for (const char *s = text; *s && n < size - 1; s++) {
        bool about = str_starts(s, "\xe2\x89\x88"); // almost equal to
        if (about) s += 2;
        bool no_break = str_starts(s, "\xc2\xa0"); // a space
        if (no_break) s++;
        buf[n++] = about || no_break || strchr(around, *s) ? ' ' : *s;
    }
    buf[n] = '\0';
    Str s = str_trim((Str){buf, n});
    static const char *const before[] = {"about ", "approximately ", "approx. ",
                                         "ca. ", "roughly "};
    for (size_t i = 0; i < COUNT_OF(before); i++) {
        size_t k = strlen(before[i]);
        if (s.n > k && !strncasecmp(s.p, before[i], k))
            s = str_trim((Str){s.p + k, s.n - k});
    }
    if (s.n && s.p[s.n - 1] == '.') s.n--;
    buf[s.p + s.n - buf] = '\0';
    return s;
}

static bool parts_values(char c) {
    return c == ',' || c == ';' || c == ' ' || c == '\t';
}

// Reads past what parts two values of a list: "6 and 96", "10 x 28".
static void skip_between(Reader *r) {
    static const char *const words[] = {"and ", "x ", "\xc3\x97", "by "};
    bool again = true;
    while (again) {
        again = parts_values(*r->at);
        if (again) r->at++;
        for (size_t i = 0; i < COUNT_OF(words) && !again; i++) {
            again = str_starts(r->at, words[i]);
            if (again) r->at += strlen(words[i]);
        }
    }
}

// The word after a value of a list that another value follows: "416 MiB, 104
// MiB". Empty: there is none.
static Str read_word_between(Reader *r) {
    Reader next = *r;
    skip_blank(&next);
    size_t n = strcspn(next.at, ",; \t");
    Str word = {next.at, n};
    bool is_unit =
        unit_find(word) || find_prefix(word, &(double){0}, &(double){0});
    if (!n || !is_unit) return (Str){0};
    next.at += n;
    *r = next;
    return word;
}

// The text after the numbers: "(KiB)", "elements", "-way".
static Str read_rest(const Reader *r) {
    Str rest = str_trim(str_of(r->at));
    if (rest.n > 1 && *rest.p == '-' && isalpha((unsigned char)rest.p[1]))
        return (Str){rest.p + 1, rest.n - 1};
    if (rest.n > 1 && *rest.p == '(' && rest.p[rest.n - 1] == ')')
        return str_trim((Str){rest.p + 1, rest.n - 2});
    return rest;
}

// Words of a hedge between two numbers.
static bool is_hedge(Str word) {
    static const char *const words[] = {"or", "if",        "else",
                                        "vs", "otherwise", "unless"};
    for (size_t i = 0; i < COUNT_OF(words); i++)
        if (same_name(words[i], word, false)) return true;
    return false;
}

// Returns true if a second number is offered: "4 warps, or 8", "4 if ..., 8 if
// ...". "4 sectors of 32 bytes" is one number.
static bool offers_another(Str rest) {
    bool hedged = false;
    for (size_t i = 0, n; i < rest.n; i += n) {
        for (n = 0; i + n < rest.n && isalnum((unsigned char)rest.p[i + n]);)
            n++;
        Reader at = {.at = rest.p + i};
        if (!n) {
            hedged |= rest.p[i] == ',' || rest.p[i] == ';';
            n = 1;
        } else if (isdigit((unsigned char)rest.p[i]) ||
                   read_name(&at, &(double){0})) {
            if (hedged) return true;
        } else {
            hedged |= is_hedge((Str){rest.p + i, n});
        }
    }
    return false;
}

static bool all_finite(const Answer *a) {
    for (int i = 0; i < a->n; i++)
        if (!isfinite(a->value[i]) || !isfinite(a->other[i])) return false;
    return true;
}

bool answer_read(const char *text, const char *unit, int want, Answer *out,
                 char why[200]) {
    char buf[400];
    bool list = want > 1;
    Str units_of[ANSWER_MOST] = {0};
    bool over[ANSWER_MOST] = {0};
    const char *equals = strrchr(text, '='); // "4 * 8 = 32": it is 32
    if (!list && equals && strpbrk(equals, "0123456789")) text = equals + 1;
    Reader r = {strip_text(text, list, buf, sizeof buf).p, .list = list};
    r.wide = list && (strstr(r.at, ", ") || strchr(r.at, ';'));
    *out = (Answer){0};
    why[0] = '\0';
    for (;;) {
        double v;
        Reader before = r;
        r.over = false;
        if (list) skip_between(&r);
        if (!read_sum(&r, &v)) {
            r = before;
            break;
        }
        if (out->n == want)
            return refuse_answer(why, "%s",
                                 list ? "there are too many values"
                                      : "one number is needed");
        if (list) units_of[out->n] = read_word_between(&r);
        over[out->n] = r.over;
        out->value[out->n++] = v;
        if (!list) break;
    }
    if (out->n == 0)
        return refuse_answer(why, "this is no number that can be read");
    if (out->n < want)
        return refuse_answer(why,
                             "the question needs %d values, and here %s %d",
                             want, out->n == 1 ? "is" : "are", out->n);
    Str rest = read_rest(&r);
    if (rest.n &&
        (isdigit((unsigned char)*rest.p) || strchr(",+-*/^)", *rest.p)))
        return refuse_answer(why, "what follows '%g' cannot be read",
                             out->value[0]);
    if (offers_another(rest))
        return refuse_answer(why,
                             "several numbers are offered, and the answer is "
                             "one: write it alone");
    // A unit at the end is one of all values that have none.
    if (!rest.n) rest = units_of[out->n - 1];
    for (int i = 0; i < out->n; i++) {
        Str word = units_of[i].n ? units_of[i] : rest;
        if (!convert_unit(out, i, word, unit, why)) return false;
        take_quotient(out, i, over[i], word, unit);
    }
    if (!all_finite(out))
        return refuse_answer(why, "this comes to no number at all");
    return true;
}
