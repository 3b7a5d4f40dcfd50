// Kernels that want different blocks, and every size tried out.
#include "kata_tests.h"

void plan(const void *kernel, int shared_per_thread, int n, int *block,
          int *blocks_per_sm, int *grid, int *waves);

__global__ void light(float *x) {
    x[threadIdx.x] = 1;
}

__global__ void __launch_bounds__(192) bounded(float *x) {
    x[threadIdx.x] = 2;
}

// Its result depends on all of them, so they stay in registers.
__global__ void __launch_bounds__(1024) heavy(float *x) {
    float v[48];
    for (int i = 0; i < 48; i++)
        v[i] = x[i * 1024 + threadIdx.x];
    for (int k = 0; k < 48; k++)
        for (int i = 0; i < 48; i++)
            v[i] = v[i] * v[(i + 7) % 48] + v[(i + k) % 48];
    for (int i = 0; i < 48; i++)
        x[i * 1024 + threadIdx.x] = v[i];
}

__global__ void tables(float *x) {
    __shared__ float own[3000];
    own[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    x[threadIdx.x] = own[(threadIdx.x + 7) % 1024];
}

// Only few blocks fit on an SM, so the largest is the best one.
__global__ void __launch_bounds__(320) vault(float *x) {
    __shared__ float own[10000];
    own[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    x[threadIdx.x] = own[(threadIdx.x + 7) % 320];
}

enum { LIGHT, BOUNDED, HEAVY, TABLES, VAULT };
enum { WARPS, ALLOWED, MOST, SMALLEST, PER_SM, GRID, WAVES, WHOLE, EMPTY };
enum { SHARED_MOST = 48 << 10 };

static const void *kernel_of(int which) {
    return which == LIGHT     ? (const void *)light
           : which == BOUNDED ? (const void *)bounded
           : which == HEAVY   ? (const void *)heavy
           : which == TABLES  ? (const void *)tables
                              : (const void *)vault;
}

// Blocks of a size that fit on an SM; 0: none.
static int resident(const void *kernel, int size, int shared_per_thread) {
    int each = 0;
    if (cudaOccupancyMaxActiveBlocksPerMultiprocessor(
            &each, kernel, size, (size_t)size * shared_per_thread) != cudaSuccess) {
        cudaGetLastError();
        return 0;
    }
    return each;
}

static bool allowed(const void *kernel, int size, int shared_per_thread) {
    cudaFuncAttributes a;
    cudaFuncGetAttributes(&a, kernel);
    long long shared = (long long)size * shared_per_thread + (long long)a.sharedSizeBytes;
    return size > 0 && size <= a.maxThreadsPerBlock && shared <= SHARED_MOST;
}

// The smallest of the blocks that keep most threads on an SM.
static int smallest_best(const void *kernel, int shared_per_thread) {
    int best = 0, most = 0;
    for (int size = 32; allowed(kernel, size, shared_per_thread); size += 32) {
        int threads = size * resident(kernel, size, shared_per_thread);
        if (threads > most) {
            most = threads;
            best = size;
        }
    }
    return best;
}

// The waves of a grid of exactly two, of blocks of which `each` fit on an SM.
static int waves_of_two(const void *kernel, int shared, int block, int each, int sms) {
    int waves = -1, grid, fit;
    plan(kernel, shared, 2 * block * each * sms, &block, &fit, &grid, &waves);
    return waves;
}

void shapes(int which, int shared, int n, int *facts);

void shapes(int which, int shared, int n, int *facts) {
    const void *kernel = kernel_of(which);
    int block = -1, each = -1, grid = -1, waves = -1, device = 0, sms = 0;
    plan(kernel, shared, n, &block, &each, &grid, &waves);
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device);

    int best = smallest_best(kernel, shared);
    facts[WARPS] = block > 0 && block % 32 == 0;
    facts[ALLOWED] = allowed(kernel, block, shared);
    if (block < 1) block = 1;
    int most = best * resident(kernel, best, shared);
    facts[MOST] = block * resident(kernel, block, shared) >= most;
    facts[SMALLEST] = !facts[MOST] || block <= best;
    facts[PER_SM] = each == resident(kernel, block, shared) && each > 0;
    facts[GRID] = n == 0 || grid == (n + block - 1) / block;
    int at_once = each > 0 ? each * sms : 1;
    facts[WAVES] = n == 0 || waves == (grid + at_once - 1) / at_once;
    // If another number of them fits, waves have another size, and that is told already.
    facts[WHOLE] = !facts[PER_SM] || waves_of_two(kernel, shared, block, each, sms) == 2;
    facts[EMPTY] = n > 0 || (grid == 0 && waves == 0);
    cudaGetLastError();
}
