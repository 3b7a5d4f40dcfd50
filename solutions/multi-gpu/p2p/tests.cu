// Two devices with arrays of their own. The table is made on device 1, where it stays.
#include "kata_tests.h"

void open_peers();
void exchange(const float *a, float *from_1, const float *b, float *from_0, size_t n);
void look_up(const float *table, const int *index, float *out, int m);
void peer_cases(const float *a, const float *b, const int *index, float *from_1, float *from_0,
                float *out, int n, int m, int rounds, int *facts);

enum { CURRENT, ENGINES, COMPLETE, OPENED, FACTS };

static const int TABLE = 1 << 20;

__global__ void fill_table(float *table) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < TABLE) table[i] = (float)((i * 37) % 1000003);
}

// Only look_up uses memory of the other device, and in one direction.
static int may_use(int device, int other) {
    if (cudaPeekAtLastError() != cudaSuccess) return 1; // kata tells of it
    cudaSetDevice(device);
    cudaError_t e = cudaDeviceEnablePeerAccess(other, 0);
    cudaGetLastError();
    if (e == cudaSuccess) cudaDeviceDisablePeerAccess(other);
    return e == cudaErrorPeerAccessAlreadyEnabled;
}

static int is_zero_current(void) {
    int device = -1;
    cudaGetDevice(&device);
    return device == 0;
}

static int kernels(void) {
    return kata_calls("cudaLaunchKernel") + kata_calls("cudaLaunchKernelExC");
}

// n + 1: no empty allocation.
static float *array_on(int device, size_t n) {
    float *p;
    cudaSetDevice(device);
    cudaMalloc(&p, (n + 1) * sizeof *p);
    return p;
}

// Uses the last float of an array in a stream that waits for no other one.
static void use_last(int device, float *array, int n, float *spot, cudaStream_t s) {
    cudaSetDevice(device);
    if (n > 0)
        cudaMemcpyAsync(spot, array + n - 1, sizeof *spot, cudaMemcpyDeviceToDevice, s);
}

void peer_cases(const float *a, const float *b, const int *index, float *from_1, float *from_0,
                float *out, int n, int m, int rounds, int *facts) {
    size_t bytes = n * sizeof(float), few = m * sizeof(float);
    for (int i = 0; i < FACTS; i++)
        facts[i] = 1;
    float *a0 = array_on(0, n), *from = array_on(0, n);
    float *found = array_on(0, m), *list = array_on(0, m);
    float *b1 = array_on(1, n), *to = array_on(1, n), *table = array_on(1, TABLE);
    float *spot[2] = {array_on(0, 1), array_on(1, 1)};
    cudaStream_t apart[2];
    fill_table<<<TABLE / 256, 256>>>(table);
    cudaMemcpyAsync(b1, b, bytes, cudaMemcpyHostToDevice);
    cudaSetDevice(0);
    cudaMemcpyAsync(a0, a, bytes, cudaMemcpyHostToDevice);
    cudaMemcpyAsync(list, index, few, cudaMemcpyHostToDevice);
    cudaMemsetAsync(found, 0xff, few); // NaN
    for (int d = 1; d >= 0; d--) {
        cudaSetDevice(d);
        cudaStreamCreateWithFlags(&apart[d], cudaStreamNonBlocking);
        cudaDeviceSynchronize();
    }

    open_peers();
    facts[CURRENT] &= is_zero_current();
    cudaSetDevice(0);
    int before = kernels();
    for (int r = 0; r < rounds; r++) {
        exchange(a0, from, b1, to, n);
        facts[CURRENT] &= is_zero_current();
        cudaSetDevice(0);
    }
    facts[ENGINES] &= kernels() == before;
    // Both copies have ended, or this races with them.
    use_last(1, to, n, spot[1], apart[1]);
    use_last(0, from, n, spot[0], apart[0]);
    look_up(table, (const int *)list, found, m);
    facts[CURRENT] &= is_zero_current();

    cudaSetDevice(0);
    facts[COMPLETE] &= cudaStreamQuery(0) == cudaSuccess;
    cudaMemcpyAsync(out, found, few, cudaMemcpyDeviceToHost);
    cudaMemcpyAsync(from_1, from, bytes, cudaMemcpyDeviceToHost);
    cudaSetDevice(1);
    cudaMemcpyAsync(from_0, to, bytes, cudaMemcpyDeviceToHost);
    facts[OPENED] &= may_use(1, 0) && may_use(0, 1);
    float *all[] = {b1, to, table, a0, from, found, list, spot[0], spot[1]};
    for (int d = 1; d >= 0; d--) {
        cudaSetDevice(d);
        cudaDeviceSynchronize();
        cudaStreamDestroy(apart[d]);
    }
    for (float *p : all)
        cudaFree(p);
}
