// Does a part of a report state the ratio of two attempts that it cites?
#include "paper/essay.h"
#include "paper/numbers.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double NEAR = 0.06; // people round: 1.9 is twice

// A number of a text that is no part of a word: "26", "6.4x", "13-fold".
static bool next_number(const char **at, double *v) {
    for (const char *s = *at; *s; s++) {
        bool inside = s > *at && (isalnum((unsigned char)s[-1]) ||
                                  s[-1] == '.' || s[-1] == '_');
        if (!isdigit((unsigned char)*s) || inside) continue;
        char *end;
        *v = strtod(s, &end);
        while (*end == ',' && isdigit((unsigned char)end[1])) { // 1,024
            *v = *v * 1000 + strtod(end + 1, &end);
        }
        if (isalpha((unsigned char)*end) && *end != 'x') continue; // 8k
        *at = end;
        return true;
    }
    return false;
}

// Citations as spaces: their numbers are no ratio.
static char *without_citations(Arena *a, Str text) {
    char *copy = arena_strn(a, text.p, text.n);
    for (char *p = copy; (p = strstr(p, "[attempt "));)
        for (; *p && *p != ']'; p++)
            *p = ' ';
    return copy;
}

static bool is_ratio(double said, double ratio) {
    double upside_down = 1 / ratio;
    return fabs(said - ratio) <= NEAR * ratio ||
           fabs(said - upside_down) <= NEAR * upside_down ||
           fabs(said - 100 * fmin(ratio, upside_down)) <=
               NEAR * 100 * fmin(ratio, upside_down); // in percent
}

// "412 us" and "9 us": the second one's unit, if it is the first one's.
static bool same_unit(Str a, Str b) {
    const char *x = a.p, *y = b.p;
    while (a.n && (isdigit((unsigned char)*x) || strchr("., ", *x)))
        x++, a.n--;
    while (b.n && (isdigit((unsigned char)*y) || strchr("., ", *y)))
        y++, b.n--;
    return a.n == b.n && !memcmp(x, y, a.n);
}

// By the times of the record, or by the rates that the citations show.
static bool fits_pair(const Citation *a, const Citation *b, double said) {
    Str facts = a->facts, one;
    if (a->found.us > 0 && b->found.us > 0 &&
        is_ratio(said, a->found.us / b->found.us))
        return true;
    while ((one = numbers_next(&facts)).n) {
        Str others = b->facts, other;
        while ((other = numbers_next(&others)).n) {
            double x = numbers_value(one), y = numbers_value(other);
            if (same_unit(one, other) && x > 0 && y > 0 &&
                is_ratio(said, x / y))
                return true;
        }
    }
    return false;
}

bool essay_states_ratio(Arena *a, Str part, const Citation *cited, int n,
                        const char *first, const char *second) {
    const char *text = without_citations(a, part);
    double said;
    while (next_number(&text, &said))
        for (int i = 0; i < n; i++)
            for (int k = 0; k < n; k++)
                if (cited[i].is_known && cited[k].is_known &&
                    !strcmp(cited[i].exercise, first) &&
                    !strcmp(cited[k].exercise, second) &&
                    fits_pair(&cited[i], &cited[k], said))
                    return true;
    return false;
}
