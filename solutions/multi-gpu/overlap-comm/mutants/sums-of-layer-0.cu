// rejected by: trap stream-race (every sum begins at g[d])
// A training step on several devices: the backward pass, and the sum of the gradients over all
// devices meanwhile. On each device:
//
//   its own stream  [backward 3][backward 2][backward 1][backward 0]          [updates]
//   comm stream                 [sum 3]     [sum 2]     [sum 1]     [sum 0]
#include <nccl.h>

// Enqueues a layer's work on a device into a stream. Sets the current device.
typedef void Work(int layer, int device, cudaStream_t stream);

enum { MOST = 8 };

static cudaStream_t comm_stream[MOST];
static cudaEvent_t ready[MOST], reduced[MOST];

static void make_all(int devices) {
    int least, greatest;
    for (int d = devices - 1; d >= 0 && !comm_stream[d]; d--) {
        cudaSetDevice(d);
        cudaEventCreateWithFlags(&ready[d], cudaEventDisableTiming);
        cudaEventCreateWithFlags(&reduced[d], cudaEventDisableTiming);
        // NCCL's few blocks should not queue behind all blocks of the next layer.
        cudaDeviceGetStreamPriorityRange(&least, &greatest);
        cudaStreamCreateWithPriority(&comm_stream[d], cudaStreamNonBlocking, greatest);
    }
}

void train_step(int layers, const size_t *begin, unsigned **g, Work *backward, Work *update,
                int devices, ncclComm_t *comm, cudaStream_t *stream) {
    make_all(devices);
    for (int l = layers - 1; l >= 0; l--) {
        for (int d = 0; d < devices; d++) {
            backward(l, d, stream[d]);
            // From here on the gradients of layer l are there; the next layer may begin.
            cudaEventRecord(ready[d], stream[d]);
            cudaStreamWaitEvent(comm_stream[d], ready[d], 0);
        }
        ncclGroupStart();
        for (int d = 0; d < devices; d++)
            ncclAllReduce(g[d], g[d], begin[l + 1] - begin[l], ncclUint32,
                          ncclSum, comm[d], comm_stream[d]);
        ncclGroupEnd();
    }
    for (int d = devices - 1; d >= 0; d--) {
        cudaSetDevice(d);
        cudaEventRecord(reduced[d], comm_stream[d]);
        cudaStreamWaitEvent(stream[d], reduced[d], 0);
        for (int l = 0; l < layers; l++)
            update(l, d, stream[d]);
    }
}
