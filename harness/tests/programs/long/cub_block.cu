// CUB's primitives of a block and of a warp.
#include "../../sim/ok.h"

#include <algorithm>
#include <cub/cub.cuh>
#include <numeric>

enum { THREADS = 128, PER = 4, ALL = THREADS * PER };

__global__ void blocks(const int *in, int *sums, int *prefix, int *sorted,
                       int *counts, int *heads) {
    typedef cub::BlockLoad<int, THREADS, PER, cub::BLOCK_LOAD_TRANSPOSE> Load;
    typedef cub::BlockStore<int, THREADS, PER, cub::BLOCK_STORE_TRANSPOSE> Store;
    typedef cub::BlockReduce<int, THREADS> Reduce;
    typedef cub::BlockScan<int, THREADS> Scan;
    typedef cub::BlockRadixSort<int, THREADS, PER> Sort;
    typedef cub::BlockHistogram<int, THREADS, PER, 16> Histogram;
    typedef cub::BlockDiscontinuity<int, THREADS> Heads;
    __shared__ union {
        Load::TempStorage load;
        Store::TempStorage store;
        Reduce::TempStorage reduce;
        Scan::TempStorage scan;
        Sort::TempStorage sort;
        Histogram::TempStorage histogram;
        Heads::TempStorage heads;
    } t;
    __shared__ int bins[16];
    int v[PER], w[PER];
    Load(t.load).Load(in, v);
    __syncthreads();
    int sum = Reduce(t.reduce).Sum(v);
    __syncthreads();
    int most = Reduce(t.reduce).Reduce(v, cuda::maximum<>{});
    if (threadIdx.x == 0) sums[0] = sum, sums[1] = most;
    __syncthreads();
    int total;
    Scan(t.scan).InclusiveSum(v, w, total);
    if (threadIdx.x == THREADS - 1) sums[2] = total;
    __syncthreads();
    Store(t.store).Store(prefix, w);
    __syncthreads();
    for (int i = 0; i < PER; i++)
        w[i] = v[i] & 15;
    Histogram(t.histogram).Histogram(w, bins);
    __syncthreads();
    if (threadIdx.x < 16) counts[threadIdx.x] = bins[threadIdx.x];
    __syncthreads();
    Sort(t.sort).Sort(v);
    __syncthreads();
    Heads(t.heads).FlagHeads(w, v, cuda::std::not_equal_to<>{});
    __syncthreads();
    Store(t.store).Store(sorted, v);
    __syncthreads();
    Store(t.store).Store(heads, w);
}

__global__ void warps(const int *in, int *sums, int *prefix, int *sorted) {
    typedef cub::WarpReduce<int> Reduce;
    typedef cub::WarpScan<int> Scan;
    typedef cub::WarpMergeSort<int, 1> Sort;
    __shared__ Reduce::TempStorage reduce[THREADS / 32];
    __shared__ Scan::TempStorage scan[THREADS / 32];
    __shared__ Sort::TempStorage sort[THREADS / 32];
    int t = threadIdx.x, w = t / 32, v = in[t], p;
    int sum = Reduce(reduce[w]).Sum(v);
    if (t % 32 == 0) sums[w] = sum;
    Scan(scan[w]).ExclusiveSum(v, p);
    prefix[t] = p;
    int keys[1] = {v};
    Sort(sort[w]).Sort(keys, [](int a, int b) { return a < b; });
    sorted[t] = keys[0];
}

int main() {
    std::vector<int> h(ALL), want(ALL);
    for (auto &v : h)
        v = (int)(lcg() % 300);
    Dev<int> in(h), sums(4), prefix(ALL), sorted(ALL), counts(16), heads(ALL);
    blocks<<<1, THREADS>>>(in, sums, prefix, sorted, counts, heads);
    OK(cudaGetLastError());
    std::partial_sum(h.begin(), h.end(), want.begin());
    CHECK(prefix.get() == want);
    auto s = sums.get();
    CHECK(s[0] == want.back() && s[2] == want.back());
    CHECK(s[1] == *std::max_element(h.begin(), h.end()));
    std::vector<int> bins(16, 0);
    for (int v : h)
        bins[v & 15]++;
    CHECK(counts.get() == bins);
    want = h;
    std::sort(want.begin(), want.end());
    CHECK(sorted.get() == want);
    auto first = heads.get();
    int wrong = 0;
    for (int i = 0; i < ALL; i++)
        wrong += first[i] != (i == 0 || want[i] != want[i - 1]);
    CHECK(wrong == 0);

    warps<<<1, THREADS>>>(in, sums, prefix, sorted);
    OK(cudaGetLastError());
    auto p = prefix.get(), q = sorted.get();
    s = sums.get();
    wrong = 0;
    for (int w = 0; w < THREADS / 32; w++) {
        int sum = 0;
        for (int l = 0; l < 32; l++) {
            wrong += p[w * 32 + l] != sum;
            sum += h[w * 32 + l];
        }
        wrong += s[w] != sum;
        std::sort(h.begin() + w * 32, h.begin() + w * 32 + 32);
        for (int l = 0; l < 32; l++)
            wrong += q[w * 32 + l] != h[w * 32 + l];
    }
    CHECK(wrong == 0);
    return finish();
}
