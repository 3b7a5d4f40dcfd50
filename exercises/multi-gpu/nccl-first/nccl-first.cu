// Three exchanges between devices, by NCCL. Rank r is device r.
#include <nccl.h>

// Every x[r] becomes the sum of all of them, in place.
void sum_all(void **x, size_t count, ncclDataType_t type, int ranks, ncclComm_t *comm,
             cudaStream_t *stream) {
    // TODO: one call for each rank, and one group around them
}

// Every all[r] becomes part[0], part[1], ..., of count[0], count[1], ... elements.
void gather_all(const int *const *part, const size_t *count, int **all, int ranks,
                ncclComm_t *comm, cudaStream_t *stream) {
    // TODO
}

// to[r + 1] becomes from[r], and to[0] what the last rank has.
void shift(const int *const *from, int **to, size_t count, int ranks, ncclComm_t *comm,
           cudaStream_t *stream) {
    // TODO
}
