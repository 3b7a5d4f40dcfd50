// Inside NCCL: cliques of ranks, what they ask for, and who waits for whom.
//
//     ncclAllReduce -> Call -> the thread's group
//     ncclGroupEnd  -> every Call is posted to its clique; where all ranks that
//                      it takes have posted theirs, the data moves; the thread
//                      waits until its own have happened
//
// Real ranks wait on the device and the call returns at once. Here work runs as
// it is issued, so the calling thread waits: no later work of its streams can
// be ahead of the exchange.
#ifndef LIBS_NET_H
#define LIBS_NET_H

#include "base/base.h"
#include "sim/library.h"

#include <nccl.h>
#include <pthread.h>

typedef enum CallKind {
    CALL_JOIN, // ncclCommInitRank
    CALL_ALL_REDUCE,
    CALL_REDUCE,
    CALL_REDUCE_SCATTER,
    CALL_ALL_GATHER,
    CALL_BROADCAST,
    CALL_ALL_TO_ALL,
    CALL_GATHER,
    CALL_SCATTER,
    CALL_SEND,
    CALL_RECV,
} CallKind;

typedef struct Call {
    CallKind kind;
    const char *name; // "ncclAllReduce"
    struct ncclComm *comm;
    const void *send;
    void *recv;
    size_t count;
    ncclDataType_t type;
    ncclRedOp_t op;
    int root; // or the peer
    struct SimStream *stream;
    const void *from; // where the program called
    uint64_t turn;    // the how-manyeth collective of its rank
    bool done;
    ncclResult_t result;
    struct Call *next; // of the clique's, in the order of posting
} Call;

// A thread that uses NCCL. Never freed: others may point at it.
typedef struct NetThread {
    bool waiting, gone;
    int depth; // of ncclGroupStart
    struct {
        Call **at;
        int n, cap;
    } calls; // of the group, or being waited for
} NetThread;

typedef struct Clique {
    char id[NCCL_UNIQUE_ID_BYTES];
    int nranks, joined, left;
    struct ncclComm **member; // by rank, NULL: has not joined
    Call *calls;              // posted and not done
    struct Clique *next;
} Clique;

struct ncclComm {
    Clique *clique;
    int rank, device;
    uint64_t turn;    // collectives posted so far
    NetThread *owner; // that used it last
    ncclResult_t error;
};

// All state is behind one lock, which is taken before any of the runtime's.
void net_lock(void);
void net_unlock(void);
NetThread *net_thread(void); // the calling one

// Adds a call to the thread's group, or does it at once if there is none.
ncclResult_t net_call(const Call *c);

// Ranks that a posted call still waits for, each by its number; returns how
// many. out has room for nranks.
int net_missing(const Call *c, int *out);

// Moves the data of a call that all have posted: by[] holds one call per rank
// (collectives), or the send and the receive. Returns what all get.
ncclResult_t net_move(Call **by, int n);

// Bytes of an element, 0 for no type of NCCL's.
size_t net_type_size(ncclDataType_t t);
// Sets to = to op from, element by element; and the division of ncclAvg.
void net_reduce(ncclDataType_t t, ncclRedOp_t op, void *to, const void *from,
                size_t n);
void net_divide(ncclDataType_t t, void *to, size_t n, int by);

// Of the CUDA runtime, which this library is linked with.
int cudaGetDevice(int *device);
int cudaSetDevice(int device);
int cudaGetDeviceCount(int *n);
int cudaMalloc(void **p, size_t bytes);
int cudaFree(void *p);
int cudaStreamIsCapturing(struct SimStream *s, int *status);

#endif
