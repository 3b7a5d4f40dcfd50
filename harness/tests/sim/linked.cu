// Device code of two files, linked (-rdc=true); kernels that launch kernels;
// graphs whose nodes decide what runs.
#include "linked.h"
#include "ok.h"

static __device__ int own = 2;

// ---- two files

__global__ void use(int *out, int x) { out[threadIdx.x] = twice(x) + own; }

static void two_files() {
    Dev<int> d(4);
    int n, three = 3;
    use<<<1, 4>>>(d, 20);
    OK(cudaDeviceSynchronize());
    CHECK(d.get()[3] == 42);
    OK(cudaMemcpyFromSymbol(&n, calls, sizeof n));
    CHECK(n == 4);
    OK(cudaMemcpyToSymbol(factor, &three, sizeof three));
    use<<<1, 4>>>(d, 20);
    CHECK(d.get()[0] == 62);
    fill<<<1, 4>>>(d, 4, 7);
    CHECK(d.get()[0] == 40);
}

// ---- launches

struct Big {
    double a[100];
    char c;
};

__global__ void add(int *p, int n, int value) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&p[i], value);
}

__global__ void take(int *out, Big big, short s) {
    *out = (int)big.a[99] + big.c + s;
}

// Every block gives its children its own number.
__global__ void parents(int *p, int n) {
    if (threadIdx.x == 0) add<<<(n + 63) / 64, 64>>>(p, n, blockIdx.x + 1);
}

__global__ void arguments(int *out) {
    Big b;
    b.a[99] = 1000, b.c = 5;
    take<<<1, 1>>>(out, b, -3);
    fill<<<1, 32>>>(out + 1, 1, 77); // a kernel of the other file
}

// A stream's work keeps its order, and copies are part of it.
__global__ void in_order(int *p) {
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaMemsetAsync(p, 0, 8, s);
    add<<<1, 1, 0, s>>>(p, 1, 5);
    cudaMemcpyAsync(p + 1, p, 4, cudaMemcpyDeviceToDevice, s);
    add<<<1, 1, 0, s>>>(p, 1, 1);
    cudaStreamDestroy(s);
}

__global__ void note(int *log, int what) { log[1 + log[0]++] = what; }

__global__ void child_with_children(int *log) {
    log[1 + log[0]++] = 1; // after a launch it would race with the child
    note<<<1, 1>>>(log, 2);
    note<<<1, 1, 0, cudaStreamTailLaunch>>>(log, 3);
}

// The tail comes after all children and their children.
__global__ void tails(int *log) {
    note<<<1, 1, 0, cudaStreamTailLaunch>>>(log, 4);
    child_with_children<<<1, 1>>>(log);
}

__global__ void count_down(int *p, int n) {
    atomicAdd(p, 1);
    if (n) count_down<<<1, 1>>>(p, n - 1);
    if (cudaGetLastError()) p[1] = n;
}

__global__ void too_many(int *p) {
    add<<<1, 2048>>>(p, 1, 1);
    p[1] = cudaGetLastError();
    p[2] = cudaGetLastError();
}

// ---- shared memory of a child is the child's

__global__ void with_tile(int *p) {
    __shared__ int tile[64];
    extern __shared__ int more[];
    tile[threadIdx.x] = threadIdx.x, more[threadIdx.x] = 1;
    __syncthreads();
    p[threadIdx.x] = tile[63 - threadIdx.x] + more[63 - threadIdx.x];
}
__global__ void launches_tiles(int *p) { with_tile<<<1, 64, 256>>>(p); }

