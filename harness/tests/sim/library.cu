// CUB and Thrust, as courses use them.
#include "ok.h"

#include <algorithm>
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/device/device_scan.cuh>
#include <numeric>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>

typedef cub::BlockReduce<int, 128> Reduce;
typedef cub::BlockScan<int, 128> Scan;
typedef cub::BlockRadixSort<int, 128, 4> Sort;

__global__ void blocks(const int *in, int *out, int *sums) {
    __shared__ union {
        Reduce::TempStorage reduce;
        Scan::TempStorage scan;
        Sort::TempStorage sort;
    } s;
    int t = threadIdx.x, base = blockIdx.x * 512, v[4];
    for (int k = 0; k < 4; k++) v[k] = in[base + t * 4 + k];
    int sum = Reduce(s.reduce).Sum(v[0] + v[1] + v[2] + v[3]), before;
    if (t == 0) sums[blockIdx.x] = sum;
    __syncthreads();
    Scan(s.scan).ExclusiveSum(v[0], before);
    __syncthreads();
    if (t == 127) sums[4 + blockIdx.x] = before;
    Sort(s.sort).Sort(v);
    for (int k = 0; k < 4; k++) out[base + t * 4 + k] = v[k];
}

static void whole_device(const std::vector<int> &a) {
    int n = (int)a.size();
    Dev<int> in(a), out(n);
    size_t bytes = 0;
    void *temp = nullptr;
    OK(cub::DeviceScan::InclusiveSum(nullptr, bytes, in.p, out.p, n));
    OK(cudaMalloc(&temp, bytes));
    OK(cub::DeviceScan::InclusiveSum(temp, bytes, in.p, out.p, n));
    std::vector<int> want(n);
    std::partial_sum(a.begin(), a.end(), want.begin());
    CHECK(out.get() == want);
    OK(cudaFree(temp));
}

int main() {
    std::vector<int> a(2048);
    for (auto &v : a) v = (int)(lcg() % 1000) - 500;
    Dev<int> in(a), out(2048), sums(8);
    blocks<<<4, 128>>>(in, out, sums);
    auto o = out.get(), s = sums.get();
    for (int b = 0; b < 4; b++) {
        std::vector<int> want(a.begin() + b * 512, a.begin() + b * 512 + 512);
        CHECK(s[b] == std::accumulate(want.begin(), want.end(), 0));
        int firsts = 0;
        for (int t = 0; t < 127; t++) firsts += want[t * 4];
        CHECK(s[4 + b] == firsts);
        std::sort(want.begin(), want.end());
        CHECK(std::equal(want.begin(), want.end(), o.begin() + b * 512));
    }
    std::vector<int> big(10007);
    for (auto &v : big) v = (int)(lcg() % 100000) - 50000;
    whole_device(big);

    thrust::device_vector<int> d(big.begin(), big.end());
    thrust::sort(d.begin(), d.end(), thrust::greater<int>());
    std::sort(big.begin(), big.end(), std::greater<int>());
    thrust::host_vector<int> h = d;
    CHECK(std::equal(big.begin(), big.end(), h.begin()));
    CHECK(thrust::reduce(d.begin(), d.end()) ==
          std::accumulate(big.begin(), big.end(), 0));
    long sum = thrust::reduce(thrust::counting_iterator<long>(1),
                              thrust::counting_iterator<long>(101));
    CHECK(sum == 5050);
    return finish();
}
