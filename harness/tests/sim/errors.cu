// Errors that a program can go on after: which one, when, and until when.
#include "ok.h"

__global__ void work(float *p, int n) {
    extern __shared__ float s[];
    if (n) p[threadIdx.x] = s[threadIdx.x];
}
__global__ __launch_bounds__(128) void bounded(int *p) { p[threadIdx.x] = 1; }
__global__ void little_left(int *p) {
    __shared__ int mine[8000];
    extern __shared__ int more[];
    mine[threadIdx.x] = p[threadIdx.x], more[threadIdx.x] = 1;
    __syncthreads();
    p[threadIdx.x] = mine[threadIdx.x ^ 1] + more[threadIdx.x ^ 1];
}

// Errors that leave the device usable: each is returned, kept for
// cudaGetLastError, and forgotten by it. Which error is what a driver of CUDA 13
// says: earlier ones call impossible shapes cudaErrorInvalidConfiguration.
#define FAILS(call, error)                                                     \
    do {                                                                       \
        cudaError_t e_ = (call), l_ = cudaGetLastError();                      \
        if ((e_ != error || l_ != error) && failures++ < 20)                   \
            printf("%s:%d: %s gave %s then %s, not %s\n", __FILE__, __LINE__,  \
                   #call, cudaGetErrorName(e_), cudaGetErrorName(l_), #error); \
        CHECK(cudaGetLastError() == cudaSuccess);                              \
    } while (0)
#define LAUNCH_FAILS(launch, error)                                            \
    do {                                                                       \
        launch;                                                                \
        CHECK(cudaPeekAtLastError() == error);                                 \
        cudaError_t l_ = cudaGetLastError();                                   \
        if (l_ != error && failures++ < 20)                                    \
            printf("%s:%d: %s gave %s, not %s\n", __FILE__, __LINE__, #launch, \
                   cudaGetErrorName(l_), #error);                              \
        CHECK(cudaGetLastError() == cudaSuccess);                              \
        CHECK(cudaDeviceSynchronize() == cudaSuccess);                         \
    } while (0)

static void calls_and_launches() {
    int h[4] = {0}, count;
    void *q;
    Dev<int> d(256);
    FAILS(cudaMalloc(&q, 1ull << 60), cudaErrorMemoryAllocation);
    FAILS(cudaMemcpy(d, h, 4, (cudaMemcpyKind)77),
          cudaErrorInvalidMemcpyDirection);
    FAILS(cudaMemcpy2D(d, 4, h, 4, 8, 1, cudaMemcpyHostToDevice),
          cudaErrorInvalidValue);
    FAILS(cudaMemcpy(h, d, 4, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    FAILS(cudaMemcpy(h, d, 2048, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
    FAILS(cudaHostRegister(nullptr, 4, 0), cudaErrorInvalidValue);
    FAILS(cudaEventDestroy(nullptr), cudaErrorInvalidResourceHandle);
    FAILS(cudaFreeHost(d), cudaErrorInvalidValue);
    FAILS(cudaMemset(nullptr, 0, 4), cudaErrorInvalidValue);
    FAILS(cudaMemcpy(nullptr, h, 4, cudaMemcpyHostToDevice),
          cudaErrorInvalidValue);
    FAILS(cudaFree((char *)d.p + 4), cudaErrorInvalidValue);
    FAILS(cudaSetDevice(1000), cudaErrorInvalidDevice);
    FAILS(cudaFuncSetAttribute((const void *)&count,
                               cudaFuncAttributeMaxDynamicSharedMemorySize, 1),
          cudaErrorInvalidResourceHandle);
    OK(cudaFree(nullptr));
    OK(cudaMemcpy(d, h, 0, cudaMemcpyHostToDevice));
    LAUNCH_FAILS((work<<<1, 1025>>>(nullptr, 0)), cudaErrorInvalidValue);
    LAUNCH_FAILS((work<<<1, dim3(1, 1, 65)>>>(nullptr, 0)),
                 cudaErrorInvalidValue);
    LAUNCH_FAILS((work<<<0, 32>>>(nullptr, 0)), cudaErrorInvalidValue);
    LAUNCH_FAILS((work<<<1, 0>>>(nullptr, 0)), cudaErrorInvalidValue);
    LAUNCH_FAILS((work<<<dim3(1, 65536), 32>>>(nullptr, 0)),
                 cudaErrorInvalidValue);
    LAUNCH_FAILS((work<<<1, 32, 1 << 20>>>(nullptr, 0)), cudaErrorInvalidValue);
    LAUNCH_FAILS((work<<<1, 32, 49153>>>(nullptr, 0)), cudaErrorInvalidValue);
    LAUNCH_FAILS((bounded<<<1, 256>>>(d)), cudaErrorInvalidValue);
    LAUNCH_FAILS((little_left<<<1, 32, 20000>>>(d)), cudaErrorInvalidValue);
    // A later success does not hide an earlier error.
    work<<<1, 2000>>>(nullptr, 0);
    bounded<<<1, 128>>>(d);
    OK(cudaDeviceSynchronize());
    CHECK(cudaGetLastError() == cudaErrorInvalidValue);
    OK(cudaMemcpy(h, d, 4, cudaMemcpyDeviceToHost));
    CHECK(h[0] == 1);
    CHECK(!strcmp(cudaGetErrorName(cudaErrorInvalidValue), "cudaErrorInvalidValue"));
    CHECK(strlen(cudaGetErrorString(cudaErrorIllegalAddress)) > 10);
}

__global__ void spare() {}

// More than 48 KiB of shared memory has to be asked for.
static void shared_memory() {
    const auto most = cudaFuncAttributeMaxDynamicSharedMemorySize;
    cudaFuncAttributes f;
    int blocks = 7;
    OK(cudaFuncGetAttributes(&f, little_left));
    CHECK(f.sharedSizeBytes == 32000);
    CHECK(f.maxDynamicSharedSizeBytes == 49152 - 32000);
    OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, work, 32, 60000));
    CHECK(blocks == 0);
    LAUNCH_FAILS((work<<<1, 32, 60000>>>(nullptr, 0)), cudaErrorInvalidValue);
    OK(cudaFuncSetAttribute(work, most, 60000));
    OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, work, 32, 60000));
    CHECK(blocks > 0);
    work<<<1, 32, 60000>>>(nullptr, 0);
    OK(cudaGetLastError());
    LAUNCH_FAILS((work<<<1, 32, 60001>>>(nullptr, 0)), cudaErrorInvalidValue);
    FAILS(cudaFuncSetAttribute(work, most, 1 << 20), cudaErrorInvalidValue);
    cudaDeviceProp p;
    OK(cudaGetDeviceProperties(&p, 0));
    int all = (int)p.sharedMemPerBlockOptin;
    OK(cudaFuncSetAttribute(work, most, all));
    FAILS(cudaFuncSetAttribute(little_left, most, all), cudaErrorInvalidValue);
}

// A part of the SM that a kernel prefers for shared memory limits its blocks.
static void preferred_split() {
    const auto split = cudaFuncAttributePreferredSharedMemoryCarveout;
    int blocks = 0;
    size_t room = 0;
    OK(cudaOccupancyAvailableDynamicSMemPerBlock(&room, spare, 1, 32));
    CHECK(room == 49152);
    OK(cudaFuncSetAttribute(spare, split, 5)); // 16 KiB
    OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, spare, 32, 7424));
    CHECK(blocks == 1);
    OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, spare, 32, 2048));
    CHECK(blocks == 5);
    OK(cudaOccupancyAvailableDynamicSMemPerBlock(&room, spare, 4, 32));
    CHECK(room == 4096);
    OK(cudaFuncSetAttribute(spare, split, -1));
    OK(cudaFuncSetCacheConfig(spare, cudaFuncCachePreferL1));
    OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, spare, 32, 2048));
    CHECK(blocks == 2);
    spare<<<1, 32, 49152>>>();
    OK(cudaDeviceSynchronize());
}

