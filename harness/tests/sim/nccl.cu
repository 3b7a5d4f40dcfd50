// NCCL between modelled devices: one thread with groups, one thread a rank,
// every collective, every type, and what never ends.
//
// Takes as many ranks as there are devices, up to four.
#include "ok.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <nccl.h>
#include <thread>

#define NCCL(call)                                                             \
    do {                                                                       \
        ncclResult_t r_ = (call);                                              \
        if (r_ != ncclSuccess && failures++ < 20)                              \
            printf("%s:%d: %s: %s\n", __FILE__, __LINE__, #call,               \
                   ncclGetErrorString(r_));                                    \
    } while (0)

enum { N = 1000 };
static int n;
static std::vector<ncclComm_t> comms;

// A buffer on every device, filled with f(rank, i).
template <class T> struct Buffers {
    std::vector<T *> p;
    size_t count;
    template <class F> Buffers(size_t c, F f) : p(n), count(c) {
        std::vector<T> h(c);
        for (int r = 0; r < n; r++) {
            OK(cudaSetDevice(r));
            OK(cudaMalloc(&p[r], c * sizeof(T)));
            for (size_t i = 0; i < c; i++)
                h[i] = T(f(r, (int)i));
            OK(cudaMemcpy(p[r], h.data(), c * sizeof(T),
                          cudaMemcpyHostToDevice));
        }
    }
    explicit Buffers(size_t c) : Buffers(c, [](int, int) { return 0; }) {}
    ~Buffers() {
        for (auto *q : p)
            cudaFree(q);
    }
    std::vector<T> get(int r) {
        std::vector<T> h(count);
        OK(cudaSetDevice(r));
        OK(cudaDeviceSynchronize());
        OK(cudaMemcpy(h.data(), p[r], count * sizeof(T),
                      cudaMemcpyDeviceToHost));
        return h;
    }
    template <class F> void expect(const char *what, int r, F f) {
        auto h = get(r);
        int wrong = 0;
        for (size_t i = 0; i < count; i++)
            wrong += !((double)(float)h[i] == (double)f((int)i));
        if (wrong && failures++ < 20)
            printf("%s, rank %d: %d wrong\n", what, r, wrong);
    }
};

template <class F> static void group(F f) {
    NCCL(ncclGroupStart());
    for (int r = 0; r < n; r++) {
        OK(cudaSetDevice(r));
        f(r);
    }
    NCCL(ncclGroupEnd());
}

// ---- one thread

template <class T> static void all_reduces(const char *name, ncclDataType_t t) {
    Buffers<T> in(N, [](int r, int i) { return (r + 1) * (i % 4 + 1); });
    Buffers<T> out(N);
    group([&](int r) {
        NCCL(ncclAllReduce(in.p[r], out.p[r], N, t, ncclSum, comms[r], 0));
    });
    for (int r = 0; r < n; r++)
        out.expect(name, r, [](int i) { return n * (n + 1) / 2 * (i % 4 + 1); });
    group([&](int r) { // in place
        NCCL(ncclAllReduce(in.p[r], in.p[r], N, t, ncclMax, comms[r], 0));
    });
    in.expect(name, 0, [](int i) { return n * (i % 4 + 1); });
}

static void operations() {
    auto value = [](int r, int i) { return r + 1 + i % 3; };
    for (auto op : {ncclProd, ncclMin, ncclMax, ncclAvg}) {
        Buffers<double> in(N, value), out(N);
        group([&](int r) {
            NCCL(ncclAllReduce(in.p[r], out.p[r], N, ncclDouble, op, comms[r],
                               0));
        });
        out.expect("operation", n - 1, [&](int i) {
            double v = value(0, i);
            for (int r = 1; r < n; r++) {
                double w = value(r, i);
                v = op == ncclProd ? v * w
                    : op == ncclMin ? std::min(v, w)
                    : op == ncclMax ? std::max(v, w)
                                    : v + w;
            }
            return op == ncclAvg ? v / n : v;
        });
    }
}

