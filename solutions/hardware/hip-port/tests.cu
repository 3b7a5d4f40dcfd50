// The three functions, on wavefronts of the width that the case names.
#include "kata_tests.h"

void row_sums(const float *x, float *sums, int rows, int cols);
void total(const float *x, float *sum, int n);
void positives(const float *x, int *list, int *counts, int rows, int cols);
void hip_set_wave(int lanes); // hip_runtime.h brings it along

void port(const float *x, float *sums, float *sum, int *list, int *counts, int rows,
          int cols, int wave) {
    hip_set_wave(wave);
    cudaMemset(list, 0xff, (size_t)rows * cols * sizeof *list); // -1 where nothing is listed
    row_sums(x, sums, rows, cols);
    total(x, sum, rows * cols);
    positives(x, list, counts, rows, cols);
    cudaDeviceSynchronize();
}
