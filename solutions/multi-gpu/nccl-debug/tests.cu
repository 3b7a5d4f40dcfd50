// Each rank's three exchanges, alone or together, as in a program with a process for each rank. Here
// one thread stands for all of them, so there is a group around their calls.
#include "kata_tests.h"

#include <nccl.h>

struct Rank {
    int rank, ranks;
    ncclComm_t comm;
    cudaStream_t stream;
};

void sum_gradients(Rank r, unsigned *g, const size_t *begin, int tensors, const int *ready);
void gather_losses(Rank r, const unsigned *loss, int samples, int most, unsigned *all);
void share_settings(Rank r, unsigned *settings, int n);
void debug_cases(int ranks, int parts, int tensors, int n, int most, int seed, unsigned *gradients,
                 unsigned *losses, unsigned *settings, int *facts);

enum { MOST = 4, TENSORS = 512, SETTINGS = 5, BLOCK = 128 };
enum { SUM = 1, GATHER = 2, SHARE = 4 }; // of parts

static size_t begin[TENSORS + 1];
static int ready[MOST][TENSORS];

__global__ void fill(unsigned *x, int n, unsigned seed) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = i * 2654435761u + seed;
}

// Losses beyond the rank's own samples are nobody's business.
__global__ void keep(const unsigned *from, unsigned *to, int ranks, int most) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < ranks * most) to[i] = i % most < max(most - i / most, 0) ? from[i] : 0;
}

static int waits(void) {
    return kata_calls("cudaDeviceSynchronize") + kata_calls("cudaStreamSynchronize") +
           kata_calls("cudaEventSynchronize");
}

static unsigned *array_of(int n, unsigned seed, cudaStream_t stream) {
    unsigned *p;
    cudaMalloc(&p, n * sizeof *p);
    fill<<<(n + BLOCK - 1) / BLOCK, BLOCK, 0, stream>>>(p, n, seed);
    return p;
}

// Each rank reaches its tensors in an order of its own.
static void make_orders(int ranks, int tensors, int n) {
    for (int t = 0; t < tensors; t++)
        begin[t + 1] = begin[t] + n + t;
    for (int r = 0; r < ranks; r++)
        for (int t = 0; t < tensors; t++)
            ready[r][t] = (tensors - 1 - t + r) % tensors;
}

// False: NCCL does not run on this machine, whoever calls it.
static bool start_nccl(ncclComm_t *comm, int ranks) {
    ncclResult_t e = ncclCommInitAll(comm, ranks, nullptr);
    const char *last = ncclGetLastError(nullptr);
    return !kata_failed(e != ncclSuccess, "NCCL could not start",
                        last && *last ? last : ncclGetErrorString(e));
}

void debug_cases(int ranks, int parts, int tensors, int n, int most, int seed, unsigned *gradients,
                 unsigned *losses, unsigned *settings, int *facts) {
    ncclComm_t comm[MOST];
    Rank rank[MOST];
    unsigned *g[MOST], *loss[MOST], *all[MOST], *kept[MOST], *own[MOST];
    make_orders(ranks, tensors, n);
    int size = (int)begin[tensors], list = ranks * most;
    if (!start_nccl(comm, ranks)) return;
    for (int r = 0; r < ranks; r++) {
        cudaSetDevice(r);
        rank[r] = {r, ranks, comm[r], nullptr};
        cudaStream_t *s = &rank[r].stream;
        cudaStreamCreateWithFlags(s, cudaStreamNonBlocking);
        g[r] = array_of(size, seed + r, *s);
        loss[r] = array_of(most, seed + 100 * r, *s);
        all[r] = array_of(list, 0, *s);
        kept[r] = array_of(list, 0, *s);
        own[r] = array_of(SETTINGS, seed + 7 * r, *s);
    }
    int before = waits();
    ncclGroupStart();
    for (int r = 0; r < ranks; r++) {
        cudaSetDevice(r);
        int samples = max(most - r, 0); // the last batches are smaller, or empty
        if (parts & SUM) sum_gradients(rank[r], g[r], begin, tensors, ready[r]);
        if (parts & GATHER) gather_losses(rank[r], loss[r], samples, most, all[r]);
        if (parts & SHARE) share_settings(rank[r], own[r], SETTINGS);
    }
    ncclGroupEnd();
    facts[0] = waits() == before;
    for (int r = 0; r < ranks; r++) {
        cudaStream_t s = rank[r].stream;
        cudaSetDevice(r);
        keep<<<(list + BLOCK - 1) / BLOCK, BLOCK, 0, s>>>(all[r], kept[r], ranks, most);
        cudaMemcpyAsync(gradients + (size_t)r * size, g[r], size * sizeof(unsigned),
                        cudaMemcpyDeviceToHost, s);
        cudaMemcpyAsync(losses + (size_t)r * list, kept[r], list * sizeof(unsigned),
                        cudaMemcpyDeviceToHost, s);
        cudaMemcpyAsync(settings + r * SETTINGS, own[r], SETTINGS * sizeof(unsigned),
                        cudaMemcpyDeviceToHost, s);
    }
    for (int r = ranks - 1; r >= 0; r--) {
        cudaSetDevice(r);
        cudaDeviceSynchronize();
        for (unsigned *p : {g[r], loss[r], all[r], kept[r], own[r]})
            cudaFree(p);
        cudaStreamDestroy(rank[r].stream);
        ncclCommDestroy(comm[r]);
    }
}
