// Attributes and small macros that every file may use. No functions.
#ifndef BASE_BASE_H
#define BASE_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PRINTF(f, a)  __attribute__((format(printf, f, a)))
#define NORETURN      __attribute__((noreturn))
#define COUNT_OF(a)   (sizeof(a) / sizeof *(a))
#define unreachable() __builtin_unreachable()

// Each use has names of its own, so that min_of(a, min_of(b, c)) shadows none.
#define min_of(a, b)         pick_of(a, <, b, __COUNTER__)
#define max_of(a, b)         pick_of(a, >, b, __COUNTER__)
#define pick_of(a, op, b, n) pick_as(a, op, b, glue(a_, n), glue(b_, n))
#define pick_as(a, op, b, l, r)                                                \
    ({                                                                         \
        __typeof__(a) l = (a);                                                 \
        __typeof__(b) r = (b);                                                 \
        l op r ? l : r;                                                        \
    })

#define glue(a, b)  glue_(a, b)
#define glue_(a, b) a##b

#endif
