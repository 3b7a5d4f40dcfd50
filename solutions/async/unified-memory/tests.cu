// Steps on a list of arrays in managed memory, and which pages move when.
#include "kata_tests.h"

#include <stdint.h>

struct Part {
    float *values;
    int n;
    Part *next;
};

void share_open(Part *parts, int count, float *table, int m);
void run_step(Part *parts, int count, float *table, int m, cudaStream_t s);
void bring_back(Part *parts, int count, cudaStream_t s);

enum { RIGHT, DEVICE, AHEAD, BACK, BOTH, OWN, NO_WAIT, FACTS };
enum { MOST_PARTS = 6, M = 50000 };

// Of the simulated device; absent on a GPU, where only hints can be asked about.
extern "C" __attribute__((weak)) void sim_host_used(const void *p, size_t n, bool writes);
extern "C" __attribute__((weak)) uint64_t sim_migrated(void);

static Part *parts;
static float *table;
static int count, *fact;
static cudaStream_t stream;

static void host_uses(const void *p, size_t bytes, bool writes) {
    if (sim_host_used && bytes) sim_host_used(p, bytes, writes);
}

static uint64_t moved(void) {
    return sim_migrated ? sim_migrated() : 0;
}

static int said(cudaMemRangeAttribute what, const void *p, size_t bytes) {
    int v = -9;
    cudaMemRangeGetAttribute(&v, sizeof v, what, p, bytes);
    return v;
}

static int waits(void) {
    return kata_calls("cudaDeviceSynchronize") + kata_calls("cudaStreamSynchronize") +
           kata_calls("cudaEventSynchronize");
}

static void fill_table(float by) {
    host_uses(table, M * sizeof *table, true);
    for (int i = 0; i < M; i++)
        table[i] = by + (float)(i % 3);
}

static void make(const int *n, int how_many) {
    count = how_many;
    host_uses(parts, MOST_PARTS * sizeof *parts, true);
    for (int i = 0; i < count; i++) {
        parts[i].n = n[i];
        parts[i].values = NULL;
        parts[i].next = i + 1 < count ? &parts[i + 1] : NULL;
        if (n[i]) cudaMallocManaged(&parts[i].values, n[i] * sizeof(float));
        host_uses(parts[i].values, n[i] * sizeof(float), true);
        for (int k = 0; k < n[i]; k++)
            parts[i].values[k] = (float)(k % 7);
    }
    fill_table(1);
    share_open(parts, count, table, M);
}

// One step, and the host looks at what it has to find there.
static void step(void) {
    int before = waits(), device = 0;
    uint64_t pages = moved();
    double stored = kata_bytes().got, bytes = 0;
    cudaGetDevice(&device);
    run_step(parts, count, table, M, stream);
    stored = kata_bytes().got - stored;
    for (int i = 0; i < count; i++)
        bytes += parts[i].n * sizeof(float);
    fact[DEVICE] &= !kata_counts() || stored >= bytes;
    fact[AHEAD] &= moved() == pages;
    for (int i = 0; i < count; i++)
        fact[AHEAD] &= !parts[i].n ||
                       said(cudaMemRangeAttributeLastPrefetchLocation, parts[i].values,
                            parts[i].n * sizeof(float)) == device;
    bring_back(parts, count, stream);
    fact[NO_WAIT] &= waits() == before;
    cudaDeviceSynchronize();

    pages = moved();
    for (int i = 0; i < count; i++) {
        host_uses(parts[i].values, parts[i].n * sizeof(float), true);
        fact[BACK] &= !parts[i].n ||
                      said(cudaMemRangeAttributeLastPrefetchLocation, parts[i].values,
                           parts[i].n * sizeof(float)) == cudaCpuDeviceId;
    }
    fact[BACK] &= moved() == pages;
    host_uses(parts, MOST_PARTS * sizeof *parts, false);
    host_uses(table, M * sizeof *table, false);
    fact[BOTH] &= moved() == pages;
}

// by: what was added to the table in each step.
static void look(const float *by, int steps) {
    for (int i = 0; i < count; i++)
        for (int k = 0; k < parts[i].n; k++) {
            float want = (float)(k % 7);
            for (int s = 0; s < steps; s++)
                want *= by[s] + (float)(k % M % 3);
            fact[RIGHT] &= parts[i].values[k] == want;
        }
    for (int i = 0; i < count; i++)
        fact[OWN] &= !parts[i].n ||
                     said(cudaMemRangeAttributeReadMostly, parts[i].values,
                          parts[i].n * sizeof(float)) == 0;
    if (count)
        fact[BOTH] &= said(cudaMemRangeAttributeReadMostly, parts,
                           count * sizeof *parts) == 1;
    fact[BOTH] &= said(cudaMemRangeAttributeReadMostly, table, M * sizeof *table) == 1;
}

void share_cases(int scenario, int *facts);

void share_cases(int scenario, int *facts) {
    static const int lengths[][MOST_PARTS] = {
        {0}, {1}, {100000}, {70000, 3, 0, 131072, 16384, 99999}, {200000, 5000},
    };
    static const int counts[] = {0, 1, 1, 6, 2};
    int which = scenario < 5 ? scenario : 3;
    fact = facts;
    for (int i = 0; i < FACTS; i++)
        fact[i] = 1;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaMallocManaged(&parts, MOST_PARTS * sizeof *parts);
    cudaMallocManaged(&table, M * sizeof *table);
    make(lengths[which], counts[which]);
    // The host changes the table before the first and before the third step.
    static const float changes[] = {2, 2, 3}, stays[] = {1, 1, 1, 1, 1};
    const float *by = scenario == 5 ? changes : stays;
    int steps = scenario == 4 ? 5 : scenario == 5 ? 3 : 1;
    float now = 1;
    for (int i = 0; i < steps; i++) {
        if (by[i] != now) fill_table(now = by[i]);
        step();
    }
    look(by, steps);
    for (int i = 0; i < count; i++)
        cudaFree(parts[i].values);
    cudaFree(parts);
    cudaFree(table);
    cudaStreamDestroy(stream);
}
