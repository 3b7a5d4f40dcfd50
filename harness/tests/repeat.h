// A check repeated with many seeds: a few fixed ones in every test run, others
// for as long as somebody wants to wait.
//
//   KATA_FUZZ_SECONDS  how long to go on with new seeds (of which a test that
//                      shares its suite with another takes half)
//   KATA_FUZZ_SEED     only this one
#ifndef TESTS_REPEAT_H
#define TESTS_REPEAT_H

#include "base/rng.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static inline void repeat(void (*check)(uint64_t), uint64_t first, int n) {
    const char *seconds = getenv("KATA_FUZZ_SECONDS");
    const char *seed = getenv("KATA_FUZZ_SEED");
    if (seed) {
        check(strtoull(seed, NULL, 0));
        return;
    }
    for (int i = 0; i < n; i++)
        check(first + (uint64_t)i);
    if (!seconds) return;
    time_t until = time(NULL) + atoi(seconds) / 2;
    uint64_t more = rng_entropy();
    unsigned long long done = 0;
    for (; time(NULL) < until; done++)
        check(more++);
    printf("%llu more programs\n", done);
}

#endif
