// Every kind of memory and every way to fill it: constants, device variables,
// managed, pinned and mapped memory, pitches, pools, large shared memory.
#include "ok.h"

__constant__ float coefficients[8];
__constant__ int offset = 7;
__device__ int total;
__device__ float grid_of[4][5];
__managed__ int shared_word;
__managed__ double shared_list[10];

__global__ void polynomial(const float *x, float *y, int n) {
    int i = threadIdx.x;
    if (i >= n) return;
    float v = 0;
    for (int k = 7; k >= 0; k--) v = v * x[i] + coefficients[k];
    y[i] = v + offset;
    atomicAdd(&total, i);
    if (i < 20) grid_of[i / 5][i % 5] = (float)i;
}

static void symbols() {
    std::vector<float> x(64);
    for (auto &v : x) v = (float)(lcg() % 5);
    float c[8] = {1, 2, 3, 4, 0, 1, 2, 1};
    Dev<float> dx(x), dy(64);
    OK(cudaMemcpyToSymbol(coefficients, c, sizeof c));
    OK(cudaMemcpyToSymbol(coefficients, c + 3, 4, 12));
    polynomial<<<1, 64>>>(dx, dy, 64);
    auto y = dy.get();
    for (int i = 0; i < 64; i++) {
        float v = 0;
        for (int k = 7; k >= 0; k--) v = v * x[i] + c[k];
        CHECK(y[i] == v + 7);
    }
    int sum, five = 5;
    OK(cudaMemcpyFromSymbol(&sum, total, sizeof sum));
    CHECK(sum == 63 * 32);
    OK(cudaMemcpyToSymbol(offset, &five, sizeof five));
    polynomial<<<1, 64>>>(dx, dy, 64);
    CHECK(dy.get()[0] == y[0] - 2);
    float g[4][5];
    OK(cudaMemcpyFromSymbol(g, grid_of, sizeof g));
    CHECK(g[3][4] == 19);
    void *p;
    size_t size;
    OK(cudaGetSymbolAddress(&p, grid_of));
    OK(cudaGetSymbolSize(&size, grid_of));
    CHECK(size == sizeof g);
    OK(cudaMemset(p, 0, size));
    OK(cudaMemcpyFromSymbol(g, grid_of, 4, 4 * 19));
    CHECK(g[0][0] == 0);
    CHECK(cudaMemcpyToSymbol(offset, c, 8) == cudaErrorInvalidValue);
    CHECK(cudaGetLastError() == cudaErrorInvalidValue);
}

__global__ void bump(int *p, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) p[i] += i;
}
__global__ void managed_too() {
    shared_word *= 2;
    if (threadIdx.x < 10) shared_list[threadIdx.x] += threadIdx.x;
}

static void reachable() {
    int n = 100, *m, *pinned, *mapped, *seen;
    shared_word = 21;
    for (int i = 0; i < 10; i++) shared_list[i] = 0.5;
    managed_too<<<1, 1>>>();
    OK(cudaMallocManaged(&m, n * sizeof *m));
    for (int i = 0; i < n; i++) m[i] = 1000;
    bump<<<1, 32>>>(m, n);
    OK(cudaDeviceSynchronize());
    CHECK(shared_word == 42 && shared_list[0] == 0.5 && shared_list[9] == 0.5);
    for (int i = 0; i < n; i++) CHECK(m[i] == 1000 + i);
    OK(cudaFree(m));

    OK(cudaMallocHost(&pinned, n * sizeof *pinned));
    OK(cudaHostAlloc(&mapped, n * sizeof *mapped, cudaHostAllocMapped));
    for (int i = 0; i < n; i++) pinned[i] = i, mapped[i] = -i;
    OK(cudaHostGetDevicePointer(&seen, mapped, 0));
    bump<<<1, 64>>>(seen, n);
    Dev<int> d(n);
    cudaStream_t s;
    OK(cudaStreamCreate(&s));
    OK(cudaMemcpyAsync(d, pinned, n * 4, cudaMemcpyHostToDevice, s));
    bump<<<1, 64, 0, s>>>(d, n);
    OK(cudaMemcpyAsync(pinned, d, n * 4, cudaMemcpyDeviceToHost, s));
    OK(cudaStreamSynchronize(s));
    OK(cudaDeviceSynchronize());
    for (int i = 0; i < n; i++) CHECK(pinned[i] == 2 * i && mapped[i] == 0);
    OK(cudaStreamDestroy(s));
    OK(cudaFreeHost(pinned));
    OK(cudaFreeHost(mapped));

    std::vector<int> host(n, 3);
    OK(cudaHostRegister(host.data(), n * 4, cudaHostRegisterDefault));
    OK(cudaHostGetDevicePointer(&seen, host.data(), 0));
    bump<<<1, 64>>>(seen, n);
    OK(cudaDeviceSynchronize());
    CHECK(host[99] == 102);
    OK(cudaHostUnregister(host.data()));
}

