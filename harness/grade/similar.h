// How much two files have in common, by winnowing (Schleimer, Wilkerson, Aiken:
// "Winnowing: local algorithms for document fingerprinting", SIGMOD 2003).
//
// A file becomes tokens: comments and spaces go, names, numbers and texts are
// folded, so that renaming and reformatting change nothing. Runs of SIMILAR_RUN
// tokens are hashed; of every SIMILAR_WINDOW neighbouring hashes the smallest
// is a fingerprint. So two files share a fingerprint wherever
// SIMILAR_RUN + SIMILAR_WINDOW - 1 tokens in a row are the same, whatever the
// order in which those places come. Runs that the stub has too are left out.
//
// A number says what is alike, never why: short programs are alike by nature.
#ifndef GRADE_SIMILAR_H
#define GRADE_SIMILAR_H

#include "base/arena.h"
#include "base/str.h"

enum {
    SIMILAR_RUN = 9,    // tokens
    SIMILAR_WINDOW = 4, // hashes
    SIMILAR_LEAST = 8,  // fingerprints; a file with fewer is not compared
};

typedef enum Language { LANGUAGE_C, LANGUAGE_PYTHON } Language;

typedef struct Fingerprint {
    uint64_t hash;
    int line, last; // of the run of tokens, from 1
} Fingerprint;

typedef struct Fingerprints {
    Fingerprint *at; // by hash, each hash once
    int n;
} Fingerprints;

typedef struct Likeness {
    int shared;         // fingerprints
    double of_a, of_b;  // the same as fractions of each file's
    int a_line, a_last; // the longest stretch of lines with shared
    int b_line, b_last; // ones, of each file; 0: none
} Likeness;

// Takes the fingerprints of a file, without those of its stub (which may be
// empty). Both live in a.
Fingerprints similar_prints(Arena *a, Language language, Str text, Str stub);
Likeness similar_compare(const Fingerprints *a, const Fingerprints *b);
// Sets the lines (from 1; [lines + 1]) of a on which shared fingerprints lie.
void similar_mark(const Fingerprints *a, const Fingerprints *b, bool *marks,
                  int lines);

#endif
