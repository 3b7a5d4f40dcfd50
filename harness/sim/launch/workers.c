#include "sim/launch/workers.h"

#include "sim/access/deferred.h"
#include "sim/cache/l2_log.h"
#include "sim/check/shadow.h"
#include "sim/core/trap.h"
#include "sim/core/turn.h"
#include "sim/decode/code.h"
#include "sim/launch/block.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>

enum {
    MOST_WORKERS = 16,
    BATCH_BLOCKS = 16,
    BATCH_INSTS = 16384, // of warps
    BATCHES_EACH = 16,   // at least, so that no worker is left alone at the end
    STACK_BYTES = 1 << 20,
};

typedef struct Workers {
    Turns turns;
    uint64_t nbatches;
    uint64_t window; // batches under way, at most
    Launch *views;   // [window] of batch s: s % window
    bool *done;      // [window] it has run, and waits for its commit
    uint64_t next;   // batch that nobody has taken
    bool committing; // somebody is
} Workers;

// ---- batches

// The view of the next batch, or NULL: there is none.
static Launch *worker_take(Workers *c) {
    Launch *v = NULL;
    pthread_mutex_lock(&c->turns.lock);
    for (;;) {
        if (c->next == c->nbatches ||
            turn_is_behind_stop(&c->turns, turn_first(&c->turns, c->next)))
            break;
        if (c->next - c->turns.oldest < c->window) {
            v = &c->views[c->next % c->window];
            v->order.batch = c->next++;
            v->order.has_turn = v->order.abandoned = false;
            break;
        }
        uint32_t seen = turn_events(&c->turns);
        pthread_mutex_unlock(&c->turns.lock);
        turn_wait_event(&c->turns, seen);
        pthread_mutex_lock(&c->turns.lock);
    }
    pthread_mutex_unlock(&c->turns.lock);
    return v;
}

static void commit(Workers *c, Launch *v) {
    Launch *whole = c->turns.whole;
    deferred_apply(v->atomics.deferred);
    l2_log_commit(v->caches.log, whole->caches.l2, whole->counts.sites);
    shadow_replay(v->checks.log, whole->checks.shadow);
    counts_move(whole, v);
    notes_move(whole, v);
    whole->issue.all += v->issue.all;
    whole->issue.longest_block =
        max_of(whole->issue.longest_block, v->issue.longest_block);
    whole->issue.prefetched += v->issue.prefetched;
    v->issue.prefetched = 0;
    whole->cycles.alone += v->cycles.alone;
    whole->cycles.slowest += v->cycles.slowest;
    v->cycles.alone = v->cycles.slowest = 0;
    whole->issue.left -= min_of(whole->issue.left, v->issue.all);
    v->issue.all = 0;
    if (!v->traps.trapped) return;
    whole->traps.trap = v->traps.trap;
    whole->traps.trapped = true;
}

// Commits what can be, in order; called with the lock held. One worker at a
// time: others leave their batches to it.
static void commit_all(Workers *c) {
    if (c->committing) return;
    c->committing = true;
    while (!c->turns.whole->traps.trapped && c->turns.oldest < c->next &&
           c->done[c->turns.oldest % c->window]) {
        uint64_t at = c->turns.oldest % c->window;
        pthread_mutex_unlock(&c->turns.lock);
        commit(c, &c->views[at]);
        pthread_mutex_lock(&c->turns.lock);
        c->done[at] = false;
        __atomic_store_n(&c->turns.oldest, c->turns.oldest + 1,
                         __ATOMIC_RELEASE);
        turn_tell(&c->turns);
    }
    c->committing = false;
}

static void worker_finish(Workers *c, const Launch *v, uint64_t last) {
    pthread_mutex_lock(&c->turns.lock);
    if (v->traps.trapped && last < c->turns.stop) {
        __atomic_store_n(&c->turns.stop, last, __ATOMIC_RELAXED);
        turn_tell(&c->turns);
    }
    if (!v->order.abandoned) {
        c->done[v->order.batch % c->window] = true;
        commit_all(c);
    }
    pthread_mutex_unlock(&c->turns.lock);
}

// The loop of each worker.
static void work(Workers *c) {
    Block *b = NULL;
    for (Launch *v; (v = worker_take(c));) {
        if (!b) b = block_new(v);
        b->launch = v;
        Resident r = {.at = &b, .made = 1, .most = 1};
        r.next = turn_first(&c->turns, v->order.batch);
        r.total = min_of(r.next + c->turns.batch_blocks, c->turns.total);
        run_blocks(v, &r);
        worker_finish(c, v, b->linear);
    }
}

// ---- the threads: made once, parked between launches

static struct Pool {
    pthread_mutex_t lock;
    pthread_cond_t wake, left;
    int made;      // threads
    int seats;     // that are still free
    int inside;    // threads that work for it
    Workers *busy; // NULL: nothing to do
} pool = {.lock = PTHREAD_MUTEX_INITIALIZER,
          .wake = PTHREAD_COND_INITIALIZER,
          .left = PTHREAD_COND_INITIALIZER};

static void *helper(void *unused) {
    (void)unused;
    pthread_mutex_lock(&pool.lock);
    for (;;) {
        while (!pool.seats)
            pthread_cond_wait(&pool.wake, &pool.lock);
        Workers *c = pool.busy;
        pool.seats--;
        pool.inside++;
        pthread_mutex_unlock(&pool.lock);
        work(c);
        pthread_mutex_lock(&pool.lock);
        if (--pool.inside == 0) pthread_cond_signal(&pool.left);
    }
    return NULL;
}

