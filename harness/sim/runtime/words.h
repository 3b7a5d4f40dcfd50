// Texts about a program that calls the driver, in the driver's words.
#ifndef SIM_WORDS_H
#define SIM_WORDS_H

#include <stddef.h>

// Puts cuMemAlloc for cudaMalloc, and so on, in a text of at most n bytes.
void driver_words(char *text, size_t n);

#endif
