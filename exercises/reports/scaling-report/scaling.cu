// Training steps on 1, 2, 4 ... devices, each with its own samples: compute, then sum the gradients.
//
//   nvcc -O3 scaling.cu -o scaling -lnccl
//   ./scaling strong > strong.txt           64 samples for all devices together
//   ./scaling weak > weak.txt               64 samples for each device
//   kata sim --devices 8 scaling.cu -lnccl -- strong > strong.txt     (times are modelled)
//
// Samples have different lengths, as sentences have. Nobody can sum before the last device has
// computed.
#include <nccl.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 8, STEPS = 12, WARM_UP = 2, SAMPLES = 64, CHAIN = 1 << 20 };

static const size_t GRADIENTS = 4 << 20;

__global__ void fill_chain(int *next) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    next[i] = (int)((i * 1664525u + 1013904223u) % CHAIN);
}

// Stands for samples' way through a model, forward and back: its time grows with their length.
__global__ void train(const int *next, int *end, int length) {
    int at = 0;
    for (int i = 0; i < length; i++)
        at = next[at];
    *end = at;
}

static void must(bool ok, const char *what) {
    if (ok) return;
    fprintf(stderr, "%s failed\n", what);
    exit(1);
}

static int *chain[MOST], *ends[MOST];
static float *gradients[MOST];
static cudaStream_t stream[MOST];
static ncclComm_t comm[MOST];
// Of each step: its begin, when the device has computed, when the sum is there.
static cudaEvent_t event[MOST][STEPS][3];

static void open_devices(int devices) {
    for (int d = 0; d < devices; d++) {
        cudaSetDevice(d);
        must(cudaMalloc(&chain[d], CHAIN * sizeof(int)) == cudaSuccess, "cudaMalloc");
        must(cudaMalloc(&gradients[d], GRADIENTS * sizeof(float)) == cudaSuccess, "cudaMalloc");
        cudaMalloc(&ends[d], sizeof(int));
        fill_chain<<<CHAIN / 256, 256>>>(chain[d]);
        cudaMemset(gradients[d], 0, GRADIENTS * sizeof(float));
        cudaStreamCreateWithFlags(&stream[d], cudaStreamNonBlocking);
        for (int s = 0; s < STEPS; s++)
            for (int e = 0; e < 3; e++)
                cudaEventCreate(&event[d][s][e]);
        cudaDeviceSynchronize();
    }
}

static void close_devices(int devices) {
    for (int d = 0; d < devices; d++) {
        cudaSetDevice(d);
        for (int s = 0; s < STEPS; s++)
            for (int e = 0; e < 3; e++)
                cudaEventDestroy(event[d][s][e]);
        cudaStreamDestroy(stream[d]);
        for (void *p : {(void *)chain[d], (void *)ends[d], (void *)gradients[d]})
            cudaFree(p);
    }
}

// The loads that a device's samples of a step take. The same numbers in every run.
static int length_of(int step, int device, int samples) {
    unsigned x = 12345u + step * 7919u;
    int sum = 0;
    for (int i = 0; i < (device + 1) * samples; i++) {
        x = x * 1664525u + 1013904223u;
        if (i >= device * samples) sum += 32 + (int)(x >> 16) % 65;
    }
    return sum;
}

static void enqueue_step(int step, int devices, int samples) {
    for (int d = 0; d < devices; d++) {
        cudaSetDevice(d);
        cudaEventRecord(event[d][step][0], stream[d]);
        train<<<1, 32, 0, stream[d]>>>(chain[d], ends[d], length_of(step, d, samples));
        cudaEventRecord(event[d][step][1], stream[d]);
    }
    ncclGroupStart();
    for (int d = 0; d < devices && devices > 1; d++)
        must(ncclAllReduce(gradients[d], gradients[d], GRADIENTS, ncclFloat, ncclSum, comm[d],
                           stream[d]) == ncclSuccess,
             "ncclAllReduce");
    ncclGroupEnd();
    for (int d = 0; d < devices; d++) {
        cudaSetDevice(d);
        cudaEventRecord(event[d][step][2], stream[d]);
    }
}

static double us_between(cudaEvent_t a, cudaEvent_t b) {
    float ms = 0;
    must(cudaEventElapsedTime(&ms, a, b) == cudaSuccess, "cudaEventElapsedTime");
    return ms * 1e3;
}

typedef struct Row { // means, in us
    double compute, wait, sum, step, least, most;
} Row;

static void add_step(Row *row, int step, int devices) {
    double mean = 0, slowest = 0, whole = 0;
    for (int d = 0; d < devices; d++) {
        double computed = us_between(event[d][step][0], event[d][step][1]);
        double all = us_between(event[d][step][0], event[d][step][2]);
        mean += computed / devices;
        slowest = computed > slowest ? computed : slowest;
        whole = all > whole ? all : whole;
    }
    const int n = STEPS - WARM_UP;
    row->compute += mean / n;
    row->wait += (slowest - mean) / n;
    row->sum += (whole - slowest) / n;
    row->step += whole / n;
    row->least = row->least == 0 || whole < row->least ? whole : row->least;
    row->most = whole > row->most ? whole : row->most;
}

static Row measure(int devices, int samples) {
    Row row = {};
    must(ncclCommInitAll(comm, devices, NULL) == ncclSuccess, "ncclCommInitAll");
    for (int s = 0; s < STEPS; s++)
        enqueue_step(s, devices, samples);
    for (int d = 0; d < devices; d++)
        must(cudaStreamSynchronize(stream[d]) == cudaSuccess, "a step");
    for (int s = WARM_UP; s < STEPS; s++)
        add_step(&row, s, devices);
    for (int d = 0; d < devices; d++)
        ncclCommDestroy(comm[d]);
    return row;
}

int main(int argc, char **argv) {
    int devices = 0;
    cudaDeviceProp p;
    bool weak = argc > 1 && !strcmp(argv[1], "weak");
    must(weak || (argc > 1 && !strcmp(argv[1], "strong")), "reading the argument strong or weak");
    cudaGetDeviceCount(&devices);
    devices = devices < MOST ? devices : MOST;
    must(devices > 1, "finding two devices");
    cudaGetDeviceProperties(&p, 0);
    open_devices(devices);
    printf("# %s scaling: %d samples for %s; means in us, and the least and the most step\n",
           weak ? "weak" : "strong", SAMPLES, weak ? "each device" : "all devices");
    printf("# device: %s%s\n", p.name, getenv("KATASIM_GPU") ? " (modelled)" : "");
    printf("# weak: %d\n# repetitions: %d\n", weak, STEPS - WARM_UP);
    printf("# devices %10s %10s %10s %10s %10s %10s\n", "compute", "wait", "sum", "step", "least",
           "most");
    for (int n = 1; n <= devices; n *= 2) {
        Row r = measure(n, weak ? SAMPLES : SAMPLES / n);
        printf("%9d %10.2f %10.2f %10.2f %10.2f %10.2f %10.2f\n", n, r.compute, r.wait, r.sum,
               r.step, r.least, r.most);
    }
    close_devices(devices);
}
