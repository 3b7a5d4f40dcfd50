// Work of several streams, and of the nodes of a graph, that uses the same
// memory: what orders it, and what only seems to.
#include "bug.h"

#include <cstdlib>

static const int N = 1 << 14, B = N * sizeof(float);

__global__ void scale(const float *in, float *out, int n, float by) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = by * in[i];
}

__global__ void add_one(float *p, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] += 1;
}

__global__ void fill(float *p, int n, float value) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] = value;
}

__global__ void count(const float *in, int n, int *bins) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&bins[(int)in[i] & 15], 1);
}

__global__ void halve(const int *bins, int *out) {
    out[threadIdx.x] = bins[threadIdx.x] / 2;
}

// Two streams, an event, and arrays on both sides.
struct Set {
    cudaStream_t a, b;
    cudaEvent_t e;
    float *h, *k, *x, *y, *z;
    int *bins, *out;

    Set() {
        cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
        cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
        cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
        cudaMallocHost(&h, B);
        cudaMallocHost(&k, B);
        cudaMalloc(&x, B);
        cudaMalloc(&y, B);
        cudaMalloc(&z, B);
        cudaMalloc(&bins, 16 * sizeof(int));
        cudaMalloc(&out, 16 * sizeof(int));
        for (int i = 0; i < N; i++) h[i] = (float)i, k[i] = 1;
        cudaMemset(x, 0, B);
        cudaMemset(y, 0, B);
        cudaMemset(bins, 0, 16 * sizeof(int));
        cudaDeviceSynchronize();
    }

    void close() {
        cudaDeviceSynchronize();
        cudaFreeHost(h), cudaFreeHost(k);
        cudaFree(x), cudaFree(y), cudaFree(z);
        cudaFree(bins), cudaFree(out);
        cudaEventDestroy(e);
        cudaStreamDestroy(a), cudaStreamDestroy(b);
    }
};

static const int G = N / 256;

// ---- an event that is missing

static void no_event() {
    Set s;
    cudaMemcpyAsync(s.x, s.h, B, cudaMemcpyHostToDevice, s.a);
    scale<<<G, 256, 0, s.b>>>(s.x, s.y, N, 2); // BUG no-event: stream-race
    s.close();
}

static void with_event() { // FINE with-event
    Set s;
    cudaMemcpyAsync(s.x, s.h, B, cudaMemcpyHostToDevice, s.a);
    cudaEventRecord(s.e, s.a);
    cudaStreamWaitEvent(s.b, s.e, 0);
    scale<<<G, 256, 0, s.b>>>(s.x, s.y, N, 2);
    s.close();
}

static void event_too_early() {
    Set s;
    cudaEventRecord(s.e, s.a);
    cudaMemcpyAsync(s.x, s.h, B, cudaMemcpyHostToDevice, s.a);
    cudaStreamWaitEvent(s.b, s.e, 0);
    scale<<<G, 256, 0, s.b>>>(s.x, s.y, N, 2); // BUG event-too-early: stream-race
    s.close();
}

static void waits_too_late() {
    Set s;
    scale<<<G, 256, 0, s.a>>>(s.x, s.y, N, 2);
    cudaEventRecord(s.e, s.a);
    scale<<<G, 256, 0, s.b>>>(s.y, s.z, N, 2); // BUG waits-too-late: stream-race
    cudaStreamWaitEvent(s.b, s.e, 0);
    s.close();
}

static void other_waits() {
    Set s;
    scale<<<G, 256, 0, s.a>>>(s.x, s.y, N, 2);
    cudaEventRecord(s.e, s.a);
    cudaStreamWaitEvent(s.a, s.e, 0); // the same stream: it would wait anyhow
    scale<<<G, 256, 0, s.b>>>(s.y, s.z, N, 2); // BUG other-waits: stream-race
    s.close();
}