__global__ void add_pitched(float *p, size_t pitch, int w, int h) {
    int x = threadIdx.x, y = threadIdx.y;
    if (x < w && y < h) ((float *)((char *)p + y * pitch))[x] += y;
}

static void rectangles() {
    int w = 13, h = 9;
    std::vector<float> a(w * h), b(w * h);
    for (auto &v : a) v = unit();
    float *p;
    size_t pitch;
    OK(cudaMallocPitch(&p, &pitch, w * 4, h));
    CHECK(pitch >= (size_t)w * 4 && pitch % 128 == 0);
    OK(cudaMemset2D(p, pitch, 0, w * 4, h));
    OK(cudaMemcpy2D(p, pitch, a.data(), w * 4, w * 4, h,
                    cudaMemcpyHostToDevice));
    add_pitched<<<1, dim3(16, 16)>>>(p, pitch, w, h);
    OK(cudaMemcpy2D(b.data(), w * 4, p, pitch, w * 4, h,
                    cudaMemcpyDeviceToHost));
    for (int i = 0; i < w * h; i++) CHECK(b[i] == a[i] + i / w);
    // A column of it.
    std::vector<float> c(h);
    OK(cudaMemcpy2D(c.data(), 4, p + 5, pitch, 4, h, cudaMemcpyDeviceToHost));
    for (int y = 0; y < h; y++) CHECK(c[y] == b[y * w + 5]);
    OK(cudaFree(p));

    cudaPitchedPtr box;
    cudaExtent extent = make_cudaExtent(6 * sizeof(int), 5, 4);
    OK(cudaMalloc3D(&box, extent));
    std::vector<int> from(6 * 5 * 4), to(6 * 5 * 4);
    for (auto &v : from) v = (int)lcg();
    cudaMemcpy3DParms parms = {};
    parms.srcPtr = make_cudaPitchedPtr(from.data(), 24, 6, 5);
    parms.dstPtr = box;
    parms.extent = extent;
    parms.kind = cudaMemcpyHostToDevice;
    OK(cudaMemcpy3D(&parms));
    parms.dstPtr = make_cudaPitchedPtr(to.data(), 24, 6, 5);
    parms.srcPtr = box;
    parms.kind = cudaMemcpyDeviceToHost;
    OK(cudaMemcpy3D(&parms));
    CHECK(from == to);
    OK(cudaFree(box.ptr));
}

__global__ void large_shared(int *out, int n) {
    extern __shared__ int s[];
    for (int i = threadIdx.x; i < n; i += blockDim.x) s[i] = i * 3;
    __syncthreads();
    int sum = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) sum += s[n - 1 - i];
    atomicAdd(out, sum);
}

