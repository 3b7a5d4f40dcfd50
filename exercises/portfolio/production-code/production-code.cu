// Softmax of rows for other people's programs. This one is right on a normal day.
#include <cstdint>

enum Status { OK, BAD_ARGUMENT, BAD_MEMORY, DEVICE_ERROR };

const char *status_text(Status s) {
    return ""; // TODO
}

// A block for each row, and a tree for each of the two reductions.
__global__ void softmax_kernel(const float *in, float *out, int cols) {
    __shared__ float part[256];
    const float *x = in + blockIdx.x * cols;
    float *y = out + blockIdx.x * cols;
    int t = threadIdx.x;
    float v = -1e30f;
    for (int c = t; c < cols; c += 256)
        v = fmaxf(v, x[c]);
    part[t] = v;
    for (int d = 128; d > 0; d /= 2) {
        __syncthreads();
        if (t < d) part[t] = fmaxf(part[t], part[t + d]);
    }
    __syncthreads();
    float most = part[0];
    __syncthreads();
    v = 0;
    for (int c = t; c < cols; c += 256)
        v += expf(x[c] - most);
    part[t] = v;
    for (int d = 128; d > 0; d /= 2) {
        __syncthreads();
        if (t < d) part[t] += part[t + d];
    }
    __syncthreads();
    float scale = 1 / part[0];
    for (int c = t; c < cols; c += 256)
        y[c] = expf(x[c] - most) * scale;
}

// TODO: go through the contract line by line. What is not kept here?
Status softmax(const float *in, float *out, size_t rows, size_t cols, size_t pitch,
               cudaStream_t stream) {
    if (!in || !out) return BAD_ARGUMENT;
    if (rows > 0) softmax_kernel<<<rows, 256>>>(in, out, cols);
    return cudaDeviceSynchronize() == cudaSuccess ? OK : DEVICE_ERROR;
}
