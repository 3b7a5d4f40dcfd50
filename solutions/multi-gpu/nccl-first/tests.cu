// Buffers on each device, written and read by kernels in the rank's stream, with the learner's
// exchange in between and nothing that waits on the host.
#include "kata_tests.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <nccl.h>

void sum_all(void **x, size_t count, ncclDataType_t type, int ranks, ncclComm_t *comm,
             cudaStream_t *stream);
void gather_all(const int *const *part, const size_t *count, int **all, int ranks,
                ncclComm_t *comm, cudaStream_t *stream);
void shift(const int *const *from, int **to, size_t count, int ranks, ncclComm_t *comm,
           cudaStream_t *stream);
void collectives(const int *data, int *sums, int *gathered, int *shifted, int ranks, int n,
                 int type, int *facts);

enum { MOST = 4, BLOCK = 256 };

static ncclComm_t comm[MOST];
static cudaStream_t stream[MOST];
static int ranks_now, blocks;

template <class T> __global__ void convert(const int *from, T *to, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) to[i] = (T)(float)from[i];
}

template <class T> __global__ void back(const T *from, int *to, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) to[i] = (int)(float)from[i];
}

// What every device has.
struct Rank {
    int *in, *out, *all;
    void *x;
};

// Calls of functions whose names begin so: also those of the driver's interface.
static int calls(const char *begin) {
    int sum = 0;
    for (int i = 0; kata_counts() && sim_call_at(i); i++) {
        const char *name = sim_call_at(i)->name;
        while (*name == '_')
            name++;
        if (strncmp(name, begin, strlen(begin)) == 0) sum += (int)sim_call_at(i)->count;
    }
    return sum;
}

static int sum_of(const char *const *begin) {
    int sum = 0;
    for (; *begin; begin++)
        sum += calls(*begin);
    return sum;
}

// A host that asks in a loop whether a stream is done waits as well.
static int waits(void) {
    static const char *const all[] = {
        "cudaDeviceSynchronize", "cudaStreamSynchronize", "cudaEventSynchronize",
        "cudaThreadSynchronize", "cudaStreamQuery",       "cudaEventQuery",
        "cuCtxSynchronize",      "cuStreamSynchronize",   "cuEventSynchronize",
        "cuStreamQuery",         "cuEventQuery",          NULL};
    return sum_of(all);
}

static int copies(void) {
    return calls("cudaMemcpy") + calls("cuMemcpy");
}

// Of the learner's, which nothing in these exercises needs.
static int kernels(void) {
    static const char *const all[] = {"cudaLaunch", "cudaGraphLaunch", "cuLaunch",
                                      "cuGraphLaunch", NULL};
    return sum_of(all);
}

static int adds(void) {
    return kata_calls("ncclAllReduce") + kata_calls("ncclReduce") +
           kata_calls("ncclReduceScatter");
}

// How often such things have been done so far.
struct Seen {
    int waits, copies, kernels;
};

static Seen look(void) {
    return {waits(), copies(), kernels()};
}

// own: copies of a rank's own part to itself, which need no library.
static void judge(int *facts, Seen before, int own) {
    Seen now = look();
    facts[0] &= now.waits == before.waits;
    facts[1] &= now.copies - before.copies <= own && now.kernels == before.kernels;
}

static void wait_for_all(void) {
    for (int r = ranks_now - 1; r >= 0; r--) {
        cudaSetDevice(r);
        cudaDeviceSynchronize();
    }
}

template <class T> static void sum(Rank *rank, int n, ncclDataType_t type, int *facts) {
    void *x[MOST];
    for (int r = 0; r < ranks_now; r++) {
        cudaSetDevice(r);
        x[r] = rank[r].x;
        convert<T><<<blocks, BLOCK, 0, stream[r]>>>(rank[r].in, (T *)x[r], n);
    }
    Seen before = look();
    sum_all(x, n, type, ranks_now, comm, stream);
    judge(facts, before, 0);
    for (int r = 0; r < ranks_now; r++) {
        cudaSetDevice(r);
        back<T><<<blocks, BLOCK, 0, stream[r]>>>((T *)x[r], rank[r].out, n);
    }
}

static void sum_as(int type, Rank *rank, int n, int *facts) {
    switch (type) {
    case 0: return sum<float>(rank, n, ncclFloat, facts);
    case 1: return sum<double>(rank, n, ncclDouble, facts);
    case 2: return sum<__half>(rank, n, ncclHalf, facts);
    case 3: return sum<int>(rank, n, ncclInt, facts);
    case 4: return sum<signed char>(rank, n, ncclInt8, facts);
    default: return sum<__nv_bfloat16>(rank, n, ncclBfloat16, facts);
    }
}

// From the rank's out buffer to row r.
static void fetch(int *rows, int *const *from, size_t n) {
    for (int r = 0; r < ranks_now; r++)
        cudaMemcpyAsync(rows + r * n, from[r], n * sizeof *rows, cudaMemcpyDeviceToHost,
                        stream[r]);
}

// False: NCCL does not run on this machine, whoever calls it.
static bool start_nccl(int ranks) {
    ncclResult_t e = ncclCommInitAll(comm, ranks, nullptr);
    const char *last = ncclGetLastError(nullptr);
    return !kata_failed(e != ncclSuccess, "NCCL could not start",
                        last && *last ? last : ncclGetErrorString(e));
}

void collectives(const int *data, int *sums, int *gathered, int *shifted, int ranks, int n,
                 int type, int *facts) {
    Rank rank[MOST];
    int *in[MOST], *out[MOST], *all[MOST];
    size_t count[MOST], bytes = n * sizeof(int);
    ranks_now = ranks;
    blocks = (n + BLOCK - 1) / BLOCK;
    if (!start_nccl(ranks)) return;
    for (int r = 0; r < ranks; r++) {
        cudaSetDevice(r);
        cudaStreamCreateWithFlags(&stream[r], cudaStreamNonBlocking);
        cudaMalloc(&rank[r].in, bytes);
        cudaMalloc(&rank[r].out, bytes);
        cudaMalloc(&rank[r].all, ranks * bytes);
        cudaMalloc(&rank[r].x, 2 * bytes);
        cudaMemcpyAsync(rank[r].in, data + (size_t)r * n, bytes, cudaMemcpyHostToDevice,
                        stream[r]);
        cudaMemsetAsync(rank[r].all, 0xff, ranks * bytes, stream[r]); // -1
        cudaMemsetAsync(rank[r].out, 0xff, bytes, stream[r]);
        in[r] = rank[r].in, out[r] = rank[r].out, all[r] = rank[r].all;
        count[r] = r % 2 ? n : n / 2;
    }
    wait_for_all();

    facts[0] = facts[1] = 1;
    sum_as(type, rank, n, facts);
    fetch(sums, out, n);
    Seen before = look();
    int sums_before = adds();
    gather_all(in, count, all, ranks, comm, stream);
    judge(facts, before, ranks);
    facts[2] = adds() == sums_before;
    fetch(gathered, all, (size_t)ranks * n);
    before = look();
    shift(in, out, n, ranks, comm, stream);
    judge(facts, before, ranks == 1);
    fetch(shifted, out, n);

    wait_for_all();
    for (int r = ranks - 1; r >= 0; r--) {
        cudaSetDevice(r);
        cudaFree(rank[r].in);
        cudaFree(rank[r].out);
        cudaFree(rank[r].all);
        cudaFree(rank[r].x);
        cudaStreamDestroy(stream[r]);
        ncclCommDestroy(comm[r]);
    }
}
