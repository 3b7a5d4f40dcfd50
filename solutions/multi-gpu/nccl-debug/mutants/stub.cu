// rejected by: trap deadlock | trap stream-race (the stub, as it was handed out)
#include <nccl.h>

struct Rank {
    int rank, ranks;
    ncclComm_t comm;
    cudaStream_t stream;
};

// The gradients of each tensor become the sum over all ranks. Those of tensor t are elements
// begin[t] to begin[t + 1] - 1 of g. ready: the tensors in the order in which this rank's backward
// pass has reached them.
void sum_gradients(Rank r, unsigned *g, const size_t *begin, int tensors, const int *ready) {
    for (int i = 0; i < tensors; i++) {
        int t = ready[i]; // what is ready first goes first
        ncclAllReduce(g + begin[t], g + begin[t], begin[t + 1] - begin[t], ncclUint32, ncclSum,
                      r.comm, r.stream);
    }
}

// Every rank gets the losses of all: those of rank s from all[s * most] on. This rank has
// `samples` of them, and no rank has more than `most`. loss has room for `most`.
void gather_losses(Rank r, const unsigned *loss, int samples, int most, unsigned *all) {
    (void)most;
    ncclAllGather(loss, all, samples, ncclUint32, r.comm, 0);
}

// The settings of rank 0 become those of all.
void share_settings(Rank r, unsigned *settings, int n) {
    if (r.rank == 0) // the others have nothing to send
        ncclBroadcast(settings, settings, n, ncclUint32, 0, r.comm, r.stream);
}
