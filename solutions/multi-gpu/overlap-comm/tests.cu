// A network whose gradients are integers: the backward pass of a layer is a long chain of
// operations for each element, and takes a number from the layer above.
#include "kata_tests.h"

#include <nccl.h>

typedef void Work(int layer, int device, cudaStream_t stream);
void train_step(int layers, const size_t *begin, unsigned **g, Work *backward, Work *update,
                int devices, ncclComm_t *comm, cudaStream_t *stream);
void step_cases(int devices, int layers, int n, int work, int steps, unsigned *weights,
                int *facts);

enum { MOST = 8, LAYERS = 64, BLOCK = 128, CURRENT = 0, NO_WAIT, LEFT, KERNELS };

static unsigned *g[MOST], *w[MOST], *from_above[MOST];
static cudaStream_t stream[MOST];
static ncclComm_t comm[MOST];
static size_t begin[LAYERS + 1];
static int work_now, enqueued; // kernels of backward and update

__global__ void gradient(unsigned *out, unsigned *from_above, int layer, int device, int n,
                         int work) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned x = from_above[layer + 1] + device * 977u + i;
    if (i == 0) from_above[layer] = from_above[layer + 1] * 3 + layer + 1;
    for (int k = 0; k < work; k++)
        x = x * 1664525u + 1013904223u;
    if (i < n) out[i] = x;
}

__global__ void add(unsigned *w, const unsigned *g, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) w[i] += g[i];
}

static int size_of(int layer) {
    return (int)(begin[layer + 1] - begin[layer]);
}

static int blocks(int layer) {
    return (size_of(layer) + BLOCK - 1) / BLOCK;
}

static void backward(int layer, int device, cudaStream_t s) {
    cudaSetDevice(device);
    enqueued++;
    gradient<<<blocks(layer), BLOCK, 0, s>>>(g[device] + begin[layer], from_above[device], layer,
                                             device, size_of(layer), work_now);
}

static void update(int layer, int device, cudaStream_t s) {
    cudaSetDevice(device);
    enqueued++;
    add<<<blocks(layer), BLOCK, 0, s>>>(w[device] + begin[layer], g[device] + begin[layer],
                                        size_of(layer));
}

__global__ void start(unsigned *from_above, int layers) {
    if (threadIdx.x <= layers) from_above[threadIdx.x] = threadIdx.x == layers;
}

static int waits(void) {
    return kata_calls("cudaDeviceSynchronize") + kata_calls("cudaStreamSynchronize") +
           kata_calls("cudaEventSynchronize") + kata_calls("cudaMemcpy");
}

// Streams and events that were made and not destroyed again.
static int left(void) {
    return kata_calls("cudaStreamCreate") + kata_calls("cudaStreamCreateWithFlags") +
           kata_calls("cudaStreamCreateWithPriority") + kata_calls("cudaEventCreate") +
           kata_calls("cudaEventCreateWithFlags") - kata_calls("cudaStreamDestroy") -
           kata_calls("cudaEventDestroy");
}

// Communicators stay for the next call, as in a program that trains: on GPUs it takes longer to
// make them than the step that is timed. False: NCCL does not run on this machine.
static bool start_nccl(int devices) {
    static int there;
    if (there == devices) return true;
    for (int d = there - 1; d >= 0; d--)
        ncclCommDestroy(comm[d]);
    there = 0;
    ncclResult_t e = ncclCommInitAll(comm, devices, nullptr);
    if (e == ncclSuccess) there = devices;
    const char *last = ncclGetLastError(nullptr);
    return !kata_failed(e != ncclSuccess, "NCCL could not start",
                        last && *last ? last : ncclGetErrorString(e));
}

void step_cases(int devices, int layers, int n, int work, int steps, unsigned *weights,
                int *facts) {
    int device = -1;
    work_now = work;
    for (int l = 0; l < layers; l++) // of different sizes
        begin[l + 1] = begin[l] + n - l % 3 * (n / 4);
    size_t bytes = begin[layers] * sizeof(unsigned);
    if (!start_nccl(devices)) return;
    for (int d = 0; d < devices; d++) {
        cudaSetDevice(d);
        cudaStreamCreateWithFlags(&stream[d], cudaStreamNonBlocking);
        cudaMalloc(&g[d], bytes);
        cudaMalloc(&w[d], bytes);
        cudaMalloc(&from_above[d], (layers + 1) * sizeof(unsigned));
        cudaMemsetAsync(w[d], 0, bytes, stream[d]);
        start<<<1, LAYERS + 1, 0, stream[d]>>>(from_above[d], layers);
    }
    cudaSetDevice(0);
    int before = waits(), made = 0, kernels = kata_kernels();
    enqueued = 0;
    for (int s = 0; s < steps; s++) {
        if (s == 1) made = left(); // what is made once is there
        train_step(layers, begin, g, backward, update, devices, comm, stream);
    }
    facts[LEFT] = steps < 2 || left() == made;
    facts[KERNELS] = !kata_counts() || kata_kernels() - kernels == enqueued;
    facts[NO_WAIT] = waits() == before;
    cudaGetDevice(&device);
    facts[CURRENT] = device == 0;
    const size_t row = (size_t)layers * n;
    for (int d = 0; d < devices; d++) {
        cudaMemcpyAsync(weights + d * row, w[d], bytes, cudaMemcpyDeviceToHost, stream[d]);
        memset(weights + d * row + begin[layers], 0, (row - begin[layers]) * sizeof *weights);
    }
    for (int d = devices - 1; d >= 0; d--) {
        cudaSetDevice(d);
        cudaDeviceSynchronize();
        cudaStreamDestroy(stream[d]);
        cudaFree(g[d]);
        cudaFree(w[d]);
        cudaFree(from_above[d]);
    }
}
