// The kernels of the learner's file: their parameters, and what the first
// launch gives to them.
#ifndef GATE_KERNELS_H
#define GATE_KERNELS_H

#include "base/arena.h"
#include "base/str.h"

typedef struct Kernel {
    Str name, body;
    const char *open;   // the bracket of its parameters
    const char *launch; // the last `<` of its first launch, or NULL
} Kernel;

// The first kernel with a body after p. Returns false if there is none.
bool kernel_next(Arena *a, const char *code, const char *p, Kernel *out);
// The kernel in whose body p is. Returns false if that is no kernel's.
bool kernel_around(Arena *a, const char *code, const char *p, Kernel *out);
// The name of parameter number i, from 0; empty: it has fewer.
Str kernel_parameter(const Kernel *k, int i);
// The argument that its first launch gives to that parameter, without casts;
// empty: it has none of the name, or no launch.
Str kernel_argument(const Kernel *k, Str name);
// The argument that the parameter at `at` was given, through the one caller of
// each function up to the first launch; the name itself where that is not
// known.
Str kernel_origin(Arena *a, const char *code, const char *at, Str name);
// The first parameter that its body never names; empty: there is none.
Str kernel_unused(Arena *a, const Kernel *k);

#endif
