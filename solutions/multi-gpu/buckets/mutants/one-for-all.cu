// rejected by: case some large tensors (one bucket, when all is over)
// A training step on several devices: gradients of many small tensors are summed in buckets.
#include <nccl.h>

// Enqueues the backward pass of a tensor on a device into a stream; the update of all tensors.
typedef void Backward(int tensor, int device, cudaStream_t stream);
typedef void Update(int device, cudaStream_t stream);

static cudaStream_t comm_stream[8];
static cudaEvent_t ready[8], reduced[8];

static void make_all(int devices) {
    int least, greatest;
    for (int d = devices - 1; d >= 0 && !comm_stream[d]; d--) {
        cudaSetDevice(d);
        cudaEventCreateWithFlags(&ready[d], cudaEventDisableTiming);
        cudaEventCreateWithFlags(&reduced[d], cudaEventDisableTiming);
        cudaDeviceGetStreamPriorityRange(&least, &greatest);
        cudaStreamCreateWithPriority(&comm_stream[d], cudaStreamNonBlocking, greatest);
    }
}

// NCCL takes 10 us for a sum, however small. In that time the link carries some MB: smaller
// buckets waste it, and larger ones only begin later.
static const size_t BUCKET_BYTES = 4 << 20;

// Sums elements first to last - 1 of all devices, after what is in their streams.
static void sum(unsigned **g, size_t first, size_t last, int devices, ncclComm_t *comm,
                cudaStream_t *stream) {
    for (int d = 0; d < devices; d++) {
        cudaSetDevice(d);
        cudaEventRecord(ready[d], stream[d]);
        cudaStreamWaitEvent(comm_stream[d], ready[d], 0);
    }
    ncclGroupStart();
    for (int d = 0; d < devices; d++)
        ncclAllReduce(g[d] + first, g[d] + first, last - first, ncclUint32, ncclSum, comm[d],
                      comm_stream[d]);
    ncclGroupEnd();
}

void train_step(int tensors, const size_t *begin, unsigned **g, Backward *backward,
                Update *update, int devices, ncclComm_t *comm, cudaStream_t *stream) {
    make_all(devices);
    size_t last = begin[tensors]; // what lies behind it is on its way
    for (int t = tensors - 1; t >= 0; t--) {
        for (int d = 0; d < devices; d++)
            backward(t, d, stream[d]);
        // The tensors of a bucket are neighbours in memory: one call, and no copies.
        if (t > 0) continue;
        sum(g, begin[t], last, devices, comm, stream);
        last = begin[t];
    }
    for (int d = devices - 1; d >= 0; d--) {
        cudaSetDevice(d);
        cudaEventRecord(reduced[d], comm_stream[d]);
        cudaStreamWaitEvent(stream[d], reduced[d], 0);
        update(d, stream[d]);
    }
}
