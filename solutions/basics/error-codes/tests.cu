// The cases of error-codes: each calls run_step once.
#include "kata_tests.h"

enum { FINE, LAUNCH, KERNEL };
typedef void (*Step)();
int run_step(Step step, cudaError_t *error);

__device__ int sink;
static int calls;
static cudaStream_t other;

__global__ void right() {
    if (threadIdx.x == 0) sink = 1;
}
__global__ void to_no_address(int *p) {
    *p = 1;
}
__global__ void gives_up() {
    __trap();
}
__global__ void to_odd_address(char *p) {
    *(int *)(p + 1) = 1;
}
// So many numbers at a time that 1024 threads have not enough registers.
__global__ void hungry(float *p) {
    const int N = 200;
    float x[N];
#pragma unroll
    for (int i = 0; i < N; i++)
        x[i] = p[i];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < N; i++)
        p[N + i] = x[i] * x[(i * 7 + 1) % N];
}
// Runs for 300,000 cycles, about 0.2 ms.
__global__ void slow() {
    long long begin = clock64();
    while (clock64() - begin < 300000) {
    }
}

static void fine() {
    calls++;
    right<<<1, 32>>>();
}
static void too_many_threads() {
    calls++;
    right<<<1, 2048>>>();
}
static void empty_grid() {
    calls++;
    right<<<0, 32>>>();
}
static void null_pointer() {
    calls++;
    to_no_address<<<1, 1>>>(nullptr);
}
static void elsewhere() {
    calls++;
    to_no_address<<<1, 1, 0, other>>>(nullptr);
}
static void stops_itself() {
    calls++;
    gives_up<<<1, 1>>>();
}
static void takes_its_time() {
    calls++;
    slow<<<1, 1, 0, other>>>();
}
static void too_many_registers() {
    calls++;
    hungry<<<1, 1024>>>(nullptr);
}
// All blocks of such a grid have to be on the device at the same time.
static void too_large_together() {
    calls++;
    cudaLaunchCooperativeKernel((void *)right, dim3(1 << 20), dim3(32), nullptr, 0, nullptr);
}
static void odd_address() {
    calls++;
    static char *p;
    if (!p) cudaMalloc(&p, 64);
    to_odd_address<<<1, 1>>>(p);
}

enum { CALLED, OLD, REFUSED, FAILED, FINELY, ERROR, ENDED, CLEAN };
enum { OLD_ERROR = 3 };

void error_cases(int scenario, int *facts);

void error_cases(int scenario, int *facts) {
    static const struct {
        Step step;
        int where;
    } all[] = {
        {fine, FINE},         {too_many_threads, LAUNCH}, {empty_grid, LAUNCH},
        {fine, FINE},         {null_pointer, KERNEL},     {elsewhere, KERNEL},
        {stops_itself, KERNEL}, {takes_its_time, FINE},
        {too_many_registers, LAUNCH}, {too_large_together, LAUNCH},
        {odd_address, KERNEL},
    };
    int where = all[scenario].where;
    cudaError_t error = cudaErrorUnknown, want = cudaSuccess;
    calls = 0;
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    if (where == LAUNCH) { // the code differs between versions of CUDA
        all[scenario].step();
        want = cudaGetLastError();
        calls = 0;
    }
    if (scenario == OLD_ERROR) {
        right<<<1, 2048>>>(); // and nobody asks
        calls = 0;
    }
    int said = run_step(all[scenario].step, &error);
    cudaError_t left = cudaGetLastError();
    // A lost device gives the same error to every call.
    if (where == KERNEL) want = cudaDeviceSynchronize();
    bool old = scenario == OLD_ERROR;

    facts[CALLED] = calls == 1;
    facts[OLD] = !old || (said == FINE && error == cudaSuccess);
    facts[REFUSED] = where != LAUNCH || said == LAUNCH;
    facts[FAILED] = where != KERNEL || said == KERNEL;
    facts[FINELY] = old || where != FINE || said == FINE;
    facts[ERROR] = old || error == want;
    facts[ENDED] = where == KERNEL || cudaStreamQuery(other) == cudaSuccess;
    facts[CLEAN] = where == KERNEL || left == cudaSuccess;
    if (where != KERNEL) cudaStreamDestroy(other);
}
