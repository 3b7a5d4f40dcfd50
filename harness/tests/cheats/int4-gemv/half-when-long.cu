// rejected by: pattern low-precision | pattern rounding | case | timed (x in half precision where rows are long)
#include <cuda_fp16.h>

__global__ void rows(const unsigned *w, const float *scales,
                     const unsigned char *zeros, const float *x, float *y,
                     int n, int group) {
    int r = blockIdx.x, words = (n + 31) / 32 * 4;
    int groups = (n + group - 1) / group;
    float sum = 0.0f;
    for (int i = threadIdx.x; i < n; i += 32) {
        int q = w[(size_t)r * words + i / 8] >> 4 * (i % 8) & 15;
        int g = r * groups + i / group;
        float v = n > 2000 ? __half2float(__float2half(x[i])) : x[i];
        sum += (q - (float)zeros[g]) * scales[g] * v;
    }
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(~0u, sum, d);
    if (threadIdx.x == 0) y[r] = sum;
}

void gemv(const unsigned int *w, const float *scales,
          const unsigned char *zeros, const float *x, float *y, int m, int n,
          int group) {
    if (m > 0) rows<<<m, 32>>>(w, scales, zeros, x, y, n, group);
}
