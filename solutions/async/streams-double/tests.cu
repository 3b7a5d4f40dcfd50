// pipeline() is recorded into a graph, and the graph is asked which step comes before
// which. What it must say follows from the streams and the two buffers.
#include "kata_tests.h"

#include <string.h>
#include <vector>

typedef void Step(int chunk, int buffer, cudaStream_t stream);
void pipeline(Step *load, Step *compute, Step *store, int chunks, cudaStream_t in,
              cudaStream_t mid, cudaStream_t out);

enum { LOAD, COMPUTE, STORE, KINDS, MOST = 12 };
enum {
    HOST, EARLY, RECORDED, ONCE, BUFFERS, STREAMS, READY, STORED, REUSED,
    FREE, // of a load, a computation, a store
    LEFT = FREE + KINDS, FACTS
};

// A step is told by its grid (chunk), its block (kind) and its place in the buffers.
static bool buffers_ok, streams_ok;
static cudaStream_t streams[KINDS];
static int calls[KINDS][MOST];
static cudaError_t first_error;
static float *buffer_of; // both buffers; NULL while a graph is recorded
__global__ void work(float *at) {
    if (at && blockIdx.x + threadIdx.x == 0) *at += 1;
}
static void keep_error(void) {
    cudaError_t e = cudaGetLastError();
    if (first_error == cudaSuccess) first_error = e;
}

static void step(int kind, int chunk, int buffer, cudaStream_t stream) {
    keep_error();
    buffers_ok &= buffer == chunk % 2;
    streams_ok &= stream == streams[kind];
    if (chunk >= 0 && chunk < MOST) calls[kind][chunk]++;
    if (chunk >= 0 && chunk < MOST)
        work<<<chunk + 1, 32 * (kind + 1), 0, stream>>>(
            buffer_of && (buffer | 1) == 1 ? buffer_of + buffer : nullptr);
}
static void load(int chunk, int buffer, cudaStream_t stream) {
    step(LOAD, chunk, buffer, stream);
}
static void compute(int chunk, int buffer, cudaStream_t stream) {
    step(COMPUTE, chunk, buffer, stream);
}
static void store(int chunk, int buffer, cudaStream_t stream) {
    step(STORE, chunk, buffer, stream);
}

struct Found {
    int node[KINDS][MOST], copies[KINDS][MOST];
    std::vector<std::vector<char>> before; // [n][n]: is there a path?
};

static void find_steps(cudaGraph_t graph, Found *f) {
    size_t n = 0;
    cudaGraphGetNodes(graph, nullptr, &n);
    std::vector<cudaGraphNode_t> nodes(n + 1);
    cudaGraphGetNodes(graph, nodes.data(), &n);
    memset(f->copies, 0, sizeof f->copies);
    memset(f->node, 0, sizeof f->node);
    for (size_t i = 0; i < n; i++) {
        cudaGraphNodeType type;
        cudaKernelNodeParams p;
        cudaGraphNodeGetType(nodes[i], &type);
        if (type != cudaGraphNodeTypeKernel) continue;
        cudaGraphKernelNodeGetParams(nodes[i], &p);
        int chunk = (int)p.gridDim.x - 1, kind = (int)p.blockDim.x / 32 - 1;
        if (chunk < 0 || chunk >= MOST || kind < 0 || kind >= KINDS) continue;
        f->node[kind][chunk] = (int)i;
        f->copies[kind][chunk]++;
    }
    size_t edges = 0;
#if CUDART_VERSION >= 13000
    cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &edges);
    std::vector<cudaGraphNode_t> from(edges + 1), to(edges + 1);
    cudaGraphGetEdges(graph, from.data(), to.data(), nullptr, &edges);
#else
    cudaGraphGetEdges(graph, nullptr, nullptr, &edges);
    std::vector<cudaGraphNode_t> from(edges + 1), to(edges + 1);
    cudaGraphGetEdges(graph, from.data(), to.data(), &edges);
#endif
    f->before.assign(n, std::vector<char>(n, 0));
    for (size_t e = 0; e < edges; e++) {
        int a = -1, b = -1;
        for (size_t i = 0; i < n; i++) {
            if (nodes[i] == from[e]) a = (int)i;
            if (nodes[i] == to[e]) b = (int)i;
        }
        if (a >= 0 && b >= 0) f->before[a][b] = 1;
    }
    for (size_t k = 0; k < n; k++)
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++)
                f->before[i][j] |= f->before[i][k] && f->before[k][j];
}

// The least that must hold: each kind in its order, a chunk from step to step, and a
// buffer stored before it is loaded again.
struct Wanted {
    bool before[KINDS * MOST][KINDS * MOST];
};

static void want(Wanted *w, int chunks) {
    int n = KINDS * MOST;
    memset(w, 0, sizeof *w);
    for (int c = 0; c < chunks; c++)
        for (int k = 0; k < KINDS; k++) {
            if (c > 0) w->before[k * MOST + c - 1][k * MOST + c] = true;
            if (k > 0) w->before[(k - 1) * MOST + c][k * MOST + c] = true;
            if (c > 1) w->before[STORE * MOST + c - 2][LOAD * MOST + c] = true;
        }
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                w->before[i][j] |= w->before[i][k] && w->before[k][j];
}

