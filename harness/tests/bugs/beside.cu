// Graphs beside streams: what a launch of a graph is ordered with, and what it
// is not.
#include "bug.h"

static const int N = 1 << 14, B = N * sizeof(float);

__global__ void scale(const float *in, float *out, int n, float by) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = by * in[i];
}

__global__ void add_one(float *p, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] += 1;
}

struct Set {
    cudaStream_t a, b;
    cudaEvent_t e;
    cudaGraph_t g;
    cudaGraphExec_t exec;
    float *h, *x, *y, *z;

    Set() {
        cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
        cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
        cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
        cudaMallocHost(&h, B);
        cudaMalloc(&x, B);
        cudaMalloc(&y, B);
        cudaMalloc(&z, B);
        for (int i = 0; i < N; i++)
            h[i] = (float)i;
        cudaMemset(x, 0, B);
        cudaMemset(y, 0, B);
        cudaMemset(z, 0, B);
        cudaDeviceSynchronize();
    }
    // y = 2 x, then z = 2 y
    void make() {
        cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal);
        scale<<<N / 256, 256, 0, a>>>(x, y, N, 2); // BUG input-beside: stream-race
        scale<<<N / 256, 256, 0, a>>>(y, z, N, 2);
        cudaStreamEndCapture(a, &g);
        cudaGraphInstantiate(&exec, g, 0);
    }
    void close() {
        cudaDeviceSynchronize();
        cudaGraphExecDestroy(exec);
        cudaGraphDestroy(g);
        cudaFreeHost(h);
        cudaFree(x), cudaFree(y), cudaFree(z);
        cudaEventDestroy(e);
        cudaStreamDestroy(a), cudaStreamDestroy(b);
    }
};

// The input is copied in one stream, the graph runs in another.
static void input_beside(bool wait) {
    Set s;
    s.make();
    cudaMemcpyAsync(s.x, s.h, B, cudaMemcpyHostToDevice, s.b); // BUG input-beside: stream-race
    if (wait) {
        cudaEventRecord(s.e, s.b);
        cudaStreamWaitEvent(s.a, s.e, 0);
    }
    cudaGraphLaunch(s.exec, s.a);
    s.close();
}
// FINE input-waited

// The result is used in another stream than the graph's.
static void result_beside(bool wait) {
    Set s;
    s.make();
    cudaGraphLaunch(s.exec, s.a); // BUG result-beside: stream-race
    if (wait) {
        cudaEventRecord(s.e, s.a);
        cudaStreamWaitEvent(s.b, s.e, 0);
    }
    add_one<<<N / 256, 256, 0, s.b>>>(s.z, N); // BUG result-beside: stream-race
    s.close();
}
// FINE result-waited

// The next input is written while the graph that reads the last may run.
static void next_input(bool wait) {
    Set s;
    s.make();
    for (int i = 0; i < 2; i++) {
        if (wait && i) {
            cudaEventRecord(s.e, s.a);
            cudaStreamWaitEvent(s.b, s.e, 0);
        }
        cudaMemcpyAsync(s.x, s.h, B, cudaMemcpyHostToDevice, s.b); // BUG next-input: stream-race
        cudaStreamSynchronize(s.b); // only for the input
        cudaGraphLaunch(s.exec, s.a); // BUG next-input: stream-race
    }
    s.close();
}
// FINE next-input-waited

// The host fills the pinned buffer again that a copy of the graph reads.
static void pinned_again(bool wait) {
    Set s;
    cudaStreamBeginCapture(s.a, cudaStreamCaptureModeGlobal);
    cudaMemcpyAsync(s.x, s.h, B, cudaMemcpyHostToDevice, s.a);
    scale<<<N / 256, 256, 0, s.a>>>(s.x, s.y, N, 2);
    cudaStreamEndCapture(s.a, &s.g);
    cudaGraphInstantiate(&s.exec, s.g, 0);
    cudaGraphLaunch(s.exec, s.a);
    if (wait) cudaStreamSynchronize(s.a);
    for (int i = 0; i < N; i++)
        s.h[i] = 0; // BUG pinned-again: not-synchronised
    cudaGraphLaunch(s.exec, s.a);
    s.close();
}
// FINE pinned-waited

// Two graphs that share a scratch array, each in a stream of its own.
static void two_graphs(bool own) {
    Set s;
    cudaGraph_t g;
    cudaGraphExec_t exec;
    float *scratch = s.y;
    if (own) cudaMalloc(&scratch, B);
    s.make();
    cudaStreamBeginCapture(s.b, cudaStreamCaptureModeGlobal);
    scale<<<N / 256, 256, 0, s.b>>>(s.x, scratch, N, 3); // BUG two-graphs: stream-race
    cudaStreamEndCapture(s.b, &g);
    cudaGraphInstantiate(&exec, g, 0);
    cudaGraphLaunch(s.exec, s.a);
    cudaGraphLaunch(exec, s.b);
    cudaDeviceSynchronize();
    if (own) cudaFree(scratch);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(g);
    s.close();
}
// FINE two-graphs-apart

// One executable graph does not run beside itself, whatever the streams.
// FINE one-graph-twice
static void one_graph_twice() {
    Set s;
    s.make();
    cudaGraphLaunch(s.exec, s.a);
    cudaGraphLaunch(s.exec, s.b);
    s.close();
}

// A node added by hand, with the edge to the wrong one.
static void wrong_edge(bool right) {
    Set s;
    cudaGraphNode_t first, second, third;
    int n = N;
    float two = 2;
    void *args[3][4] = {{&s.x, &s.y, &n, &two},
                        {&s.x, &s.h, &n, &two},
                        {&s.y, &s.z, &n, &two}};
    float *w;
    cudaMalloc(&w, B);
    args[1][1] = &w;
    cudaKernelNodeParams p = {};
    p.func = (void *)scale;
    p.gridDim = dim3(N / 256);
    p.blockDim = dim3(256);
    cudaGraphCreate(&s.g, 0);
    p.kernelParams = args[0];
    cudaGraphAddKernelNode(&first, s.g, NULL, 0, &p);
    p.kernelParams = args[1];
    cudaGraphAddKernelNode(&second, s.g, NULL, 0, &p);
    p.kernelParams = args[2]; // reads what the first writes
    cudaGraphAddKernelNode(&third, s.g, right ? &first : &second, 1, &p); // BUG wrong-edge: stream-race
    cudaGraphInstantiate(&s.exec, s.g, 0);
    cudaGraphLaunch(s.exec, s.a);
    cudaDeviceSynchronize();
    cudaFree(w);
    s.close();
}
// FINE right-edge

static const Bug bugs[] = {
    {"input-beside", [] { input_beside(false); }},
    {"input-waited", [] { input_beside(true); }},
    {"result-beside", [] { result_beside(false); }},
    {"result-waited", [] { result_beside(true); }},
    {"next-input", [] { next_input(false); }},
    {"next-input-waited", [] { next_input(true); }},
    {"pinned-again", [] { pinned_again(false); }},
    {"pinned-waited", [] { pinned_again(true); }},
    {"two-graphs", [] { two_graphs(false); }},
    {"two-graphs-apart", [] { two_graphs(true); }},
    {"one-graph-twice", one_graph_twice},
    {"wrong-edge", [] { wrong_edge(false); }},
    {"right-edge", [] { wrong_edge(true); }},
};

int main(int argc, char **argv) { return bug_main(bugs, argc, argv); }
