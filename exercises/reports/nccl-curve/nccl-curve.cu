// The time of an all-reduce, from a few bytes to many megabytes.
//
//   nvcc -O3 nccl-curve.cu -o nccl-curve -lnccl && ./nccl-curve > curve.txt
//   kata sim --devices 4 nccl-curve.cu -lnccl > curve.txt      (times are modelled)
//
// Arguments: the largest size in MiB (1024; on the simulated device 16), and how
// many sums are timed for each size (20).
#include <nccl.h>

#include <stdio.h>
#include <stdlib.h>

enum { MOST = 16, WARM_UP = 5 };

static void must(bool ok, const char *what) {
    if (ok) return;
    fprintf(stderr, "%s failed\n", what);
    exit(1);
}

static int devices;
static float *data[MOST];
static cudaStream_t stream[MOST];
static ncclComm_t comm[MOST];

static void sum_all(size_t count) {
    ncclGroupStart();
    for (int d = 0; d < devices; d++)
        must(ncclAllReduce(data[d], data[d], count, ncclFloat, ncclSum, comm[d], stream[d]) ==
                 ncclSuccess,
             "ncclAllReduce");
    ncclGroupEnd();
}

static void wait_all(void) {
    for (int d = 0; d < devices; d++)
        must(cudaStreamSynchronize(stream[d]) == cudaSuccess, "cudaStreamSynchronize");
}

// The time of one sum in us, over `repetitions` of them one after the other. The host enqueues all
// before it waits: its own time does not count.
static double time_us(size_t count, int repetitions) {
    cudaEvent_t begin, end;
    float ms = 0;
    for (int i = 0; i < WARM_UP; i++)
        sum_all(count);
    wait_all();
    cudaSetDevice(0);
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    cudaEventRecord(begin, stream[0]);
    for (int i = 0; i < repetitions; i++)
        sum_all(count);
    cudaSetDevice(0);
    cudaEventRecord(end, stream[0]);
    wait_all();
    cudaEventElapsedTime(&ms, begin, end);
    cudaEventDestroy(begin);
    cudaEventDestroy(end);
    return ms * 1e3 / repetitions;
}

int main(int argc, char **argv) {
    cudaDeviceProp p;
    cudaGetDeviceCount(&devices);
    devices = devices < MOST ? devices : MOST;
    must(devices > 1, "finding two devices");
    cudaGetDeviceProperties(&p, 0);
    bool modelled = getenv("KATASIM_GPU") != NULL;
    size_t most = (argc > 1 ? atoll(argv[1]) : modelled ? 16 : 1024) << 20;
    int repetitions = argc > 2 ? atoi(argv[2]) : 20;
    must(most >= 8 && repetitions > 0, "reading the arguments");
    must(ncclCommInitAll(comm, devices, NULL) == ncclSuccess, "ncclCommInitAll");
    for (int d = 0; d < devices; d++) {
        cudaSetDevice(d);
        must(cudaMalloc(&data[d], most) == cudaSuccess, "cudaMalloc");
        cudaMemset(data[d], 0, most);
        cudaStreamCreateWithFlags(&stream[d], cudaStreamNonBlocking);
        cudaDeviceSynchronize(); // such a stream does not wait for the memset
    }
    printf("# all-reduce of floats, in place; bytes, us, GB/s\n");
    printf("# device: %s%s\n", p.name, modelled ? " (modelled)" : "");
    printf("# ranks: %d\n# repetitions: %d\n", devices, repetitions);
    printf("# %10s %12s %10s %10s\n", "size", "time", "algbw", "busbw");
    for (size_t size = 8; size <= most; size *= 2) {
        double us = time_us(size / sizeof(float), repetitions), algbw = size / us / 1e3;
        printf("%12zu %12.2f %10.4f %10.4f\n", size, us, algbw,
               algbw * 2 * (devices - 1) / devices);
    }
    for (int d = 0; d < devices; d++) {
        cudaSetDevice(d);
        ncclCommDestroy(comm[d]);
        cudaStreamDestroy(stream[d]);
        cudaFree(data[d]);
    }
}
