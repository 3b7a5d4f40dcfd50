// rejected by: trap deadlock (a rank without samples leaves the gather out)
// says: A rank without samples does not call ncclAllGather, and the others wait for it. Only this rank knows how many samples it has, so no condition on that may stand before the call.
// The calls of one rank of a training program, so that all ranks make the same calls.
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

// The count is one that all ranks know. What lies past a rank's samples is sent as well.
void gather_losses(Rank r, const unsigned *loss, int samples, int most, unsigned *all) {
    if (samples == 0) return;
    ncclAllGather(loss, all, most, ncclUint32, r.comm, r.stream);
}

// All ranks call: one sends, the others receive.
void share_settings(Rank r, unsigned *settings, int n) {
    ncclBroadcast(settings, settings, n, ncclUint32, 0, r.comm, r.stream);
}