static void shared() {
    int bytes = 100 * 1024, n = bytes / 4;
    Dev<int> out(1);
    out.zero();
    OK(cudaFuncSetAttribute(large_shared,
                            cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    large_shared<<<1, 256, bytes>>>(out, n);
    OK(cudaGetLastError());
    unsigned want = 0;
    for (int i = 0; i < n; i++) want += i * 3u;
    CHECK((unsigned)out.get()[0] == want);
}

__global__ void spin(long long cycles) {
    long long began = clock64();
    while (clock64() - began < cycles)
        ;
}

static const size_t MiB = 1 << 20;
static cudaMemPool_t pool;

static void *pooled(size_t bytes, cudaStream_t s) {
    void *p;
    OK(cudaMallocAsync(&p, bytes, s));
    return p;
}

static unsigned long long pool_word(cudaMemPoolAttr which) {
    unsigned long long v;
    OK(cudaMemPoolGetAttribute(pool, which, &v));
    return v;
}

static void pool_has(size_t reserved, size_t used) {
    CHECK(pool_word(cudaMemPoolAttrReservedMemCurrent) == reserved);
    CHECK(pool_word(cudaMemPoolAttrUsedMemCurrent) == used);
}

// What an H200 answered (driver 580.159.04, 2026-11-24), but that addresses are
// not given out twice here.
static void pool_counts() {
    cudaStream_t a, b;
    cudaEvent_t e;
    size_t before, now, all;
    OK(cudaStreamCreate(&a));
    OK(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking));
    OK(cudaEventCreateWithFlags(&e, cudaEventDisableTiming));
    OK(cudaDeviceGetDefaultMemPool(&pool, 0));
    OK(cudaMemGetInfo(&before, &all));
    pool_has(0, 0);
    void *p = pooled(1024, a), *q = pooled(1000, a), *r;
    pool_has(32 * MiB, 2024);
    OK(cudaMemGetInfo(&now, &all));
    CHECK(before - now == 32 * MiB);
    OK(cudaFreeAsync(q, a));
    OK(cudaFreeAsync(p, a));
    pool_has(32 * MiB, 0);
    OK(cudaStreamSynchronize(a));
    pool_has(0, 0);

    p = pooled(40 * MiB, a);
    pool_has(64 * MiB, 40 * MiB);
    OK(cudaFreeAsync(p, a));
    p = pooled(30 * MiB, a), q = pooled(10 * MiB, a), r = pooled(MiB, a);
    pool_has(64 * MiB, 41 * MiB);
    OK(cudaFreeAsync(p, a));
    OK(cudaFreeAsync(q, a));
    OK(cudaFreeAsync(r, a));
    OK(cudaDeviceSynchronize());
    pool_has(0, 0);

    unsigned long long keep = ~0ull;
    OK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep));
    OK(cudaFreeAsync(pooled(40 * MiB, a), a));
    OK(cudaDeviceSynchronize());
    pool_has(64 * MiB, 0);
    p = pooled(40 * MiB, b);
    pool_has(64 * MiB, 40 * MiB);
    OK(cudaFreeAsync(p, b));
    OK(cudaDeviceSynchronize());

    // Another stream has to wait for a free that is not over,
    spin<<<1, 1, 0, a>>>(200000000);
    OK(cudaFreeAsync(pooled(40 * MiB, a), a));
    p = pooled(40 * MiB, b);
    pool_has(96 * MiB, 40 * MiB);
    OK(cudaFreeAsync(p, b));
    OK(cudaDeviceSynchronize());
    OK(cudaMemPoolTrimTo(pool, 0));
    pool_has(0, 0);
    // by an event,
    spin<<<1, 1, 0, a>>>(200000000);
    OK(cudaFreeAsync(pooled(40 * MiB, a), a));
    OK(cudaEventRecord(e, a));
    OK(cudaStreamWaitEvent(b, e, 0));
    p = pooled(40 * MiB, b);
    pool_has(64 * MiB, 40 * MiB);
    OK(cudaFreeAsync(p, b));
    OK(cudaDeviceSynchronize());
    OK(cudaMemPoolTrimTo(pool, 0));
    // or as time goes by.
    OK(cudaFreeAsync(pooled(40 * MiB, a), a));
    while (cudaStreamQuery(a) == cudaErrorNotReady)
        ;
    p = pooled(40 * MiB, b);
    pool_has(64 * MiB, 40 * MiB);
    OK(cudaFreeAsync(p, b));
    OK(cudaDeviceSynchronize());
    OK(cudaMemPoolTrimTo(pool, 0));

    void *three[3];
    for (int i = 0; i < 3; i++) three[i] = pooled(10 * MiB, a);
    for (int i = 0; i < 3; i++) OK(cudaFreeAsync(three[i], a));
    p = pooled(30 * MiB, a);
    pool_has(32 * MiB, 30 * MiB);
    OK(cudaFreeAsync(p, a));
    OK(cudaDeviceSynchronize());
    OK(cudaMemPoolTrimTo(pool, 16 * MiB));
    pool_has(32 * MiB, 0);
    OK(cudaMemPoolTrimTo(pool, 0));
    for (int i = 0; i < 3; i++) three[i] = pooled(40 * MiB, a);
    OK(cudaFreeAsync(three[1], a));
    OK(cudaDeviceSynchronize());
    OK(cudaMemPoolTrimTo(pool, 0));
    pool_has(128 * MiB, 80 * MiB);
    OK(cudaFreeAsync(three[0], a));
    OK(cudaFreeAsync(three[2], a));
    OK(cudaDeviceSynchronize());
    OK(cudaMemPoolTrimTo(pool, 64 * MiB));
    pool_has(64 * MiB, 0);
    CHECK(pool_word(cudaMemPoolAttrReservedMemHigh) == 128 * MiB);
    unsigned long long zero = 0, one = 1;
    OK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReservedMemHigh, &zero));
    CHECK(pool_word(cudaMemPoolAttrReservedMemHigh) == 64 * MiB);
    CHECK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &one) ==
          cudaErrorInvalidValue);
    OK(cudaMemPoolTrimTo(pool, 0));
    OK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &zero));

    // A pool of the program's own.
    cudaMemPoolProps props = {};
    props.allocType = cudaMemAllocationTypePinned;
    props.location.type = cudaMemLocationTypeDevice;
    cudaMemPool_t first = pool;
    OK(cudaMemPoolCreate(&pool, &props));
    OK(cudaMallocFromPoolAsync(&p, 1000, pool, a));
    pool_has(32 * MiB, 1000);
    OK(cudaFree(p));
    pool_has(32 * MiB, 0);
    OK(cudaDeviceSynchronize());
    pool_has(0, 0);
    OK(cudaMemPoolDestroy(pool));
    CHECK(cudaMemPoolDestroy(first) == cudaErrorInvalidValue);
    cudaGetLastError();
    pool = first;
    pool_has(0, 0);
    OK(cudaEventDestroy(e));
    OK(cudaStreamDestroy(a));
    OK(cudaStreamDestroy(b));
}

