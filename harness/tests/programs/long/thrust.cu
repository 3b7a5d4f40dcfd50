// Thrust against the standard library.
#include "../../sim/ok.h"

#include <algorithm>
#include <numeric>
#include <thrust/binary_search.h>
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/extrema.h>
#include <thrust/functional.h>
#include <thrust/gather.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/set_operations.h>
#include <thrust/sort.h>
#include <thrust/transform_reduce.h>
#include <thrust/unique.h>

struct Square {
    __host__ __device__ float operator()(float x) const { return x * x; }
};
struct Even {
    __host__ __device__ bool operator()(int x) const { return x % 2 == 0; }
};
struct SumOfPair {
    template <class P> __host__ __device__ int operator()(const P &p) const {
        return thrust::get<0>(p) + thrust::get<1>(p);
    }
};

typedef thrust::device_vector<int> Dv;
static bool same(const Dv &d, const std::vector<int> &want) {
    thrust::host_vector<int> h = d;
    return h.size() == want.size() &&
           std::equal(want.begin(), want.end(), h.begin());
}

int main() {
    const int n = 20000;
    std::vector<int> h(n);
    for (auto &v : h)
        v = (int)(lcg() % 500);
    Dv d(h.begin(), h.end()), keys = d, out(n), index(n);

    std::vector<int> sorted = h, want(n);
    std::sort(sorted.begin(), sorted.end());
    thrust::sort(d.begin(), d.end());
    CHECK(same(d, sorted));
    thrust::sequence(index.begin(), index.end());
    thrust::stable_sort_by_key(keys.begin(), keys.end(), index.begin());
    CHECK(same(keys, sorted));
    std::iota(want.begin(), want.end(), 0);
    std::stable_sort(want.begin(), want.end(),
                     [&](int a, int b) { return h[a] < h[b]; });
    CHECK(same(index, want));

    std::vector<int> counts(500, 0), present;
    for (int v : h)
        counts[v]++;
    for (int c : counts)
        if (c) present.push_back(c);
    Dv groups(n), sizes(n);
    auto ends = thrust::reduce_by_key(keys.begin(), keys.end(),
                                      thrust::make_constant_iterator(1),
                                      groups.begin(), sizes.begin());
    sizes.resize(ends.second - sizes.begin());
    CHECK(same(sizes, present));

    thrust::inclusive_scan(d.begin(), d.end(), out.begin());
    std::partial_sum(sorted.begin(), sorted.end(), want.begin());
    CHECK(same(out, want));
    thrust::exclusive_scan(d.begin(), d.end(), out.begin(), 10);
    want.insert(want.begin(), 0);
    want.pop_back();
    for (auto &v : want)
        v += 10;
    CHECK(same(out, want));

    thrust::device_vector<float> f(1000, 2.0f);
    CHECK(thrust::transform_reduce(f.begin(), f.end(), Square(), 0.0f,
                                   thrust::plus<float>()) == 4000.0f);
    auto zip = thrust::make_zip_iterator(thrust::make_tuple(d.begin(), d.begin()));
    thrust::transform(zip, zip + n, out.begin(), SumOfPair());
    for (int i = 0; i < n; i++)
        want[i] = 2 * sorted[i];
    CHECK(same(out, want));
    thrust::gather(index.begin(), index.end(), Dv(h.begin(), h.end()).begin(),
                   out.begin());
    CHECK(same(out, sorted));

    want.clear();
    std::copy_if(h.begin(), h.end(), std::back_inserter(want), Even());
    Dv in(h.begin(), h.end()), some(n);
    some.resize(thrust::copy_if(in.begin(), in.end(), some.begin(), Even()) -
                some.begin());
    CHECK(same(some, want));
    d.erase(thrust::unique(d.begin(), d.end()), d.end());
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    CHECK(same(d, sorted));

    Dv a(100), b(100), c(200);
    std::vector<int> ha(100), hb(100);
    thrust::sequence(a.begin(), a.end(), 0, 2);
    thrust::sequence(b.begin(), b.end(), 0, 3);
    for (int i = 0; i < 100; i++)
        ha[i] = 2 * i, hb[i] = 3 * i;
#define SETS(op)                                                               \
    c.resize(200);                                                             \
    c.resize(thrust::op(a.begin(), a.end(), b.begin(), b.end(), c.begin()) -   \
             c.begin());                                                       \
    want.clear();                                                              \
    std::op(ha.begin(), ha.end(), hb.begin(), hb.end(),                        \
            std::back_inserter(want));                                         \
    CHECK(same(c, want));
    SETS(set_intersection)
    SETS(set_union)
    SETS(set_difference)
    SETS(set_symmetric_difference)

    CHECK(*thrust::max_element(a.begin(), a.end()) == 198);
    Dv where(3);
    thrust::lower_bound(a.begin(), a.end(), b.begin() + 1, b.begin() + 4,
                        where.begin());
    CHECK(same(where, {2, 3, 5}));
    CHECK(a[7] == 14 && thrust::reduce(a.begin(), a.end()) == 9900);
    return finish();
}
