// passes (one arena, cut for the three operations, and an explicit stream)
#define CCCL_DISABLE_BF16_SUPPORT
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <algorithm>
typedef unsigned long long Total;
struct Plus { __host__ __device__ Total operator()(Total x, Total y) const { return x + y; } };
namespace { struct Arena { void *p = nullptr; size_t size = 0; } arena; }
void cub_begin(int most) {
    size_t a = 0, b = 0, c = 0;
    cub::DeviceReduce::Reduce(nullptr, a, (const unsigned *)0, (Total *)0, most, Plus(), Total(0));
    cub::DeviceScan::ExclusiveSum(nullptr, b, (const unsigned *)0, (unsigned *)0, most);
    cub::DeviceRadixSort::SortKeys(nullptr, c, (const unsigned *)0, (unsigned *)0, most);
    arena.size = std::max({a, b, c, size_t(256)});
    cudaMalloc(&arena.p, arena.size);
}

void sum_all(const unsigned *in, Total *out, int n, cudaStream_t s) { size_t z = arena.size; cub::DeviceReduce::Reduce(arena.p, z, in, out, n, Plus(), Total(0), s); }
void sums_before(const unsigned *in, unsigned *out, int n, cudaStream_t s) { size_t z = arena.size; cub::DeviceScan::ExclusiveSum(arena.p, z, in, out, n, s); }
void sort_keys(const unsigned *in, unsigned *out, int n, cudaStream_t s) { size_t z = arena.size; cub::DeviceRadixSort::SortKeys(arena.p, z, in, out, n, 0, 32, s); }
void cub_end() { cudaFree(arena.p); arena = {}; }
