// The caller of library-cub: each operation twice in one stream, with storage
// that was allocated once.
#include "kata_tests.h"

#include <cstdlib>
#include <cub/version.cuh>
#include <vector>

typedef unsigned long long Total;
void cub_begin(int most);
void sum_all(const unsigned *in, Total *out, int n, cudaStream_t stream);
void sums_before(const unsigned *in, unsigned *out, int n,
                 cudaStream_t stream);
void sort_keys(const unsigned *in, unsigned *out, int n, cudaStream_t stream);
void cub_end();

enum { RETURNS, IN_STREAM, ONCE, FREED, BY_LIBRARY, FITS, FACTS, A_MILLISECOND = 400000 };

__device__ float sink;

// Keeps the stream busy: about 1 ms.
__global__ void busy(int n) {
    float x = threadIdx.x;
    for (int i = 0; i < n; i++)
        x = fmaf(x, 0.5f, 1);
    if (x == 12345) sink = x;
}

static int allocated() {
    return kata_calls("cudaMalloc") + kata_calls("cudaMallocAsync") +
           kata_calls("cudaMallocManaged") +
           kata_calls("cudaMallocFromPoolAsync");
}
static int freed() {
    return kata_calls("cudaFree") + kata_calls("cudaFreeAsync");
}

struct Job {
    const unsigned *in;
    Total *sum;
    unsigned *before, *sorted;
};

static void all_three(const Job &j, int n, cudaStream_t s) {
    sum_all(j.in, j.sum, n, s);
    sums_before(j.in, j.before, n, s);
    sort_keys(j.in, j.sorted, n, s);
}

// A kernel of the library's own namespace is known by its mangled name:
// _ZN3cub19CUB_300000_SM_900_NS... has the version inside of cub. A namespace of
// somebody else that is called cub does not count, nor does a type of cub that a
// kernel takes.
static bool of_library(const char *name) {
    bool inside = false;
    if (strncmp(name, "_ZN", 3) != 0) return false;
    for (char *at = (char *)name + 3; *at >= '0' && *at <= '9';) {
        size_t n = strtoul(at, &at, 10);
        if (strlen(at) < n) return false;
        if (inside && n > 4 && !strncmp(at, "CUB_", 4)) return atoi(at + 4) == CUB_VERSION;
        if (inside && n > 7 && !strncmp(at, "THRUST_", 7)) return atoi(at + 7) > 0;
        inside = (n == 3 && !strncmp(at, "cub", 3)) || (n == 6 && !strncmp(at, "thrust", 6));
        at += n;
    }
    return false;
}

// The kernels of the graph are the library's; where the runtime tells names.
static bool by_library(cudaGraph_t graph) {
    enum { MOST = 64 };
    cudaGraphNode_t node[MOST];
    size_t n = MOST;
    bool all = cudaGraphGetNodes(graph, node, &n) == cudaSuccess;
    for (size_t i = 0; i < n && all; i++) {
        cudaKernelNodeParams k = {};
        const char *name = nullptr;
        if (cudaGraphKernelNodeGetParams(node[i], &k) != cudaSuccess) continue;
#if CUDART_VERSION >= 12030
        if (cudaFuncGetName(&name, k.func) != cudaSuccess) continue;
#endif
        all = !name || of_library(name);
    }
    cudaGetLastError(); // of nodes that are no kernels
    return all;
}

// Each operation leaves work in a graph of the stream: recorded, and never run.
static bool in_stream(const Job &j, int n, cudaStream_t s, int *library) {
    bool all = true;
    *library = 1;
    for (int which = 0; which < 3; which++) {
        cudaGraph_t graph = nullptr;
        size_t nodes = 0;
        cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
        if (which == 0) sum_all(j.in, j.sum, n, s);
        if (which == 1) sums_before(j.in, j.before, n, s);
        if (which == 2) sort_keys(j.in, j.sorted, n, s);
        if (cudaStreamEndCapture(s, &graph) == cudaSuccess && graph) {
            cudaGraphGetNodes(graph, nullptr, &nodes);
            if (nodes) *library &= by_library(graph);
            cudaGraphDestroy(graph);
        }
        all &= nodes > 0;
    }
    return all;
}

// A call for fewer elements works on those, and leaves the rest of `room` as it is:
// `before` and `sorted` have n elements each.
static bool fits(const unsigned *in, Total *sum, unsigned *room, int n, int small,
                 cudaStream_t s) {
    std::vector<unsigned> keys(n + 1), got(2 * n + 1);
    Total total = 0, told = 0;
    cudaMemset(room, 0xee, 2 * n * sizeof(unsigned));
    cudaDeviceSynchronize();
    all_three({in, sum, room, room + n}, small, s);
    cudaDeviceSynchronize();
    cudaMemcpy(keys.data(), in, n * sizeof(unsigned), cudaMemcpyDeviceToHost);
    cudaMemcpy(got.data(), room, 2 * n * sizeof(unsigned), cudaMemcpyDeviceToHost);
    cudaMemcpy(&told, sum, sizeof told, cudaMemcpyDeviceToHost);
    bool ok = true;
    for (int i = 0; i < small; i++)
        total += keys[i];
    for (int i = small; i < n; i++)
        ok &= got[i] == 0xeeeeeeee && got[n + i] == 0xeeeeeeee;
    return ok && told == total;
}

void library(const unsigned *in, Total *sum, unsigned *before, unsigned *sorted,
             int *facts, int n, int small);

void library(const unsigned *in, Total *sum, unsigned *before, unsigned *sorted,
             int *facts, int n, int small) {
    Job job = {in, sum, before, sorted};
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    unsigned *room;
    Total *small_sum;
    cudaMalloc(&room, 2 * n * sizeof(unsigned) + 4);
    cudaMalloc(&small_sum, sizeof(Total));
    int free_before = freed(), before_begin = allocated();
    cub_begin(n);
    int begun = allocated();
    // The first call of a process loads code.
    facts[FITS] = fits(in, small_sum, room, n, small, s);
    all_three(job, n, s);
    cudaDeviceSynchronize();

    busy<<<1, 32, 0, s>>>(A_MILLISECOND);
    all_three(job, n, s);
    facts[RETURNS] = cudaStreamQuery(s) == cudaErrorNotReady;
    cudaDeviceSynchronize();
    cudaGetLastError(); // "not ready" is no error here
    facts[BY_LIBRARY] = 1;
    facts[IN_STREAM] = n == 0 || !facts[RETURNS] ||
                       in_stream(job, n, s, &facts[BY_LIBRARY]);
    int made = allocated();
    cub_end();
    facts[ONCE] = made == begun;
    facts[FREED] = freed() - free_before >= made - before_begin;
    cudaGetLastError();
    cudaFree(room);
    cudaFree(small_sum);
    cudaStreamDestroy(s);
}