static void other_collectives() {
    auto mark = [](int r, int i) { return r * 100 + i % 50; };
    Buffers<int> one(N, mark), all(N * n), all_in(N * n, mark), part(N);
    int root = n - 1;
    group([&](int r) {
        NCCL(ncclAllGather(one.p[r], all.p[r], N, ncclInt, comms[r], 0));
    });
    all.expect("all-gather", 0, [&](int i) { return mark(i / N, i % N); });
    group([&](int r) {
        NCCL(ncclReduceScatter(all_in.p[r], part.p[r], N, ncclInt, ncclSum,
                               comms[r], 0));
    });
    for (int r = 0; r < n; r++)
        part.expect("reduce-scatter", r, [&](int i) {
            return 100 * n * (n - 1) / 2 + n * ((r * N + i) % 50);
        });
    group([&](int r) {
        NCCL(ncclBroadcast(one.p[r], part.p[r], N, ncclInt, root, comms[r], 0));
    });
    part.expect("broadcast", 0, [&](int i) { return mark(root, i); });
    Buffers<int> sum(N, [](int, int) { return -7; });
    group([&](int r) {
        NCCL(ncclReduce(one.p[r], sum.p[r], N, ncclInt, ncclSum, root, comms[r],
                        0));
    });
    sum.expect("reduce", root, [&](int i) {
        return 100 * n * (n - 1) / 2 + n * (i % 50);
    });
    if (n > 1) sum.expect("reduce elsewhere", 0, [](int) { return -7; });
    group([&](int r) {
        NCCL(ncclBcast(one.p[r], N, ncclInt, 0, comms[r], 0));
    });
    one.expect("bcast", root, [&](int i) { return mark(0, i); });
}

// To the right, from the left; and everyone to everyone.
static void pairs() {
    Buffers<float> out(N, [](int r, int i) { return r * 10 + i % 7; }), in(N);
    group([&](int r) {
        NCCL(ncclSend(out.p[r], N, ncclFloat, (r + 1) % n, comms[r], 0));
        NCCL(ncclRecv(in.p[r], N, ncclFloat, (r + n - 1) % n, comms[r], 0));
    });
    for (int r = 0; r < n; r++)
        in.expect("ring", r, [&](int i) { return (r + n - 1) % n * 10 + i % 7; });
    Buffers<int> a(4 * n, [](int r, int i) { return 100 * r + i / 4; }), b(4 * n);
    group([&](int r) {
        for (int o = 0; o < n; o++) {
            NCCL(ncclSend(a.p[r] + 4 * o, 4, ncclInt, o, comms[r], 0));
            NCCL(ncclRecv(b.p[r] + 4 * o, 4, ncclInt, o, comms[r], 0));
        }
    });
    for (int r = 0; r < n; r++)
        b.expect("all to all", r, [&](int i) { return 100 * (i / 4) + r; });
}

// Newer names for patterns of pairs.
static void newer_collectives() {
#if NCCL_VERSION_CODE >= 22800
    Buffers<int> a(4 * n, [](int r, int i) { return 100 * r + i / 4; });
    Buffers<int> b(4 * n), one(4);
    int root = n - 1;
    group([&](int r) {
        NCCL(ncclAlltoAll(a.p[r], b.p[r], 4, ncclInt, comms[r], 0));
    });
    for (int r = 0; r < n; r++)
        b.expect("all to all", r, [&](int i) { return 100 * (i / 4) + r; });
    group([&](int r) {
        NCCL(ncclScatter(a.p[r], one.p[r], 4, ncclInt, root, comms[r], 0));
    });
    for (int r = 0; r < n; r++)
        one.expect("scatter", r, [&](int) { return 100 * root + r; });
    group([&](int r) {
        NCCL(ncclGather(one.p[r], b.p[r], 4, ncclInt, root, comms[r], 0));
    });
    b.expect("gather", root, [&](int i) { return 100 * root + i / 4; });
#endif
}

