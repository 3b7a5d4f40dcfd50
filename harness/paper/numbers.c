// Measured numbers in a text, and those that no citation supports.
#include "paper/numbers.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- numbers

// Units in which only a measurement speaks, in their spellings.
static const struct {
    const char *spelling, *unit;
} units[] = {
    {"GB/s", "GB/s"},
    {"GBps", "GB/s"},
    {"GB per second", "GB/s"},
    {"TB/s", "TB/s"},
    {"TBps", "TB/s"},
    {"TB per second", "TB/s"},
    {"MB/s", "MB/s"},
    {"MBps", "MB/s"},
    {"MB per second", "MB/s"},
    {"GiB/s", "GiB/s"},
    {"GFLOP/s", "GFLOP/s"},
    {"GFLOPs/s", "GFLOP/s"},
    {"GFLOPS", "GFLOP/s"},
    {"GFLOP per second", "GFLOP/s"},
    {"TFLOP/s", "TFLOP/s"},
    {"TFLOPs/s", "TFLOP/s"},
    {"TFLOPS", "TFLOP/s"},
    {"TFLOP per second", "TFLOP/s"},
    {"us", "us"},
    {"usec", "us"},
    {"\xc2\xb5s", "us"}, // the micro sign
    {"\xce\xbcs", "us"}, // the Greek letter
    {"microseconds", "us"},
    {"microsecond", "us"},
    {"ms", "ms"},
    {"msec", "ms"},
    {"milliseconds", "ms"},
    {"millisecond", "ms"},
    {"ns", "ns"},
    {"nanoseconds", "ns"},
    {"nanosecond", "ns"},
};

// The unit at the beginning of a text, up to the end of a word: its row, and
// its length. -1: there is none.
static int find_unit(Str s, size_t *n) {
    for (size_t i = 0; i < COUNT_OF(units); i++) {
        *n = strlen(units[i].spelling);
        if (s.n < *n || memcmp(s.p, units[i].spelling, *n) != 0) continue;
        size_t end = *n;
        while (end < s.n && strchr(".,;:)*_`", s.p[end]))
            end++;
        if (end == s.n || isspace((unsigned char)s.p[end])) return (int)i;
    }
    return -1;
}

// The length of the space between a number and its unit: also one at which no
// line breaks.
static size_t blank_between(Str s) {
    static const char *const blanks[] = {" ", "\xc2\xa0", "\xe2\x80\xaf",
                                         "\xe2\x80\x89"};
    for (size_t i = 0; i < COUNT_OF(blanks); i++) {
        size_t n = strlen(blanks[i]);
        if (s.n >= n && !memcmp(s.p, blanks[i], n)) return n;
    }
    return 0;
}

Str numbers_next(Str *rest) {
    const char *end = rest->p + rest->n;
    for (const char *s = rest->p; s < end; s++) {
        bool begins = isdigit((unsigned char)*s) &&
                      (s == rest->p || (!isalnum((unsigned char)s[-1]) &&
                                        s[-1] != '.' && s[-1] != '_'));
        if (!begins) continue;
        const char *at = s;
        while (at < end && (isdigit((unsigned char)*at) || strchr(".,", *at)))
            at++;
        at += blank_between((Str){at, (size_t)(end - at)});
        size_t n;
        if (find_unit((Str){at, (size_t)(end - at)}, &n) < 0) continue;
        *rest = (Str){at + n, (size_t)(end - at) - n};
        return (Str){s, (size_t)(at + n - s)};
    }
    *rest = (Str){end, 0};
    return *rest;
}

bool numbers_have_source(Str text) {
    static const char *const marks[] = {
        "](",          "http", "data sheet", "datasheet",
        "theoretical", "peak", "source:"};
    for (size_t i = 0; i < COUNT_OF(marks); i++)
        if (memmem(text.p, text.n, marks[i], strlen(marks[i]))) return true;
    return false;
}

// ---- numbers and citations

enum { PERCENT = 2 }; // people round

// "3,893 GB/s" is 3893 to everybody.
double numbers_value(Str number) {
    char digits[40];
    size_t n = 0;
    for (size_t i = 0; i < number.n && n + 1 < sizeof digits; i++) {
        char c = number.p[i];
        if (!isdigit((unsigned char)c) && c != '.' && c != ',') break;
        if (c != ',') digits[n++] = c;
    }
    digits[n] = '\0';
    return strtod(digits, NULL);
}

// Its row of units.
static const char *number_unit(Str number) {
    size_t i = 0, n;
    while (i < number.n &&
           (isdigit((unsigned char)number.p[i]) || strchr(".,", number.p[i])))
        i++;
    i += blank_between((Str){number.p + i, number.n - i});
    int row = find_unit((Str){number.p + i, number.n - i}, &n);
    return row < 0 ? "" : units[row].unit;
}

static bool same_unit(Str a, Str b) {
    return !strcmp(number_unit(a), number_unit(b));
}

bool numbers_agree(Str facts, Str number) {
    Str one;
    double v = numbers_value(number);
    while ((one = numbers_next(&facts)).n)
        if (same_unit(one, number) &&
            fabs(numbers_value(one) - v) * 100 <= PERCENT * v)
            return true;
    return false;
}

static bool names_device(const PaperRecord *rec, Arena *a, Citation *c) {
    const char *kind;
    char why[300];
    // A wrong citation is told elsewhere.
    if (!citation_check(rec, a, c, &kind, why)) return true;
    const char *device = c->found.device ? c->found.device : "";
    return memmem(c->facts.p, c->facts.n, device, strlen(device)) != NULL;
}

static bool inside(Str whole, const char *at) {
    return at >= whole.p && at < whole.p + whole.n;
}

// A paragraph without tables, or a row of one.
static const char *piece_cited(const PaperRecord *rec, Arena *a,
                               const char *file, Str piece, const char **kind) {
    Str rest = piece, number;
    while (!numbers_have_source(piece) && (number = numbers_next(&rest)).n) {
        Str look = piece;
        Citation c;
        bool own = false, any = false;
        while (citation_next(a, &look, &c)) {
            any = true;
            own |= inside(c.whole, number.p) || numbers_agree(c.facts, number);
            if (names_device(rec, a, &c)) continue;
            *kind = "no-device";
            return arena_fmt(a, "%.*s in %s does not name its machine",
                             (int)min_of(c.whole.n, (size_t)80), c.whole.p,
                             file);
        }
        if (own) continue;
        *kind = any ? "other-number" : "unsupported";
        return arena_fmt(a,
                         any ? "%s: '%.*s' is no number of the citation in "
                               "its paragraph"
                             : "%s: no attempt is cited in the paragraph of "
                               "'%.*s'",
                         file, (int)number.n, number.p);
    }
    return NULL;
}

const char *numbers_cited(const PaperRecord *rec, Arena *a, const char *file,
                          Str text, const char **kind) {
    Str para, line;
    text = str_of(paper_shown(a, arena_strn(a, text.p, text.n)));
    while (paper_next_paragraph(&text, &para)) {
        const char *why = NULL;
        Str rest = para;
        if (*para.p != '|') why = piece_cited(rec, a, file, para, kind);
        while (*para.p == '|' && !why && str_cut(&rest, '\n', &line))
            why = piece_cited(rec, a, file, line, kind);
        if (why) return why;
    }
    return NULL;
}
