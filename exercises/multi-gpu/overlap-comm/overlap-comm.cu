// A training step on several devices: the backward pass, the sum of the gradients over all
// devices, the update.
#include <nccl.h>

// Enqueues a layer's work on a device into a stream. Sets the current device.
typedef void Work(int layer, int device, cudaStream_t stream);

// g[d]: the gradients of all layers on device d. Those of layer l are elements begin[l] to
// begin[l + 1] - 1.
//
// TODO: right, and slow: the links wait for the last layer, and then the multiprocessors wait
// for the links. Which gradients could travel earlier?
void train_step(int layers, const size_t *begin, unsigned **g, Work *backward, Work *update,
                int devices, ncclComm_t *comm, cudaStream_t *stream) {
    for (int l = layers - 1; l >= 0; l--)
        for (int d = 0; d < devices; d++)
            backward(l, d, stream[d]);
    for (int l = layers - 1; l >= 0; l--) {
        ncclGroupStart();
        for (int d = 0; d < devices; d++)
            ncclAllReduce(g[d] + begin[l], g[d] + begin[l], begin[l + 1] - begin[l], ncclUint32,
                          ncclSum, comm[d], stream[d]);
        ncclGroupEnd();
    }
    for (int l = 0; l < layers; l++)
        for (int d = 0; d < devices; d++)
            update(l, d, stream[d]);
    cudaSetDevice(0);
}
