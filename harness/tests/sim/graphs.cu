// Graphs: explicit nodes, capture over several streams, updates, what a capture
// forbids and with which error.
#include "ok.h"

#include <thread>

__global__ void add(int *p, int n, int value) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] += value;
}
__global__ void scale(int *p, int n, int by) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] *= by;
}

static const int N = 1000;
static void count(void *p) { ++*(int *)p; }

static cudaKernelNodeParams kernel(void *f, int **p, int *n, int *v,
                                   void **args) {
    args[0] = p, args[1] = n, args[2] = v;
    cudaKernelNodeParams k = {};
    k.func = f, k.gridDim = 4, k.blockDim = 256, k.kernelParams = args;
    return k;
}

static void explicit_nodes() {
    Dev<int> d(N);
    std::vector<int> h(N);
    int *p = d.p, n = N, two = 2, three = 3, calls = 0;
    void *a1[3], *a2[3];
    cudaGraph_t g;
    cudaGraphExec_t x;
    cudaGraphNode_t set, k1, k2, copy, host;
    cudaMemsetParams m = {};
    m.dst = d.p, m.value = 1, m.elementSize = 4, m.width = N, m.height = 1;
    auto add2 = kernel((void *)add, &p, &n, &two, a1);
    auto mul3 = kernel((void *)scale, &p, &n, &three, a2);
    cudaHostNodeParams hp = {count, &calls};
    OK(cudaGraphCreate(&g, 0));
    OK(cudaGraphAddMemsetNode(&set, g, nullptr, 0, &m));
    OK(cudaGraphAddKernelNode(&k1, g, &set, 1, &add2));
    OK(cudaGraphAddKernelNode(&k2, g, &k1, 1, &mul3));
    OK(cudaGraphAddMemcpyNode1D(&copy, g, &k2, 1, h.data(), d.p, N * 4,
                                cudaMemcpyDeviceToHost));
    OK(cudaGraphAddHostNode(&host, g, &copy, 1, &hp));
    size_t nodes = 0, roots = 0;
    OK(cudaGraphGetNodes(g, nullptr, &nodes));
    OK(cudaGraphGetRootNodes(g, nullptr, &roots));
    CHECK(nodes == 5 && roots == 1);
    cudaGraphNodeType type;
    OK(cudaGraphNodeGetType(k1, &type));
    CHECK(type == cudaGraphNodeTypeKernel);
    OK(cudaGraphInstantiate(&x, g, 0));
    two = 50; // arguments were copied when the node was made
    for (int i = 0; i < 2; i++) OK(cudaGraphLaunch(x, 0));
    OK(cudaDeviceSynchronize());
    CHECK(h[0] == 9 && h[N - 1] == 9 && calls == 2);
    // The executable graph, by the node of the graph that it came from.
    OK(cudaGraphExecKernelNodeSetParams(x, k1, &add2));
    m.value = 2;
    OK(cudaGraphExecMemsetNodeSetParams(x, set, &m));
    OK(cudaGraphLaunch(x, 0));
    OK(cudaDeviceSynchronize());
    CHECK(h[5] == 156 && calls == 3);
    OK(cudaGraphNodeSetEnabled(x, k2, 0));
    OK(cudaGraphLaunch(x, 0));
    OK(cudaDeviceSynchronize());
    CHECK(h[5] == 52);
    cudaKernelNodeParams got = {};
    OK(cudaGraphKernelNodeGetParams(k2, &got));
    CHECK(got.gridDim.x == 4 && *(int *)got.kernelParams[2] == 3);
    OK(cudaGraphExecDestroy(x));
    OK(cudaGraphDestroy(g));
}

static cudaGraph_t captured(cudaStream_t s, cudaStream_t t, int *d, int value,
                            int grid) {
    cudaGraph_t g;
    cudaEvent_t fork, join;
    OK(cudaEventCreate(&fork));
    OK(cudaEventCreate(&join));
    OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    add<<<grid, 256, 0, s>>>(d, N, value);
    OK(cudaEventRecord(fork, s));
    OK(cudaStreamWaitEvent(t, fork));
    add<<<grid, 256, 0, t>>>(d + N, N, value);
    scale<<<grid, 256, 0, s>>>(d, N, 2);
    OK(cudaEventRecord(join, t));
    OK(cudaStreamWaitEvent(s, join));
    OK(cudaMemsetAsync(d, 0, 4, s));
    cudaStreamCaptureStatus status;
    OK(cudaStreamIsCapturing(t, &status));
    CHECK(status == cudaStreamCaptureStatusActive);
    OK(cudaStreamEndCapture(s, &g));
    OK(cudaStreamIsCapturing(t, &status));
    CHECK(status == cudaStreamCaptureStatusNone);
    OK(cudaEventDestroy(fork));
    OK(cudaEventDestroy(join));
    return g;
}