// A child of fork has none of its parent's threads.
static void forget_threads(void) {
    pool = (struct Pool){.lock = PTHREAD_MUTEX_INITIALIZER,
                         .wake = PTHREAD_COND_INITIALIZER,
                         .left = PTHREAD_COND_INITIALIZER};
}

// Fewer if the system has no more: that is all right.
static void make_threads(int n) {
    static bool watching;
    sigset_t all, before;
    pthread_attr_t attr;
    if (pool.made >= n) return;
    if (!watching) watching = !pthread_atfork(NULL, NULL, forget_threads);
    pthread_attr_init(&attr);
    pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attr, STACK_BYTES);
    // the program's signals are for its own threads
    sigfillset(&all);
    sigdelset(&all, SIGSEGV); // memory that the host watches (host_watch.c)
    sigdelset(&all, SIGBUS);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t unused;
    while (pool.made < n && !pthread_create(&unused, &attr, helper, NULL))
        pool.made++;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attr);
}

// The helpers of another launch, of a host with several devices, are left
// alone: this one then runs without.
static bool call_helpers(Workers *c, int n) {
    pthread_mutex_lock(&pool.lock);
    bool is_free = !pool.busy;
    if (is_free) {
        make_threads(n);
        pool.busy = c;
        pool.seats = n;
        pthread_cond_broadcast(&pool.wake);
    }
    pthread_mutex_unlock(&pool.lock);
    return is_free;
}

static void wait_for_helpers(void) {
    pthread_mutex_lock(&pool.lock);
    pool.seats = 0;
    while (pool.inside)
        pthread_cond_wait(&pool.left, &pool.lock);
    pool.busy = NULL;
    pthread_mutex_unlock(&pool.lock);
}

// ---- from beginning to end

int workers_most(void) {
    static int cpus; // asked once: it takes longer than a small launch
    const char *text = getenv("KATASIM_WORKERS");
    int n = text ? atoi(text) : 0;
    if (n < 1 && !cpus) {
        cpu_set_t set;
        cpus = sched_getaffinity(0, sizeof set, &set) ? 1 : CPU_COUNT(&set);
    }
    if (n < 1) n = cpus;
    return max_of(1, min_of(n, (int)MOST_WORKERS));
}

static void plan_batches(Workers *c, uint64_t workers) {
    uint64_t blocks = c->turns.total - c->turns.first;
    uint64_t sms = (uint64_t)c->turns.whole->gpu->sms;
    c->window = min_of(2 * workers, sms);
    c->turns.batch_blocks = min_of(sms / c->window, (uint64_t)BATCH_BLOCKS);
    c->turns.batch_blocks =
        min_of(c->turns.batch_blocks, blocks / (workers * BATCHES_EACH) + 1);
    // and what a batch has to remember should fit into its logs
    uint64_t insts =
        c->turns.whole->issue.all / max_of(c->turns.first, (uint64_t)1) + 1;
    c->turns.batch_blocks =
        min_of(c->turns.batch_blocks, BATCH_INSTS / insts + 1);
    // who waits for its turn should wait for one block, not for many
    if (c->turns.whole->code->is_gated ||
        c->turns.whole->atomics.never_deferred)
        c->turns.batch_blocks = 1;
    c->nbatches = (blocks + c->turns.batch_blocks - 1) / c->turns.batch_blocks;
}

static void make_views(Workers *c) {
    Arena *a = &c->turns.whole->arena;
    c->views = arena_array(a, Launch, c->window);
    c->done = arena_array(a, bool, c->window);
    for (uint64_t i = 0; i < c->window; i++) {
        Launch *v = &c->views[i];
        *v = *c->turns.whole;
        v->arena = (Arena){0};
        v->printed = (Buf){0};
        v->order.turns = &c->turns;
        v->issue.all = v->cycles.alone = v->cycles.slowest = 0;
        v->traps.nnotes = 0;
        v->traps.uneven = false;
        v->checks.conflict = NULL;
        counts_init(v);
        l2_log_init(v, L2_LOG_LONG);
        shadow_log_init(v, true);
        deferred_init(v);
    }
}

static void view_fini(Launch *v) {
    l2_log_fini(v);
    shadow_log_fini(v);
    deferred_fini(v);
    arena_reset(&v->arena);
}

void workers_run(Launch *la, int workers, uint64_t first, uint64_t total) {
    Workers c = {
        .turns = {
            .whole = la, .first = first, .total = total, .stop = UINT64_MAX}};
    plan_batches(&c, (uint64_t)workers);
    make_views(&c);
    l2_log_commit(la->caches.log, la->caches.l2, la->counts.sites);
    shadow_log_flush(la);
    pthread_mutex_init(&c.turns.lock, NULL);
    pthread_cond_init(&c.turns.changed, NULL);
    bool helped = call_helpers(&c, workers - 1);
    work(&c);
    if (helped) wait_for_helpers();
    pthread_cond_destroy(&c.turns.changed);
    pthread_mutex_destroy(&c.turns.lock);
    for (uint64_t i = 0; i < c.window; i++)
        view_fini(&c.views[i]);
}
