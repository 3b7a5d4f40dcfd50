// Runs the variants. On a GPU: the median time of each. On the simulated
// device: what it counted in one launch, and the modelled time.
//
//     measure [--reps N] [--set 1|2|3] [--half fit|hold] [--once] [--clean]
//     [FAMILY[/NAME]...]
//
// A repetition is
//
//     fill 256 MiB | event | the launch | event
//
// all of it enqueued at once, so that the host's part of the launch is over
// while the fill still runs: what lies between the events is the kernel, what
// the device needs to begin and end it, and the events. The fill leaves its own
// (dirty) lines in L2. A variant that wants what is in L2 waits behind a kernel
// that only spins. --clean: fill, then read other memory, so that L2 is cold
// and clean. --once: one launch each, for a profiler.
#include "variants.h"

extern "C" {
#include "sim/sim.h"
}

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

extern "C" __attribute__((weak)) int sim_launch_count(void);
extern "C" __attribute__((weak)) const SimLaunchInfo *sim_launch_at(int i);
extern "C" __attribute__((weak)) void sim_clear(void);

Family *Family::first;

static void must(cudaError_t e, const char *what) {
    if (!e) return;
    fprintf(stderr, "measure: %s: %s\n", what, cudaGetErrorString(e));
    exit(1);
}

void pool_index(const Pool &p, const uint32_t *from, size_t n) {
    must(cudaMemcpy(p.index, from, n * 4, cudaMemcpyHostToDevice), "index");
}

static bool is_sim() {
    return sim_launch_count != nullptr;
}

// ---- between repetitions

constexpr size_t FLUSH = 256u << 20;
static char *flush_room;

static __global__ void spin(long long cycles) {
    long long start = clock64();
    while (clock64() - start < cycles) {
    }
}

static __global__ void read_all(const uint4 *a, unsigned *out, int n) {
    unsigned sum = 0;
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x)
        sum ^= a[i].x;
    if (sum == 12345) *out = sum;
}

// SM cycles and nanoseconds over 20 us.
static __global__ void clocks(unsigned long long *out) {
    unsigned long long t0, t1;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t0));
    do // the timer ticks in steps: begin at one
        asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t1));
    while (t1 == t0);
    long long c0 = clock64();
    t0 = t1;
    do
        asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t1));
    while (t1 < t0 + 20000);
    out[0] = clock64() - c0;
    out[1] = t1 - t0;
}

static double clock_mhz() {
    static unsigned long long *d;
    unsigned long long v[2];
    if (!d) must(cudaMalloc(&d, 16), "memory");
    clocks<<<1, 1>>>(d);
    must(cudaMemcpy(v, d, 16, cudaMemcpyDeviceToHost), "clocks");
    return 1e3 * (double)v[0] / (double)v[1];
}

static void settle(bool warm, bool clean) {
    if (warm) {
        spin<<<1, 1>>>(200000);
        return;
    }
    must(cudaMemsetAsync(flush_room, 0, FLUSH), "flush");
    if (!clean) return;
    read_all<<<SMS * 8, 256>>>((const uint4 *)flush_room,
                               (unsigned *)flush_room, FLUSH / 32);
}

// ---- one variant

struct Times {
    double median, lo, hi, least, mhz;
    int n;
};

static double quantile(const std::vector<double> &sorted, double q) {
    return sorted[(size_t)(q * (double)(sorted.size() - 1) + .5)];
}

static Times summary(std::vector<double> us, double mhz) {
    std::sort(us.begin(), us.end());
    // 95 %, whatever the distribution: order statistics of a fair coin
    double n = (double)us.size(), half = .98 * std::sqrt(n) / n;
    return {quantile(us, .5),
            quantile(us, std::max(0., .5 - half)),
            quantile(us, std::min(1., .5 + half)),
            us[0],
            mhz,
            (int)us.size()};
}

static void repeat(const Variant &v, const Pool &p, int reps, bool clean,
                   std::vector<double> *us) {
    cudaEvent_t a, b;
    must(cudaEventCreate(&a), "event");
    must(cudaEventCreate(&b), "event");
    for (int i = -3; i < reps; i++) {
        float ms;
        settle(v.warm, clean);
        cudaEventRecord(a);
        v.launch(p);
        cudaEventRecord(b);
        must(cudaGetLastError(), v.name);
        must(cudaEventSynchronize(b), v.name);
        must(cudaEventElapsedTime(&ms, a, b), v.name);
        if (i >= 0) us->push_back(1e3 * ms);
    }
    cudaEventDestroy(a);
    cudaEventDestroy(b);
}

static const char *half_of(int i) {
    return i % 2 ? "hold" : "fit";
}

