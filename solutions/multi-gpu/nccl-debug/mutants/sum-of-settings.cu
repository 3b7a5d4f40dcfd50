// rejected by: case settings (the sum of all settings)
// says: The settings of all ranks are added up. Those of rank 0 are to be sent to all.
// What one rank of a training program does, so that all ranks make the same calls.
#include <nccl.h>

struct Rank {
    int rank, ranks;
    ncclComm_t comm;
    cudaStream_t stream;
};

// Ranks are ready in different orders, so none of those can be the order of the calls.
void sum_gradients(Rank r, unsigned *g, const size_t *begin, int tensors, const int *ready) {
    (void)ready;
    for (int t = tensors - 1; t >= 0; t--)
        ncclAllReduce(g + begin[t], g + begin[t], begin[t + 1] - begin[t], ncclUint32, ncclSum,
                      r.comm, r.stream);
}

// The count is one that all ranks know. What lies behind a rank's samples is sent as well.
void gather_losses(Rank r, const unsigned *loss, int samples, int most, unsigned *all) {
    (void)samples;
    ncclAllGather(loss, all, most, ncclUint32, r.comm, r.stream);
}

// All ranks call: one sends, the others receive.
void share_settings(Rank r, unsigned *settings, int n) {
    ncclAllReduce(settings, settings, n, ncclUint32, ncclSum, r.comm, r.stream);
}
