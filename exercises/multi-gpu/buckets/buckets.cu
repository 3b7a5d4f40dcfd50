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

// g[d]: the gradients of all tensors on device d, one after the other. Those of tensor t are
// elements begin[t] to begin[t + 1] - 1.
//
// TODO: right, and slow: a sum for each tensor, and each of them costs 10 us at least.
void train_step(int tensors, const size_t *begin, unsigned **g, Backward *backward,
                Update *update, int devices, ncclComm_t *comm, cudaStream_t *stream) {
    make_all(devices);
    for (int t = tensors - 1; t >= 0; t--) {
        for (int d = 0; d < devices; d++) {
            backward(t, d, stream[d]); // sets the device
            cudaEventRecord(ready[d], stream[d]);
            cudaStreamWaitEvent(comm_stream[d], ready[d], 0);
        }
        ncclGroupStart();
        for (int d = 0; d < devices; d++)
            ncclAllReduce(g[d] + begin[t], g[d] + begin[t], begin[t + 1] - begin[t], ncclUint32,
                          ncclSum, comm[d], comm_stream[d]);
        ncclGroupEnd();
    }
    for (int d = devices - 1; d >= 0; d--) {
        cudaSetDevice(d);
        cudaEventRecord(reduced[d], comm_stream[d]);
        cudaStreamWaitEvent(stream[d], reduced[d], 0);
        update(d, stream[d]);
    }
}
