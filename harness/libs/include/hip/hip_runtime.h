// Names of HIP on a device of CUDA, for exercises: what they need, no more. hipcc has its
// own header of this name, and compiles the same files for GPUs of AMD.
//
// A wavefront has 32 lanes, or 64 after hip_set_wave(64). Two warps are then one
// wavefront: its lanes exchange values through shared memory, and wait at a barrier of
// their own. So all lanes of a wavefront have to call a wave function together.
//
// The lanes of a wavefront run in lockstep on AMD: those that take the same way are
// always together. __activemask() promises no such thing, and the simulated device,
// where it tries other orders, has half of the lanes come later; but not in a program
// that has hip_wave_size (harness/sim/launch/launch.c). So lanes of a wavefront of 32 may
// exchange values inside of a branch.
//
//      block    | warp 0 | warp 1 | warp 2 | warp 3 |
//      of 64    |  wavefront 0    |  wavefront 1    |   barrier 1, barrier 2
#ifndef HIP_RUNTIME_H
#define HIP_RUNTIME_H

#include <cuda_runtime.h>
#include <string.h>

// ---- the wavefront

// A name for a variable of the device and for a field of hipDeviceProp_t.
#define warpSize hip_wave_size
static __constant__ int hip_wave_size = 32;
static int hip_wave_of_host = 32;

enum { HIP_MOST_WAVES = 15, HIP_MOST_LANES = 64 }; // there are 16 barriers

// Says how many lanes a wavefront has: 32 or 64.
void hip_set_wave(int lanes) {
    hip_wave_of_host = lanes;
    cudaMemcpyToSymbol(hip_wave_size, &lanes, sizeof lanes);
}

static __device__ inline int hip_thread() {
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}

static __device__ inline int hip_lane() {
    return hip_thread() % hip_wave_size;
}

// Lanes that the wavefront of this thread has: the last one of a block may be short.
static __device__ inline int hip_lanes() {
    int left = blockDim.x * blockDim.y * blockDim.z -
               hip_thread() / hip_wave_size * hip_wave_size;
    return left < hip_wave_size ? left : hip_wave_size;
}

static __device__ inline void hip_meet() {
    int barrier = 1 + hip_thread() / hip_wave_size, warps = (hip_lanes() + 31) / 32;
    asm volatile("bar.sync %0, %1;" ::"r"(barrier), "r"(32 * warps) : "memory");
}

// The value of another lane. Relaxed accesses are ordered by the barriers.
static __device__ inline unsigned long long hip_exchange(unsigned long long v, int from) {
    __shared__ unsigned long long box[HIP_MOST_WAVES][HIP_MOST_LANES];
    if (from < 0 || from >= hip_lanes()) from = hip_lane();
    if (hip_wave_size == 32) return __shfl_sync(__activemask(), v, from);

    unsigned long long *wave = box[hip_thread() / hip_wave_size];
    unsigned mine = (unsigned)__cvta_generic_to_shared(wave + hip_lane());
    unsigned other = (unsigned)__cvta_generic_to_shared(wave + from);
    asm volatile("st.relaxed.cta.shared.u64 [%0], %1;" ::"r"(mine), "l"(v) : "memory");
    hip_meet();
    asm volatile("ld.relaxed.cta.shared.u64 %0, [%1];" : "=l"(v) : "r"(other) : "memory");
    hip_meet();
    return v;
}

template <class T> static __device__ inline T hip_from(T v, int from) {
    static_assert(sizeof(T) <= 8, "a lane gives away 8 bytes at most");
    unsigned long long bits = 0;
    memcpy(&bits, &v, sizeof v);
    bits = hip_exchange(bits, from);
    memcpy(&v, &bits, sizeof v);
    return v;
}

template <class T> static __device__ inline T hip_shfl(T v, int lane, int width) {
    return hip_from(v, hip_lane() / width * width + lane % width);
}

template <class T> static __device__ inline T hip_shfl_up(T v, int by, int width) {
    int lane = hip_lane();
    return hip_from(v, lane % width < by ? lane : lane - by);
}

template <class T> static __device__ inline T hip_shfl_down(T v, int by, int width) {
    int lane = hip_lane();
    return hip_from(v, lane % width + by >= width ? lane : lane + by);
}

template <class T> static __device__ inline T hip_shfl_xor(T v, int mask, int width) {
    int lane = hip_lane(), from = lane ^ mask;
    return hip_from(v, from >= (lane / width + 1) * width ? lane : from);
}

#define HIP_OF_WAVE(name)                                                              \
    template <class T> static __device__ inline T name(T v, int by) {                  \
        return name(v, by, hip_wave_size);                                             \
    }