static void what_is_refused() {
    int v = 0;
    NCCL(ncclCommCount(comms[0], &v));
    CHECK(v == n);
    NCCL(ncclCommUserRank(comms[n - 1], &v));
    CHECK(v == n - 1);
    NCCL(ncclCommCuDevice(comms[n - 1], &v));
    CHECK(v == n - 1);
    NCCL(ncclGetVersion(&v));
    CHECK(v >= 20000);
    CHECK(ncclAllReduce(nullptr, nullptr, 1, ncclFloat, ncclSum, nullptr, 0) ==
          ncclInvalidArgument);
    CHECK(ncclBcast(nullptr, 1, ncclFloat, n, comms[0], 0) ==
          ncclInvalidArgument);
    CHECK(ncclGroupEnd() == ncclInvalidUsage);
    CHECK(strlen(ncclGetErrorString(ncclInvalidUsage)) > 0);
}

// ---- one thread a rank

__global__ void fill(float *p, float v) {
    p[blockIdx.x * blockDim.x + threadIdx.x] = v;
}

static void rank_thread(int r, ncclUniqueId id, int *good) {
    ncclComm_t c;
    cudaStream_t s;
    float *p, *q, h[256];
    cudaSetDevice(r);
    cudaStreamCreate(&s);
    cudaMalloc(&p, sizeof h);
    cudaMalloc(&q, sizeof h);
    bool ok = ncclCommInitRank(&c, n, id, r) == ncclSuccess;
    for (int step = 1; ok && step <= 5; step++) {
        fill<<<2, 128, 0, s>>>(p, (float)(r + step));
        ok = ncclAllReduce(p, q, 256, ncclFloat, ncclSum, c, s) == ncclSuccess;
        cudaMemcpyAsync(h, q, sizeof h, cudaMemcpyDeviceToHost, s);
        cudaStreamSynchronize(s);
        ok = ok && h[0] == n * (n - 1) / 2 + n * step && h[255] == h[0];
    }
    ncclCommDestroy(c);
    cudaStreamDestroy(s);
    cudaFree(p);
    cudaFree(q);
    *good = ok;
}

static void threads() {
    ncclUniqueId id;
    NCCL(ncclGetUniqueId(&id));
    std::vector<std::thread> all;
    std::vector<int> good(n, 0);
    for (int r = 0; r < n; r++)
        all.emplace_back(rank_thread, r, id, &good[r]);
    for (auto &t : all)
        t.join();
    for (int r = 0; r < n; r++)
        CHECK(good[r]);
}

// ---- what never ends: told, and the call returns

static void without_a_group() {
    Buffers<int> b(4);
    CHECK(ncclAllReduce(b.p[0], b.p[0], 4, ncclInt, ncclSum, comms[0], 0) ==
          ncclInvalidUsage);
    ncclResult_t e;
    NCCL(ncclCommGetAsyncError(comms[0], &e));
    CHECK(e == ncclInvalidUsage);
}

int main(int argc, char **argv) {
    OK(cudaGetDeviceCount(&n));
    n = std::min(n, 4);
    comms.resize(n);
    NCCL(ncclCommInitAll(comms.data(), n, nullptr));
    if (argc > 1) {
        printf("%d ranks\n", n);
        if (n > 1) without_a_group();
        puts(failures ? "FAILED" : "ok");
        return failures != 0;
    }
    all_reduces<int8_t>("int8", ncclInt8);
    all_reduces<uint8_t>("uint8", ncclUint8);
    all_reduces<int>("int", ncclInt32);
    all_reduces<unsigned>("uint", ncclUint32);
    all_reduces<long long>("int64", ncclInt64);
    all_reduces<unsigned long long>("uint64", ncclUint64);
    all_reduces<__half>("half", ncclHalf);
    all_reduces<__nv_bfloat16>("bfloat16", ncclBfloat16);
    all_reduces<float>("float", ncclFloat);
    all_reduces<double>("double", ncclDouble);
    operations();
    other_collectives();
    pairs();
    newer_collectives();
    what_is_refused();
    threads();
    for (auto c : comms)
        NCCL(ncclCommDestroy(c));
    return finish();
}
