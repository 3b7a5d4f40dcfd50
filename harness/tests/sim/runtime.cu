// The runtime beside memory: streams, events, callbacks, occupancy, properties,
// attributes of functions.
#include "ok.h"

__global__ void work(float *p, int n, int rounds) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float v = p[i];
    for (int r = 0; r < rounds; r++) v = v * 1.0001f + 0.5f;
    p[i] = v;
}

static void CUDART_CB called(void *counter) { ++*(int *)counter; }
static void CUDART_CB called_with(cudaStream_t, cudaError_t e, void *counter) {
    if (e == cudaSuccess) *(int *)counter += 10;
}

static void streams() {
    int n = 1 << 16, calls = 0, least, greatest;
    cudaStream_t s[3];
    cudaEvent_t begin, end, half;
    float *host, ms, part;
    Dev<float> d(3 * n);
    OK(cudaMallocHost(&host, 3 * n * 4));
    for (int i = 0; i < 3 * n; i++) host[i] = 1;
    OK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    CHECK(least >= greatest);
    OK(cudaStreamCreate(&s[0]));
    OK(cudaStreamCreateWithFlags(&s[1], cudaStreamNonBlocking));
    OK(cudaStreamCreateWithPriority(&s[2], cudaStreamNonBlocking, greatest));
    OK(cudaEventCreate(&begin));
    OK(cudaEventCreate(&end));
    OK(cudaEventCreateWithFlags(&half, cudaEventDisableTiming));
    OK(cudaEventRecord(begin, s[0]));
    for (int k = 0; k < 3; k++) {
        float *p = d + k * n;
        OK(cudaMemcpyAsync(p, host + k * n, n * 4, cudaMemcpyHostToDevice, s[k]));
        work<<<n / 256, 256, 0, s[k]>>>(p, n, 10);
        OK(cudaGetLastError());
        OK(cudaMemcpyAsync(host + k * n, p, n * 4, cudaMemcpyDeviceToHost, s[k]));
    }
    OK(cudaEventRecord(half, s[1]));
    OK(cudaStreamWaitEvent(s[2], half, 0));
    OK(cudaLaunchHostFunc(s[2], called, &calls));
    OK(cudaStreamAddCallback(s[2], called_with, &calls, 0));
    OK(cudaEventRecord(end, s[0]));
    cudaError_t early = cudaErrorNotReady; // asked again and again, it is over
    for (int i = 0; i < 100000 && early == cudaErrorNotReady; i++)
        early = cudaEventElapsedTime(&ms, begin, end);
    OK(early);
    for (auto &x : s) OK(cudaStreamSynchronize(x));
    OK(cudaEventRecord(end, s[0])); // nobody has waited for it
    CHECK(cudaEventElapsedTime(&ms, begin, end) == cudaErrorNotReady);
    OK(cudaEventSynchronize(end));
    CHECK(calls == 11);
    CHECK(cudaStreamQuery(s[1]) == cudaSuccess);
    CHECK(cudaEventQuery(end) == cudaSuccess);
    OK(cudaEventElapsedTime(&ms, begin, end));
    CHECK(ms > 0);
    CHECK(cudaEventElapsedTime(&part, begin, half) ==
          cudaErrorInvalidResourceHandle);
    cudaGetLastError();
    float want = 1;
    for (int r = 0; r < 10; r++) want = fmaf(want, 1.0001f, 0.5f);
    for (int i = 0; i < 3 * n; i++) CHECK(host[i] == want);
    for (auto &x : s) OK(cudaStreamDestroy(x));
    OK(cudaEventDestroy(begin));
    OK(cudaEventDestroy(end));
    OK(cudaEventDestroy(half));
    OK(cudaFreeHost(host));
}

__global__ __launch_bounds__(128) void bounded(int *p) { p[threadIdx.x] = 1; }

static void questions() {
    cudaDeviceProp p;
    cudaFuncAttributes f;
    int count, v, blocks, grid, block;
    OK(cudaGetDeviceCount(&count));
    CHECK(count >= 1);
    OK(cudaGetDeviceProperties(&p, 0));
    CHECK(strlen(p.name) > 2 && p.warpSize == 32);
    CHECK(p.maxThreadsPerBlock == 1024 && p.maxThreadsDim[2] == 64);
    CHECK(p.maxGridSize[0] == 2147483647 && p.maxGridSize[1] == 65535);
    CHECK(p.major >= 5 && p.multiProcessorCount > 0 && p.totalGlobalMem > 1 << 30);
    CHECK(p.sharedMemPerBlock == 49152 && p.regsPerBlock == 65536);
    CHECK(p.totalConstMem == 65536 && p.l2CacheSize > 0 && p.memoryBusWidth > 0);
    CHECK(p.sharedMemPerBlockOptin >= 49152 && p.maxBlocksPerMultiProcessor > 0);
    CHECK(p.concurrentKernels && p.managedMemory && p.unifiedAddressing);
    CHECK(p.cooperativeLaunch == 1 && p.maxThreadsPerMultiProcessor >= 1024);
    OK(cudaDeviceGetAttribute(&v, cudaDevAttrMultiProcessorCount, 0));
    CHECK(v == p.multiProcessorCount);
    OK(cudaDeviceGetAttribute(&v, cudaDevAttrClockRate, 0));
    CHECK(v > 100000);
    OK(cudaDeviceGetAttribute(&v, cudaDevAttrComputeCapabilityMajor, 0));
    CHECK(v == p.major);
    OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, work, 256, 0));
    CHECK(blocks * 256 <= p.maxThreadsPerMultiProcessor && blocks > 0);
    OK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, work, 0, 0));
    CHECK(block % 32 == 0 && block >= 128 && grid >= p.multiProcessorCount);
    OK(cudaFuncGetAttributes(&f, bounded));
    CHECK(f.maxThreadsPerBlock == 128 && f.numRegs > 0 && f.sharedSizeBytes == 0);
    OK(cudaRuntimeGetVersion(&v));
    CHECK(v / 1000 == CUDART_VERSION / 1000);
    OK(cudaDriverGetVersion(&v));
    CHECK(v >= 11000);
    size_t size;
    OK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 64 << 20));
    OK(cudaDeviceGetLimit(&size, cudaLimitMallocHeapSize));
    CHECK(size >= 64 << 20);
    OK(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 2 << 20));
    OK(cudaDeviceGetLimit(&size, cudaLimitPrintfFifoSize));
    CHECK(size >= 2 << 20);
}

int main() {
    streams();
    questions();
    return finish();
}
