// schedule() is recorded into a graph, twice in a row, and the graph is asked which task
// comes before which.
#include "kata_tests.h"

#include <string.h>
#include <vector>

typedef void Task(char name, cudaStream_t stream);
void schedule(Task *task, cudaStream_t main);

enum {
    HOST, ONCE, STREAMS, BEFORE, EARLY, TWICE, RECORDED, BESIDE,
    AFTER_A, TO_D, TO_F, ALONE, FREE, AFTER, AGAIN, LEFT, PLAIN, FACTS
};
enum { TASKS = 6, FIRST = TASKS, LAST, NAMES }; // and what main did before and after

// A task is told by its grid, a round by its block.
static int round_now;
__global__ void work(float *at) {
    if (at) *at = 1;
}

// How often each task was enqueued, and how often into a stream that is no part of
// main's graph: nothing in it waits for main.
// And how often into the default stream, or one that waits for it.
static int calls[TASKS], apart, blocking;
static cudaError_t first_error;
static int events_before; // made in the first call of a program that makes them once

static void keep_error(void) {
    cudaError_t e = cudaGetLastError();
    if (first_error == cudaSuccess) first_error = e;
}
static void task(char name, cudaStream_t stream) {
    int which = name - 'A';
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    unsigned flags = 0;
    if (which < 0 || which >= TASKS) return;
    keep_error();
    // On a GPU the question would end the capture.
    blocking += !stream || (kata_counts() && cudaStreamGetFlags(stream, &flags) == cudaSuccess &&
                            flags != cudaStreamNonBlocking);
    if (cudaStreamIsCapturing(stream, &status) == cudaSuccess)
        apart += status == cudaStreamCaptureStatusNone;
    cudaGetLastError();
    calls[which]++;
    work<<<which + 1, 32 * (round_now + 1), 0, stream>>>(nullptr);
}
static void mark(int which, cudaStream_t stream) {
    work<<<which + 1, 32 * (round_now + 1), 0, stream>>>(nullptr);
}

struct Found {
    int node[2][NAMES], copies[2][NAMES];
    std::vector<std::vector<char>> before; // [n][n]: is there a path?
};

