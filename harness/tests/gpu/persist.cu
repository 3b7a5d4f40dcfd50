// What lines that persist in L2 do to a time with cold caches, and what it
// costs to forget them.
//
//   persist [BYTES]
//
// Two kernels, each timed after L2 was overwritten at twice its size: one reads
// so many bytes (8 MB), the other adds two arrays of 128K floats and has
// nothing to do with what persists. Both in turn, while the part of L2 that is
// set aside, the window of the stream and the resets change; a step keeps what
// the steps before it have done to the process. Prints per step: the median and
// the mean of the middle half of 60, in microseconds, of either kernel.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <sched.h>
#include <vector>

static void must(cudaError_t e, const char *what) {
    if (e == cudaSuccess) return;
    fprintf(stderr, "persist: %s: %s\n", what, cudaGetErrorString(e));
    exit(1);
}
#define MUST(call) must(call, #call)

enum { N = 128 << 10, EACH = 60 };

__global__ void add(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}

__global__ void read(const float4 *a, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 v = a[i];
    if (v.x + v.y + v.z + v.w == 1) *out = 1; // never
}

static std::atomic<int> open_gate{1};

static void wait_at_gate(void *) {
    while (!open_gate)
        sched_yield();
}

static void pass(void *) {}

static char *l2;
static size_t l2_bytes, kept_bytes = 8 << 20;
static float *kept, *a, *b, *c;
static cudaEvent_t before, after;
static bool resets;

static float once(bool reads) {
    float ms;
    if (resets) MUST(cudaCtxResetPersistingL2Cache());
    open_gate = 0;
    MUST(cudaLaunchHostFunc(0, wait_at_gate, nullptr));
    cudaMemsetAsync(l2, 0, 2 * l2_bytes);
    MUST(cudaLaunchHostFunc(0, pass, nullptr));
    cudaEventRecord(before);
    int n = kept_bytes / sizeof(float4);
    if (reads)
        read<<<(n + 255) / 256, 256>>>((const float4 *)kept, c, n);
    else
        add<<<N / 256, 256>>>(a, b, c, N);
    cudaEventRecord(after);
    open_gate = 1;
    MUST(cudaDeviceSynchronize());
    MUST(cudaEventElapsedTime(&ms, before, after));
    return ms * 1e3f;
}

static void step(const char *name) {
    std::vector<float> us[2];
    for (int i = 0; i < EACH; i++)
        for (int reads = 0; reads < 2; reads++)
            us[reads].push_back(once(reads));
    printf("%s", name);
    for (std::vector<float> &v : us) {
        double sum = 0;
        std::sort(v.begin(), v.end());
        for (int i = EACH / 4; i < EACH - EACH / 4; i++)
            sum += v[i];
        printf("\t%.3f\t%.3f", v[EACH / 2], sum / (EACH - 2 * (EACH / 4)));
    }
    printf("\n");
}

static void window(cudaAccessProperty kind) {
    cudaLaunchAttributeValue v = {};
    v.accessPolicyWindow.base_ptr = kept;
    v.accessPolicyWindow.num_bytes = kept_bytes;
    v.accessPolicyWindow.hitRatio = 1;
    v.accessPolicyWindow.hitProp = kind;
    v.accessPolicyWindow.missProp = cudaAccessPropertyNormal;
    MUST(cudaStreamSetAttribute(0, cudaLaunchAttributeAccessPolicyWindow, &v));
}

int main(int argc, char **argv) {
    int bytes = 0;
    size_t usual = 0;
    if (argc > 1) kept_bytes = strtoull(argv[1], nullptr, 10);
    MUST(cudaDeviceGetAttribute(&bytes, cudaDevAttrL2CacheSize, 0));
    MUST(cudaDeviceGetLimit(&usual, cudaLimitPersistingL2CacheSize));
    l2_bytes = bytes;
    MUST(cudaMalloc(&l2, 2 * l2_bytes));
    MUST(cudaMalloc(&kept, kept_bytes));
    MUST(cudaMalloc(&a, N * sizeof *a));
    MUST(cudaMalloc(&b, N * sizeof *b));
    MUST(cudaMalloc(&c, N * sizeof *c));
    MUST(cudaMemset(kept, 0, kept_bytes));
    MUST(cudaEventCreate(&before));
    MUST(cudaEventCreate(&after));
    // What is loaded at its first launch cannot be while the stream is held.
    add<<<1, 1>>>(a, b, c, 0);
    read<<<1, 1>>>((const float4 *)kept, c, 0);
    MUST(cudaDeviceSynchronize());

    printf("# %zu bytes set aside by default; %zu are read\n", usual,
           kept_bytes);
    printf("# step\tadd_us\tmean\tread_us\tmean\n");
    step("as it is");
    step("as it is, again");
    window(cudaAccessPropertyPersisting);
    step("window that persists");
    MUST(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 0));
    step("and nothing set aside");
    window(cudaAccessPropertyNormal);
    step("no window, nothing set aside");
    MUST(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, usual));
    step("no window, the usual part set aside");
    window(cudaAccessPropertyPersisting);
    resets = true;
    step("window, and a reset before each");
    window(cudaAccessPropertyNormal);
    resets = false;
    step("no window, no reset any more");
    MUST(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 0));
    step("and nothing set aside, after resets");
    return 0;
}
