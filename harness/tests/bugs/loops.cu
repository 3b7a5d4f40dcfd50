// What a warp reads word by word in a loop the simulated device takes as one
// read: mistakes in the midst of it, each with its rightful twin.
#include "bug.h"

#include <cuda_runtime.h>

template <class T> static T *zeros(int n) {
    T *p;
    cudaMalloc(&p, n * sizeof *p);
    cudaMemset(p, 0, n * sizeof *p);
    return p;
}

// ---- the end of an array that nobody has filled

__global__ void add_up(const int *v, int n, int *sum) {
    int s = 0;
    for (int i = 0; i < n; i++)
        s += v[i]; // BUG tail: uninitialised-global
    sum[blockIdx.x * blockDim.x + threadIdx.x] = s;
}
static int *filled(int room, int n) {
    int *v;
    cudaMalloc(&v, room * sizeof *v);
    cudaMemset(v, 0, n * sizeof *v);
    return v;
}
static void tail() { // one element further than was copied
    add_up<<<2, 64>>>(filled(64, 21), 22, zeros<int>(128));
    cudaDeviceSynchronize();
}
static void whole() { // FINE whole
    add_up<<<2, 64>>>(filled(64, 21), 21, zeros<int>(128));
    cudaDeviceSynchronize();
}

// ---- a warp writes what another one is about to read

__global__ void hand_over(int *v, int *out) {
    int warp = threadIdx.x / 32, sum = 0;
    for (int i = 0; i < 8; i++) {
        if (warp == 1 && threadIdx.x == 32)
            v[i + 1] = i;           // BUG no-barrier: global-race
        if (warp == 0) sum += v[i]; // BUG no-barrier: global-race
    }
    out[threadIdx.x] = sum;
}
__global__ void hand_over_ordered(int *v, int *out) {
    int warp = threadIdx.x / 32, sum = 0;
    for (int i = 0; i < 8; i++) {
        if (warp == 1 && threadIdx.x == 32) v[i + 1] = i;
        __syncthreads();
        if (warp == 0) sum += v[i]; // FINE barrier
    }
    out[threadIdx.x] = sum;
}
static void no_barrier() {
    hand_over<<<1, 64>>>(zeros<int>(16), zeros<int>(64));
    cudaDeviceSynchronize();
}
static void barrier() {
    hand_over_ordered<<<1, 64>>>(zeros<int>(16), zeros<int>(64));
    cudaDeviceSynchronize();
}

// ---- a warp reads what it has just written itself

// to is from + 1, which the compiler does not know.
__global__ void powers(const int *from, int *to, int n) {
    for (int i = 0; i < n; i++)
        to[i] = from[i] * 3; // FINE own
}
static void own() {
    int *v = filled(64, 1);
    powers<<<1, 32>>>(v, v + 1, 40);
    cudaDeviceSynchronize();
}

// ---- two rows of a tile, 16 threads wide

// The next block's rows are being written where this one reads.
__global__ void rows_in_place(float *a, int w) {
    int x = threadIdx.x, y = blockIdx.x * 16 + threadIdx.y;
    float below = a[(y + 1) * w + x]; // BUG rows: global-race
    a[y * w + x] = below;             // BUG rows: global-race
}
__global__ void rows_apart(const float *a, float *b, int w) {
    int x = threadIdx.x, y = blockIdx.x * 16 + threadIdx.y;
    b[y * w + x] = a[(y + 1) * w + x]; // FINE rows-two-arrays
}
static void rows() {
    rows_in_place<<<4, dim3(16, 16)>>>(zeros<float>(65 * 48), 48);
    cudaDeviceSynchronize();
}
static void rows_two_arrays() {
    rows_apart<<<4, dim3(16, 16)>>>(zeros<float>(65 * 48),
                                    zeros<float>(65 * 48), 48);
    cudaDeviceSynchronize();
}

int main(int argc, char **argv) {
    const Bug bugs[] = {
        {"tail", tail},
        {"whole", whole},
        {"no-barrier", no_barrier},
        {"barrier", barrier},
        {"own", own},
        {"rows", rows},
        {"rows-two-arrays", rows_two_arrays},
    };
    return bug_main(bugs, argc, argv);
}
