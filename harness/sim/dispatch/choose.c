// Which of the two libraries in libkatasim.a a program uses (jumps.awk): chosen
// once, before any other constructor, by the processor that it runs on.
//
// $KATASIM_LEVEL=base keeps to what every x86-64 has: to test it, and to see
// what vectors of 256 bits are worth.
#include <stdlib.h>
#include <string.h>

extern void *katasim_table[], *const katasim_v3[];
extern const unsigned long katasim_functions;

__attribute__((constructor(101))) static void choose(void) {
    const char *level = getenv("KATASIM_LEVEL");

    if (level && !strcmp(level, "base")) return;
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma") ||
        !__builtin_cpu_supports("bmi") || !__builtin_cpu_supports("bmi2"))
        return;
    memcpy(katasim_table, katasim_v3, katasim_functions * sizeof(void *));
}