static void capture() {
    Dev<int> d(2 * N);
    cudaStream_t s, t;
    OK(cudaStreamCreate(&s));
    OK(cudaStreamCreate(&t));
    d.zero();
    cudaGraph_t g = captured(s, t, d, 7, 4);
    CHECK(d.get()[1] == 0); // nothing ran
    size_t nodes = 0, edges = 0;
    OK(cudaGraphGetNodes(g, nullptr, &nodes));
#if CUDART_VERSION >= 13000
    OK(cudaGraphGetEdges(g, nullptr, nullptr, nullptr, &edges));
#else
    OK(cudaGraphGetEdges(g, nullptr, nullptr, &edges));
#endif
    CHECK(nodes == 4 && edges == 4);
    cudaGraphExec_t x;
    OK(cudaGraphInstantiate(&x, g, 0));
    OK(cudaGraphLaunch(x, s));
    OK(cudaStreamSynchronize(s));
    auto h = d.get();
    CHECK(h[0] == 0 && h[1] == 14 && h[N] == 7 && h[2 * N - 1] == 7);
    // Captured again with other values: the executable graph takes them over.
    cudaGraph_t again = captured(s, t, d, 100, 4);
    cudaGraphExecUpdateResultInfo info;
    OK(cudaGraphExecUpdate(x, again, &info));
    CHECK(info.result == cudaGraphExecUpdateSuccess);
    OK(cudaGraphLaunch(x, s));
    OK(cudaStreamSynchronize(s));
    h = d.get();
    CHECK(h[1] == 228 && h[N] == 107);
    // Another topology is refused.
    cudaGraph_t other;
    OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
    add<<<4, 256, 0, s>>>(d, N, 1);
    OK(cudaStreamEndCapture(s, &other));
    CHECK(cudaGraphExecUpdate(x, other, &info) ==
          cudaErrorGraphExecUpdateFailure);
    CHECK(info.result == cudaGraphExecUpdateErrorTopologyChanged);
    cudaGetLastError();
    // A graph as a node of a graph; a copy of one.
    cudaGraph_t outer, copy;
    cudaGraphNode_t child, found;
    cudaGraphExec_t y;
    OK(cudaGraphCreate(&outer, 0));
    OK(cudaGraphAddChildGraphNode(&child, outer, nullptr, 0, other));
    OK(cudaGraphClone(&copy, outer));
    OK(cudaGraphNodeFindInClone(&found, child, copy));
    CHECK(found != child);
    OK(cudaGraphInstantiate(&y, copy, 0));
    OK(cudaGraphLaunch(y, 0));
    CHECK(d.get()[1] == 229);
    OK(cudaGraphExecDestroy(x));
    OK(cudaGraphExecDestroy(y));
    for (cudaGraph_t each : {g, again, other, outer, copy})
        OK(cudaGraphDestroy(each));
    OK(cudaStreamDestroy(s));
    OK(cudaStreamDestroy(t));
}

