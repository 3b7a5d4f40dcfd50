// The runtime: errors and their names, attributes, streams, events, graphs.
// wrong on purpose: the device has something to say about some of it
#include "diff.h"

__global__ void add(int *p, int n, int v) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] += v;
}
__global__ void twice(int *p, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] *= 2;
}
__device__ int table[16];
__constant__ int fixed[8];

static void out_error(const char *what, cudaError_t e) {
    out_text(what, cudaGetErrorName(e));
    out_text("  kept", cudaGetErrorName(cudaGetLastError()));
}

PROGRAM(errors_of_copies_are_named_and_kept) {
    int h[4] = {0}, *d;
    TRY(cudaMalloc(&d, 16));
    out_error("bad kind", cudaMemcpy(d, h, 16, (cudaMemcpyKind)9));
    out_error("wrong way", cudaMemcpy(h, d, 16, cudaMemcpyHostToDevice));
    out_error("both host", cudaMemcpy(h, h + 2, 8, cudaMemcpyDeviceToDevice));
    out_error("null", cudaMemcpy(nullptr, h, 4, cudaMemcpyHostToDevice));
    out_error("nothing", cudaMemcpy(nullptr, h, 0, cudaMemcpyHostToDevice));
    out_error("pitch", cudaMemcpy2D(d, 4, h, 4, 8, 1, cudaMemcpyHostToDevice));
    out_error("memset of host", cudaMemset(h, 0, 4));
    out_error("symbol",
              cudaMemcpyToSymbol(table, h, 4, 64, cudaMemcpyHostToDevice));
    out_error("symbol's way",
              cudaMemcpyToSymbol(table, h, 4, 0, cudaMemcpyDeviceToHost));
    TRY(cudaFree(d));
}

PROGRAM(errors_of_frees_are_named_and_kept) {
    int *d, *h, host = 0;
    TRY(cudaMalloc(&d, 1024));
    TRY(cudaMallocHost(&h, 1024));
    out_error("inside", cudaFree(d + 1));
    out_error("host's", cudaFree(&host));
    out_error("pinned by cudaFree", cudaFree(h));
    out_error("device by cudaFreeHost", cudaFreeHost(d));
    TRY(cudaFree(d));
    out_error("twice", cudaFree(d));
    TRY(cudaFreeHost(h));
    out_error("pinned twice", cudaFreeHost(h));
    out_error("null", cudaFree(nullptr));
}

PROGRAM(launches_that_cannot_be) {
    int *d;
    TRY(cudaMalloc(&d, 64));
    add<<<1, 1025>>>(d, 16, 1);
    out_error("threads", cudaPeekAtLastError());
    add<<<1, dim3(1, 1, 65)>>>(d, 16, 1);
    out_error("z", cudaPeekAtLastError());
    add<<<0, 32>>>(d, 16, 1);
    out_error("no blocks", cudaPeekAtLastError());
    add<<<dim3(1, 70000), 32>>>(d, 16, 1);
    out_error("y", cudaPeekAtLastError());
    add<<<1, 32, 100000>>>(d, 16, 1);
    out_error("shared", cudaPeekAtLastError());
    TRY(cudaDeviceSynchronize());
    TRY(cudaFree(d));
}

PROGRAM(handles_that_are_none) {
    cudaEvent_t e, quick;
    float ms;
    TRY(cudaEventCreate(&e));
    TRY(cudaEventCreateWithFlags(&quick, cudaEventDisableTiming));
    out_error("query unrecorded", cudaEventQuery(e));
    out_error("wait unrecorded", cudaEventSynchronize(e));
    out_error("elapsed unrecorded", cudaEventElapsedTime(&ms, e, e));
    TRY(cudaEventRecord(e));
    TRY(cudaEventRecord(quick));
    TRY(cudaDeviceSynchronize());
    out_error("elapsed untimed", cudaEventElapsedTime(&ms, e, quick));
    out_error("no event", cudaEventRecord(nullptr));
    out_error("flags", cudaEventCreateWithFlags(&quick, 64));
    TRY(cudaEventDestroy(e));
}