static void host_waits() { // FINE host-waits
    Set s;
    scale<<<G, 256, 0, s.a>>>(s.x, s.y, N, 2);
    cudaStreamSynchronize(s.a);
    scale<<<G, 256, 0, s.b>>>(s.y, s.z, N, 2);
    cudaEventRecord(s.e, s.b);
    cudaEventSynchronize(s.e);
    add_one<<<G, 256, 0, s.a>>>(s.z, N);
    s.close();
}

static void asked_until_over() { // FINE asked-until-over
    Set s;
    scale<<<G, 256, 0, s.a>>>(s.x, s.y, N, 2);
    while (cudaStreamQuery(s.a) == cudaErrorNotReady) continue;
    scale<<<G, 256, 0, s.b>>>(s.y, s.z, N, 2);
    s.close();
}

static void through_a_third() { // FINE through-a-third
    Set s;
    cudaStream_t c;
    cudaEvent_t f;
    cudaStreamCreateWithFlags(&c, cudaStreamNonBlocking);
    cudaEventCreate(&f);
    scale<<<G, 256, 0, s.a>>>(s.x, s.y, N, 2);
    cudaEventRecord(s.e, s.a);
    cudaStreamWaitEvent(c, s.e, 0);
    cudaEventRecord(f, c);
    cudaStreamWaitEvent(s.b, f, 0);
    scale<<<G, 256, 0, s.b>>>(s.y, s.z, N, 2);
    s.close();
    cudaEventDestroy(f);
    cudaStreamDestroy(c);
}

// ---- the default stream

static void default_and_blocking() { // FINE default-and-blocking
    Set s;
    cudaStream_t c, d;
    cudaStreamCreate(&c);
    cudaStreamCreate(&d);
    scale<<<G, 256, 0, c>>>(s.x, s.y, N, 2);
    scale<<<G, 256>>>(s.y, s.z, N, 2);
    add_one<<<G, 256, 0, d>>>(s.z, N);
    s.close();
    cudaStreamDestroy(c);
    cudaStreamDestroy(d);
}

static void default_and_not_blocking() {
    Set s;
    cudaMemset(s.y, 0, B);
    add_one<<<G, 256, 0, s.a>>>(s.y, N); // BUG default-and-not-blocking: stream-race
    s.close();
}

// ---- one buffer for two

static void one_pinned_buffer() {
    Set s;
    scale<<<G, 256, 0, s.a>>>(s.x, s.y, N, 2);
    cudaMemcpyAsync(s.h, s.y, B, cudaMemcpyDeviceToHost, s.a);
    scale<<<G, 256, 0, s.b>>>(s.x, s.z, N, 3);
    cudaMemcpyAsync(s.h, s.z, B, cudaMemcpyDeviceToHost, s.b); // BUG one-pinned-buffer: stream-race
    s.close();
}

static void two_pinned_buffers() { // FINE two-pinned-buffers
    Set s;
    scale<<<G, 256, 0, s.a>>>(s.x, s.y, N, 2);
    cudaMemcpyAsync(s.h, s.y, B, cudaMemcpyDeviceToHost, s.a);
    scale<<<G, 256, 0, s.b>>>(s.x, s.z, N, 3);
    cudaMemcpyAsync(s.k, s.z, B, cudaMemcpyDeviceToHost, s.b);
    s.close();
}

// Chunks in turn, every stream with a buffer for all its chunks.
static void pipeline(bool own) {
    Set s;
    const int n = 1000, chunks = N / n; // no multiple of a line
    for (int c = 0; c < chunks; c++) {
        cudaStream_t in = c % 2 ? s.b : s.a;
        float *at = own && c % 2 ? s.z : s.y;
        cudaMemcpyAsync(at, s.h + c * n, n * 4, cudaMemcpyHostToDevice, in); // BUG one-buffer: stream-race
        scale<<<4, 256, 0, in>>>(at, s.x + c * n, n, 2);
        cudaMemcpyAsync(s.k + c * n, s.x + c * n, n * 4, cudaMemcpyDeviceToHost,
                        in);
    }
    s.close();
}

