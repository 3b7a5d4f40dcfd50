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

void accumulate(const float *in, float *sums, int *facts, int n, int batches) {
    int before = kept();
    acc_begin(n);
    for (int b = 0; b < batches; b++) {
        memcpy(acc_buffer(), in + (size_t)b * n, n * sizeof(float));
        acc_add();
    }
    acc_end(sums);
    facts[0] = kept() <= before;
}