PROGRAM(streams_say_what_they_are) {
    cudaStream_t s;
    unsigned flags = 9;
    int priority = 9, least = 9, greatest = 9;
    TRY(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    out("least", least), out("greatest", greatest);
    TRY(cudaStreamCreateWithPriority(&s, cudaStreamNonBlocking, -100));
    TRY(cudaStreamGetFlags(s, &flags));
    TRY(cudaStreamGetPriority(s, &priority));
    out("flags", flags), out("priority", priority);
    TRY(cudaStreamDestroy(s));
    TRY(cudaStreamGetFlags(0, &flags));
    TRY(cudaStreamGetPriority(0, &priority));
    out("default flags", flags), out("default priority", priority);
    out_error("bad flags", cudaStreamCreateWithFlags(&s, 7));
}

PROGRAM(an_event_orders_two_streams) {
    Device<int> d(std::vector<int>(256, 1));
    cudaStream_t a, b;
    cudaEvent_t e;
    TRY(cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking));
    TRY(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking));
    TRY(cudaEventCreate(&e));
    for (int i = 0; i < 5; i++) {
        add<<<1, 256, 0, a>>>(d.p, 256, 3);
        TRY(cudaEventRecord(e, a));
        TRY(cudaStreamWaitEvent(b, e));
        twice<<<1, 256, 0, b>>>(d.p, 256);
        TRY(cudaEventRecord(e, b));
        TRY(cudaStreamWaitEvent(a, e));
    }
    TRY(cudaDeviceSynchronize());
    out_ints("v", d.host());
}

static void note(void *p) { ++*(int *)p; }

PROGRAM(host_functions_run_in_order) {
    int calls = 0;
    cudaStream_t s;
    TRY(cudaStreamCreate(&s));
    for (int i = 0; i < 10; i++) TRY(cudaLaunchHostFunc(s, note, &calls));
    TRY(cudaStreamSynchronize(s));
    out("calls", calls);
    out_error("no function", cudaLaunchHostFunc(s, nullptr, nullptr));
    TRY(cudaStreamDestroy(s));
}

PROGRAM(a_graph_of_nodes_runs_again_and_again) {
    Device<int> d(std::vector<int>(100, 0));
    cudaGraph_t g;
    cudaGraphExec_t x;
    cudaGraphNode_t set, first, second;
    int *p = d.p, n = 100, v = 4;
    void *args[] = {&p, &n, &v};
    cudaMemsetParams m = {};
    m.dst = p, m.value = 0x0102, m.elementSize = 2, m.width = 200, m.height = 1;
    cudaKernelNodeParams k = {};
    k.func = (void *)add, k.gridDim = 1, k.blockDim = 128, k.kernelParams = args;
    TRY(cudaGraphCreate(&g, 0));
    TRY(cudaGraphAddMemsetNode(&set, g, nullptr, 0, &m));
    TRY(cudaGraphAddKernelNode(&first, g, &set, 1, &k));
    k.func = (void *)twice;
    TRY(cudaGraphAddKernelNode(&second, g, &first, 1, &k));
    TRY(cudaGraphInstantiate(&x, g, 0));
    for (int i = 0; i < 3; i++) TRY(cudaGraphLaunch(x, 0));
    TRY(cudaDeviceSynchronize());
    out_ints("v", d.host());
    v = 100, k.func = (void *)add;
    TRY(cudaGraphExecKernelNodeSetParams(x, first, &k));
    TRY(cudaGraphLaunch(x, 0));
    TRY(cudaDeviceSynchronize());
    out_ints("updated", d.host());
    size_t nodes = 0, roots = 0;
    TRY(cudaGraphGetNodes(g, nullptr, &nodes));
    TRY(cudaGraphGetRootNodes(g, nullptr, &roots));
    out("nodes", nodes), out("roots", roots);
    TRY(cudaGraphExecDestroy(x));
    TRY(cudaGraphDestroy(g));
}

