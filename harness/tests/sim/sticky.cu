// Errors that lose the device: which error, when it shows, that it stays. The
// argument says which; the script runs each.
#include "ok.h"

#include <cassert>

__global__ void write_at(int *p, long i) { p[i] = 1; }
__global__ void misaligned(char *p) { *(int *)(p + 1) = 1; }
__global__ void asserts(int x) { assert(x == 3 && "as it should"); }
__global__ void traps() { __trap(); }
__global__ void local(int *out, int n) {
    int a[4] = {1, 2, 3, 4};
    for (int i = 0; i < n; i++) a[(i * 7) % n % 4] += i;
    out[0] = a[n % 4];
}

int main(int argc, char **argv) {
    const char *what = argc > 1 ? argv[1] : "";
    int *p, host = 0;
    cudaError_t want = cudaErrorIllegalAddress;
    OK(cudaMalloc(&p, 400));
    local<<<1, 1>>>(p, 4);
    if (!strcmp(what, "bounds")) write_at<<<1, 1>>>(p, 1l << 36);
    if (!strcmp(what, "null")) write_at<<<1, 1>>>(nullptr, 0);
    if (!strcmp(what, "misaligned"))
        misaligned<<<1, 1>>>((char *)p), want = cudaErrorMisalignedAddress;
    if (!strcmp(what, "assert")) asserts<<<1, 1>>>(4), want = cudaErrorAssert;
    if (!strcmp(what, "trap")) traps<<<1, 1>>>(), want = cudaErrorLaunchFailure;
    CHECK(cudaPeekAtLastError() == cudaSuccess);
    cudaError_t e = cudaDeviceSynchronize();
    CHECK(e == want);
    if (e != want) printf("%s: %s\n", what, cudaGetErrorName(e));
    // Lost for good: every call that needs the device fails the same way.
    CHECK(cudaGetLastError() == want);
    CHECK(cudaGetLastError() == cudaSuccess);
    int device = 7;
    CHECK(cudaGetDevice(&device) == cudaSuccess && device == 0);
    CHECK(cudaMemcpy(&host, p, 4, cudaMemcpyDeviceToHost) == want);
    CHECK(cudaMalloc(&p, 4) == want);
    write_at<<<1, 1>>>(p, 0);
    CHECK(cudaGetLastError() == want);
    CHECK(cudaDeviceSynchronize() == want);
    CHECK(cudaGetLastError() == want);
    puts(failures ? "FAILED" : "ok");
    return failures != 0;
}