static void one_buffer() { pipeline(false); }
static void own_buffers() { pipeline(true); } // FINE own-buffers

// ---- two that write

static void both_write() {
    Set s;
    add_one<<<G, 256, 0, s.a>>>(s.y, N);
    add_one<<<G, 256, 0, s.b>>>(s.y, N); // BUG both-write: stream-race
    s.close();
}

static void fill_twice(float value) {
    Set s;
    fill<<<G, 256, 0, s.a>>>(s.y, N, 1);
    fill<<<G, 256, 0, s.b>>>(s.y, N, value); // BUG fills-differ: stream-race
    s.close();
}

static void fills_differ() { fill_twice(2); }
static void fills_alike() { fill_twice(1); } // FINE fills-alike

// The reader waits for one of the two that wrote the same.
static void waits_for_one_of_two() {
    Set s;
    fill<<<G, 256, 0, s.a>>>(s.y, N, 1);
    fill<<<G, 256, 0, s.b>>>(s.y, N, 1);
    scale<<<G, 256, 0, s.b>>>(s.y, s.z, N, 2); // BUG waits-for-one-of-two: stream-race
    s.close();
}

static void halves() { // FINE halves
    Set s;
    int n = N / 2 + 3; // in the middle of a sector
    add_one<<<G, 256, 0, s.a>>>(s.y, n);
    add_one<<<G, 256, 0, s.b>>>(s.y + n, N - n);
    s.close();
}

static void columns(bool apart) {
    Set s;
    size_t pitch = 64 * 4;
    cudaMemcpy2DAsync(s.y, pitch, s.h, pitch, 100, 64, cudaMemcpyHostToDevice,
                      s.a);
    cudaMemcpy2DAsync((char *)s.y + (apart ? 100 : 96), pitch, s.k, pitch, 100, // BUG columns-overlap: stream-race
                      64, cudaMemcpyHostToDevice, s.b);
    s.close();
}

static void columns_overlap() { columns(false); }
static void columns_apart() { columns(true); } // FINE columns-apart

static void both_read() { // FINE both-read
    Set s;
    scale<<<G, 256, 0, s.a>>>(s.x, s.y, N, 2);
    scale<<<G, 256, 0, s.b>>>(s.x, s.z, N, 3);
    s.close();
}

static void both_count() { // FINE both-count
    Set s;
    count<<<G, 256, 0, s.a>>>(s.x, N, s.bins);
    count<<<G, 256, 0, s.b>>>(s.y, N, s.bins);
    s.close();
}

static void counted_too_early() {
    Set s;
    count<<<G, 256, 0, s.a>>>(s.x, N, s.bins);
    halve<<<1, 16, 0, s.b>>>(s.bins, s.out); // BUG counted-too-early: stream-race
    s.close();
}

// What one stream reads is overwritten by another.
static void overwritten() {
    Set s;
    scale<<<G, 256, 0, s.a>>>(s.x, s.y, N, 2);
    cudaMemcpyAsync(s.x, s.h, B, cudaMemcpyHostToDevice, s.b); // BUG overwritten: stream-race
    s.close();
}

// ---- memory that is used again

static void freed_and_new() { // FINE freed-and-new
    Set s;
    for (int i = 0; i < 4; i++) {
        float *t;
        cudaStream_t in = i % 2 ? s.b : s.a;
        cudaMallocAsync(&t, B, in);
        scale<<<G, 256, 0, in>>>(s.x, t, N, 2);
        cudaFreeAsync(t, in);
    }
    s.close();
}

// A free is work of its stream: it does not wait for another one.
static void freed_elsewhere(bool ordered) {
    Set s;
    float *t;
    cudaMallocAsync(&t, B, s.a);
    scale<<<G, 256, 0, s.a>>>(s.x, t, N, 2);
    cudaEventRecord(s.e, s.a);
    if (ordered) cudaStreamWaitEvent(s.b, s.e, 0);
    cudaFreeAsync(t, s.b); // BUG freed-too-early: stream-race
    s.close();
}