PROGRAM(a_capture_makes_the_graph) {
    Device<int> d(std::vector<int>(512, 1));
    cudaStream_t s, t;
    cudaEvent_t e;
    cudaGraph_t g;
    cudaGraphExec_t x;
    TRY(cudaStreamCreate(&s));
    TRY(cudaStreamCreate(&t));
    TRY(cudaEventCreate(&e));
    TRY(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    add<<<2, 256, 0, s>>>(d.p, 512, 1);
    TRY(cudaEventRecord(e, s));
    TRY(cudaStreamWaitEvent(t, e));
    twice<<<1, 256, 0, t>>>(d.p, 256);
    add<<<1, 256, 0, s>>>(d.p + 256, 256, 10);
    TRY(cudaEventRecord(e, t));
    TRY(cudaStreamWaitEvent(s, e));
    add<<<2, 256, 0, s>>>(d.p, 512, 5);
    TRY(cudaStreamEndCapture(s, &g));
    out_ints("before", d.host());
    size_t nodes = 0;
    TRY(cudaGraphGetNodes(g, nullptr, &nodes));
    out("nodes", nodes);
    TRY(cudaGraphInstantiate(&x, g, 0));
    TRY(cudaGraphLaunch(x, s));
    TRY(cudaGraphLaunch(x, s));
    TRY(cudaStreamSynchronize(s));
    auto h = d.host();
    out_ints("after", h);
    out_ints("second half", h.data() + 256, 256);
}

PROGRAM(what_a_capture_forbids) {
    cudaStream_t s, t;
    cudaGraph_t g;
    cudaEvent_t e;
    void *p;
    TRY(cudaStreamCreate(&s));
    TRY(cudaStreamCreate(&t));
    TRY(cudaEventCreate(&e));
    out_error("default stream",
              cudaStreamBeginCapture(0, cudaStreamCaptureModeGlobal));
    out_error("no capture", cudaStreamEndCapture(s, &g));
    auto begin = [&] {
        TRY(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    };
    begin();
    out_error("malloc", cudaMalloc(&p, 4));
    out_error("end", cudaStreamEndCapture(s, &g));
    begin();
    out_error("synchronise", cudaStreamSynchronize(s));
    out_error("end", cudaStreamEndCapture(s, &g));
    begin();
    out_error("device", cudaDeviceSynchronize());
    out_error("end", cudaStreamEndCapture(s, &g));
    begin();
    int h = 0;
    out_error("memcpy", cudaMemcpyFromSymbol(&h, table, 4));
    out_error("end", cudaStreamEndCapture(s, &g));
    begin();
    out_error("query", cudaStreamQuery(s));
    out_error("end", cudaStreamEndCapture(s, &g));
    begin();
    TRY(cudaEventRecord(e, s));
    out_error("event", cudaEventSynchronize(e));
    out_error("end", cudaStreamEndCapture(s, &g));
    begin();
    TRY(cudaEventRecord(e, s));
    TRY(cudaStreamWaitEvent(t, e));
    add<<<1, 1, 0, t>>>(nullptr, 0, 0);
    out_error("not joined", cudaStreamEndCapture(s, &g));
}

PROGRAM(functions_say_what_they_need) {
    cudaFuncAttributes f;
    TRY(cudaFuncGetAttributes(&f, add));
    out("shared", f.sharedSizeBytes), out("local", f.localSizeBytes);
    out("threads", f.maxThreadsPerBlock);
    out("dynamic", f.maxDynamicSharedSizeBytes);
    TRY(cudaFuncSetAttribute(add, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             65536));
    TRY(cudaFuncGetAttributes(&f, add));
    out("asked", f.maxDynamicSharedSizeBytes);
    out_error("too much",
              cudaFuncSetAttribute(
                  add, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 20));
}

PROGRAM(pointers_say_whose_they_are) {
    int *d, *m, *h, host;
    cudaPointerAttributes a;
    TRY(cudaMalloc(&d, 64));
    TRY(cudaMallocManaged(&m, 64));
    TRY(cudaMallocHost(&h, 64));
    for (void *p : {(void *)d, (void *)(d + 3), (void *)m, (void *)h,
                    (void *)&host}) {
        TRY(cudaPointerGetAttributes(&a, p));
        out("type", a.type);
        out("same on the device", a.devicePointer == p);
        out("same on the host", a.hostPointer == p);
    }
    out_error("flags of device memory", cudaHostGetFlags((unsigned *)&host, d));
    TRY(cudaFree(d));
    TRY(cudaFree(m));
    TRY(cudaFreeHost(h));
}

PROGRAM(symbols_have_addresses_and_sizes) {
    size_t size = 0;
    void *p = nullptr;
    int h[16], back[16];
    for (int i = 0; i < 16; i++) h[i] = i * i;
    TRY(cudaGetSymbolSize(&size, table));
    out("size", size);
    TRY(cudaGetSymbolSize(&size, fixed));
    out("constant", size);
    TRY(cudaGetSymbolAddress(&p, table));
    TRY(cudaMemcpyToSymbol(table, h, 32, 32));
    TRY(cudaMemcpy(back, p, 64, cudaMemcpyDeviceToHost));
    out_ints("table", back, 16);
    out_error("none", cudaGetSymbolAddress(&p, h));
}

PROGRAM(memory_is_set_in_rows) {
    Device<unsigned char> d(std::vector<unsigned char>(64, 1));
    TRY(cudaMemset2D(d.p + 3, 16, 7, 5, 4));
    out_ints("v", d.host());
    TRY(cudaMemset2DAsync(d.p, 8, 9, 8, 2));
    TRY(cudaDeviceSynchronize());
    out_ints("v", d.host());
}
