// What every file may use: attributes and small macros. No functions.
#ifndef BASE_BASE_H
#define BASE_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PRINTF(f, a) __attribute__((format(printf, f, a)))
#define NORETURN     __attribute__((noreturn))
#define COUNT_OF(a)  (sizeof(a) / sizeof *(a))
#define unreachable() __builtin_unreachable()
#define min_of(a, b)                                                           \
    ({                                                                         \
        __typeof__(a) a_ = (a);                                                \
        __typeof__(b) b_ = (b);                                                \
        a_ < b_ ? a_ : b_;                                                     \
    })
#define max_of(a, b)                                                           \
    ({                                                                         \
        __typeof__(a) a_ = (a);                                                \
        __typeof__(b) b_ = (b);                                                \
        a_ > b_ ? a_ : b_;                                                     \
    })

#endif