static void launches() {
    Dev<int> d(128);
    d.zero();
    parents<<<4, 32>>>(d, 100);
    OK(cudaDeviceSynchronize());
    auto h = d.get();
    CHECK(h[0] == 10 && h[99] == 10 && h[100] == 0);
    arguments<<<1, 1>>>(d);
    h = d.get();
    CHECK(h[0] == 1002 && h[1] == 77);
    in_order<<<1, 1>>>(d);
    h = d.get();
    CHECK(h[0] == 6 && h[1] == 5);
    d.zero();
    tails<<<1, 1>>>(d);
    h = d.get();
    // A kernel and its child run side by side: either is first.
    CHECK(h[0] == 4 && h[1] + h[2] == 3 && h[3] == 3 && h[4] == 4);
    d.zero();
    count_down<<<1, 1>>>(d, 10);
    CHECK(d.get()[0] == 11);
    d.zero();
    count_down<<<1, 1>>>(d, 40);
    CHECK(d.get()[0] == 41);
    d.zero();
    count_down<<<1, 1>>>(d, 150); // the simulated device ends it
    h = d.get();
    CHECK((h[0] == 129 && h[1] == 22) || h[0] == 151);
    launches_tiles<<<1, 1>>>(d);
    h = d.get();
    CHECK(h[0] == 64 && h[63] == 1);
    cudaFuncAttributes a;
    OK(cudaFuncGetAttributes(&a, launches_tiles));
    CHECK(a.sharedSizeBytes == 0);
    too_many<<<1, 1>>>(d);
    h = d.get();
    CHECK(h[1] == cudaErrorInvalidConfiguration && h[2] == cudaSuccess);
}

// ---- conditional nodes

__global__ void set(cudaGraphConditionalHandle c, const int *p) {
    cudaGraphSetConditional(c, *p);
}
__global__ void less(cudaGraphConditionalHandle c, int *p) {
    cudaGraphSetConditional(c, --*p > 0);
}

static cudaGraphNode_t kernel(cudaGraph_t g, cudaGraphNode_t *before, void *f,
                              void **args) {
    cudaGraphNodeParams p = {cudaGraphNodeTypeKernel};
    cudaGraphNode_t n;
    p.kernel.func = f;
    p.kernel.gridDim = p.kernel.blockDim = dim3(1);
    p.kernel.kernelParams = args;
    OK(cudaGraphAddNode(&n, g, before, nullptr, before ? 1 : 0, &p));
    return n;
}

static cudaGraph_t *decide(cudaGraph_t g, cudaGraphNode_t *before,
                           cudaGraphConditionalHandle c,
                           cudaGraphConditionalNodeType type, unsigned size) {
    cudaGraphNodeParams p = {cudaGraphNodeTypeConditional};
    cudaGraphNode_t n;
    p.conditional.handle = c;
    p.conditional.type = type;
    p.conditional.size = size;
    OK(cudaGraphAddNode(&n, g, before, nullptr, before ? 1 : 0, &p));
    return p.conditional.phGraph_out;
}

// d[0] decides; the bodies add 1, 10, 100 to d[1].
static void chosen(cudaGraphConditionalNodeType type, unsigned size,
                   const std::vector<int> &want) {
    Dev<int> d(2);
    int *p = d.p, *to = d.p + 1, one = 1, amount[3] = {1, 10, 100};
    cudaGraph_t g;
    cudaGraphExec_t x;
    cudaGraphConditionalHandle c;
    OK(cudaGraphCreate(&g, 0));
    OK(cudaGraphConditionalHandleCreate(&c, g));
    void *a[] = {&c, &p};
    cudaGraphNode_t first = kernel(g, nullptr, (void *)set, a);
    cudaGraph_t *body = decide(g, &first, c, type, size);
    for (unsigned i = 0; i < size; i++) {
        void *b[] = {&to, &one, &amount[i]};
        kernel(body[i], nullptr, (void *)add, b);
    }
    OK(cudaGraphInstantiate(&x, g, 0));
    for (int i = 0; i < (int)want.size(); i++) {
        int h[2] = {i, 0};
        OK(cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice));
        OK(cudaGraphLaunch(x, 0));
        OK(cudaDeviceSynchronize());
        CHECK(d.get()[1] == want[i]);
    }
    OK(cudaGraphExecDestroy(x));
    OK(cudaGraphDestroy(g));
}

