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

void error_cases(int scenario, int *facts);

void error_cases(int scenario, int *facts) {
    static const struct {
        Step step;
        int where;
    } all[] = {
        {fine, FINE},         {too_many_threads, LAUNCH}, {empty_grid, LAUNCH},
        {fine, FINE},         {null_pointer, KERNEL},     {elsewhere, KERNEL},
        {stops_itself, KERNEL},
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
    if (scenario == 3) {
        right<<<1, 2048>>>(); // and nobody asks
        calls = 0;
    }
    int said = run_step(all[scenario].step, &error);
    cudaError_t left = cudaGetLastError();

    facts[0] = calls == 1;
    facts[1] = said == where;
    facts[2] = where == KERNEL ? error != cudaSuccess && error != cudaErrorUnknown
                               : error == want;
    facts[3] = where == KERNEL || left == cudaSuccess;
    if (where != KERNEL) cudaStreamDestroy(other);
}
