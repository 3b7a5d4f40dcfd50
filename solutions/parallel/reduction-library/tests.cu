// Every way, operation and type on one input, and the promises of the interface.
#include "kata_tests.h"

enum Type { INT32, FLOAT32, FLOAT64 };
enum Op { SUM, SMALLEST, LARGEST };
enum How { AUTO, ONE_WARP, ONE_BLOCK, MANY_BLOCKS };
size_t reduce_bytes(Type type, size_t n, How how);
cudaError_t reduce(const void *in, void *out, size_t n, Type type, Op op, How how, void *work,
                   size_t bytes, cudaStream_t stream);

enum { TAKEN, REFUSED, WITHIN, ORDERED, QUIET, CHOSEN, APART, TOLD, EMPTY, ALIKE, DIRECT, FACTS };
enum { WAYS = 4, OPS = 3, GUARD = 256 };

static int *fact;
static cudaStream_t stream;
static bool writes; // promises are asked about of a library that does something

// Some time of one warp.
__global__ void busy(float *p, int n) {
    float x = threadIdx.x;
    for (int i = 0; i < n; i++)
        x = fmaf(x, 0.5f, 1);
    p[threadIdx.x] = x;
}

// A sum as plain as it can be, of one warp: no way of a library is much slower
// where there is little to do.
__global__ void plain(const float *in, float *out, int n) {
    float sum = 0;
    for (int i = threadIdx.x; i < n; i += 32)
        sum += in[i];
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(~0u, sum, d);
    if (threadIdx.x == 0) out[0] = sum;
}

// ---- the workspace: as large as the library says, with a guard after it

typedef struct Work {
    char *at;
    size_t bytes;
} Work;

static Work work_for(Type type, size_t n, How how) {
    Work w = {NULL, reduce_bytes(type, n, how)};
    fact[WITHIN] &= w.bytes <= 1 << 20;
    if (w.bytes > 1 << 20) w.bytes = 1 << 20;
    cudaMalloc(&w.at, w.bytes + GUARD);
    cudaMemset(w.at, 0x77, w.bytes + GUARD);
    cudaDeviceSynchronize(); // before work in other streams
    return w;
}

static void give_back(Work w) {
    unsigned char guard[GUARD];
    cudaMemcpy(guard, w.at + w.bytes, GUARD, cudaMemcpyDeviceToHost);
    for (int i = 0; i < GUARD; i++)
        fact[WITHIN] &= guard[i] == 0x77;
    cudaFree(w.at);
}

// ---- results

static int host_calls(void) {
    static const char *const names[] = {
        "cudaMalloc", "cudaMallocAsync", "cudaMallocManaged", "cudaFree", "cudaFreeAsync",
        "cudaMemcpy", "cudaDeviceSynchronize", "cudaStreamSynchronize",
        "cudaEventSynchronize"};
    int sum = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        sum += kata_calls(names[i]);
    return sum;
}

static void one(const void *in, size_t n, Type type, Op op, How how, void *result, size_t size) {
    char *out;
    Work w = work_for(type, n, how);
    cudaMalloc(&out, size);
    cudaMemset(out, 0x5a, size);
    cudaDeviceSynchronize();
    int before = host_calls();
    cudaError_t error = reduce(in, out, n, type, op, how, w.bytes ? w.at : NULL, w.bytes, stream);
    fact[QUIET] &= host_calls() == before;
    fact[TAKEN] &= error == cudaSuccess && cudaGetLastError() == cudaSuccess;
    cudaStreamSynchronize(stream);
    cudaMemcpy(result, out, size, cudaMemcpyDeviceToHost);
    for (size_t i = 0; i < size; i++)
        writes |= ((char *)result)[i] != 0x5a;
    cudaFree(out);
    give_back(w);
}

