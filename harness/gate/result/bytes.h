// Calls that count bytes and were given a number of elements.
#ifndef GATE_BYTES_H
#define GATE_BYTES_H

#include "gate/result/result.h"

// Says which cudaMalloc, cudaMemcpy or cudaMemset of code (source_code) has a
// number of elements as its number of bytes. name: of calls that are about
// this pointer; NULL: of all. NULL: of none.
const char *bytes_words(CheckResult *r, const char *code, const char *name);

#endif
