// baseline: cub::DeviceRadixSort::SortKeys
#define CCCL_DISABLE_BF16_SUPPORT
#define CCCL_DISABLE_NVTX
#include <cub/device/device_radix_sort.cuh>

void sort(const unsigned *keys, unsigned *out, int n) {
    static void *room; // kept from call to call, as any program would
    static size_t have;
    size_t bytes = 0;
    if (n <= 0) return;
    cub::DeviceRadixSort::SortKeys(nullptr, bytes, keys, out, n);
    if (bytes > have) {
        cudaFree(room);
        cudaMalloc(&room, bytes);
        have = bytes;
    }
    cub::DeviceRadixSort::SortKeys(room, bytes, keys, out, n);
}
