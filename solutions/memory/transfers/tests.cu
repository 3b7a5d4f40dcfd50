// The caller of transfers: it writes each batch where acc_buffer says.
#include "kata_tests.h"

#include <string.h>

void acc_begin(int n);
float *acc_buffer();
void acc_add();
void acc_end(float *sums);

void accumulate(const float *in, float *sums, int *facts, int n, int batches);

// Calls that have allocated, less calls that have freed.
static int kept() {
    const char *made[] = {"cudaMalloc", "cudaMallocAsync", "cudaMallocHost",
                          "cudaHostAlloc", "cudaMallocManaged"};
    const char *freed[] = {"cudaFree", "cudaFreeAsync", "cudaFreeHost"};
    int sum = 0;
    for (const char *name : made)
        sum += kata_calls(name);
    for (const char *name : freed)
        sum -= kata_calls(name);
    return sum;
}

enum { FEW, FREED, BUFFERS = 8 };

// Buffers that were handed out, the first ones.
struct Seen {
    const float *at[BUFFERS + 1];
    int n;
};

static void see(Seen *seen, const float *p) {
    for (int i = 0; i < seen->n; i++)
        if (seen->at[i] == p) return;
    if (seen->n <= BUFFERS) seen->at[seen->n++] = p;
}

void accumulate(const float *in, float *sums, int *facts, int n, int batches) {
    Seen seen = {};
    int before = kept();
    acc_begin(n);
    for (int b = 0; b < batches; b++) {
        float *buffer = acc_buffer();
        see(&seen, buffer);
        memcpy(buffer, in + (size_t)b * n, n * sizeof(float));
        acc_add();
    }
    acc_end(sums);
    facts[FEW] = seen.n <= BUFFERS;
    facts[FREED] = kept() <= before;
}
