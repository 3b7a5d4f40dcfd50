// Which of the two libraries in libkatasim.a a program uses (jumps.awk): chosen
// once, before any other constructor, by the processor that it runs on.
//
// $KATASIM_LEVEL=base keeps to what every x86-64 has: to test it, and to see
// what vectors of 256 bits are worth.
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

extern void *katasim_table[], *const katasim_v3[];
extern const unsigned long katasim_functions;

static int is_fast(void) {
    const char *level = getenv("KATASIM_LEVEL");

    if (level && !strcmp(level, "base")) return 0;
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
           __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
}

// Afterwards nobody writes there: a program that did would have functions of
// its own for the device's.
__attribute__((constructor(101))) static void choose(void) {
    size_t bytes = katasim_functions * sizeof(void *);
    if (is_fast()) memcpy(katasim_table, katasim_v3, bytes);
    mprotect(katasim_table, (bytes + 4095) & ~(size_t)4095, PROT_READ);
}