static void find_tasks(cudaGraph_t graph, Found *f) {
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
        int name = (int)p.gridDim.x - 1, round = (int)p.blockDim.x / 32 - 1;
        if (name < 0 || name >= NAMES || round < 0 || round > 1) continue;
        f->node[round][name] = (int)i;
        f->copies[round][name]++;
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

static bool is_before(const Found *f, int round, int a, int b) {
    return f->before[f->node[round][a]][f->node[round][b]];
}

// The drawing, as which task must wait for which, at the end of all arrows.
static bool should_wait(int a, int b) {
    static const char *const waits[TASKS] = {"", "A", "A", "ABC", "", "ABCDE"};
    return strchr(waits[b], 'A' + a) != nullptr;
}

// The fact that an arrow from a to b, or the lack of one, belongs to.
static int fact_of(int a, int b) {
    enum { A, B, C, D, E, F };
    if (should_wait(a, b)) return b == F ? TO_F : b == D ? TO_D : AFTER_A;
    if (b == E && a != F) return ALONE;
    return a + b == B + C && a * b == B * C ? BESIDE : FREE;
}

static void ask(const Found *f, int round, int *facts) {
    for (int a = 0; a < TASKS; a++) {
        for (int b = 0; b < TASKS; b++) {
            if (a == b) continue;
            facts[fact_of(a, b)] &= is_before(f, round, a, b) == should_wait(a, b);
        }
        facts[BEFORE] &= is_before(f, round, FIRST, a);
        facts[AFTER] &= is_before(f, round, a, LAST);
    }
}

static int host_waits(void) {
    return kata_calls("cudaStreamSynchronize") + kata_calls("cudaEventSynchronize") +
           kata_calls("cudaDeviceSynchronize") + kata_calls("cudaStreamQuery") +
           kata_calls("cudaEventQuery");
}

// Streams and events that were made and not destroyed again.
static int left(void) {
    return kata_calls("cudaStreamCreate") + kata_calls("cudaStreamCreateWithFlags") +
           kata_calls("cudaStreamCreateWithPriority") + kata_calls("cudaEventCreate") +
           kata_calls("cudaEventCreateWithFlags") - kata_calls("cudaStreamDestroy") -
           kata_calls("cudaEventDestroy");
}

// Facts that need no graph: a mistake that ends the recording makes no other
// fact false.
static void ask_calls(int rounds, int waits, int *facts) {
    facts[HOST] = waits == 0;
    for (int i = 0; i < TASKS; i++)
        facts[ONCE] &= calls[i] == rounds;
    facts[STREAMS] = blocking == 0;
    facts[BEFORE] = apart == 0 || blocking > 0;
    // An event of an earlier time, which is all that such a wait can mean.
    facts[EARLY] = apart > 0 || first_error != cudaErrorStreamCaptureIsolation;
}

static int events_made(void) {
    return kata_calls("cudaEventCreate") + kata_calls("cudaEventCreateWithFlags");
}

static bool are_all_found(const Found *f, int rounds) {
    for (int r = 0; r < rounds; r++)
        for (int i = 0; i < NAMES; i++)
            if (f->copies[r][i] != 1) return false;
    return true;
}

// A call that nobody records has the arrows of those that were recorded: each but those
// inside of a stream is a wait.
static void ask_plain(cudaStream_t main, int arrows, int *facts) {
    const int LEAST = 4; // three streams, of which two begin after main and end in it
    for (int i = 0; i < PLAIN; i++)
        if (!facts[i]) return;
    if (!kata_counts()) return;
    int waits = kata_calls("cudaStreamWaitEvent");
    schedule(task, main);
    waits = kata_calls("cudaStreamWaitEvent") - waits;
    facts[PLAIN] = waits >= LEAST && waits >= arrows;
    cudaDeviceSynchronize();
}

void orders(int rounds, int *facts);

void orders(int rounds, int *facts) {
    cudaStream_t main;
    cudaGraph_t graph = nullptr;
    Found f;
    for (int i = 0; i < FACTS; i++)
        facts[i] = 1;
    cudaStreamCreateWithFlags(&main, cudaStreamNonBlocking);
    // Streams and events that are made once are made here.
    // More records than events: one is recorded again, which loses work if nobody
    // has waited for it before. A single event is used again on purpose.
    round_now = 0;
    int events = events_made(), records = kata_calls("cudaEventRecord");
    schedule(task, main);
    events = events_made() - events;
    records = kata_calls("cudaEventRecord") - records;
    if (events == 0) events = events_before;
    events_before = events;
    cudaDeviceSynchronize();

    memset(calls, 0, sizeof calls);
    apart = blocking = 0;
    cudaGetLastError();
    first_error = cudaSuccess;
    int waits = host_waits(), before = left(), arrows = kata_calls("cudaStreamWaitEvent");
    cudaStreamBeginCapture(main, cudaStreamCaptureModeRelaxed);
    for (round_now = 0; round_now < rounds; round_now++) {
        mark(FIRST, main);
        schedule(task, main);
        keep_error();
        mark(LAST, main);
    }
    waits = host_waits() - waits;
    arrows = (kata_calls("cudaStreamWaitEvent") - arrows) / rounds;
    facts[LEFT] = left() == before;
    bool recorded = cudaStreamEndCapture(main, &graph) == cudaSuccess && graph;
    cudaGetLastError();
    ask_calls(rounds, waits, facts);
    bool known = !facts[HOST] || !facts[ONCE] || !facts[STREAMS] || !facts[BEFORE] ||
                 !facts[EARLY];
    if (!recorded) {
        facts[TWICE] = known || events < 2 || records <= events;
        facts[RECORDED] = known || !facts[TWICE];
        cudaStreamDestroy(main);
        return;
    }
    find_tasks(graph, &f);
    if (are_all_found(&f, rounds)) {
        for (int r = 0; r < rounds; r++)
            ask(&f, r, facts);
        for (int i = 0; rounds > 1 && i < TASKS; i++)
            facts[AGAIN] &= f.before[f.node[0][LAST]][f.node[1][i]];
    } else if (!known) {
        facts[ONCE] = 0;
    }
    cudaGraphDestroy(graph);
    ask_plain(main, arrows, facts);
    cudaStreamDestroy(main);
}
