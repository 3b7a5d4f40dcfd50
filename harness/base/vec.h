// Growing arrays. A Vec is three fields in a struct of the caller's type:
//
//     typedef struct Names { const char **at; int n, cap; } Names;
//     vec_push(&names, "saxpy");
//     for (int i = 0; i < names.n; i++) use(names.at[i]);
//     vec_free(&names);
#ifndef BASE_VEC_H
#define BASE_VEC_H

#include "base/heap.h"

#define vec_push(v, ...)                                                       \
    do {                                                                       \
        vec_reserve((v), (v)->n + 1);                                          \
        (v)->at[(v)->n++] = (__VA_ARGS__);                                     \
    } while (0)

#define vec_reserve(v, want)                                                   \
    do {                                                                       \
        if ((want) > (v)->cap) {                                               \
            (v)->cap = (v)->cap * 2 > (want) ? (v)->cap * 2 : (want) + 4;      \
            (v)->at = heap_grow((v)->at, (size_t)(v)->cap, sizeof *(v)->at);   \
        }                                                                      \
    } while (0)

#define vec_free(v)                                                            \
    do {                                                                       \
        heap_free((v)->at);                                                    \
        (v)->at = NULL;                                                        \
        (v)->n = (v)->cap = 0;                                                 \
    } while (0)

#endif
