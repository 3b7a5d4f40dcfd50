// CUB's algorithms over the whole device, against the standard library's.
#include "../../sim/ok.h"

#include <algorithm>
#include <cub/cub.cuh>
#include <numeric>

// CUB's calling twice: how much memory, then the work.
template <class F> static void run(F f) {
    size_t bytes = 0;
    void *temp = nullptr;
    OK(f(nullptr, bytes));
    OK(cudaMalloc(&temp, bytes ? bytes : 1));
    OK(f(temp, bytes));
    OK(cudaDeviceSynchronize());
    OK(cudaFree(temp));
}
#define RUN(call, ...)                                                         \
    run([&](void *t, size_t &bytes) { return cub::call(t, bytes, __VA_ARGS__); })

typedef std::vector<int> Ints;

static void reductions(const Ints &h, int n) {
    Dev<int> in(h), one(1), out(n);
    RUN(DeviceReduce::Sum, in.p, one.p, n);
    CHECK(one.get()[0] == std::accumulate(h.begin(), h.end(), 0));
    RUN(DeviceReduce::Max, in.p, one.p, n);
    CHECK(one.get()[0] == *std::max_element(h.begin(), h.end()));
    RUN(DeviceReduce::Min, in.p, one.p, n);
    CHECK(one.get()[0] == *std::min_element(h.begin(), h.end()));
    Ints groups(n), want((n + 4) / 5, 0);
    for (int i = 0; i < n; i++)
        want[groups[i] = i / 5] += h[i];
    Dev<int> keys(groups), unique(n);
    RUN(DeviceReduce::ReduceByKey, keys.p, unique.p, in.p, out.p, one.p,
        cuda::std::plus<>{}, n);
    auto got = out.get();
    got.resize(want.size());
    CHECK(one.get()[0] == (int)want.size() && got == want);
    Ints ends(want.size() + 1);
    for (size_t i = 0; i < ends.size(); i++)
        ends[i] = std::min(n, (int)i * 5);
    Dev<int> at(ends), sums(want.size());
    RUN(DeviceSegmentedReduce::Sum, in.p, sums.p, (int)want.size(), at.p,
        at.p + 1);
    CHECK(sums.get() == want);
}

static void scans(const Ints &h, int n) {
    Dev<int> in(h), out(n);
    Ints want(n);
    std::partial_sum(h.begin(), h.end(), want.begin());
    RUN(DeviceScan::InclusiveSum, in.p, out.p, n);
    CHECK(out.get() == want);
    RUN(DeviceScan::ExclusiveSum, in.p, out.p, n);
    want.insert(want.begin(), 0);
    want.pop_back();
    CHECK(out.get() == want);
}

static void sorts(const Ints &h, int n) {
    Dev<int> in(h), out(n);
    Ints want = h, order(n);
    std::sort(want.begin(), want.end());
    RUN(DeviceRadixSort::SortKeys, in.p, out.p, n);
    CHECK(out.get() == want);
    std::iota(order.begin(), order.end(), 0);
    Dev<int> values(order), moved(n);
    RUN(DeviceRadixSort::SortPairs, in.p, out.p, values.p, moved.p, n);
    std::stable_sort(order.begin(), order.end(),
                     [&](int a, int b) { return h[a] < h[b]; });
    CHECK(moved.get() == order);
    RUN(DeviceRadixSort::SortKeysDescending, in.p, out.p, n);
    std::reverse(want.begin(), want.end());
    CHECK(out.get() == want);
    Dev<int> own(h);
    RUN(DeviceMergeSort::SortKeys, own.p, n,
        [] __device__(int a, int b) { return a > b; });
    CHECK(own.get() == want);
}

static void choices(const Ints &h, int n) {
    Dev<int> in(h), out(n), one(1), counts(16);
    Ints want(16, 0);
    for (int v : h)
        want[(v + 500) * 16 / 1000]++;
    RUN(DeviceHistogram::HistogramEven, in.p, counts.p, 17, -500, 500, n);
    CHECK(counts.get() == want);
    want.clear();
    std::copy_if(h.begin(), h.end(), std::back_inserter(want),
                 [](int v) { return v > 0; });
    RUN(DeviceSelect::If, in.p, out.p, one.p, n,
        [] __device__(int v) { return v > 0; });
    auto got = out.get();
    got.resize(one.get()[0]);
    CHECK(got == want);
    RUN(DevicePartition::If, in.p, out.p, one.p, n,
        [] __device__(int v) { return v > 0; });
    CHECK(one.get()[0] == (int)want.size());
    Ints runs(n), starts;
    for (int i = 0; i < n; i++) {
        runs[i] = i / 7 % 3;
        if (i % 7 == 0) starts.push_back(runs[i]);
    }
    Dev<int> dr(runs), lengths(n);
    RUN(DeviceRunLengthEncode::Encode, dr.p, out.p, lengths.p, one.p, n);
    got = out.get();
    got.resize(one.get()[0]);
    CHECK(got == starts && lengths.get()[0] == std::min(n, 7));
    RUN(DeviceSelect::Unique, dr.p, out.p, one.p, n);
    CHECK(one.get()[0] == (int)starts.size());
}

int main() {
    for (int n : {1, 1000, 50000}) {
        Ints h(n);
        for (auto &v : h)
            v = (int)(lcg() % 1000) - 500;
        reductions(h, n);
        scans(h, n);
        sorts(h, n);
        choices(h, n);
    }
    return finish();
}
