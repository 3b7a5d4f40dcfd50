# What a program reads of the device, whatever nvcc made it: the fields of
# cudaDeviceProp lie where its headers say, and nothing behind them is written.
. "$REGRESS/lib.sh"
need_nvcc
cat >prop.cu <<'EOF'
#include <cstdio>
#include <cstring>

static cudaDeviceProp p;
static int wrong;

static void same(const char *field, long long got, cudaDeviceAttr attribute) {
    int want = -1;
    cudaDeviceGetAttribute(&want, attribute, 0);
    if (got == want && want > 0) return;
    printf("%s: %lld in the structure, %d by itself\n", field, got, want);
    wrong++;
}

template <typename T> static T guarded(cudaError_t (*read)(T *)) {
    struct { T it; unsigned char guard[256]; } s;
    memset(&s, 0xa5, sizeof s);
    if (read(&s.it) != cudaSuccess) wrong++;
    for (int i = 0; i < 256; i++) wrong += s.guard[i] != 0xa5;
    return s.it;
}

__global__ void k(int *p) { *p = 1; }
static int *buffer;
static cudaError_t device(cudaDeviceProp *q) { return cudaGetDeviceProperties(q, 0); }
static cudaError_t function(cudaFuncAttributes *q) { return cudaFuncGetAttributes(q, k); }
static cudaError_t pointer(cudaPointerAttributes *q) { return cudaPointerGetAttributes(q, buffer); }

int main() {
    cudaMalloc(&buffer, 4);
    p = guarded(device);
    cudaFuncAttributes f = guarded(function);
    cudaPointerAttributes at = guarded(pointer);
    if (f.numRegs <= 0 || f.maxThreadsPerBlock != 1024) wrong++;
    if (at.type != cudaMemoryTypeDevice || at.devicePointer != buffer) wrong++;
    size_t available, total;
    cudaMemGetInfo(&available, &total);
    if (total != p.totalGlobalMem) wrong++;
#define SAME(field, attribute) same(#field, p.field, cudaDevAttr##attribute)
    SAME(sharedMemPerBlock, MaxSharedMemoryPerBlock);
    SAME(regsPerBlock, MaxRegistersPerBlock);
    SAME(warpSize, WarpSize);
    SAME(maxThreadsPerBlock, MaxThreadsPerBlock);
    SAME(maxThreadsDim[2], MaxBlockDimZ);
    SAME(maxGridSize[1], MaxGridDimY);
    SAME(totalConstMem, TotalConstantMemory);
    SAME(major, ComputeCapabilityMajor);
    SAME(multiProcessorCount, MultiProcessorCount);
    SAME(concurrentKernels, ConcurrentKernels);
    SAME(asyncEngineCount, AsyncEngineCount);
    SAME(unifiedAddressing, UnifiedAddressing);
    SAME(memoryBusWidth, GlobalMemoryBusWidth);
    SAME(l2CacheSize, L2CacheSize);
    SAME(maxThreadsPerMultiProcessor, MaxThreadsPerMultiProcessor);
    SAME(sharedMemPerMultiprocessor, MaxSharedMemoryPerMultiprocessor);
    SAME(regsPerMultiprocessor, MaxRegistersPerMultiprocessor);
    SAME(managedMemory, ManagedMemory);
    SAME(cooperativeLaunch, CooperativeLaunch);
    SAME(sharedMemPerBlockOptin, MaxSharedMemoryPerBlockOptin);
    SAME(maxBlocksPerMultiProcessor, MaxBlocksPerMultiprocessor);
    SAME(reservedSharedMemPerBlock, ReservedSharedMemoryPerBlock);
    SAME(concurrentManagedAccess, ConcurrentManagedAccess);
    SAME(computePreemptionSupported, ComputePreemptionSupported);
    SAME(persistingL2CacheMaxSize, MaxPersistingL2CacheSize);
    SAME(accessPolicyMaxWindowSize, MaxAccessPolicyWindowSize);
#if CUDART_VERSION >= 12000
    SAME(hostRegisterSupported, HostRegisterSupported);
    SAME(memoryPoolsSupported, MemoryPoolsSupported);
#endif
    int version;
    cudaRuntimeGetVersion(&version);
    printf("%s, wrong: %d, release: %d\n", p.name, wrong,
           version / 1000 == CUDART_VERSION / 1000);
}
EOF
run kata sim prop.cu --gpu a100
status 0
out "NVIDIA A100"
out "wrong: 0, release: 1"
run kata sim prop.cu
status 0
out "wrong: 0"
