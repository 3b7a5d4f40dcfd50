// The caller of transfers: it writes each batch where acc_buffer says.
#include "kata_tests.h"

#include <string.h>

void acc_begin(int n);
float *acc_buffer();
void acc_add();
void acc_end(float *sums);

void accumulate(const float *in, float *sums, int n, int batches);

void accumulate(const float *in, float *sums, int n, int batches) {
    acc_begin(n);
    for (int b = 0; b < batches; b++) {
        memcpy(acc_buffer(), in + (size_t)b * n, n * sizeof(float));
        acc_add();
    }
    acc_end(sums);
}