HIP_OF_WAVE(hip_shfl)
HIP_OF_WAVE(hip_shfl_up)
HIP_OF_WAVE(hip_shfl_down)
HIP_OF_WAVE(hip_shfl_xor)

// A bit for each lane of the wavefront; always 64 bits, as on AMD.
static __device__ inline unsigned long long hip_ballot(int yes) {
    unsigned long long half = __ballot_sync(__activemask(), yes);
    if (hip_wave_size == 32) return half;
    unsigned long long low = hip_exchange(half, 0), high = hip_exchange(half, 32);
    return hip_lanes() > 32 ? low | high << 32 : low;
}

static __device__ inline int hip_any(int yes) {
    return hip_ballot(yes) != 0;
}

static __device__ inline int hip_all(int yes) {
    return hip_ballot(!yes) == 0;
}

template <class M> static __device__ inline void hip_mask(M) {
    static_assert(sizeof(M) == 8, "The mask must have 64 bits: a wavefront may have 64 lanes.");
}

#define __lane_id() hip_lane()
#define __shfl(...) hip_shfl(__VA_ARGS__)
#define __shfl_up(...) hip_shfl_up(__VA_ARGS__)
#define __shfl_down(...) hip_shfl_down(__VA_ARGS__)
#define __shfl_xor(...) hip_shfl_xor(__VA_ARGS__)
#define __ballot(yes) hip_ballot(yes)
#define __any(yes) hip_any(yes)
#define __all(yes) hip_all(yes)
#define __shfl_sync(mask, ...) (hip_mask(mask), hip_shfl(__VA_ARGS__))
#define __shfl_up_sync(mask, ...) (hip_mask(mask), hip_shfl_up(__VA_ARGS__))
#define __shfl_down_sync(mask, ...) (hip_mask(mask), hip_shfl_down(__VA_ARGS__))
#define __shfl_xor_sync(mask, ...) (hip_mask(mask), hip_shfl_xor(__VA_ARGS__))
#define __ballot_sync(mask, yes) (hip_mask(mask), hip_ballot(yes))
#define __any_sync(mask, yes) (hip_mask(mask), hip_any(yes))
#define __all_sync(mask, yes) (hip_mask(mask), hip_all(yes))

// ---- the host

typedef cudaError_t hipError_t;
typedef cudaStream_t hipStream_t;
#define hipSuccess cudaSuccess
#define hipMalloc cudaMalloc
#define hipFree cudaFree
#define hipMemset cudaMemset
#define hipMemcpy cudaMemcpy
#define hipMemcpyAsync cudaMemcpyAsync
#define hipMemcpyHostToDevice cudaMemcpyHostToDevice
#define hipMemcpyDeviceToHost cudaMemcpyDeviceToHost
#define hipMemcpyDeviceToDevice cudaMemcpyDeviceToDevice
#define hipGetDevice cudaGetDevice
#define hipSetDevice cudaSetDevice
#define hipDeviceSynchronize cudaDeviceSynchronize
#define hipStreamSynchronize cudaStreamSynchronize
#define hipGetLastError cudaGetLastError
#define hipGetErrorString cudaGetErrorString
#define hipLaunchKernelGGL(kernel, grid, block, shared, stream, ...)                   \
    kernel<<<grid, block, shared, stream>>>(__VA_ARGS__)

typedef struct hipDeviceProp_t {
    char name[256];
    int warpSize, multiProcessorCount, maxThreadsPerBlock;
    size_t sharedMemPerBlock, totalGlobalMem;
} hipDeviceProp_t;

static inline hipError_t hipGetDeviceProperties(hipDeviceProp_t *to, int device) {
    cudaDeviceProp p;
    hipError_t e = cudaGetDeviceProperties(&p, device);
    if (e != hipSuccess) return e;
    memcpy(to->name, p.name, sizeof to->name);
    to->warpSize = hip_wave_of_host;
    to->multiProcessorCount = p.multiProcessorCount;
    to->maxThreadsPerBlock = p.maxThreadsPerBlock;
    to->sharedMemPerBlock = p.sharedMemPerBlock;
    to->totalGlobalMem = p.totalGlobalMem;
    return e;
}

typedef enum hipDeviceAttribute_t {
    hipDeviceAttributeWarpSize,
    hipDeviceAttributeMultiprocessorCount
} hipDeviceAttribute_t;

static inline hipError_t hipDeviceGetAttribute(int *to, hipDeviceAttribute_t what,
                                               int device) {
    if (what == hipDeviceAttributeMultiprocessorCount)
        return cudaDeviceGetAttribute(to, cudaDevAttrMultiProcessorCount, device);
    *to = hip_wave_of_host;
    return hipSuccess;
}

#endif
