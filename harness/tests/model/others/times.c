// Writes the time of every kernel of a CUDA program as CUPTI records it: name,
// grid, block, us, to the file that KERNEL_TIMES names.
//
//     gcc -shared -fPIC -o times.so times.c -I$CUDA/include -lcupti
//     KERNEL_TIMES=t.tsv CUDA_INJECTION64_PATH=$PWD/times.so program
#include <cupti.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static FILE *out;

static void buffer(uint8_t **at, size_t *size, size_t *records) {
    *size = 8 << 20;
    *at = aligned_alloc(64, *size);
    *records = 0;
}

static void filled(CUcontext context, uint32_t stream, uint8_t *at, size_t size,
                   size_t valid) {
    CUpti_Activity *a = NULL;
    (void)context, (void)stream, (void)size;
    while (valid &&
           cuptiActivityGetNextRecord(at, valid, &a) == CUPTI_SUCCESS) {
        if (a->kind != CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL) continue;
        const CUpti_ActivityKernel9 *k = (const CUpti_ActivityKernel9 *)a;
        fprintf(out, "%s\t%d,%d,%d\t%d,%d,%d\t%.3f\n", k->name, k->gridX,
                k->gridY, k->gridZ, k->blockX, k->blockY, k->blockZ,
                (double)(k->end - k->start) / 1e3);
    }
    free(at);
}

static void finish(void) {
    cuptiActivityFlushAll(1);
    fclose(out);
}

static void stopped(int signal) {
    (void)signal;
    finish();
    _exit(1);
}

int InitializeInjection(void) {
    const char *path = getenv("KERNEL_TIMES");
    out = fopen(path ? path : "/dev/stderr", "w");
    if (!out) return 0;
    cuptiActivityRegisterCallbacks(buffer, filled);
    cuptiActivityEnable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
    atexit(finish);
    signal(SIGTERM, stopped);
    return 1;
}
