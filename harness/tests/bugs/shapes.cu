// Mistakes that small cases forgive: launch shapes, narrow indices, copies counted in
// elements, waiting with a plain load.
#include "bug.h"

#include <vector>

template <class T> static T *made(int n, bool clear = true) {
    T *p;
    cudaMalloc(&p, n * sizeof(T));
    if (clear) cudaMemset(p, 0, n * sizeof(T));
    return p;
}

__global__ void add(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i]; // BUG memcpy-elements: uninitialised-global; BUG memset-elements: uninitialised-global
}

// ---- launch shapes

// A picture of rows x cols; the grid has its two sizes exchanged.
__global__ void invert(const float *in, float *out, int rows, int cols) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < cols && y < rows) out[y * cols + x] = 1 - in[y * cols + x];
}
__global__ void sum_rows(const float *in, float *out, int rows, int cols) {
    int y = blockIdx.x * blockDim.x + threadIdx.x;
    if (y >= rows) return;
    float s = 0;
    for (int x = 0; x < cols; x++)
        s += in[y * cols + x]; // BUG grid-exchanged: uninitialised-global; BUG width-in-elements: uninitialised-global
    out[y] = s;
}
static void exchanged(bool right) {
    int rows = 40, cols = 100;
    float *in = made<float>(rows * cols), *out = made<float>(rows * cols, false);
    float *sums = made<float>(rows);
    dim3 block(16, 16), grid((cols + 15) / 16, (rows + 15) / 16);
    if (!right) grid = dim3(grid.y, grid.x);
    invert<<<grid, block>>>(in, out, rows, cols);
    sum_rows<<<1, 64>>>(out, sums, rows, cols);
    cudaDeviceSynchronize();
    cudaFree(in), cudaFree(out), cudaFree(sums);
}
// FINE grid-right

// Right with one block: the others write to the same place.
__global__ void totals(const float *in, float *out, int n) {
    __shared__ float part[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    part[threadIdx.x] = i < n ? in[i] : 0;
    for (int w = blockDim.x / 2; w; w /= 2) {
        __syncthreads();
        if (threadIdx.x < w) part[threadIdx.x] += part[threadIdx.x + w];
    }
    if (threadIdx.x == 0) *out = part[0]; // BUG one-block-only: global-race
}
static void one_block(int n) {
    std::vector<float> h(n);
    for (int i = 0; i < n; i++)
        h[i] = (float)i;
    float *in = made<float>(n), *out = made<float>(1);
    cudaMemcpy(in, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    totals<<<(n + 255) / 256, 256>>>(in, out, n);
    cudaDeviceSynchronize();
    cudaFree(in), cudaFree(out);
}
// FINE one-block

// A stride of the block where the grid's is meant: blocks do each other's work.
__global__ void stride(float *p, int n, int step) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
        p[i] += 1; // BUG block-stride: global-race
}
static void strided(bool right) {
    int n = 4096;
    float *p = made<float>(n);
    stride<<<4, 256>>>(p, n, right ? 4 * 256 : 256);
    cudaDeviceSynchronize();
    cudaFree(p);
}
// FINE grid-stride

// ---- narrow indices

__global__ void narrow(float *p, int n) {
    short i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] = i; // BUG short-index: out-of-bounds
}
__global__ void narrow_unsigned(float *p, int n) {
    unsigned short i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] += 1; // BUG unsigned-short-index: global-race
}
__global__ void wide(float *p, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] += 1;
}
template <class K> static void index_of(K kernel) {
    int n = 70000;
    float *p = made<float>(n);
    kernel<<<(n + 255) / 256, 256>>>(p, n);
    cudaDeviceSynchronize();
    cudaFree(p);
}
// FINE wide-index

