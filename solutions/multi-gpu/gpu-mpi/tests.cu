// Ranks in a ring, each with a device, and an MPI for them. A rank runs until it
// has to wait, then the next one does: one thread, in the same order always. A
// message travels when both its sides are known, on a stream of the library's.
#include "kata_tests.h"

#include <ucontext.h>

void exchange_rows(float *grid, int rows, int cols, int rank, int ranks, cudaStream_t stream);
void exchange_columns(float *grid, int rows, int cols, float *pack, int rank, int ranks,
                      cudaStream_t stream);
void mpi_cases(int ranks, int rows, int cols, int steps, int seed, float *by_rows,
               float *by_columns, int *facts);

enum { FINISHED, UNSTAGED, WHOLE, WAITED, APART, FACTS };
enum { MOST = 4, MESSAGES = 4096, STACK = 256 * 1024 };

// ---- the library

static struct Message {
    bool sends, open, asked; // asked: somebody has waited for it
    void *at;
    int count, rank, peer, tag;
} messages[MESSAGES + 1]; // the last one is no message: closed, and waited for
static int nmessages, now; // now: the rank that runs
static int *told;          // the facts
static cudaStream_t wire[MOST];
static ucontext_t scheduler, context[MOST];
static char *stacks[MOST];
static bool ended[MOST];
static long progress;

static bool is_device(const void *p) {
    cudaPointerAttributes a;
    bool ok = cudaPointerGetAttributes(&a, p) == cudaSuccess && a.type == cudaMemoryTypeDevice;
    cudaGetLastError();
    return ok;
}

static bool matches(const struct Message *a, const struct Message *b) {
    return b->open && a->sends != b->sends && a->rank == b->peer && a->peer == b->rank &&
           a->tag == b->tag;
}

static void travel(struct Message *a, struct Message *b) {
    const struct Message *from = a->sends ? a : b, *to = a->sends ? b : a;
    int n = from->count < to->count ? from->count : to->count;
    cudaSetDevice(to->rank);
    cudaMemcpyAsync(to->at, from->at, n * sizeof(float), cudaMemcpyDefault, wire[to->rank]);
    cudaStreamSynchronize(wire[to->rank]);
    cudaSetDevice(now);
    a->open = b->open = false;
    progress++;
}

static int post(bool sends, void *at, int count, int peer, int tag, int *request) {
    int mine = nmessages;
    if (nmessages == MESSAGES) { // far more than two for each exchange
        told[WHOLE] = 0;
        *request = MESSAGES;
        return 1;
    }
    struct Message *m = &messages[nmessages++];
    *m = (struct Message){sends, true, false, at, count, now, peer, tag};
    *request = mine;
    told[UNSTAGED] &= is_device(at);
    progress++;
    for (int i = 0; i < mine && m->open; i++)
        if (matches(m, &messages[i])) travel(m, &messages[i]);
    return 0;
}

extern "C" {
int MPI_Isend(const void *from, int count, int type, int to, int tag, int comm, int *request) {
    (void)type, (void)comm;
    return post(true, (void *)from, count, to, tag, request);
}

int MPI_Irecv(void *into, int count, int type, int from, int tag, int comm, int *request) {
    (void)type, (void)comm;
    return post(false, into, count, from, tag, request);
}

int MPI_Waitall(int n, int *requests, int *statuses) {
    (void)statuses;
    for (int i = 0; i < n; i++) {
        struct Message *m = &messages[requests[i]];
        while (m->open)
            swapcontext(&context[now], &scheduler);
        m->asked = true;
    }
    return 0;
}

int MPI_Send(const void *from, int count, int type, int to, int tag, int comm) {
    int request;
    return MPI_Isend(from, count, type, to, tag, comm, &request) ||
           MPI_Waitall(1, &request, 0);
}

int MPI_Recv(void *into, int count, int type, int from, int tag, int comm, int *status) {
    int request;
    (void)status;
    return MPI_Irecv(into, count, type, from, tag, comm, &request) ||
           MPI_Waitall(1, &request, 0);
}
}

// ---- the ranks

static struct Grid {
    float *tall, *wide, *pack; // (rows + 2) x cols, rows x (cols + 2)
    int *wrong;
    cudaStream_t stream;
} grids[MOST];
static struct Given {
    int ranks, rows, cols, steps, seed;
} given;

__device__ float value(int rank, int step, int y, int x, int seed) {
    return (float)((rank * 1009 + step * 131 + y * 17 + x * 7 + seed) & 0xffff);
}

// Inner elements of this step; the borders are -1 until they come.
__global__ void fill(float *at, int height, int width, int turned, int rank, int step, int seed) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x >= width) return;
    bool border = turned ? x == 0 || x == width - 1 : y == 0 || y == height - 1;
    at[(size_t)y * width + x] = border ? -1 : value(rank, step, y, x, seed);
}

__global__ void inspect(const float *at, int height, int width, int turned, int rank, int step,
                        int seed, int *wrong) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x >= width) return;
    bool border = turned ? x == 0 || x == width - 1 : y == 0 || y == height - 1;
    if (!border && at[(size_t)y * width + x] != value(rank, step, y, x, seed)) atomicAdd(wrong, 1);
}

static bool all_closed(int from) {
    for (int i = from; i < nmessages; i++)
        if (messages[i].rank == now && !messages[i].asked) return false;
    return true;
}

