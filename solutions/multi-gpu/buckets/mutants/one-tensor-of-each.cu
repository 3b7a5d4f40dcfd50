// rejected by: case (sums only the tensor that fills a bucket)
// says: Only the tensor that fills a bucket is summed. The sum takes all tensors since the last sum: from begin[t] to where that one began.
// A training step on several devices, with gradients in many small tensors.
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


static void send(size_t from, size_t to, unsigned **g, int devices, ncclComm_t *comm,
                 cudaStream_t *stream) {
    for (int d = 0; d < devices; d++) {
        cudaSetDevice(d);
        cudaEventRecord(ready[d], stream[d]);
        cudaStreamWaitEvent(comm_stream[d], ready[d], 0);
    }
    ncclGroupStart();
    for (int d = 0; d < devices; d++)
        ncclAllReduce(g[d] + from, g[d] + from, to - from, ncclUint32, ncclSum, comm[d],
                      comm_stream[d]);
    ncclGroupEnd();
}

void train_step(int tensors, const size_t *begin, unsigned **g, Backward *backward,
                Update *update, int devices, ncclComm_t *comm, cudaStream_t *stream) {
    const size_t bucket = (4 << 20) / sizeof(unsigned);
    make_all(devices);
    size_t end = begin[tensors];
    for (int t = tensors - 1; t >= 0; t--) {
        for (int d = 0; d < devices; d++) backward(t, d, stream[d]);
        if (end - begin[t] >= bucket || t == 0) {
            send(begin[t], begin[t + 1], g, devices, comm, stream);
            end = begin[t];
        }
    }
    for (int d = devices - 1; d >= 0; d--) {
        cudaSetDevice(d);
        cudaEventRecord(reduced[d], comm_stream[d]);
        cudaStreamWaitEvent(stream[d], reduced[d], 0);
        update(d, stream[d]);
    }
}
