// The three functions, on wavefronts of the width that the case names.
#include "kata_tests.h"

void row_sums(const float *x, float *sums, int rows, int cols);
void total(const float *x, float *sum, int n);
void positives(const float *x, int *list, int *counts, int rows, int cols);
void hip_set_wave(int lanes); // hip_runtime.h brings it along

enum { LANES, TOGETHER, FACTS };

// hip_set_wave of that header copies the width to the device.
static int widths_set(void) {
    return kata_calls("cudaMemcpyToSymbol") + kata_calls("cudaGetSymbolAddress");
}

// Exchanges of warps so far: those of 64 lanes meet at barriers, for each value twice.
static double exchanges(void) {
    cudaDeviceSynchronize();
    return kata_counted("xchg_ops") + kata_counted("barriers");
}

void port(const float *x, float *sums, float *sum, int *list, int *counts, int *facts,
          int rows, int cols, int wave) {
    double at[4];
    int set = widths_set();
    hip_set_wave(wave);
    cudaMemset(list, 0xff, (size_t)rows * cols * sizeof *list); // -1 where nothing is listed
    at[0] = exchanges();
    row_sums(x, sums, rows, cols);
    at[1] = exchanges();
    total(x, sum, rows * cols);
    at[2] = exchanges();
    positives(x, list, counts, rows, cols);
    at[3] = exchanges();
    set = widths_set() - set;

    facts[LANES] = !kata_counts() || set == 1;
    facts[TOGETHER] = !kata_counts() || (at[1] - at[0] >= rows && at[2] - at[1] >= 5 &&
                                         at[3] - at[2] >= rows);
}
