// rejected by: trap stream-race | trap other-device-stream | launch | case (all sums in one stream of device 0)
#include <nccl.h>

typedef void Work(int layer, int device, cudaStream_t stream);

static cudaStream_t side[8];
static cudaEvent_t ready[8], summed[8];

static void make(int devices) {
    for (int d = 0; d < devices; d++) {
        if (side[d]) continue;
        int low, high;
        cudaSetDevice(d);
        cudaDeviceGetStreamPriorityRange(&low, &high);
        cudaStreamCreateWithPriority(&side[d], cudaStreamNonBlocking, high);
        cudaEventCreateWithFlags(&ready[d], cudaEventDisableTiming);
        cudaEventCreateWithFlags(&summed[d], cudaEventDisableTiming);
    }
}

void train_step(int layers, const size_t *begin, unsigned **g, Work *backward, Work *update,
                int devices, ncclComm_t *comm, cudaStream_t *stream) {
    make(devices);
    for (int l = layers - 1; l >= 0; l--) {
        for (int d = 0; d < devices; d++) {
            backward(l, d, stream[d]);
            cudaEventRecord(ready[d], stream[d]);
            cudaStreamWaitEvent(side[d], ready[d], 0);
        }
        ncclGroupStart();
        for (int d = 0; d < devices; d++)
            ncclAllReduce(g[d] + begin[l], g[d] + begin[l], begin[l + 1] - begin[l], ncclUint32,
                          ncclSum, comm[d], side[0]);
        ncclGroupEnd();
    }
    for (int d = 0; d < devices; d++) {
        cudaSetDevice(d);
        cudaEventRecord(summed[d], side[d]);
        cudaStreamWaitEvent(stream[d], summed[d], 0);
    }
    for (int l = 0; l < layers; l++)
        for (int d = 0; d < devices; d++)
            update(l, d, stream[d]);
    cudaSetDevice(0);
}
