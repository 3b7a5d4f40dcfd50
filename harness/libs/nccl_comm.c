// NCCL: communicators and the calls over them.
#include "libs/net.h"

#include "base/heap.h"

#include <stdio.h>
#include <string.h>

static Clique *cliques;

ncclResult_t ncclGetVersion(int *version) {
    if (!version) return ncclInvalidArgument;
    *version = NCCL_VERSION_CODE;
    return ncclSuccess;
}

// A number is enough: all ranks are in this process.
ncclResult_t ncclGetUniqueId(ncclUniqueId *id) {
    static unsigned last;
    if (!id) return ncclInvalidArgument;
    memset(id, 0, sizeof *id);
    net_lock();
    snprintf(id->internal, sizeof id->internal, "kata %u", ++last);
    net_unlock();
    return ncclSuccess;
}

// ---- joining

static Clique *clique_of(const ncclUniqueId *id, int nranks) {
    for (Clique *q = cliques; q; q = q->next)
        if (!memcmp(q->id, id->internal, sizeof q->id)) return q;
    Clique *q = heap_new(1, sizeof *q);
    memcpy(q->id, id->internal, sizeof q->id);
    q->nranks = nranks;
    q->member = heap_new((size_t)nranks, sizeof *q->member);
    q->next = cliques;
    return cliques = q;
}

static ncclResult_t clique_join(ncclComm_t *out, int nranks,
                                const ncclUniqueId *id, int rank, int device,
                                const void *from) {
    if (!out || nranks < 1 || rank < 0 || rank >= nranks)
        return ncclInvalidArgument;
    net_lock();
    Clique *q = clique_of(id, nranks);
    if (q->nranks != nranks || q->member[rank]) {
        net_unlock();
        return ncclInvalidUsage;
    }
    struct ncclComm *c = heap_new(1, sizeof *c);
    c->clique = q;
    c->rank = rank;
    c->device = device;
    c->owner = net_thread();
    q->member[rank] = *out = c;
    q->joined++;
    net_unlock();
    return net_call(&(Call){.kind = CALL_JOIN,
                            .name = "ncclCommInitRank",
                            .comm = c,
                            .from = from});
}

ncclResult_t ncclCommInitRank(ncclComm_t *comm, int nranks, ncclUniqueId id,
                              int rank) {
    int device = 0;
    if (cudaGetDevice(&device) != 0) return ncclUnhandledCudaError;
    return clique_join(comm, nranks, &id, rank, device,
                       __builtin_return_address(0));
}

ncclResult_t ncclCommInitRankConfig(ncclComm_t *comm, int nranks,
                                    ncclUniqueId id, int rank,
                                    ncclConfig_t *config) {
    (void)config;
    return ncclCommInitRank(comm, nranks, id, rank);
}

ncclResult_t ncclCommInitAll(ncclComm_t *comms, int n, const int *devices) {
    ncclUniqueId id;
    int count = 0;
    if (!comms || n < 1) return ncclInvalidArgument;
    if (cudaGetDeviceCount(&count) != 0) return ncclUnhandledCudaError;
    for (int i = 0; i < n; i++) {
        int d = devices ? devices[i] : i;
        if (d < 0 || d >= count) return ncclInvalidArgument;
    }
    ncclGetUniqueId(&id);
    ncclGroupStart();
    for (int i = 0; i < n; i++)
        clique_join(&comms[i], n, &id, i, devices ? devices[i] : i,
                    __builtin_return_address(0));
    return ncclGroupEnd();
}

// ---- leaving

ncclResult_t ncclCommFinalize(ncclComm_t comm) {
    return comm ? ncclSuccess : ncclInvalidArgument;
}

// A clique stays until all have left: the others may still send to each other.
ncclResult_t ncclCommDestroy(ncclComm_t comm) {
    if (!comm) return ncclSuccess;
    net_lock();
    Clique *q = comm->clique;
    if (++q->left == q->nranks) {
        for (Clique **at = &cliques; *at; at = &(*at)->next)
            if (*at == q) {
                *at = q->next;
                break;
            }
        for (int r = 0; r < q->nranks; r++)
            heap_free(q->member[r]);
        heap_free(q->member);
        heap_free(q);
    }
    net_unlock();
    return ncclSuccess;
}

ncclResult_t ncclCommAbort(ncclComm_t comm) {
    return ncclCommDestroy(comm);
}

// ---- asking

ncclResult_t ncclCommGetAsyncError(ncclComm_t comm, ncclResult_t *error) {
    if (!comm || !error) return ncclInvalidArgument;
    *error = comm->error;
    return ncclSuccess;
}

ncclResult_t ncclCommCount(const ncclComm_t comm, int *count) {
    if (!comm || !count) return ncclInvalidArgument;
    *count = comm->clique->nranks;
    return ncclSuccess;
}

ncclResult_t ncclCommCuDevice(const ncclComm_t comm, int *device) {
    if (!comm || !device) return ncclInvalidArgument;
    *device = comm->device;
    return ncclSuccess;
}

ncclResult_t ncclCommUserRank(const ncclComm_t comm, int *rank) {
    if (!comm || !rank) return ncclInvalidArgument;
    *rank = comm->rank;
    return ncclSuccess;
}

ncclResult_t ncclCommRegister(const ncclComm_t comm, void *p, size_t bytes,
                              void **handle) {
    (void)bytes;
    if (!comm || !handle) return ncclInvalidArgument;
    *handle = p;
    return ncclSuccess;
}