static void repeated() {
    Dev<int> d(std::vector<int>{5, 0});
    int *p = d.p, *to = d.p + 1, one = 1;
    cudaGraph_t g;
    cudaGraphExec_t x;
    cudaGraphConditionalHandle c;
    OK(cudaGraphCreate(&g, 0));
    OK(cudaGraphConditionalHandleCreate(&c, g, 1, cudaGraphCondAssignDefault));
    cudaGraph_t body = decide(g, nullptr, c, cudaGraphCondTypeWhile, 1)[0];
    void *a[] = {&to, &one, &one}, *b[] = {&c, &p};
    cudaGraphNode_t first = kernel(body, nullptr, (void *)add, a);
    kernel(body, &first, (void *)less, b);
    OK(cudaGraphInstantiate(&x, g, 0));
    OK(cudaGraphLaunch(x, 0));
    CHECK(d.get()[1] == 5);
    OK(cudaGraphLaunch(x, 0)); // the condition holds again, once
    CHECK(d.get()[1] == 6);
    OK(cudaGraphExecDestroy(x));
    OK(cudaGraphDestroy(g));
}

static void wrong_conditions() {
    cudaGraph_t g;
    cudaGraphNode_t n;
    cudaGraphConditionalHandle c;
    OK(cudaGraphCreate(&g, 0));
    OK(cudaGraphConditionalHandleCreate(&c, g));
    cudaGraphNodeParams p = {cudaGraphNodeTypeConditional};
    p.conditional.handle = c;
    p.conditional.type = cudaGraphCondTypeWhile;
    p.conditional.size = 2;
    CHECK(cudaGraphAddNode(&n, g, nullptr, nullptr, 0, &p) ==
          cudaErrorInvalidValue);
    OK(cudaGraphDestroy(g));
}

// ---- memory of graphs

static size_t graph_memory(cudaGraphMemAttributeType which) {
    uint64_t v = 0;
    OK(cudaDeviceGetGraphMemAttribute(0, which, &v));
    return v;
}

static void memory_in_use() {
    enum { BYTES = 1 << 20 };
    cudaGraph_t g;
    cudaGraphExec_t x;
    cudaGraphNode_t n;
    cudaMemAllocNodeParams p = {};
    p.poolProps.allocType = cudaMemAllocationTypePinned;
    p.poolProps.location = {cudaMemLocationTypeDevice, 0};
    p.bytesize = BYTES;
    OK(cudaGraphCreate(&g, 0));
    OK(cudaGraphAddMemAllocNode(&n, g, nullptr, 0, &p));
    OK(cudaGraphInstantiate(&x, g, 0));
    CHECK(graph_memory(cudaGraphMemAttrUsedMemCurrent) == 0);
    OK(cudaGraphLaunch(x, 0));
    // An H100 counts whole pieces of 32 MiB.
    CHECK(graph_memory(cudaGraphMemAttrUsedMemCurrent) >= BYTES);
    CHECK(graph_memory(cudaGraphMemAttrReservedMemCurrent) >= BYTES);
    OK(cudaFree(p.dptr));
    CHECK(graph_memory(cudaGraphMemAttrUsedMemCurrent) == 0);
    CHECK(graph_memory(cudaGraphMemAttrUsedMemHigh) >= BYTES);
    CHECK(graph_memory(cudaGraphMemAttrReservedMemCurrent) >= BYTES);
    OK(cudaDeviceGraphMemTrim(0));
    CHECK(graph_memory(cudaGraphMemAttrReservedMemCurrent) == 0);
    OK(cudaGraphExecDestroy(x));
    OK(cudaGraphDestroy(g));
}

int main() {
    two_files();
    launches();
    chosen(cudaGraphCondTypeIf, 1, {0, 1, 1});
    chosen(cudaGraphCondTypeIf, 2, {10, 1});
    chosen(cudaGraphCondTypeSwitch, 3, {1, 10, 100, 0});
    repeated();
    wrong_conditions();
    memory_in_use();
    return finish();
}