static void freed_too_early() {
    freed_elsewhere(false);
}

static void freed_after_event() { // FINE freed-after-event
    freed_elsewhere(true);
}

// ---- graphs

static cudaGraphNode_t kernel_node(cudaGraph_t g, const cudaGraphNode_t *before,
                                   int n, const float *in, float *out) {
    cudaGraphNode_t node;
    int all = N;
    float by = 2;
    void *args[] = {&in, &out, &all, &by};
    cudaKernelNodeParams p = {};
    p.func = (void *)scale;
    p.gridDim = dim3(G);
    p.blockDim = dim3(256);
    p.kernelParams = args;
    cudaGraphAddKernelNode(&node, g, before, n, &p); // BUG no-edge: stream-race
    return node;
}

static void nodes(bool edge) {
    Set s;
    cudaGraph_t g;
    cudaGraphExec_t x;
    cudaGraphCreate(&g, 0);
    cudaGraphNode_t first = kernel_node(g, NULL, 0, s.x, s.y);
    kernel_node(g, &first, edge ? 1 : 0, s.y, s.z);
    cudaGraphInstantiate(&x, g, 0);
    cudaGraphLaunch(x, s.a);
    cudaGraphLaunch(x, s.b); // a graph waits for its own last launch
    s.close();
    cudaGraphExecDestroy(x);
    cudaGraphDestroy(g);
}

static void no_edge() { nodes(false); }
static void with_edge() { nodes(true); } // FINE with-edge

static void capture(bool wait) {
    Set s;
    cudaGraph_t g;
    cudaGraphExec_t x;
    cudaEvent_t f;
    cudaEventCreate(&f);
    cudaStreamBeginCapture(s.a, cudaStreamCaptureModeGlobal);
    cudaEventRecord(s.e, s.a);
    cudaStreamWaitEvent(s.b, s.e, 0);
    scale<<<G, 256, 0, s.a>>>(s.x, s.y, N, 2);
    if (wait) cudaEventRecord(s.e, s.a);
    cudaStreamWaitEvent(s.b, s.e, 0);
    scale<<<G, 256, 0, s.b>>>(s.y, s.z, N, 2); // BUG captured-apart: stream-race
    cudaEventRecord(f, s.b);
    cudaStreamWaitEvent(s.a, f, 0);
    cudaStreamEndCapture(s.a, &g);
    cudaGraphInstantiate(&x, g, 0);
    cudaGraphLaunch(x, s.a);
    s.close();
    cudaGraphExecDestroy(x);
    cudaGraphDestroy(g);
    cudaEventDestroy(f);
}

static void captured_apart() { capture(false); }
static void captured_in_order() { capture(true); } // FINE captured-in-order

static void after_a_graph() {
    Set s;
    cudaGraph_t g;
    cudaGraphExec_t x;
    cudaStreamBeginCapture(s.a, cudaStreamCaptureModeGlobal);
    scale<<<G, 256, 0, s.a>>>(s.x, s.y, N, 2);
    cudaStreamEndCapture(s.a, &g);
    cudaGraphInstantiate(&x, g, 0);
    cudaGraphLaunch(x, s.a);
    add_one<<<G, 256, 0, s.b>>>(s.y, N); // BUG after-a-graph: stream-race
    s.close();
    cudaGraphExecDestroy(x);
    cudaGraphDestroy(g);
}

// A copy from pageable memory may come back while it is on its way; on an H100
// one of 1 MiB nearly always does (piece_race.c).
enum Then { AT_ONCE, HOST_WAITS, SAME_STREAM, ANOTHER_COPY, PINNED };