static void results(const float *reals, const double *doubles, const int *ints, float *of_reals,
                    double *of_doubles, int *of_ints, size_t n) {
    for (int how = 0; how < WAYS; how++)
        for (int op = 0; op < OPS; op++) {
            int i = how * OPS + op;
            one(reals, n, FLOAT32, (Op)op, (How)how, &of_reals[i], sizeof(float));
            one(doubles, n, FLOAT64, (Op)op, (How)how, &of_doubles[i], sizeof(double));
            one(ints, n, INT32, (Op)op, (How)how, &of_ints[i], sizeof(int));
        }
}

// ---- promises

// The call is recorded into a graph, which fails if it waits or allocates. The graph runs
// after slow work and a copy in the same stream.
static void ordered(size_t n) {
    float *late, *in, *out, *spare, got = 0;
    cudaGraph_t graph = NULL;
    cudaGraphExec_t exec = NULL;
    cudaMalloc(&late, (n + 1) * sizeof(float));
    cudaMalloc(&in, (n + 1) * sizeof(float));
    cudaMalloc(&out, sizeof(float));
    cudaMalloc(&spare, 32 * sizeof(float));
    cudaMemset(late, 0, (n + 1) * sizeof(float));
    cudaMemset(in, 0x7e, (n + 1) * sizeof(float));
    cudaMemset(out, 0x5a, sizeof(float));
    Work w = work_for(FLOAT32, n, AUTO);
    cudaDeviceSynchronize();
    busy<<<1, 32, 0, stream>>>(spare, 100000);
    cudaMemcpyAsync(in, late, n * sizeof(float), cudaMemcpyDeviceToDevice, stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
    cudaError_t said = reduce(in, out, n, FLOAT32, SUM, AUTO, w.bytes ? w.at : NULL, w.bytes,
                              stream);
    cudaError_t ended = cudaStreamEndCapture(stream, &graph);
    if (ended == cudaSuccess && cudaGraphInstantiate(&exec, graph, 0) == cudaSuccess)
        cudaGraphLaunch(exec, stream);
    fact[QUIET] &= said == cudaSuccess && exec;
    cudaGetLastError();
    cudaStreamSynchronize(stream);
    cudaDeviceSynchronize();
    cudaMemcpy(&got, out, sizeof got, cudaMemcpyDeviceToHost);
    if (exec) fact[ORDERED] &= got == 0;
    if (exec) cudaGraphExecDestroy(exec);
    if (graph) cudaGraphDestroy(graph);
    give_back(w);
    cudaFree(late);
    cudaFree(in);
    cudaFree(out);
    cudaFree(spare);
}

// Nothing has a result, also where there is no array.
static void nothing(void) {
    float *out, got = 7;
    cudaMalloc(&out, sizeof(float));
    for (int how = 0; how < WAYS; how++) {
        Work w = work_for(FLOAT32, 0, (How)how);
        cudaMemset(out, 0x5a, sizeof(float));
        cudaDeviceSynchronize();
        cudaError_t error = reduce(NULL, out, 0, FLOAT32, SUM, (How)how, w.bytes ? w.at : NULL,
                                   w.bytes, stream);
        cudaStreamSynchronize(stream);
        cudaMemcpy(&got, out, sizeof got, cudaMemcpyDeviceToHost);
        fact[TAKEN] &= error == cudaSuccess;
        fact[EMPTY] &= error != cudaSuccess || got == 0;
        give_back(w);
    }
    cudaFree(out);
}

// A stream refuses launches while its recording is spoilt, as by a wait.
static void told(void) {
    float *in, *out;
    cudaGraph_t graph = NULL;
    cudaMalloc(&in, 32 * sizeof(float));
    cudaMalloc(&out, sizeof(float));
    cudaMemset(in, 0, 32 * sizeof(float));
    Work w = work_for(FLOAT32, 32, ONE_BLOCK);
    cudaDeviceSynchronize();
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
    cudaStreamSynchronize(stream);
    cudaGetLastError();
    fact[TOLD] &= reduce(in, out, 32, FLOAT32, SUM, ONE_BLOCK, w.bytes ? w.at : NULL, w.bytes,
                         stream) != cudaSuccess;
    cudaStreamEndCapture(stream, &graph);
    cudaGetLastError();
    if (graph) cudaGraphDestroy(graph);
    give_back(w);
    cudaFree(in);
    cudaFree(out);
}

static void refuses(const void *in, void *out, size_t n, int type, int op, int how, void *work,
                    size_t bytes) {
    cudaError_t error = reduce(in, out, n, (Type)type, (Op)op, (How)how, work, bytes, stream);
    fact[REFUSED] &= error == cudaErrorInvalidValue;
}

static void refused(void) {
    const size_t n = 100000;
    float *all, *out, got = 0;
    cudaMalloc(&all, n * sizeof(float));
    cudaMalloc(&out, sizeof(float));
    cudaMemset(all, 0, n * sizeof(float));
    cudaMemset(out, 0x5a, sizeof(float));
    Work w = work_for(FLOAT32, n, MANY_BLOCKS);
    refuses(all, NULL, n, FLOAT32, SUM, ONE_BLOCK, w.at, w.bytes);
    refuses(NULL, out, n, FLOAT32, SUM, ONE_BLOCK, w.at, w.bytes);
    refuses(all, out, n, 3, SUM, ONE_BLOCK, w.at, w.bytes);
    refuses(all, out, n, -1, SUM, ONE_BLOCK, w.at, w.bytes);
    refuses(all, out, n, FLOAT32, 3, ONE_BLOCK, w.at, w.bytes);
    refuses(all, out, n, FLOAT32, -1, ONE_BLOCK, w.at, w.bytes);
    refuses(all, out, n, FLOAT32, SUM, 4, w.at, w.bytes);
    refuses(all, out, n, FLOAT32, SUM, -1, w.at, w.bytes);
    if (w.bytes) {
        refuses(all, out, n, FLOAT32, SUM, MANY_BLOCKS, w.at, w.bytes - 1);
        refuses(all, out, n, FLOAT32, SUM, MANY_BLOCKS, NULL, w.bytes);
    }
    size_t need = reduce_bytes(FLOAT32, n, AUTO); // AUTO needs what its choice needs
    if (need) refuses(all, out, n, FLOAT32, SUM, AUTO, w.at, need - 1);
    fact[REFUSED] &= cudaGetLastError() == cudaSuccess;
    cudaDeviceSynchronize();
    cudaMemcpy(&got, out, sizeof got, cudaMemcpyDeviceToHost);
    unsigned bits;
    memcpy(&bits, &got, sizeof bits);
    fact[REFUSED] &= bits == 0x5a5a5a5a; // a refused call writes nothing
    give_back(w);
    cudaFree(all);
    cudaFree(out);
    // However long the array is, its workspace is small.
    for (int type = INT32; type <= FLOAT64; type++)
        fact[WITHIN] &= reduce_bytes((Type)type, (size_t)1 << 40, MANY_BLOCKS) <= 1 << 20;
}

// The values of the blocks of a long array of doubles fit into the workspace.
static void of_many_doubles(size_t n) {
    double *in, got;
    cudaMalloc(&in, n * sizeof(double));
    cudaMemset(in, 0, n * sizeof(double));
    cudaDeviceSynchronize();
    one(in, n, FLOAT64, SUM, MANY_BLOCKS, &got, sizeof got);
    cudaFree(in);
}

// ---- time

enum { TIMES = 3, LONGEST = 1 << 20, PLAIN = -1 };

static float time_of(const void *in, float *out, size_t n, Type type, Op op, int how, Work w) {
    cudaEvent_t from, to;
    float best = 1e9f, ms = 1e9f;
    cudaEventCreate(&from);
    cudaEventCreate(&to);
    for (int i = 0; i < TIMES; i++) {
        busy<<<1, 32, 0, stream>>>(out + 1, 5000); // the launches are queued by then
        cudaEventRecord(from, stream);
        if (how == PLAIN) plain<<<1, 32, 0, stream>>>((const float *)in, out, (int)n);
        else reduce(in, out, n, type, op, (How)how, w.at, w.bytes, stream);
        cudaEventRecord(to, stream);
        cudaEventSynchronize(to);
        cudaEventElapsedTime(&ms, from, to);
        if (i && 1000 * ms < best) best = 1000 * ms;
    }
    cudaEventDestroy(from);
    cudaEventDestroy(to);
    return best;
}

static float time_us(const float *in, float *out, size_t n, int how, Work w) {
    return time_of(in, out, n, FLOAT32, SUM, how, w);
}

// Doubles are twice as long. One warp or one block for them takes ten times as long, or more.
static void alike(void) {
    const float FAR = 8;
    float *in, *out, sums = 0;
    cudaMalloc(&in, LONGEST * sizeof(double));
    cudaMalloc(&out, 64 * sizeof(float));
    cudaMemset(in, 0, LONGEST * sizeof(double));
    cudaDeviceSynchronize();
    static const Type types[] = {FLOAT32, INT32, FLOAT64};
    for (Type type : types)
        for (int op = 0; op < OPS; op++) {
            Work w = work_for(type, LONGEST, AUTO);
            float us = time_of(in, out, LONGEST, type, (Op)op, AUTO, w);
            if (!sums) sums = us;
            fact[ALIKE] &= us <= FAR * sums;
            give_back(w);
        }
    cudaFree(in);
    cudaFree(out);
}

static void times(void) {
    static const size_t sizes[] = {1, 300, 8192, 131072, LONGEST};
    float *in, *out;
    Work w = work_for(FLOAT32, LONGEST, MANY_BLOCKS);
    Work of_auto = work_for(FLOAT32, LONGEST, AUTO);
    if (of_auto.bytes > w.bytes) {
        Work other = w;
        w = of_auto;
        of_auto = other;
    }
    cudaMalloc(&in, LONGEST * sizeof(float));
    cudaMalloc(&out, 64 * sizeof(float));
    cudaMemset(in, 0, LONGEST * sizeof(float));
    cudaDeviceSynchronize();
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        size_t n = sizes[i];
        bool small = n <= 131072; // one warp takes a millisecond for more
        float block = time_us(in, out, n, ONE_BLOCK, w);
        float many = time_us(in, out, n, MANY_BLOCKS, w);
        float warp = small ? time_us(in, out, n, ONE_WARP, w) : 1e9f;
        float best = block < many ? block : many;
        if (warp < best) best = warp;
        float own = time_us(in, out, n, AUTO, w);
        fact[CHOSEN] &= own <= 1.25f * best;
        if (n <= 300) fact[DIRECT] &= own <= 1.5f * time_us(in, out, n, PLAIN, w);
        if (n == 300) fact[APART] &= warp < many;
        if (n == 131072) fact[APART] &= 1.5f * block < warp;
        if (n == LONGEST) fact[APART] &= 4 * many < block;
    }
    give_back(w);
    give_back(of_auto);
    cudaFree(in);
    cudaFree(out);
}

void library(const float *reals, const double *doubles, const int *ints, float *of_reals,
             double *of_doubles, int *of_ints, int *facts, int n, int skip, int timed);

void library(const float *reals, const double *doubles, const int *ints, float *of_reals,
             double *of_doubles, int *of_ints, int *facts, int n, int skip, int timed) {
    fact = facts;
    writes = false;
    for (int i = 0; i < FACTS; i++)
        fact[i] = 1;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    results(reals + skip, doubles + skip, ints + skip, of_reals, of_doubles, of_ints, (size_t)n);
    if (writes) {
        ordered((size_t)n);
        refused();
        nothing();
        told();
        if (timed) of_many_doubles(LONGEST);
        if (timed) times();
        if (timed && kata_counts()) alike();
    }
    cudaStreamDestroy(stream);
}