// Two messages of this rank's, with n floats each.
static bool is_whole(int from, int n) {
    int sent = 0;
    for (int i = from; i < nmessages; i++)
        if (messages[i].rank == now && messages[i].sends) {
            if (messages[i].count != n) return false;
            sent++;
        }
    return sent == 2;
}

static void look(int from, int n) {
    told[WAITED] &= all_closed(from);
    told[WHOLE] &= is_whole(from, n);
}

static void run_rank() {
    const struct Given *g = &given;
    struct Grid *a = &grids[now];
    dim3 tall((g->cols + 127) / 128, g->rows + 2), wide((g->cols + 2 + 127) / 128, g->rows);
    for (int step = 0; step < g->steps; step++) {
        fill<<<tall, 128, 0, a->stream>>>(a->tall, g->rows + 2, g->cols, 0, now, step, g->seed);
        int from = nmessages;
        exchange_rows(a->tall, g->rows, g->cols, now, g->ranks, a->stream);
        look(from, g->cols);
        inspect<<<tall, 128, 0, a->stream>>>(a->tall, g->rows + 2, g->cols, 0, now, step, g->seed,
                                             a->wrong);
        fill<<<wide, 128, 0, a->stream>>>(a->wide, g->rows, g->cols + 2, 1, now, step, g->seed);
        from = nmessages;
        exchange_columns(a->wide, g->rows, g->cols, a->pack, now, g->ranks, a->stream);
        look(from, g->rows);
        inspect<<<wide, 128, 0, a->stream>>>(a->wide, g->rows, g->cols + 2, 1, now, step, g->seed,
                                             a->wrong);
    }
    ended[now] = true;
    progress++;
    swapcontext(&context[now], &scheduler);
}

static void begin(int r, int ranks, int rows, int cols) {
    struct Grid *a = &grids[r];
    cudaSetDevice(r);
    for (int other = 0; other < ranks; other++)
        if (other != r) cudaDeviceEnablePeerAccess(other, 0);
    cudaGetLastError(); // they may be open
    cudaStreamCreateWithFlags(&wire[r], cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&a->stream, cudaStreamNonBlocking);
    cudaMalloc(&a->tall, sizeof(float) * (rows + 2) * cols);
    cudaMalloc(&a->wide, sizeof(float) * rows * (cols + 2));
    cudaMalloc(&a->pack, sizeof(float) * rows * 4);
    cudaMalloc(&a->wrong, sizeof(int));
    cudaMemsetAsync(a->wrong, 0, sizeof(int), a->stream);
    ended[r] = false;
    stacks[r] = new char[STACK];
    getcontext(&context[r]);
    context[r].uc_stack.ss_sp = stacks[r];
    context[r].uc_stack.ss_size = STACK;
    context[r].uc_link = &scheduler;
    makecontext(&context[r], run_rank, 0);
}

// True if all came to their end; else each waits for another.
static bool run_all(int ranks) {
    for (long before = -1; before != progress;) {
        before = progress;
        for (int r = 0; r < ranks; r++) {
            now = r;
            cudaSetDevice(r);
            if (!ended[r]) swapcontext(&scheduler, &context[r]);
        }
    }
    for (int r = 0; r < ranks; r++)
        if (!ended[r]) return false;
    return true;
}

// Copies the borders out.
static void show(int r, int rows, int cols, float *by_rows, float *by_columns) {
    struct Grid *a = &grids[r];
    size_t row = cols * sizeof(float), one = sizeof(float), pitch = (cols + 2) * one;
    cudaMemcpyAsync(by_rows, a->tall, row, cudaMemcpyDeviceToHost, a->stream);
    cudaMemcpyAsync(by_rows + cols, a->tall + (size_t)(rows + 1) * cols, row,
                    cudaMemcpyDeviceToHost, a->stream);
    cudaMemcpy2DAsync(by_columns, one, a->wide, pitch, one, rows, cudaMemcpyDeviceToHost,
                      a->stream);
    cudaMemcpy2DAsync(by_columns + rows, one, a->wide + cols + 1, pitch, one, rows,
                      cudaMemcpyDeviceToHost, a->stream);
}

static void finish(int r, bool ok) {
    struct Grid *a = &grids[r];
    int wrong = 0;
    cudaMemcpyAsync(&wrong, a->wrong, sizeof wrong, cudaMemcpyDeviceToHost, a->stream);
    cudaDeviceSynchronize();
    if (ok) told[APART] &= wrong == 0;
    cudaFree(a->tall);
    cudaFree(a->wide);
    cudaFree(a->pack);
    cudaFree(a->wrong);
    cudaStreamDestroy(a->stream);
    cudaStreamDestroy(wire[r]);
    delete[] stacks[r];
}

void mpi_cases(int ranks, int rows, int cols, int steps, int seed, float *by_rows,
               float *by_columns, int *facts) {
    given = (struct Given){ranks, rows, cols, steps, seed};
    told = facts;
    nmessages = 0;
    progress = 0;
    for (int i = 0; i < FACTS; i++)
        facts[i] = 1;
    for (int r = 0; r < ranks; r++)
        begin(r, ranks, rows, cols);
    bool ok = run_all(ranks);
    facts[FINISHED] = ok;
    for (int r = 0; r < ranks; r++) {
        cudaSetDevice(r);
        show(r, rows, cols, by_rows + (size_t)r * 2 * cols, by_columns + (size_t)r * 2 * rows);
        finish(r, ok);
    }
    cudaSetDevice(0);
}