static void staged(Then then) {
    Set s;
    static float pageable[N];
    for (int i = 0; i < N; i++) pageable[i] = (float)i;
    if (then == SAME_STREAM)
        cudaMemcpyAsync(s.x, pageable, B, cudaMemcpyHostToDevice, s.a);
    else if (then == PINNED)
        cudaMemcpy(s.x, s.h, B, cudaMemcpyHostToDevice);
    else
        cudaMemcpy(s.x, pageable, B, cudaMemcpyHostToDevice);
    if (then == HOST_WAITS) cudaStreamSynchronize(0);
    if (then == ANOTHER_COPY) cudaMemcpy(s.y, s.x, B, cudaMemcpyDeviceToDevice);
    if (then == ANOTHER_COPY) cudaMemcpy(s.k, s.y, B, cudaMemcpyDeviceToHost);
    add_one<<<G, 256, 0, s.a>>>(s.x, N); // BUG staged: stream-race
    s.close();
}

static void staged_at_once() { staged(AT_ONCE); }
static void staged_and_waits() { staged(HOST_WAITS); }   // FINE staged-and-waits
static void staged_in_stream() { staged(SAME_STREAM); }  // FINE staged-in-stream
static void staged_twice() { staged(ANOTHER_COPY); }     // FINE staged-twice
static void from_pinned() { staged(PINNED); }            // FINE from-pinned

// Memory of a pool is there in the order of the stream that asks for it.
static void allocated(bool waits) {
    Set s;
    float *p;
    cudaMallocAsync((void **)&p, B, s.a);
    if (waits) cudaEventRecord(s.e, s.a), cudaStreamWaitEvent(s.b, s.e, 0);
    scale<<<G, 256, 0, s.b>>>(s.x, p, N, 2); // BUG allocated-elsewhere: stream-race
    scale<<<G, 256, 0, s.b>>>(p, s.y, N, 2);
    cudaStreamSynchronize(s.b);
    cudaFreeAsync(p, s.a);
    s.close();
}

static void allocated_elsewhere() { allocated(false); }
static void allocated_before() { allocated(true); } // FINE allocated-before

int main(int argc, char **argv) {
    static const Bug bugs[] = {
        {"no-event", no_event},
        {"with-event", with_event},
        {"event-too-early", event_too_early},
        {"waits-too-late", waits_too_late},
        {"other-waits", other_waits},
        {"host-waits", host_waits},
        {"asked-until-over", asked_until_over},
        {"through-a-third", through_a_third},
        {"default-and-blocking", default_and_blocking},
        {"default-and-not-blocking", default_and_not_blocking},
        {"one-pinned-buffer", one_pinned_buffer},
        {"two-pinned-buffers", two_pinned_buffers},
        {"one-buffer", one_buffer},
        {"own-buffers", own_buffers},
        {"both-write", both_write},
        {"fills-differ", fills_differ},
        {"fills-alike", fills_alike},
        {"waits-for-one-of-two", waits_for_one_of_two},
        {"halves", halves},
        {"columns-overlap", columns_overlap},
        {"columns-apart", columns_apart},
        {"both-read", both_read},
        {"both-count", both_count},
        {"counted-too-early", counted_too_early},
        {"overwritten", overwritten},
        {"freed-and-new", freed_and_new},
        {"freed-too-early", freed_too_early},
        {"freed-after-event", freed_after_event},
        {"no-edge", no_edge},
        {"with-edge", with_edge},
        {"captured-apart", captured_apart},
        {"captured-in-order", captured_in_order},
        {"after-a-graph", after_a_graph},
        {"allocated-elsewhere", allocated_elsewhere},
        {"allocated-before", allocated_before},
        {"staged", staged_at_once},
        {"staged-and-waits", staged_and_waits},
        {"staged-in-stream", staged_in_stream},
        {"staged-twice", staged_twice},
        {"from-pinned", from_pinned},
    };
    return bug_main(bugs, argc, argv);
}
