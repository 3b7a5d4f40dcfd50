// Slices of text, and the few questions asked of text.
#ifndef BASE_STR_H
#define BASE_STR_H

#include "base/base.h"

typedef struct Str {
    const char *p; // borrowed, not NUL-terminated
    size_t n;      // bytes
} Str;

#define STR(lit) ((Str){(lit), sizeof(lit) - 1})

Str str_of(const char *s);
bool str_eq(Str a, const char *b);
bool str_starts(const char *s, const char *prefix);
bool str_ends(const char *s, const char *suffix);
// Splits at the next sep: returns what stands before it and moves *rest past
// it. Returns false when *rest is used up.
bool str_cut(Str *rest, char sep, Str *part);
// Strips spaces, tabs and line ends on both sides.
Str str_trim(Str s);

// Returns the length of the UTF-8 character at s, of which n bytes are there,
// or 0 if it is not one: overlong forms, surrogates and values past U+10FFFF
// are not.
size_t str_utf8(const char *s, size_t n);

// Levenshtein distance, insertions, deletions and substitutions cost 1.
int str_distance(const char *a, const char *b);
// Returns the index of the name nearest to word, or -1 if none is near enough
// to be a plausible misspelling (distance <= 1 + strlen/3). Then the only name
// that begins with the word will do.
int str_nearest(const char *word, const char *const *names, int n);

// Two numbers, as short as keeps them apart.
void str_pair(double a, double b, char as[40], char bs[40]);

#endif
