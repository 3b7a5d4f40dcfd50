// Several devices: memory, variables, streams and threads of each; peers. Runs
// with two or more; with one it has nothing to say.
#include "ok.h"

#include <thread>

__device__ int counter = 5;
__managed__ int both;

__global__ void bump(int by) { counter += by, both += by; }
__global__ void copy(int *to, const int *from, int n) {
    int i = threadIdx.x;
    if (i < n) to[i] = from[i] + 1;
}

static void variables() {
    int v[2];
    for (int d = 0; d < 2; d++) {
        OK(cudaSetDevice(d));
        bump<<<1, 1>>>(d + 1);
        OK(cudaDeviceSynchronize());
        OK(cudaMemcpyFromSymbol(&v[d], counter, sizeof(int)));
    }
    CHECK(v[0] == 6 && v[1] == 7);
    CHECK(both == 3);
}

static void peers() {
    int can = 0, h[32], *a, *b;
    OK(cudaSetDevice(0));
    OK(cudaMalloc(&a, sizeof h));
    OK(cudaSetDevice(1));
    OK(cudaMalloc(&b, sizeof h));
    cudaPointerAttributes at;
    OK(cudaPointerGetAttributes(&at, a));
    CHECK(at.device == 0);
    OK(cudaPointerGetAttributes(&at, b));
    CHECK(at.device == 1);
    for (int i = 0; i < 32; i++) h[i] = i;
    OK(cudaMemcpy(a, h, sizeof h, cudaMemcpyDefault));
    OK(cudaMemcpyPeer(b, 1, a, 0, sizeof h));
    OK(cudaMemcpy(h, b, sizeof h, cudaMemcpyDefault));
    CHECK(h[31] == 31);
    OK(cudaDeviceCanAccessPeer(&can, 1, 0));
    CHECK(can == 1);
    OK(cudaDeviceEnablePeerAccess(0, 0));
    CHECK(cudaDeviceEnablePeerAccess(0, 0) ==
          cudaErrorPeerAccessAlreadyEnabled);
    CHECK(cudaDeviceEnablePeerAccess(1, 0) == cudaErrorInvalidDevice);
    cudaGetLastError();
    copy<<<1, 32>>>(b, a, 32);
    OK(cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToHost));
    CHECK(h[31] == 32);
    OK(cudaDeviceDisablePeerAccess(0));
    CHECK(cudaDeviceDisablePeerAccess(0) == cudaErrorPeerAccessNotEnabled);
    cudaGetLastError();
    OK(cudaFree(a)); // from any device
    OK(cudaFree(b));
}

static void streams() {
    cudaStream_t s;
    cudaEvent_t e;
    int device = 7, *p;
    OK(cudaSetDevice(1));
    OK(cudaStreamCreate(&s));
    OK(cudaMalloc(&p, 4));
    OK(cudaSetDevice(0));
    OK(cudaEventCreate(&e));
    copy<<<1, 1, 0, s>>>(p, p, 0);
    CHECK(cudaGetLastError() == cudaErrorInvalidResourceHandle);
    CHECK(cudaEventRecord(e, s) == cudaErrorInvalidResourceHandle);
    cudaGetLastError();
    OK(cudaMemsetAsync(p, 0, 4, s)); // copies may
    OK(cudaEventRecord(e, 0));
    OK(cudaStreamWaitEvent(s, e)); // and waiting
#if CUDART_VERSION >= 12080
    OK(cudaStreamGetDevice(s, &device));
    CHECK(device == 1);
#endif
    (void)device;
    OK(cudaStreamSynchronize(s));
    OK(cudaStreamDestroy(s));
    OK(cudaEventDestroy(e));
    OK(cudaFree(p));
}

static void threads() {
    int seen[2] = {9, 9}, error[2] = {9, 9};
    OK(cudaSetDevice(1));
    auto work = [&](int i) {
        OK(cudaGetDevice(&seen[i])); // each begins with the first
        OK(cudaSetDevice(i));
        int *p;
        OK(cudaMalloc(&p, 400));
        for (int k = 0; k < 20; k++) {
            copy<<<1, 32>>>(p, p, 32);
            OK(cudaStreamSynchronize(0));
        }
        if (i) cudaSetDevice(99);
        error[i] = cudaGetLastError();
        OK(cudaFree(p));
    };
    std::thread a(work, 0), b(work, 1);
    a.join(), b.join();
    CHECK(seen[0] == 0 && seen[1] == 0);
    CHECK(error[0] == cudaSuccess && error[1] == cudaErrorInvalidDevice);
    CHECK(cudaGetLastError() == cudaSuccess);
    int mine;
    OK(cudaGetDevice(&mine));
    CHECK(mine == 1);
}

// One device's loss is not the other's.
static void lost() {
    int *p;
    OK(cudaSetDevice(0));
    OK(cudaMalloc(&p, 128));
    OK(cudaSetDevice(1));
    copy<<<1, 32>>>(p, p, 32); // of device 0, which is no peer now
    CHECK(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
    cudaGetLastError();
    OK(cudaSetDevice(0));
    copy<<<1, 32>>>(p, p, 32);
    OK(cudaDeviceSynchronize());
    OK(cudaSetDevice(1));
    CHECK(cudaMalloc(&p, 4) == cudaErrorIllegalAddress);
    OK(cudaDeviceReset());
    OK(cudaMalloc(&p, 4));
    OK(cudaFree(p));
}

int main(int argc, char **argv) {
    int n = 0;
    OK(cudaGetDeviceCount(&n));
    if (n > 1) {
        variables();
        peers();
        streams();
        threads();
        if (argc > 1 && !strcmp(argv[1], "lost")) lost();
    }
    return finish();
}
