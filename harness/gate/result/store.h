// The element that a line of a kernel stores to, and what its index is made of:
// for the rules of trap_rules.def on threads that meet there.
#ifndef GATE_STORE_H
#define GATE_STORE_H

#include "gate/result/told.h"

// to[index] = ..., and of any `+=` or `++`.
typedef struct Store {
    Str name, index; // index without its last bracket
    const char *at;  // the place of the index in the file
} Store;

// Each finds the first element of an array that a line stores to: that line,
// or the trap's. False: there is none.
bool store_in(const Told *w, int line, Store *out);
bool store_of_trap(const Told *w, Store *out);
// The index uses that name, itself or through variables.
bool store_uses(const Told *w, const Store *s, const char *name);
// "base + rank" of the index [base + rank: what it is, or what the variable was
// given that it is.
Str store_index_value(const Told *w, const Store *s);
// A variable of that name is declared in shared memory.
bool store_is_shared(const char *code, const char *name);

#endif
