// Slices of text, and the few questions asked of text.
#include "base/str.h"
#include "base/heap.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

Str str_of(const char *s) {
    return (Str){s, strlen(s)};
}

bool str_eq(Str a, const char *b) {
    return a.n == strlen(b) && memcmp(a.p, b, a.n) == 0;
}

bool str_starts(const char *s, const char *prefix) {
    return strncmp(s, prefix, strlen(prefix)) == 0;
}

bool str_ends(const char *s, const char *suffix) {
    size_t n = strlen(s), m = strlen(suffix);
    return m <= n && memcmp(s + n - m, suffix, m) == 0;
}

bool str_cut(Str *rest, char sep, Str *part) {
    // A text that ends in sep has an empty last part: p is NULL only once
    // everything, that part too, was returned.
    if (!rest->p) return false;

    const char *at = rest->n ? memchr(rest->p, sep, rest->n) : NULL;
    if (!at) {
        *part = *rest;
        *rest = (Str){0};
        return true;
    }
    *part = (Str){rest->p, (size_t)(at - rest->p)};
    *rest = (Str){at + 1, rest->n - part->n - 1};
    return true;
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

Str str_trim(Str s) {
    while (s.n && is_blank(s.p[0])) {
        s.p++;
        s.n--;
    }
    while (s.n && is_blank(s.p[s.n - 1]))
        s.n--;
    return s;
}

// SAXPY is saxpy to whoever types it.
static bool same_letter(char a, char b) {
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

int str_distance(const char *a, const char *b) {
    size_t n = strlen(a), m = strlen(b);
    int small[64],
        *row = m < COUNT_OF(small) ? small : heap_new(m + 1, sizeof *row);

    for (size_t j = 0; j <= m; j++)
        row[j] = (int)j;
    // row[j] is the distance of a's first i characters to b's first j.
    for (size_t i = 1; i <= n; i++) {
        int diagonal = row[0];
        row[0] = (int)i;
        for (size_t j = 1; j <= m; j++) {
            int swap = diagonal + !same_letter(a[i - 1], b[j - 1]);
            diagonal = row[j];
            row[j] = min_of(swap, min_of(row[j], row[j - 1]) + 1);
        }
    }
    int d = row[m];
    if (row != small) heap_free(row);
    return d;
}

// The only name that begins with the word; -1: none, or several.
static int only_longer(const char *word, const char *const *names, int n) {
    int found = -1;
    for (int i = 0; strlen(word) > 2 && i < n; i++) {
        if (!str_starts(names[i], word)) continue;
        if (found >= 0) return -1;
        found = i;
    }
    return found;
}

int str_nearest(const char *word, const char *const *names, int n) {
    int best = -1, best_distance = 1 + (int)strlen(word) / 3;
    for (int i = 0; i < n; i++) {
        int d = str_distance(word, names[i]);
        if (d > best_distance || (d == best_distance && best >= 0)) continue;
        best = i;
        best_distance = d;
    }
    return best < 0 ? only_longer(word, names, n) : best;
}

// A whole number has all of its digits: nobody finds 1048576 in 1.04858e+06.
static void show_number(double v, int digits, char out[40]) {
    bool whole = fabs(v) < 1e10 && v == nearbyint(v);
    if (whole && v != 0)
        snprintf(out, 40, "%.0f", v);
    else // the sign of a NaN says nothing
        snprintf(out, 40, "%.*g", digits, isnan(v) ? NAN : v);
}

void str_pair(double a, double b, char as[40], char bs[40]) {
    for (int digits = 6; digits <= 17; digits++) {
        show_number(a, digits, as);
        show_number(b, digits, bs);
        if (strcmp(as, bs) != 0) return;
    }
}

size_t str_utf8(const char *text, size_t n) {
    const unsigned char *s = (const unsigned char *)text;
    if (s[0] < 0x80) return 1;
    if (s[0] < 0xc2 || s[0] > 0xf4) return 0;

    size_t want = s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : 4;
    if (n < want) return 0;
    for (size_t i = 1; i < want; i++)
        if ((s[i] & 0xc0) != 0x80) return 0;
    if (s[0] == 0xe0 && s[1] < 0xa0) return 0;
    if (s[0] == 0xed && s[1] > 0x9f) return 0;
    if (s[0] == 0xf0 && s[1] < 0x90) return 0;
    if (s[0] == 0xf4 && s[1] > 0x8f) return 0;
    return want;
}
