// Options of the compiler that a file sets for itself. Inside build/ only.
#ifndef BUILD_OPTIONS_H
#define BUILD_OPTIONS_H

// Takes a file in C as the preprocessor leaves it, so that macros, digraphs and
// broken lines hide nothing. Returns the line of the source in which it sets
// how it is optimised (`#pragma GCC optimize`, an attribute), or keeps the
// sanitizers out; 0: none.
int options_line(const char *preprocessed);

#endif