static void pools() {
    cudaStream_t s;
    int *a, *b;
    cudaMemPool_t pool;
    unsigned long long keep = ~0ull;
    OK(cudaDeviceGetDefaultMemPool(&pool, 0));
    OK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep));
    OK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
    OK(cudaMallocAsync(&a, 400, s));
    OK(cudaMemsetAsync(a, 0, 400, s));
    bump<<<1, 32, 0, s>>>(a, 100);
    OK(cudaMallocFromPoolAsync(&b, 400, pool, s));
    OK(cudaMemcpyAsync(b, a, 400, cudaMemcpyDeviceToDevice, s));
    OK(cudaFreeAsync(a, s));
    int h[100];
    OK(cudaMemcpyAsync(h, b, 400, cudaMemcpyDefault, s));
    OK(cudaFreeAsync(b, s));
    OK(cudaStreamSynchronize(s));
    for (int i = 0; i < 100; i++) CHECK(h[i] == i);
    OK(cudaStreamDestroy(s));

    size_t have, all;
    OK(cudaMemGetInfo(&have, &all));
    CHECK(have > 0 && have <= all);
    int *m, device = 0;
    OK(cudaMallocManaged(&m, 4096));
    OK(cudaGetDevice(&device));
    cudaPointerAttributes attr;
    OK(cudaPointerGetAttributes(&attr, m));
    CHECK(attr.type == cudaMemoryTypeManaged);
    OK(cudaPointerGetAttributes(&attr, h));
    CHECK(attr.type == cudaMemoryTypeUnregistered);
#if CUDART_VERSION >= 13000
    cudaMemLocation here = {cudaMemLocationTypeDevice, device};
    OK(cudaMemPrefetchAsync(m, 4096, here, 0, 0));
    OK(cudaMemAdvise(m, 4096, cudaMemAdviseSetReadMostly, here));
#else
    OK(cudaMemPrefetchAsync(m, 4096, device, 0));
    OK(cudaMemAdvise(m, 4096, cudaMemAdviseSetReadMostly, device));
#endif
    OK(cudaFree(m));
}

int main() {
    symbols();
    reachable();
    rectangles();
    shared();
    pool_counts();
    pools();
    return finish();
}
