// rejected by: case (the row is scaled so that squares neither overflow nor vanish, and squared in halves)
#include <cuda_fp16.h>

__global__ void unit(const half *x, half *y, float *lengths, int cols) {
    __shared__ float part[256];
    const half *from = x + (size_t)blockIdx.x * cols;
    half *to = y + (size_t)blockIdx.x * cols;
    int t = threadIdx.x;
    float most = 0, sum = 0;
    for (int c = t; c < cols; c += 256) most = fmaxf(most, fabsf(__half2float(from[c])));
    part[t] = most;
    __syncthreads();
    for (int i = 0; i < 256; i++) most = fmaxf(most, part[i]);
    __syncthreads();
    int e = 0;
    frexpf(most, &e);
    float scale = most > 0 ? ldexpf(1, 5 - e) : 1;
    for (int c = t; c < cols; c += 256) {
        half v = __float2half(__half2float(from[c]) * scale);
        sum += __half2float(__hmul(v, v));
    }
    part[t] = sum;
    __syncthreads();
    sum = 0;
    for (int i = 0; i < 256; i++) sum += part[i];
    float length = sqrtf(sum) / scale;
    if (t == 0) lengths[blockIdx.x] = length;
    for (int c = t; c < cols; c += 256)
        to[c] = __float2half(length > 0 ? __half2float(from[c]) / length : 0);
}

void unit_rows(const half *x, half *y, float *lengths, int rows, int cols) {
    if (rows > 0) unit<<<rows, 256>>>(x, y, lengths, cols);
}
