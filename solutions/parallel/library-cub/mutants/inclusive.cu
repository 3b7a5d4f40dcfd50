// rejected by: case n=1000 (contains element i)
// says: `before[i]` contains element i: that is an inclusive scan. Element i of an exclusive scan is the sum of those before it.
#define CCCL_DISABLE_BF16_SUPPORT // less to compile
#define CCCL_DISABLE_NVTX
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>

typedef unsigned long long Total;

static void *storage;
static size_t room;

// A call without storage only says how many bytes it would need.
void cub_begin(int most) {
    size_t sum = 0, scan = 0, sort = 0;
    unsigned *none = nullptr;
    cub::DeviceReduce::Sum(nullptr, sum, none, (Total *)nullptr, most);
    cub::DeviceScan::InclusiveSum(nullptr, scan, none, none, most);
    cub::DeviceRadixSort::SortKeys(nullptr, sort, none, none, most);
    room = max(sum, max(scan, sort));
    cudaMalloc(&storage, room);
}

void sum_all(const unsigned *in, Total *out, int n, cudaStream_t stream) {
    cub::DeviceReduce::Sum(storage, room, in, out, n, stream);
}

void sums_before(const unsigned *in, unsigned *out, int n,
                 cudaStream_t stream) {
    cub::DeviceScan::InclusiveSum(storage, room, in, out, n, stream);
}

void sort_keys(const unsigned *in, unsigned *out, int n, cudaStream_t stream) {
    cub::DeviceRadixSort::SortKeys(storage, room, in, out, n, 0, 32, stream);
}

void cub_end() {
    cudaFree(storage);
}