// A permutation that is stored in 16 bits: two threads get one place.
template <class T> __global__ void scatter(float *to, const T *at, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) to[at[i]] = i; // BUG short-permutation: global-race
}
template <class T> static void permuted() {
    int n = 70000;
    std::vector<T> at(n);
    for (int i = 0; i < n; i++)
        at[i] = (T)(n - 1 - i);
    T *p = made<T>(n);
    float *to = made<float>(n);
    cudaMemcpy(p, at.data(), n * sizeof(T), cudaMemcpyHostToDevice);
    scatter<<<(n + 255) / 256, 256>>>(to, p, n);
    cudaDeviceSynchronize();
    cudaFree(p), cudaFree(to);
}
// FINE int-permutation

// ---- elements for bytes

static void copied(size_t bytes) {
    int n = 1000;
    std::vector<float> h(n, 1.f);
    float *a = made<float>(n, false), *b = made<float>(n), *c = made<float>(n);
    cudaMemcpy(a, h.data(), bytes, cudaMemcpyHostToDevice);
    add<<<4, 256>>>(a, b, c, n);
    cudaDeviceSynchronize();
    cudaFree(a), cudaFree(b), cudaFree(c);
}
// FINE memcpy-bytes

static void cleared(size_t bytes) {
    int n = 1000;
    float *a = made<float>(n), *b = made<float>(n, false), *c = made<float>(n);
    cudaMemset(b, 0, bytes);
    add<<<4, 256>>>(a, b, c, n);
    cudaDeviceSynchronize();
    cudaFree(a), cudaFree(b), cudaFree(c);
}
// FINE memset-bytes

// The width of a 2D copy is in bytes, too.
static void rows_of(size_t width) {
    int rows = 8, cols = 64;
    std::vector<float> h(rows * cols, 1.f);
    float *a = made<float>(rows * cols, false), *out = made<float>(rows);
    cudaMemcpy2D(a, cols * sizeof(float), h.data(), cols * sizeof(float), width,
                 rows, cudaMemcpyHostToDevice);
    sum_rows<<<1, 32>>>(a, out, rows, cols);
    cudaDeviceSynchronize();
    cudaFree(a), cudaFree(out);
}
// FINE width-in-bytes

// ---- a plain load that waits

__global__ void plain_spin(int *flag, int *out) {
    if (blockIdx.x == 0) {
        while (*flag == 0) { // BUG plain-spin: endless-loop
        } // BUG plain-spin: endless-loop
        *out = 1;
    } else if (threadIdx.x == 0) {
        __threadfence();
        atomicExch(flag, 1);
    }
}
__global__ void volatile_spin(int *flag, int *out) {
    if (blockIdx.x == 0) {
        while (*(volatile int *)flag == 0) {
        }
        __threadfence();
        if (threadIdx.x == 0) *out = 1;
    } else if (threadIdx.x == 0) {
        __threadfence();
        atomicExch(flag, 1);
    }
}
template <class K> static void spin(K kernel) {
    int *p = made<int>(2);
    kernel<<<2, 1>>>(p, p + 1);
    cudaDeviceSynchronize();
    cudaFree(p);
}
// FINE volatile-spin

static const Bug bugs[] = {
    {"grid-exchanged", [] { exchanged(false); }},
    {"grid-right", [] { exchanged(true); }},
    {"one-block-only", [] { one_block(1000); }},
    {"one-block", [] { one_block(200); }},
    {"block-stride", [] { strided(false); }},
    {"grid-stride", [] { strided(true); }},
    {"short-index", [] { index_of(narrow); }},
    {"unsigned-short-index", [] { index_of(narrow_unsigned); }},
    {"wide-index", [] { index_of(wide); }},
    {"short-permutation", permuted<unsigned short>},
    {"int-permutation", permuted<int>},
    {"memcpy-elements", [] { copied(1000); }},
    {"memcpy-bytes", [] { copied(4000); }},
    {"memset-elements", [] { cleared(1000); }},
    {"memset-bytes", [] { cleared(4000); }},
    {"width-in-elements", [] { rows_of(64); }},
    {"width-in-bytes", [] { rows_of(256); }},
    {"plain-spin", [] { spin(plain_spin); }},
    {"volatile-spin", [] { spin(volatile_spin); }},
};

int main(int argc, char **argv) { return bug_main(bugs, argc, argv); }