#define GIVES(call, error)                                                     \
    do {                                                                       \
        cudaError_t e_ = (call);                                               \
        if (e_ != error && failures++ < 20)                                    \
            printf("%s:%d: %s gave %s, not %s\n", __FILE__, __LINE__, #call,   \
                   cudaGetErrorName(e_), #error);                              \
        cudaGetLastError();                                                    \
    } while (0)

// Memory of a graph is freed outside of it, and is there again at the next
// launch, at the same address.
static void memory_freed_outside() {
    cudaGraph_t g;
    cudaGraphExec_t x;
    cudaGraphNode_t node;
    cudaMemAllocNodeParams a = {};
    a.bytesize = N * sizeof(int);
    a.poolProps.allocType = cudaMemAllocationTypePinned;
    a.poolProps.location.type = cudaMemLocationTypeDevice;
    OK(cudaGraphCreate(&g, 0));
    OK(cudaGraphAddMemAllocNode(&node, g, nullptr, 0, &a));
    int *p = (int *)a.dptr, n = N, three = 3;
    void *args[3];
    auto add3 = kernel((void *)add, &p, &n, &three, args);
    cudaMemsetParams m = {};
    m.dst = p, m.elementSize = 4, m.width = N, m.height = 1;
    OK(cudaGraphAddMemsetNode(&node, g, &node, 1, &m));
    OK(cudaGraphAddKernelNode(&node, g, &node, 1, &add3));
    OK(cudaGraphInstantiate(&x, g, 0));
    for (int i = 0; i < 3; i++) {
        int last = 0;
        OK(cudaGraphLaunch(x, 0));
        OK(cudaMemcpy(&last, p + N - 1, 4, cudaMemcpyDeviceToHost));
        CHECK(last == 3);
        OK(i % 2 ? cudaFreeAsync(p, 0) : cudaFree(p));
    }
    OK(cudaGraphExecDestroy(x));
    OK(cudaGraphDestroy(g));
}

static void forbidden() {
    cudaStream_t s, t;
    cudaGraph_t g;
    cudaEvent_t e;
    void *p;
    Dev<int> d(N);
    OK(cudaStreamCreate(&s));
    OK(cudaStreamCreate(&t));
    OK(cudaEventCreate(&e));
    GIVES(cudaStreamBeginCapture(0, cudaStreamCaptureModeGlobal),
          cudaErrorStreamCaptureUnsupported);
    GIVES(cudaStreamEndCapture(s, &g), cudaErrorIllegalState);

    OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    GIVES(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal),
          cudaErrorIllegalState);
    GIVES(cudaMalloc(&p, 4), cudaErrorStreamCaptureUnsupported);
    GIVES(cudaStreamEndCapture(s, &g), cudaErrorStreamCaptureInvalidated);
    CHECK(g == nullptr);

    OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
    OK(cudaMalloc(&p, 4));
    GIVES(cudaStreamSynchronize(s), cudaErrorStreamCaptureUnsupported);
    GIVES(cudaStreamEndCapture(s, &g), cudaErrorStreamCaptureInvalidated);
    OK(cudaFree(p));

    OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    OK(cudaEventRecord(e, s));
    GIVES(cudaEventQuery(e), cudaErrorCapturedEvent);
    GIVES(cudaStreamEndCapture(s, &g), cudaErrorStreamCaptureInvalidated);

    OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    add<<<1, 32>>>(d, 1, 1);
    GIVES(cudaPeekAtLastError(), cudaErrorStreamCaptureImplicit);
    GIVES(cudaStreamEndCapture(s, &g), cudaErrorStreamCaptureInvalidated);

    OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    OK(cudaEventRecord(e, s));
    OK(cudaStreamWaitEvent(t, e));
    add<<<1, 32, 0, t>>>(d, 1, 1);
    GIVES(cudaStreamEndCapture(t, &g), cudaErrorStreamCaptureUnmatched);
    GIVES(cudaStreamEndCapture(s, &g), cudaErrorStreamCaptureInvalidated);

    OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    OK(cudaEventRecord(e, s));
    OK(cudaStreamWaitEvent(t, e));
    add<<<1, 32, 0, t>>>(d, 1, 1);
    GIVES(cudaStreamEndCapture(s, &g), cudaErrorStreamCaptureUnjoined);

    // A stream that has joined may be destroyed before the end: joined back
    // before, or not.
    for (bool back : {true, false}) {
        cudaStream_t u;
        OK(cudaStreamCreateWithFlags(&u, cudaStreamNonBlocking));
        OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
        OK(cudaEventRecord(e, s));
        OK(cudaStreamWaitEvent(u, e));
        add<<<1, 32, 0, u>>>(d, 1, 1);
        OK(cudaEventRecord(e, u));
        if (back) OK(cudaStreamWaitEvent(s, e));
        OK(cudaStreamDestroy(u));
        GIVES(cudaStreamEndCapture(s, &g),
              back ? cudaSuccess : cudaErrorStreamCaptureUnjoined);
        if (back) OK(cudaGraphDestroy(g));
    }

    OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
    std::thread([] {
        void *q;
        OK(cudaMalloc(&q, 4)); // another thread's
        OK(cudaFree(q));
    }).join();
    add<<<1, 32, 0, s>>>(d, 1, 1);
    OK(cudaStreamEndCapture(s, &g));
    OK(cudaGraphDestroy(g));

    cudaGraphNode_t a, b;
    cudaGraphExec_t x;
    OK(cudaGraphCreate(&g, 0));
    OK(cudaGraphAddEmptyNode(&a, g, nullptr, 0));
    OK(cudaGraphAddEmptyNode(&b, g, &a, 1));
#if CUDART_VERSION >= 13000
    OK(cudaGraphAddDependencies(g, &b, &a, nullptr, 1));
#else
    OK(cudaGraphAddDependencies(g, &b, &a, 1));
#endif
    GIVES(cudaGraphInstantiate(&x, g, 0), cudaErrorInvalidValue); // a cycle
    OK(cudaGraphDestroy(g));
    OK(cudaEventDestroy(e));
    OK(cudaStreamDestroy(s));
    OK(cudaStreamDestroy(t));
}

int main() {
    explicit_nodes();
    capture();
    memory_freed_outside();
    forbidden();
    return finish();
}
