// Options of the compiler that a file sets for itself, and words that it may
// not use. Inside build/ only.
#ifndef BUILD_OPTIONS_H
#define BUILD_OPTIONS_H

// Takes a file in C as the preprocessor leaves it, so that macros, digraphs and
// broken lines hide nothing. Returns the line of the source in which it sets
// how it is optimised (`#pragma GCC optimize`, an attribute), or keeps the
// sanitizers out; 0: none.
int options_line(const char *preprocessed);

// Returns the line of the source in which such a file uses a word of C, `asm`,
// `vector_size`, with or without underscores around it; -1: in a header; 0:
// nowhere. A mode of vectors, as in mode(V4SF), is a `vector_size`. The name
// that a declaration gets for the linker (`int f(void) asm("g");`), as in the C
// library's headers, is no use of asm.
int options_word_line(const char *preprocessed, const char *word);

#endif
