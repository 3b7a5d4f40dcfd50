// NCCL: groups, posting, waiting, and seeing that nobody will ever come.
#include "libs/net.h"

#include "base/heap.h"
#include "base/vec.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t news = PTHREAD_COND_INITIALIZER;

void net_lock(void) {
    pthread_mutex_lock(&lock);
}
void net_unlock(void) {
    pthread_mutex_unlock(&lock);
}

// ---- threads

static pthread_key_t key;
static pthread_once_t key_once = PTHREAD_ONCE_INIT;

// Whoever waits for a rank of this thread must look again.
static void thread_gone(void *p) {
    NetThread *t = p;
    net_lock();
    t->gone = true;
    pthread_cond_broadcast(&news);
    net_unlock();
}

static void make_key(void) {
    pthread_key_create(&key, thread_gone);
}

NetThread *net_thread(void) {
    pthread_once(&key_once, make_key);
    NetThread *t = pthread_getspecific(key);
    if (t) return t;
    t = heap_new(1, sizeof *t);
    pthread_setspecific(key, t);
    return t;
}

// ---- matching

static bool is_pair(const Call *c) {
    return c->kind == CALL_SEND || c->kind == CALL_RECV;
}

static void call_finish(Call *c, ncclResult_t result) {
    c->done = true;
    c->result = result;
    if (result != ncclSuccess) c->comm->error = result;
    for (Call **at = &c->comm->clique->calls; *at; at = &(*at)->next)
        if (*at == c) {
            *at = c->next;
            break;
        }
}

// The call of a rank that belongs with c, or NULL.
static Call *partner(const Call *c, int rank) {
    for (Call *o = c->comm->clique->calls; o; o = o->next) {
        if (o->comm->rank != rank) continue;
        if (!is_pair(c)) {
            if (!is_pair(o) && o->kind != CALL_JOIN && o->turn == c->turn)
                return o;
        } else if (is_pair(o) && o->kind != c->kind &&
                   o->root == c->comm->rank) {
            return o;
        }
    }
    return NULL;
}

int net_missing(const Call *c, int *out) {
    const Clique *q = c->comm->clique;
    int n = 0;
    if (c->kind == CALL_JOIN) {
        for (int r = 0; r < q->nranks; r++)
            if (!q->member[r]) out[n++] = r;
    } else if (is_pair(c)) {
        if (!partner(c, c->root)) out[n++] = c->root;
    } else {
        for (int r = 0; r < q->nranks; r++)
            if (!partner(c, r)) out[n++] = r;
    }
    return n;
}

// Two ranks cannot share a GPU.
static ncclResult_t join_result(const Clique *q) {
    for (int a = 0; a < q->nranks; a++)
        for (int b = 0; b < a; b++)
            if (q->member[a]->device == q->member[b]->device)
                return ncclInvalidUsage;
    return ncclSuccess;
}

static void try_pair(Call *c) {
    Call *o = partner(c, c->root);
    if (!o) return;
    Call *by[2] = {c->kind == CALL_SEND ? c : o, c->kind == CALL_SEND ? o : c};
    ncclResult_t result = net_move(by, 2);
    call_finish(c, result);
    call_finish(o, result);
}

static void try_all(Call *c) {
    Clique *q = c->comm->clique;
    int n = q->nranks;
    Call **by = heap_new((size_t)n, sizeof *by);
    for (int r = 0; r < n; r++)
        by[r] = partner(c, r);
    ncclResult_t result = net_move(by, n);
    for (int r = 0; r < n; r++)
        call_finish(by[r], result);
    heap_free(by);
}

// Does what a newly posted call makes possible.
static void try_call(Call *c) {
    Clique *q = c->comm->clique;
    int *missing = heap_new((size_t)q->nranks + 1, sizeof *missing);
    int n = net_missing(c, missing);
    heap_free(missing);
    if (c->done || n > 0) return;
    if (c->kind == CALL_JOIN) {
        ncclResult_t result = join_result(q);
        for (Call *o = q->calls, *next; o; o = next) {
            next = o->next;
            if (o->kind == CALL_JOIN) call_finish(o, result);
        }
    } else if (is_pair(c)) {
        try_pair(c);
    } else {
        try_all(c);
    }
    pthread_cond_broadcast(&news);
}

static void post(Call *c, NetThread *t) {
    Call **end = &c->comm->clique->calls;
    while (*end)
        end = &(*end)->next;
    *end = c;
    c->comm->owner = t;
    if (!is_pair(c) && c->kind != CALL_JOIN) c->turn = c->comm->turn++;
}

// ---- who waits for whom
//
// A thread can go on if it does not wait here, or if the owners of all ranks
// that it waits for can go on. The threads that are left after that rule has
// been applied until nothing changes wait for ever. It is not known who will
// join a clique: such waiting, and threads that wait for each other by other
// means, are found when the whole process uses no time.

static Call *first_undone(const NetThread *t) {
    for (int i = 0; i < t->calls.n; i++)
        if (!t->calls.at[i]->done) return t->calls.at[i];
    return NULL;
}

enum { THREADS_SEEN = 64 };
typedef struct Seen {
    const NetThread *t;
    bool goes;
} Seen;

static bool goes_on(const Seen *seen, int n, const NetThread *t) {
    if (t->gone) return false;
    if (!t->waiting) return true;
    for (int i = 0; i < n; i++)
        if (seen[i].t == t) return seen[i].goes;
    return true; // more threads than fit: no verdict
}

