// Writes what the simulated device counted in every launch of a program, in the
// order of counts.tsv from `us` on, after kernel, grid and block, to the file
// that KERNEL_COUNTS names. Linked into the program with libkatasim.a:
//
//     nvcc -cudart none -arch=sm_90 ... -c program.cu
//     g++ program.o counts.o libkatalibs.a libkatasim.a -lpthread -lm -ldl
//     KERNEL_COUNTS=c.tsv KATASIM_GPU=h200 ./a.out
//
// On SIGTERM it writes what was launched until then.
extern "C" {
#include "sim/sim.h"
}

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <unistd.h>

static void write_launch(FILE *f, const SimLaunchInfo *in) {
    fprintf(f, "%s\t%u,%u,%u\t%u,%u,%u\t%.3f\t%s\t%.3f", in->kernel,
            in->grid[0], in->grid[1], in->grid[2], in->block[0], in->block[1],
            in->block[2], in->us, in->limiter, in->share);
    fprintf(f, "\t%d\t%u\t%.4f\t%.4f\t%.4f\t%.4f\t%u", in->regs, in->smem_bytes,
            in->occupancy, in->longest, in->busiest, in->skew, in->hops);
#define COUNTER(id, ...) fprintf(f, "\t%llu", (unsigned long long)in->c.id);
#include "sim/counters.def"
    fputc('\n', f);
}

static void write_all() {
    const char *path = getenv("KERNEL_COUNTS");
    FILE *f = fopen(path ? path : "/dev/stderr", "w");
    if (!f) return;
    int n = sim_launch_count();
    for (int i = 0; i < n; i++)
        write_launch(f, sim_launch_at(i));
    fclose(f);
}

static void stopped(int) {
    write_all();
    _exit(1);
}

__attribute__((constructor)) static void begin() {
    atexit(write_all);
    signal(SIGTERM, stopped);
}