static void print_counts(const Family *f, int i) {
    for (int k = 0; k < sim_launch_count(); k++) {
        const SimLaunchInfo *in = sim_launch_at(k);
        const SimCounters &c = in->c;
        printf("%s\t%s\t%s\t%d\t%.3f\t%s\t%.3f\t%u\t%u\t%d\t%u\t%.4f\t%.4f"
               "\t%.4f\t%.4f\t%u",
               f->name, f->at[i].name, half_of(i), f->set, in->us, in->limiter,
               in->share, in->grid[0] * in->grid[1] * in->grid[2],
               in->block[0] * in->block[1] * in->block[2], in->regs,
               in->smem_bytes, in->occupancy, in->longest, in->busiest,
               in->skew, in->hops);
#define COUNTER(id, ...) printf("\t%llu", (unsigned long long)c.id);
#include "sim/counters.def"
        putchar('\n');
    }
}

static void count(const Family *f, int i, const Pool &p) {
    const Variant &v = f->at[i];
    settle(v.warm, false);
    if (v.warm) v.launch(p);
    must(cudaDeviceSynchronize(), v.name);
    sim_clear();
    v.launch(p);
    must(cudaDeviceSynchronize(), v.name);
    print_counts(f, i);
}

// ---- all of them

struct Options {
    int reps = 40;
    bool once = false, clean = false;
    const char *half = nullptr;
    int set = 0; // all
    std::vector<std::string> only;

    bool wants(const Family *f, int i) const {
        if (half && strcmp(half, half_of(i))) return false;
        if (set && set != f->set) return false;
        bool any = only.empty();
        for (const std::string &s : only)
            any |=
                s == f->name || s == std::string(f->name) + "/" + f->at[i].name;
        return any;
    }
};

static void heading() {
    if (!is_sim()) {
        puts("#family\tname\thalf\tn\tmedian_us\tlo_us\thi_us\tleast_us\tmhz"
             "\tset");
        return;
    }
    printf("#family\tname\thalf\tset\tus\tlimiter\tshare\tblocks\tthreads\tregs"
           "\tsmem"
           "\toccupancy\tlongest\tbusiest\tskew\thops");
#define COUNTER(id, ...) printf("\t%s", #id);
#include "sim/counters.def"
    putchar('\n');
}

static void run(const Options &o, const Family *f, int i, const Pool &p) {
    const Variant &v = f->at[i];
    if (v.prepare) v.prepare(p);
    if (is_sim()) {
        count(f, i, p);
    } else if (o.once) {
        settle(v.warm, o.clean);
        v.launch(p);
        must(cudaDeviceSynchronize(), v.name);
    } else {
        std::vector<double> us;
        repeat(v, p, o.reps, o.clean, &us);
        Times t = summary(us, clock_mhz());
        printf("%s\t%s\t%s\t%d\t%.3f\t%.3f\t%.3f\t%.3f\t%.0f\t%d\n", f->name,
               v.name, half_of(i), t.n, t.median, t.lo, t.hi, t.least, t.mhz,
               f->set);
    }
    fflush(stdout);
}

static Pool pool_make() {
    Pool p;
    std::vector<float> v(MI);
    Random r(42);
    for (float &x : v)
        x = (float)(r.next() % 1024) / 256;
    must(cudaMalloc(&p.a, POOL_FLOATS * 4ull), "memory");
    must(cudaMalloc(&p.b, POOL_FLOATS * 4ull), "memory");
    must(cudaMalloc(&p.c, POOL_FLOATS * 4ull), "memory");
    must(cudaMalloc(&p.index, 4ull * MI * 4), "memory");
    must(cudaMalloc(&flush_room, FLUSH), "memory");
    for (int i = 0; i < POOL_FLOATS; i += MI) {
        cudaMemcpy(p.a + i, v.data(), 4 * MI, cudaMemcpyHostToDevice);
        cudaMemcpy(p.b + i, v.data(), 4 * MI, cudaMemcpyHostToDevice);
    }
    must(cudaMemset(p.c, 0, POOL_FLOATS * 4ull), "memory");
    must(cudaMemset(p.index, 0, 4ull * MI * 4), "memory");
    return p;
}

int main(int argc, char **argv) {
    Options o;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--reps") && i + 1 < argc)
            o.reps = atoi(argv[++i]);
        else if (!strcmp(argv[i], "--half") && i + 1 < argc)
            o.half = argv[++i];
        else if (!strcmp(argv[i], "--set") && i + 1 < argc)
            o.set = atoi(argv[++i]);
        else if (!strcmp(argv[i], "--once"))
            o.once = true;
        else if (!strcmp(argv[i], "--clean"))
            o.clean = true;
        else
            o.only.push_back(argv[i]);
    }
    Pool p = pool_make();
    std::vector<Family *> all;
    for (Family *f = Family::first; f; f = f->next)
        all.push_back(f);
    std::stable_sort(all.begin(), all.end(),
                     [](const Family *x, const Family *y) {
                         int order = strcmp(x->name, y->name);
                         return order ? order < 0 : x->set < y->set;
                     });
    if (!o.once) heading();
    for (Family *f : all)
        for (int i = 0; i < f->n; i++)
            if (o.wants(f, i)) run(o, f, i, p);
}
