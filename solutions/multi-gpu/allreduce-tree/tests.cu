// Arrays that are made on their devices, summed `rounds` times, and shown: the first elements,
// and a check sum of each of 64 pieces of all.
#include "kata_tests.h"

void all_reduce(unsigned **x, unsigned **spare, size_t n, int devices, cudaStream_t *stream);
void reduce_cases(int devices, int n, int rounds, unsigned seed, int shown, unsigned *sums,
                  unsigned *checks, int *facts);

enum { MOST = 8, PIECES = 64, CURRENT = 0, NO_WAIT };

__global__ void fill(unsigned *x, int n, int device, unsigned seed) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = (i * 7u + device * 13u + seed) % 101u;
}

// A block for each piece of the array; each element has a weight.
__global__ void check(const unsigned *x, unsigned *sums, int n) {
    __shared__ unsigned sum;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    unsigned mine = 0;
    int piece = (n + PIECES - 1) / PIECES, from = blockIdx.x * piece;
    for (int i = from + threadIdx.x; i < min(from + piece, n); i += blockDim.x)
        mine += x[i] * (2u * i + 1);
    atomicAdd(&sum, mine);
    __syncthreads();
    if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

static unsigned *x[MOST], *spare[MOST], *found[MOST];
static cudaStream_t stream[MOST];

static int waits(void) {
    return kata_calls("cudaDeviceSynchronize") + kata_calls("cudaStreamSynchronize") +
           kata_calls("cudaEventSynchronize") + kata_calls("cudaMemcpy");
}

static void open_peers(int d, int devices) {
    for (int other = 0; other < devices; other++)
        if (other != d) cudaDeviceEnablePeerAccess(other, 0);
    cudaGetLastError(); // they may be open
}

static void make(int d, int devices, int n) {
    cudaSetDevice(d);
    open_peers(d, devices);
    cudaStreamCreateWithFlags(&stream[d], cudaStreamNonBlocking);
    cudaMalloc(&x[d], n * sizeof(unsigned));
    cudaMalloc(&spare[d], n * sizeof(unsigned));
    cudaMalloc(&found[d], PIECES * sizeof(unsigned));
}

static void wait_for_all(int devices) {
    for (int d = devices - 1; d >= 0; d--) {
        cudaSetDevice(d);
        cudaDeviceSynchronize();
    }
}

void reduce_cases(int devices, int n, int rounds, unsigned seed, int shown, unsigned *sums,
                  unsigned *checks, int *facts) {
    int device = -1;
    for (int d = 0; d < devices; d++) {
        make(d, devices, n);
        fill<<<(n + 255) / 256, 256, 0, stream[d]>>>(x[d], n, d, seed);
        int room = n; // is in use, too
        fill<<<(room + 255) / 256, 256, 0, stream[d]>>>(spare[d], room, d, seed);
    }
    cudaSetDevice(0);
    int before = waits();
    for (int i = 0; i < rounds; i++)
        all_reduce(x, spare, n, devices, stream);
    facts[NO_WAIT] = waits() == before;
    cudaGetDevice(&device);
    facts[CURRENT] = device == 0;
    for (int d = 0; d < devices; d++) {
        cudaSetDevice(d);
        check<<<PIECES, 256, 0, stream[d]>>>(x[d], found[d], n);
        cudaMemcpyAsync(checks + d * PIECES, found[d], PIECES * sizeof *checks,
                        cudaMemcpyDeviceToHost, stream[d]);
        cudaMemcpyAsync(sums + (size_t)d * shown, x[d], shown * sizeof *sums,
                        cudaMemcpyDeviceToHost, stream[d]);
    }
    wait_for_all(devices);
    for (int d = devices - 1; d >= 0; d--) {
        cudaSetDevice(d);
        cudaStreamDestroy(stream[d]);
        cudaFree(x[d]);
        cudaFree(spare[d]);
        cudaFree(found[d]);
    }
}
