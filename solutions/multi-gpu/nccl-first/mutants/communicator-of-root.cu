// rejected by: trap deadlock | trap stream-race | case (each call uses the communicator of the root)
#include <nccl.h>

void sum_all(void **x, size_t count, ncclDataType_t type, int ranks,
             ncclComm_t *comm, cudaStream_t *stream) {
    ncclGroupStart();
    for (int r = 0; r < ranks; r++)
        ncclAllReduce(x[r], x[r], count, type, ncclSum, comm[r], stream[r]);
    ncclGroupEnd();
}

void gather_all(const int *const *part, const size_t *count, int **all,
                int ranks, ncclComm_t *comm, cudaStream_t *stream) {
    ncclGroupStart();
    for (int r = 0; r < ranks; r++) {
        size_t at = 0;
        for (int root = 0; root < ranks; root++) {
            ncclBroadcast(part[root], all[r] + at, count[root], ncclInt, root,
                          comm[root], stream[root]);
            at += count[root];
        }
    }
    ncclGroupEnd();
}

void shift(const int *const *from, int **to, size_t count, int ranks,
           ncclComm_t *comm, cudaStream_t *stream) {
    ncclGroupStart();
    for (int r = 0; r < ranks; r++) {
        ncclSend(from[r], count, ncclInt, (r + 1) % ranks, comm[r], stream[r]);
        ncclRecv(to[r], count, ncclInt, (r + ranks - 1) % ranks, comm[r],
                 stream[r]);
    }
    ncclGroupEnd();
}