static void see(Seen *seen, int *n, const NetThread *t) {
    for (int i = 0; i < *n; i++)
        if (seen[i].t == t) return;
    if (*n < THREADS_SEEN) seen[(*n)++] = (Seen){t, false};
}

static int missing_of(const NetThread *t, int **out) {
    const Call *c = first_undone(t);
    *out =
        c ? heap_new((size_t)c->comm->clique->nranks + 1, sizeof **out) : NULL;
    return c ? net_missing(c, *out) : 0;
}

static bool may_go(const Seen *seen, int n, const NetThread *t) {
    const Call *c = first_undone(t);
    if (!c || c->kind == CALL_JOIN) return true;
    int *missing, count = missing_of(t, &missing);
    bool goes = true;
    for (int i = 0; i < count && goes; i++) {
        const struct ncclComm *m = c->comm->clique->member[missing[i]];
        goes = m && (!m->owner || goes_on(seen, n, m->owner));
    }
    heap_free(missing);
    return goes;
}

static bool waits_for_ever(const NetThread *t) {
    Seen seen[THREADS_SEEN];
    int n = 0;
    see(seen, &n, t);
    for (int i = 0; i < n; i++) { // whom they wait for, too
        const Call *c = first_undone(seen[i].t);
        if (!c || c->kind == CALL_JOIN) continue;
        int *missing, count = missing_of(seen[i].t, &missing);
        for (int k = 0; k < count; k++) {
            const struct ncclComm *m = c->comm->clique->member[missing[k]];
            if (m && m->owner && m->owner->waiting) see(seen, &n, m->owner);
        }
        heap_free(missing);
    }
    for (bool more = true; more;) {
        more = false;
        for (int i = 0; i < n; i++)
            if (!seen[i].goes && may_go(seen, n, seen[i].t))
                seen[i].goes = more = true;
    }
    return !seen[0].goes;
}

static void tell_deadlock(const NetThread *t) {
    const Call *c = first_undone(t);
    int *missing, count = missing_of(t, &missing), n = 0;
    char text[256], ranks[80] = "";
    for (int i = 0; i < count && n < 60; i++)
        n += snprintf(ranks + n, sizeof ranks - (size_t)n, "%s%d",
                      i == 0           ? ""
                      : i + 1 == count ? " and "
                                       : ", ",
                      missing[i]);
    snprintf(
        text, sizeof text,
        "rank %d waits in %s for rank%s %s of %d, which will never call it",
        c->comm->rank, c->name, count == 1 ? "" : "s", ranks,
        c->comm->clique->nranks);
    heap_free(missing);
    sim_work_from(c->from);
    sim_work_deadlock(text,
                      "one thread with several ranks makes their calls between "
                      "ncclGroupStart() and ncclGroupEnd(); every rank must "
                      "make every call, in the same order");
}

// Seconds of processor time of the whole process.
static double busy_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

enum { TICK_MS = 100, IDLE_TICKS = 60 };

// True if there was news, false if nothing happened for a tick.
static bool wait_a_tick(void) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += TICK_MS * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000L;
    until.tv_nsec %= 1000000000L;
    return pthread_cond_timedwait(&news, &lock, &until) != ETIMEDOUT;
}

static void net_give_up(NetThread *t) {
    tell_deadlock(t);
    for (int i = 0; i < t->calls.n; i++)
        if (!t->calls.at[i]->done)
            call_finish(t->calls.at[i], ncclInvalidUsage);
    pthread_cond_broadcast(&news);
}

static ncclResult_t wait_for_all(NetThread *t) {
    int idle = 0;
    t->waiting = true;
    while (first_undone(t)) {
        double busy = busy_seconds();
        if (waits_for_ever(t) || idle >= IDLE_TICKS) {
            net_give_up(t);
            break;
        }
        // Others may have to see that this one waits as well.
        pthread_cond_broadcast(&news);
        bool quiet = !wait_a_tick() && busy_seconds() - busy < 2e-3;
        idle = quiet ? idle + 1 : 0;
    }
    t->waiting = false;
    ncclResult_t result = ncclSuccess;
    for (int i = 0; i < t->calls.n; i++) {
        Call *c = t->calls.at[i];
        if (c->result != ncclSuccess) result = c->result;
        heap_free(c);
    }
    t->calls.n = 0;
    return result;
}

// ---- groups

static ncclResult_t post_all(NetThread *t) {
    net_lock();
    for (int i = 0; i < t->calls.n; i++)
        post(t->calls.at[i], t);
    for (int i = 0; i < t->calls.n; i++)
        try_call(t->calls.at[i]);
    ncclResult_t result = wait_for_all(t);
    net_unlock();
    return result;
}

ncclResult_t net_call(const Call *c) {
    NetThread *t = net_thread();
    Call *own = heap_new(1, sizeof *own);
    *own = *c;
    vec_push(&t->calls, own);
    return t->depth > 0 ? ncclSuccess : post_all(t);
}

ncclResult_t ncclGroupStart(void) {
    net_thread()->depth++;
    return ncclSuccess;
}

ncclResult_t ncclGroupEnd(void) {
    NetThread *t = net_thread();
    if (t->depth == 0) return ncclInvalidUsage;
    return --t->depth > 0 ? ncclSuccess : post_all(t);
}