__global__ void spin(long long cycles) {
    long long t = clock64();
    while (clock64() - t < cycles) {
    }
}

// "Not yet" is no error that anyone is told of later.
static void not_yet() {
    cudaEvent_t before, over;
    float ms;
    OK(cudaEventCreate(&before));
    OK(cudaEventCreate(&over));
    OK(cudaEventRecord(before));
    spin<<<1, 1>>>(200000000);
    OK(cudaEventRecord(over));
    CHECK(cudaEventQuery(over) == cudaErrorNotReady);
    OK(cudaPeekAtLastError());
    CHECK(cudaStreamQuery(0) == cudaErrorNotReady);
    CHECK(cudaEventElapsedTime(&ms, before, over) == cudaErrorNotReady);
    OK(cudaGetLastError());
    OK(cudaDeviceSynchronize());
    OK(cudaEventQuery(over));
    OK(cudaEventDestroy(before));
    OK(cudaEventDestroy(over));
}

static void cooperative() {
    float *p = nullptr;
    int n = 0, blocks;
    void *args[] = {&p, &n};
    cudaDeviceProp prop;
    OK(cudaGetDeviceProperties(&prop, 0));
    OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, work, 64, 0));
    int room = blocks * prop.multiProcessorCount;
    OK(cudaLaunchCooperativeKernel(work, room, 64, args, 0, 0));
    FAILS(cudaLaunchCooperativeKernel(work, room + 1, 64, args, 0, 0),
          cudaErrorCooperativeLaunchTooLarge);
    OK(cudaDeviceSynchronize());
}

static void symbols_and_kinds() {
    int h[8] = {0};
    Dev<int> a(16), b(16);
    // With one address space, a device's side may have either name.
    OK(cudaMemcpy(a, b, 64, cudaMemcpyHostToDevice));
    OK(cudaMemcpy(a, b, 64, cudaMemcpyDeviceToHost));
    FAILS(cudaMemcpy(h, a, 4, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    FAILS(cudaMemcpy(a, h, 4, cudaMemcpyDeviceToDevice), cudaErrorInvalidValue);
    FAILS(cudaMemcpy(h, h + 4, 4, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    FAILS(cudaMemcpyFromSymbol(h, h, 4), cudaErrorInvalidSymbol);
    void *pinned;
    OK(cudaMallocHost(&pinned, 64));
    FAILS(cudaFree(pinned), cudaErrorInvalidValue);
    OK(cudaFreeHost(pinned));
    FAILS(cudaFreeHost(pinned), cudaErrorInvalidValue);
}

int main() {
    calls_and_launches();
    shared_memory();
    preferred_split();
    not_yet();
    cooperative();
    symbols_and_kinds();
    return finish();
}