ncclResult_t ncclCommDeregister(const ncclComm_t comm, void *handle) {
    (void)handle;
    return comm ? ncclSuccess : ncclInvalidArgument;
}

ncclResult_t ncclMemAlloc(void **p, size_t bytes) {
    return cudaMalloc(p, bytes) == 0 ? ncclSuccess : ncclUnhandledCudaError;
}

ncclResult_t ncclMemFree(void *p) {
    return cudaFree(p) == 0 ? ncclSuccess : ncclUnhandledCudaError;
}

const char *ncclGetErrorString(ncclResult_t result) {
    static const char *const texts[ncclNumResults] = {
        [ncclSuccess] = "no error",
        [ncclUnhandledCudaError] = "a call of the CUDA runtime failed",
        [ncclSystemError] = "the operating system refused something",
        [ncclInternalError] = "NCCL itself failed",
        [ncclInvalidArgument] = "an argument has a value that it may not have",
        [ncclInvalidUsage] = "the calls do not fit together",
        [ncclRemoteError] = "another rank failed or left",
        [ncclInProgress] = "still in progress",
    };
    return (unsigned)result < ncclNumResults ? texts[result] : "unknown result";
}

const char *ncclGetLastError(ncclComm_t comm) {
    return comm ? ncclGetErrorString(comm->error) : "";
}

// ---- calls

static ncclResult_t call(Call c) {
    if (!c.comm) return ncclInvalidArgument;
    int n = c.comm->clique->nranks;
    if (net_type_size(c.type) == 0 || (unsigned)c.op >= ncclNumOps ||
        c.root < 0 || c.root >= n)
        return ncclInvalidArgument;
    // One graph holds the work of one device's streams; the others' would have
    // to have come as far.
    int capturing = 0;
    if (cudaStreamIsCapturing(c.stream, &capturing) == 0 && capturing)
        return ncclInvalidUsage;
    sim_work_called(c.name);
    return net_call(&c);
}

#define CALL(kind_, fn, ...)                                                   \
    call((Call){.kind = kind_,                                                 \
                .name = #fn,                                                   \
                .comm = comm,                                                  \
                .type = type,                                                  \
                .stream = stream,                                              \
                .from = __builtin_return_address(0),                           \
                __VA_ARGS__})

ncclResult_t ncclAllReduce(const void *send, void *recv, size_t count,
                           ncclDataType_t type, ncclRedOp_t op, ncclComm_t comm,
                           cudaStream_t stream) {
    return CALL(CALL_ALL_REDUCE, ncclAllReduce, .send = send, .recv = recv,
                .count = count, .op = op);
}

ncclResult_t ncclReduce(const void *send, void *recv, size_t count,
                        ncclDataType_t type, ncclRedOp_t op, int root,
                        ncclComm_t comm, cudaStream_t stream) {
    return CALL(CALL_REDUCE, ncclReduce, .send = send, .recv = recv,
                .count = count, .op = op, .root = root);
}

ncclResult_t ncclReduceScatter(const void *send, void *recv, size_t recvcount,
                               ncclDataType_t type, ncclRedOp_t op,
                               ncclComm_t comm, cudaStream_t stream) {
    return CALL(CALL_REDUCE_SCATTER, ncclReduceScatter, .send = send,
                .recv = recv, .count = recvcount, .op = op);
}

ncclResult_t ncclAllGather(const void *send, void *recv, size_t sendcount,
                           ncclDataType_t type, ncclComm_t comm,
                           cudaStream_t stream) {
    return CALL(CALL_ALL_GATHER, ncclAllGather, .send = send, .recv = recv,
                .count = sendcount);
}

ncclResult_t ncclBroadcast(const void *send, void *recv, size_t count,
                           ncclDataType_t type, int root, ncclComm_t comm,
                           cudaStream_t stream) {
    return CALL(CALL_BROADCAST, ncclBroadcast, .send = send, .recv = recv,
                .count = count, .root = root);
}

ncclResult_t ncclBcast(void *buffer, size_t count, ncclDataType_t type,
                       int root, ncclComm_t comm, cudaStream_t stream) {
    return CALL(CALL_BROADCAST, ncclBcast, .send = buffer, .recv = buffer,
                .count = count, .root = root);
}

ncclResult_t ncclAlltoAll(const void *send, void *recv, size_t count,
                          ncclDataType_t type, ncclComm_t comm,
                          cudaStream_t stream) {
    return CALL(CALL_ALL_TO_ALL, ncclAlltoAll, .send = send, .recv = recv,
                .count = count);
}

ncclResult_t ncclGather(const void *send, void *recv, size_t count,
                        ncclDataType_t type, int root, ncclComm_t comm,
                        cudaStream_t stream) {
    return CALL(CALL_GATHER, ncclGather, .send = send, .recv = recv,
                .count = count, .root = root);
}

ncclResult_t ncclScatter(const void *send, void *recv, size_t count,
                         ncclDataType_t type, int root, ncclComm_t comm,
                         cudaStream_t stream) {
    return CALL(CALL_SCATTER, ncclScatter, .send = send, .recv = recv,
                .count = count, .root = root);
}

ncclResult_t ncclSend(const void *send, size_t count, ncclDataType_t type,
                      int peer, ncclComm_t comm, cudaStream_t stream) {
    return CALL(CALL_SEND, ncclSend, .send = send, .count = count,
                .root = peer);
}

ncclResult_t ncclRecv(void *recv, size_t count, ncclDataType_t type, int peer,
                      ncclComm_t comm, cudaStream_t stream) {
    return CALL(CALL_RECV, ncclRecv, .recv = recv, .count = count,
                .root = peer);
}
