// rejected by: case (the fact gather: all-reduces zeros and the own part)
#include <nccl.h>

// Every x[r] becomes the sum of all of them, in place.
void sum_all(void **x, size_t count, ncclDataType_t type, int ranks, ncclComm_t *comm,
             cudaStream_t *stream) {
    ncclGroupStart();
    for (int r = 0; r < ranks; r++)
        ncclAllReduce(x[r], x[r], count, type, ncclSum, comm[r], stream[r]);
    ncclGroupEnd();
}

void gather_all(const int *const *part, const size_t *count, int **all, int ranks,
                ncclComm_t *comm, cudaStream_t *stream) {
    size_t total = 0, at = 0;
    for (int r = 0; r < ranks; r++)
        total += count[r];
    if (total == 0) return;
    for (int r = ranks - 1; r >= 0; r--) {
        cudaSetDevice(r);
        cudaMemsetAsync(all[r], 0, total * sizeof(int), stream[r]);
    }
    for (int r = 0; r < ranks; at += count[r++])
        if (count[r])
            cudaMemcpyAsync(all[r] + at, part[r], count[r] * sizeof(int), cudaMemcpyDeviceToDevice,
                            stream[r]);
    sum_all((void **)all, total, ncclInt, ranks, comm, stream);
}

// to[r + 1] becomes from[r], and to[0] what the last rank has.
void shift(const int *const *from, int **to, size_t count, int ranks, ncclComm_t *comm,
           cudaStream_t *stream) {
    ncclGroupStart();
    for (int r = 0; r < ranks; r++) {
        ncclSend(from[r], count, ncclInt, (r + 1) % ranks, comm[r], stream[r]);
        ncclRecv(to[r], count, ncclInt, (r + ranks - 1) % ranks, comm[r], stream[r]);
    }
    ncclGroupEnd();
}
