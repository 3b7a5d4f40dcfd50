// baseline: cub::DeviceReduce::Sum, fp32
//
// CUB asks for scratch memory by a first call without any. It is kept between
// calls, as a program that sums more than once would.
// The machine code is the same without these, the compiler is done in two thirds
// of the time.
#define CCCL_DISABLE_BF16_SUPPORT
#define CCCL_DISABLE_NVTX
#include <cub/device/device_reduce.cuh>

void sum(const float *in, float *out, int n) {
    static void *scratch;
    static size_t have;
    size_t need = 0;
    cub::DeviceReduce::Sum(nullptr, need, in, out, n);
    if (need > have) {
        cudaFree(scratch);
        cudaMalloc(&scratch, need);
        have = need;
    }
    cub::DeviceReduce::Sum(scratch, need, in, out, n);
}
