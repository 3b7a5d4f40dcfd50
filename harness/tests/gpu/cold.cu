// Times a call as CUB's own benchmarks do, as a second opinion on kata's clock.
//
//   cold LIBRARY.so N SAMPLES [FLUSHES [PAD [PLACES [STAY [FIRST]]]]]
//
// LIBRARY defines `extern "C" void entry(const float *, const float *,
// float *, int)`. Per sample: a memset overwrites as many bytes as L2 holds, a
// kernel holds the stream until the host has enqueued everything, event, call,
// event. FLUSHES: the memset overwrites so many times that, not once (kata:
// twice). PAD: so many bytes behind each array, which then lie elsewhere.
// PLACES: so many sets of the arrays in turn, not one, each for STAY samples
// (1), beginning with the one that was allocated as number FIRST (0). Prints
// the median and the mean of the samples in microseconds. Written from the
// published description of the method; shares no code with kata.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <dlfcn.h>
#include <vector>

typedef void (*Entry)(const float *, const float *, float *, int);

static void must(cudaError_t e, const char *what) {
    if (e == cudaSuccess) return;
    fprintf(stderr, "cold: %s: %s\n", what, cudaGetErrorString(e));
    exit(1);
}

__global__ void hold(volatile int *open) {
    while (!*open)
        ;
}

int main(int argc, char **argv) {
    if (argc < 4) return 2;
    void *lib = dlopen(argv[1], RTLD_NOW);
    Entry entry = lib ? (Entry)dlsym(lib, "entry") : nullptr;
    int n = atoi(argv[2]), samples = atoi(argv[3]);
    if (!entry) {
        fprintf(stderr, "cold: %s\n", dlerror());
        return 1;
    }
    size_t bytes = sizeof(float) * n;
    size_t flushes = argc > 4 ? atoi(argv[4]) : 1;
    size_t room = bytes + (argc > 5 ? atoi(argv[5]) : 0);
    struct Arrays {
        float *a, *b, *c;
    };
    std::vector<Arrays> places(argc > 6 ? atoi(argv[6]) : 1);
    int stay = argc > 7 ? atoi(argv[7]) : 1,
        first = argc > 8 ? atoi(argv[8]) : 0;
    std::vector<float> host(n);
    for (int i = 0; i < n; i++)
        host[i] = (float)rand() / RAND_MAX - 0.5f;
    for (Arrays &p : places) {
        must(cudaMalloc(&p.a, room), "a");
        must(cudaMalloc(&p.b, room), "b");
        must(cudaMalloc(&p.c, room), "c");
        must(cudaMemcpy(p.a, host.data(), bytes, cudaMemcpyDefault), "fill");
        must(cudaMemcpy(p.b, host.data(), bytes, cudaMemcpyDefault), "fill");
    }

    int l2 = 0;
    must(cudaDeviceGetAttribute(&l2, cudaDevAttrL2CacheSize, 0), "l2");
    void *flush;
    int *gate;
    must(cudaMalloc(&flush, flushes * l2), "flush");
    must(cudaMallocHost(&gate, sizeof *gate), "gate");
    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    entry(places[0].a, places[0].b, places[0].c, n);
    must(cudaDeviceSynchronize(), "first call");

    std::vector<float> us;
    for (int i = 0; i < samples + samples / 10; i++) {
        const Arrays &p = places[(first + i / stay) % places.size()];
        *(volatile int *)gate = 0;
        cudaMemsetAsync(flush, 0, flushes * l2);
        hold<<<1, 1>>>(gate);
        cudaEventRecord(start);
        entry(p.a, p.b, p.c, n);
        cudaEventRecord(stop);
        *(volatile int *)gate = 1;
        must(cudaDeviceSynchronize(), "sample");
        float ms;
        must(cudaEventElapsedTime(&ms, start, stop), "time");
        if (i >= samples / 10) us.push_back(ms * 1e3f);
    }
    double sum = 0;
    for (float v : us)
        sum += v;
    std::sort(us.begin(), us.end());
    printf("%.3f\t%.3f\n", us[us.size() / 2], sum / us.size());
    return 0;
}
