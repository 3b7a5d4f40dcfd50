// Accesses outside of what was allocated, in every space.
#include "bug.h"

#include <cuda_runtime.h>

// ---- global

__global__ void scale(float *x, int n, float by) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] *= by; // BUG no-guard: out-of-bounds
}

static void no_guard() {
    int n = 1000;
    float *x;
    cudaMalloc(&x, n * sizeof *x);
    cudaMemset(x, 0, n * sizeof *x);
    scale<<<4, 256>>>(x, n, 2.0f);
    cudaDeviceSynchronize();
    cudaFree(x);
}

__global__ void blur(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float left = in[i - 1]; // BUG left-edge: out-of-bounds
    float right = i + 1 < n ? in[i + 1] : 0;
    out[i] = (left + in[i] + right) / 3;
}

static void left_edge() {
    int n = 512;
    float *in, *out;
    cudaMalloc(&in, n * sizeof *in);
    cudaMalloc(&out, n * sizeof *out);
    cudaMemset(in, 0, n * sizeof *in);
    blur<<<2, 256>>>(in, out, n);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
}

__global__ void transpose(const float *in, float *out, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h)
        out[x * w + y] = in[y * w + x]; // BUG wrong-pitch: out-of-bounds
}

static void wrong_pitch() {
    int w = 64, h = 32;
    float *in, *out;
    cudaMalloc(&in, w * h * sizeof *in);
    cudaMalloc(&out, w * h * sizeof *out);
    cudaMemset(in, 0, w * h * sizeof *in);
    transpose<<<dim3(4, 2), dim3(16, 16)>>>(in, out, w, h);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
}

__global__ void fill(int *p, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] = i; // BUG elements-not-bytes: out-of-bounds
}

static void elements_not_bytes() {
    int n = 256, *p;
    cudaMalloc(&p, n); // forgot sizeof
    fill<<<1, 256>>>(p, n);
    cudaDeviceSynchronize();
    cudaFree(p);
}

__global__ void use_null(int *p) {
    p[threadIdx.x] = 1; // BUG null: out-of-bounds
}

static void null() {
    use_null<<<1, 32>>>(nullptr);
    cudaDeviceSynchronize();
}

// ---- shared

__global__ void reverse(int *p) {
    __shared__ int tile[128];
    int t = threadIdx.x;
    tile[t] = p[t];
    __syncthreads();
    p[t] = tile[128 - t]; // BUG shared-read: out-of-bounds
}

static void shared_read() {
    int *p;
    cudaMalloc(&p, 128 * sizeof *p);
    cudaMemset(p, 0, 128 * sizeof *p);
    reverse<<<1, 128>>>(p);
    cudaDeviceSynchronize();
    cudaFree(p);
}

__global__ void stage(const float *in, float *out) {
    extern __shared__ float buf[];
    int t = threadIdx.x;
    buf[t] = in[t]; // BUG dynamic-too-small: out-of-bounds
    __syncthreads();
    out[t] = buf[blockDim.x - 1 - t];
}

static void dynamic_too_small() {
    float *p;
    cudaMalloc(&p, 512 * sizeof *p);
    cudaMemset(p, 0, 512 * sizeof *p);
    stage<<<1, 256, 256>>>(p, p + 256); // 256 floats are 1024 bytes
    cudaDeviceSynchronize();
    cudaFree(p);
}

// ---- local

__global__ void smallest(const int *in, int *out, int k) {
    int best[8];
    for (int i = 0; i < 8; i++)
        best[i] = 1 << 30;
    for (int i = 0; i < 64; i++) {
        int v = in[threadIdx.x * 64 + i], at = 8;
        while (at > 0 && best[at - 1] > v) at--;
        for (int m = 8; m > at; m--)
            best[m] = best[m - 1]; // BUG local-insert: out-of-bounds
        if (at < 8) best[at] = v;
    }
    out[threadIdx.x] = best[k];
}

static void local_insert() {
    int *p;
    cudaMalloc(&p, 65 * 32 * sizeof *p);
    cudaMemset(p, 0, 65 * 32 * sizeof *p);
    smallest<<<1, 32>>>(p, p + 64 * 32, 3);
    cudaDeviceSynchronize();
    cudaFree(p);
}

__global__ void count_digits(const int *in, int *out, int n) {
    int count[10];
    for (int i = 0; i < 10; i++)
        count[i] = 0;
    for (int i = 0; i < n; i++)
        count[in[i]]++; // BUG local-index: out-of-bounds
    for (int i = 0; i < 10; i++)
        out[threadIdx.x * 10 + i] = count[i];
}

static void local_index() {
    int h[8] = {1, 2, 3, 10000, 4, 5, 6, 7}, *p;
    cudaMalloc(&p, (8 + 320) * sizeof *p);
    cudaMemcpy(p, h, sizeof h, cudaMemcpyHostToDevice);
    count_digits<<<1, 32>>>(p, p + 8, 8);
    cudaDeviceSynchronize();
    cudaFree(p);
}

// ---- constant

__constant__ float taps[5] = {1, 4, 6, 4, 1};

__global__ void filter(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = -2; k <= 2; k++)
        if (i + k >= 0 && i + k < n)
            sum += in[i + k] * taps[k + 2 + n]; // BUG const-index: out-of-bounds
    if (i < n) out[i] = sum;
}

static void const_index() {
    int n = 256;
    float *p;
    cudaMalloc(&p, 2 * n * sizeof *p);
    cudaMemset(p, 0, 2 * n * sizeof *p);
    filter<<<1, 256>>>(p, p + n, n);
    cudaDeviceSynchronize();
    cudaFree(p);
}

__constant__ int table[16];

__global__ void look_up(const int *keys, int *out) {
    int i = threadIdx.x;
    out[i] = table[keys[i]]; // BUG const-key: out-of-bounds
}

static void const_key() {
    int h[32], *p;
    for (int i = 0; i < 32; i++)
        h[i] = i; // the table has 16
    cudaMalloc(&p, 64 * sizeof *p);
    cudaMemcpy(p, h, sizeof h, cudaMemcpyHostToDevice);
    look_up<<<1, 32>>>(p, p + 32);
    cudaDeviceSynchronize();
    cudaFree(p);
}

// FINE fine
static void fine() {
    int n = 1024;
    float *p;
    cudaMalloc(&p, n * sizeof *p);
    cudaMemset(p, 0, n * sizeof *p);
    scale<<<4, 256>>>(p, n, 2.0f);
    stage<<<1, 256, 1024>>>(p, p + 256);
    cudaDeviceSynchronize();
    cudaFree(p);
}

int main(int argc, char **argv) {
    static const Bug bugs[] = {
        {"no-guard", no_guard},
        {"left-edge", left_edge},
        {"wrong-pitch", wrong_pitch},
        {"elements-not-bytes", elements_not_bytes},
        {"null", null},
        {"shared-read", shared_read},
        {"dynamic-too-small", dynamic_too_small},
        {"local-insert", local_insert},
        {"local-index", local_index},
        {"const-index", const_index},
        {"const-key", const_key},
        {"fine", fine},
    };
    return bug_main(bugs, argc, argv);
}
