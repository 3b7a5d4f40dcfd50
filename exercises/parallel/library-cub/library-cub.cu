// The library's sum, scan and sort.
#define CCCL_DISABLE_BF16_SUPPORT // less to compile
#define CCCL_DISABLE_NVTX
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>

typedef unsigned long long Total;

// Once. No later call has more than `most` elements.
void cub_begin(int most) {
    // TODO: ask how much storage is needed, and allocate it.
}

// out[0] = the sum of all
void sum_all(const unsigned *in, Total *out, int n, cudaStream_t stream) {
    // TODO
}

// out[i] = in[0] + ... + in[i - 1], modulo 2^32
void sums_before(const unsigned *in, unsigned *out, int n,
                 cudaStream_t stream) {
    // TODO
}

// out = the keys in rising order; `in` stays as it is
void sort_keys(const unsigned *in, unsigned *out, int n, cudaStream_t stream) {
    // TODO
}

// Once, at the end.
void cub_end() {
    // TODO
}
