// A grid of `height` rows between two fixed ones, made on the devices, simulated, and shown:
// the first `shown` rows, and a check sum of each row.
#include "kata_tests.h"

void simulate(float **u, float **v, const int *rows, int cols, int steps, int devices,
              cudaStream_t *stream);
void halo_cases(int devices, int height, int cols, int steps, int seed, int shown, float *grid,
                unsigned *sums, int *facts);

enum { MOST = 8, CURRENT = 0, NO_WAIT };

static float *u[MOST], *v[MOST];
static unsigned *found[MOST];
static cudaStream_t stream[MOST];

// Row y of the device is row `first` + y of all; integers, so that all sums begin exactly.
__global__ void fill(float *at, int first, int rows, int cols, int seed) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x >= cols || y >= rows) return;
    at[(size_t)y * cols + x] = (float)((unsigned)(x * 31 + (first + y) * 17 + seed) % 256u);
}

__global__ void check(const float *at, unsigned *sums, int cols) {
    __shared__ unsigned sum;
    const float *row = at + (size_t)(blockIdx.x + 1) * cols;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    unsigned mine = 0;
    for (int i = threadIdx.x; i < cols; i += blockDim.x)
        mine += __float_as_uint(row[i]) * (2u * i + 1);
    atomicAdd(&sum, mine);
    __syncthreads();
    if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

static int waits(void) {
    return kata_calls("cudaDeviceSynchronize") + kata_calls("cudaStreamSynchronize") +
           kata_calls("cudaEventSynchronize") + kata_calls("cudaMemcpy");
}

static void open_peers(int d, int devices) {
    for (int other = 0; other < devices; other++)
        if (other != d) cudaDeviceEnablePeerAccess(other, 0);
    cudaGetLastError(); // they may be open
}

static void make(int d, int devices, int first, int rows, int cols, int seed) {
    size_t bytes = (size_t)(rows + 2) * cols * sizeof(float);
    cudaSetDevice(d);
    open_peers(d, devices);
    cudaStreamCreateWithFlags(&stream[d], cudaStreamNonBlocking);
    cudaMalloc(&u[d], bytes);
    cudaMalloc(&v[d], bytes);
    cudaMalloc(&found[d], rows * sizeof(unsigned));
    dim3 grid((cols + 255) / 256, rows + 2);
    fill<<<grid, 256, 0, stream[d]>>>(u[d], first, rows + 2, cols, seed);
    // The fixed rows and columns are in both arrays; the rest is whatever was there.
    cudaMemsetAsync(v[d], 0xff, bytes, stream[d]); // NaN
    size_t row = cols * sizeof(float), last = (size_t)(rows + 1) * cols;
    if (d == 0) cudaMemcpyAsync(v[d], u[d], row, cudaMemcpyDeviceToDevice, stream[d]);
    if (d == devices - 1)
        cudaMemcpyAsync(v[d] + last, u[d] + last, row, cudaMemcpyDeviceToDevice, stream[d]);
    for (int x : {0, cols - 1})
        cudaMemcpy2DAsync(v[d] + x, row, u[d] + x, row, sizeof(float), rows + 2,
                          cudaMemcpyDeviceToDevice, stream[d]);
}

void halo_cases(int devices, int height, int cols, int steps, int seed, int shown, float *grid,
                unsigned *sums, int *facts) {
    int rows[MOST], begin[MOST + 1], device = -1;
    for (int d = 0; d <= devices; d++)
        begin[d] = (int)((long long)height * d / devices);
    for (int d = 0; d < devices; d++) {
        rows[d] = begin[d + 1] - begin[d];
        make(d, devices, begin[d], rows[d], cols, seed);
    }
    cudaSetDevice(0);
    int before = waits();
    simulate(u, v, rows, cols, steps, devices, stream);
    facts[NO_WAIT] = waits() == before;
    cudaGetDevice(&device);
    facts[CURRENT] = device == 0;
    for (int d = 0; d < devices; d++) {
        const float *result = steps % 2 ? v[d] : u[d];
        cudaSetDevice(d);
        check<<<rows[d], 256, 0, stream[d]>>>(result, found[d], cols);
        cudaMemcpyAsync(sums + begin[d], found[d], rows[d] * sizeof *sums,
                        cudaMemcpyDeviceToHost, stream[d]);
        int show = min(max(shown - begin[d], 0), rows[d]);
        cudaMemcpyAsync(grid + (size_t)begin[d] * cols, result + cols,
                        (size_t)show * cols * sizeof *grid, cudaMemcpyDeviceToHost, stream[d]);
        // The next call may write to all rows, also to those that a neighbour sends. Not in
        // the timed case, which shows one row.
        if (shown == 1) continue;
        size_t bytes = (size_t)(rows[d] + 2) * cols * sizeof(float);
        cudaMemsetAsync(u[d], 0, bytes, stream[d]);
        cudaMemsetAsync(v[d], 0, bytes, stream[d]);
    }
    for (int d = devices - 1; d >= 0; d--) {
        cudaSetDevice(d);
        cudaDeviceSynchronize();
        cudaStreamDestroy(stream[d]);
        cudaFree(u[d]);
        cudaFree(v[d]);
        cudaFree(found[d]);
    }
}