static bool is_before(const Found *f, int a, int b) {
    return f->before[f->node[a / MOST][a % MOST]][f->node[b / MOST][b % MOST]];
}

// Does b wait for a without need, and for no reason that a step before b has already?
static bool is_idle(const Found *f, const Wanted *w, int a, int b) {
    if (!is_before(f, a, b) || w->before[a][b]) return false;
    for (int p = 0; p < KINDS * MOST; p++)
        if (w->before[p][b] && (p == a || is_before(f, a, p))) return false;
    return true;
}

static void ask(const Found *f, int chunks, int *facts) {
    static Wanted w;
    want(&w, chunks);
    for (int c = 0; c < chunks; c++) {
        facts[READY] &= is_before(f, LOAD * MOST + c, COMPUTE * MOST + c);
        facts[STORED] &= is_before(f, COMPUTE * MOST + c, STORE * MOST + c);
        if (c > 1) facts[REUSED] &= is_before(f, STORE * MOST + c - 2, LOAD * MOST + c);
    }
    for (int a = 0; a < KINDS * MOST; a++)
        for (int b = 0; b < KINDS * MOST; b++)
            if (a != b && a % MOST < chunks && b % MOST < chunks)
                facts[FREE + b / MOST] &= !is_idle(f, &w, a, b);
}

static void arrow(cudaStream_t from, cudaStream_t to) {
    cudaEvent_t event;
    cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
    cudaEventRecord(event, from);
    cudaStreamWaitEvent(to, event, 0);
    cudaEventDestroy(event);
}

static int host_waits(void) {
    return kata_calls("cudaStreamSynchronize") + kata_calls("cudaEventSynchronize") +
           kata_calls("cudaDeviceSynchronize") + kata_calls("cudaStreamQuery") +
           kata_calls("cudaEventQuery");
}

// Events that were made and not destroyed again.
static int left(void) {
    return kata_calls("cudaEventCreate") + kata_calls("cudaEventCreateWithFlags") -
           kata_calls("cudaEventDestroy");
}

// Facts that need no graph: a mistake that ends the recording makes no other
// fact false.
static void ask_calls(int chunks, int *facts) {
    for (int k = 0; k < KINDS; k++)
        for (int c = 0; c < MOST; c++)
            facts[ONCE] &= calls[k][c] == (c < chunks);
    facts[BUFFERS] = buffers_ok;
    facts[STREAMS] = streams_ok;
    // An event of an earlier call, which is all that such a wait can mean. After it every
    // call on the streams fails with Invalidated, and that may be the last error by now.
    facts[EARLY] = first_error != cudaErrorStreamCaptureIsolation &&
                   !(first_error == cudaErrorStreamCaptureInvalidated && facts[HOST]);
}

// Without a recording: steps that use one buffer at the same time are a race.
static void run_on_buffers(int chunks, const cudaStream_t s[KINDS]) {
    cudaMalloc(&buffer_of, 2 * sizeof *buffer_of);
    cudaMemset(buffer_of, 0, 2 * sizeof *buffer_of);
    cudaDeviceSynchronize();
    pipeline(load, compute, store, chunks, s[0], s[1], s[2]);
    cudaDeviceSynchronize();
    cudaFree(buffer_of);
    buffer_of = nullptr;
}

void orders(int chunks, int *facts);

void orders(int chunks, int *facts) {
    cudaStream_t s[KINDS];
    cudaGraph_t graph = nullptr;
    Found f;
    for (int i = 0; i < FACTS; i++)
        facts[i] = 1;
    for (int k = 0; k < KINDS; k++) {
        cudaStreamCreateWithFlags(&s[k], cudaStreamNonBlocking);
        streams[k] = s[k];
    }
    pipeline(load, compute, store, 3, s[0], s[1], s[2]); // what is made once is made here
    cudaDeviceSynchronize();

    buffers_ok = streams_ok = true;
    memset(calls, 0, sizeof calls);
    cudaGetLastError();
    first_error = cudaSuccess;
    cudaStreamBeginCapture(s[0], cudaStreamCaptureModeRelaxed);
    arrow(s[0], s[1]);
    arrow(s[0], s[2]);
    int waits = host_waits(), before = left();
    pipeline(load, compute, store, chunks, s[0], s[1], s[2]);
    keep_error();
    facts[HOST] = host_waits() == waits;
    facts[LEFT] = left() == before;
    ask_calls(chunks, facts);
    arrow(s[1], s[0]);
    arrow(s[2], s[0]);
    bool recorded = cudaStreamEndCapture(s[0], &graph) == cudaSuccess && graph;
    bool known = !facts[HOST] || !facts[EARLY] || !facts[ONCE] || !facts[STREAMS];
    if (recorded) {
        find_steps(graph, &f);
        if (!known) ask(&f, chunks, facts);
        cudaGraphDestroy(graph);
    } else {
        facts[RECORDED] = known;
    }
    cudaGetLastError();
    bool all = true;
    for (int i = 0; i < FACTS; i++)
        all &= facts[i] == 1;
    if (all) run_on_buffers(chunks, s);
    for (int k = 0; k < KINDS; k++)
        cudaStreamDestroy(s[k]);
}
