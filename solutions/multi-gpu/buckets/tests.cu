// Tensors whose gradients are integers: a chain of operations for each element, and a number
// from the tensor before. Shown is a check sum of each tensor's weights.
#include "kata_tests.h"

#include <nccl.h>

typedef void Backward(int tensor, int device, cudaStream_t stream);
typedef void Update(int device, cudaStream_t stream);
void train_step(int tensors, const size_t *begin, unsigned **g, Backward *backward,
                Update *update, int devices, ncclComm_t *comm, cudaStream_t *stream);
void bucket_cases(int devices, int tensors, int n, int large, int work, int steps,
                  unsigned *weights, int *facts);

enum { MOST = 8, TENSORS = 1024, BLOCK = 128, CURRENT = 0, NO_WAIT, KERNELS, EARLY };
enum { MUCH = 20 << 20 }; // bytes of gradients, which are several buckets

static unsigned *g[MOST], *w[MOST], *from_before[MOST];
static cudaStream_t stream[MOST];
static ncclComm_t comm[MOST];
static size_t begin[TENSORS + 1];
static int work_now, enqueued; // kernels of backward and update
static int sums_before_last;   // enqueued when the last backward pass is

__global__ void gradient(unsigned *out, unsigned *from_before, int tensor, int device, int n,
                         int work) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned x = from_before[tensor + 1] + device * 977u + i;
    if (i == 0) from_before[tensor] = from_before[tensor + 1] * 3 + tensor + 1;
    for (int k = 0; k < work; k++)
        x = x * 1664525u + 1013904223u;
    if (i < n) out[i] = x;
}

__global__ void add(unsigned *w, const unsigned *g, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) w[i] += g[i];
}

static int size_of(int tensor) {
    return (int)(begin[tensor + 1] - begin[tensor]);
}

static int blocks(int tensor) {
    return (size_of(tensor) + BLOCK - 1) / BLOCK;
}

static void backward(int tensor, int device, cudaStream_t s) {
    cudaSetDevice(device);
    enqueued++;
    if (tensor == 0) sums_before_last = kata_calls("ncclAllReduce");
    gradient<<<blocks(tensor), BLOCK, 0, s>>>(g[device] + begin[tensor], from_before[device], tensor,
                                             device, size_of(tensor), work_now);
}

static int tensors_now;

static void update(int device, cudaStream_t s) {
    int n = (int)begin[tensors_now];
    cudaSetDevice(device);
    enqueued++;
    add<<<(n + BLOCK - 1) / BLOCK, BLOCK, 0, s>>>(w[device], g[device], n);
}

// A block for each tensor; each element has a weight.
__global__ void check(const unsigned *w, const size_t *begin, unsigned *sums) {
    __shared__ unsigned sum;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    unsigned mine = 0;
    size_t from = begin[blockIdx.x], size = begin[blockIdx.x + 1] - from;
    for (size_t i = threadIdx.x; i < size; i += blockDim.x)
        mine += w[from + i] * (2u * (unsigned)i + 1);
    atomicAdd(&sum, mine);
    __syncthreads();
    if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

__global__ void start(unsigned *from_before, int tensors) {
    for (int t = threadIdx.x; t <= tensors; t += blockDim.x)
        from_before[t] = t == tensors;
}

static int waits(void) {
    return kata_calls("cudaDeviceSynchronize") + kata_calls("cudaStreamSynchronize") +
           kata_calls("cudaEventSynchronize") + kata_calls("cudaMemcpy");
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

void bucket_cases(int devices, int tensors, int n, int large, int work, int steps,
                  unsigned *weights, int *facts) {
    size_t *there[MOST], list = (tensors + 1) * sizeof *begin;
    unsigned *sums[MOST];
    int device = -1;
    work_now = work;
    tensors_now = tensors;
    for (int t = 0; t < tensors; t++)
        begin[t + 1] = begin[t] + n - t % 3 * (n / 4) + (t == tensors / 2 ? large : 0);
    size_t bytes = begin[tensors] * sizeof(unsigned);
    if (!start_nccl(devices)) return;
    for (int d = 0; d < devices; d++) {
        cudaSetDevice(d);
        cudaStreamCreateWithFlags(&stream[d], cudaStreamNonBlocking);
        cudaMalloc(&g[d], bytes);
        cudaMalloc(&w[d], bytes);
        cudaMalloc(&from_before[d], (tensors + 1) * sizeof(unsigned));
        cudaMalloc(&there[d], list);
        cudaMalloc(&sums[d], tensors * sizeof(unsigned));
        cudaMemcpyAsync(there[d], begin, list, cudaMemcpyHostToDevice, stream[d]);
        cudaMemsetAsync(w[d], 0, bytes, stream[d]);
        start<<<1, 256, 0, stream[d]>>>(from_before[d], tensors);
    }
    cudaSetDevice(0);
    int before = waits(), kernels = kata_kernels(), reduced = kata_calls("ncclAllReduce");
    enqueued = 0;
    for (int s = 0; s < steps; s++)
        train_step(tensors, begin, g, backward, update, devices, comm, stream);
    facts[EARLY] = !kata_counts() || bytes < MUCH || sums_before_last > reduced;
    facts[KERNELS] = !kata_counts() || kata_kernels() - kernels == enqueued;
    facts[NO_WAIT] = waits() == before;
    cudaGetDevice(&device);
    facts[CURRENT] = device == 0;
    for (int d = 0; d < devices; d++) {
        cudaSetDevice(d);
        check<<<tensors, 1024, 0, stream[d]>>>(w[d], there[d], sums[d]);
        cudaMemcpyAsync(weights + (size_t)d * tensors, sums[d], tensors * sizeof *weights,
                        cudaMemcpyDeviceToHost, stream[d]);
    }
    for (int d = devices - 1; d >= 0; d--) {
        cudaSetDevice(d);
        cudaDeviceSynchronize();
        cudaStreamDestroy(stream[d]);
        cudaFree(g[d]);
        cudaFree(w[d]);
        cudaFree(from_before[d]);
        cudaFree(there[d]);
        cudaFree(sums[d]);
    }
}
