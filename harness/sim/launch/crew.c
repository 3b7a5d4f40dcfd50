#include "sim/launch/crew.h"

#include "sim/access/posts.h"
#include "sim/cache/history.h"
#include "sim/check/shadow.h"
#include "sim/state/warp.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>

enum {
    MOST_WORKERS = 16,
    SPAN_BLOCKS = 16,
    SPAN_INSTS = 16384, // of warps
    SPANS_EACH = 16,    // at least, so that no worker is left alone at the end
    SPINS = 400,        // looks before a worker goes to sleep
    STACK_BYTES = 1 << 20,
};

struct Crew {
    Launch *whole;
    uint64_t first, total; // blocks
    uint64_t span_blocks, nspans;
    uint64_t window; // spans under way, at most
    Launch *views;   // [window] of span s: s % window
    bool *done;      // [window] it has run, and waits for its commit
    pthread_mutex_t lock;
    pthread_cond_t changed;
    uint32_t sleepers;
    uint64_t next;   // span that nobody has taken
    uint64_t oldest; // span that is not committed; read without the lock
    uint64_t stop;   // block that trapped; those behind it are not wanted
    uint32_t events; // counts changes of oldest and stop
    bool committing; // somebody is
};

Launch *crew_launch(Launch *la) {
    return la->crew ? la->crew->whole : la;
}

// ---- waiting

static void pause_briefly(void) {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

static uint32_t events_of(const Crew *c) {
    return __atomic_load_n(&c->events, __ATOMIC_ACQUIRE);
}

// Until something has changed since `seen`.
static void wait_event(Crew *c, uint32_t seen) {
    for (int i = 0; i < SPINS; i++) {
        if (events_of(c) != seen) return;
        pause_briefly();
    }
    pthread_mutex_lock(&c->lock);
    c->sleepers++;
    while (events_of(c) == seen)
        pthread_cond_wait(&c->changed, &c->lock);
    c->sleepers--;
    pthread_mutex_unlock(&c->lock);
}

// With the lock held.
static void tell(Crew *c) {
    __atomic_store_n(&c->events, c->events + 1, __ATOMIC_RELEASE);
    if (c->sleepers) pthread_cond_broadcast(&c->changed);
}

static uint64_t first_of(const Crew *c, uint64_t span) {
    return c->first + span * c->span_blocks;
}

static bool is_behind_stop(const Crew *c, uint64_t block) {
    return block > __atomic_load_n(&c->stop, __ATOMIC_RELAXED);
}

bool crew_abandons(const Block *b) {
    Launch *la = b->launch;
    if (!la->crew) return false;
    la->abandoned |= is_behind_stop(la->crew, b->linear);
    return la->abandoned;
}

bool crew_wait_turn(Launch *la) {
    Crew *c = la->crew;
    if (!c || la->has_turn) return true;
    for (;;) {
        uint32_t seen = events_of(c);
        if (__atomic_load_n(&c->oldest, __ATOMIC_ACQUIRE) == la->span) {
            posts_apply(la->posts);
            return la->has_turn = true;
        }
        if (is_behind_stop(c, first_of(c, la->span))) {
            la->abandoned = true;
            return false;
        }
        wait_event(c, seen);
    }
}

bool crew_gate(Warp *w) {
    Launch *la = w->block->launch;
    if (!la->crew || crew_wait_turn(la)) return true;
    w->state = WARP_TRAPPED;
    return false;
}

// ---- spans

// The view of the next span, or NULL: there is none.
static Launch *take(Crew *c) {
    Launch *v = NULL;
    pthread_mutex_lock(&c->lock);
    for (;;) {
        if (c->next == c->nspans || is_behind_stop(c, first_of(c, c->next)))
            break;
        if (c->next - c->oldest < c->window) {
            v = &c->views[c->next % c->window];
            v->span = c->next++;
            v->has_turn = v->abandoned = false;
            break;
        }
        uint32_t seen = events_of(c);
        pthread_mutex_unlock(&c->lock);
        wait_event(c, seen);
        pthread_mutex_lock(&c->lock);
    }
    pthread_mutex_unlock(&c->lock);
    return v;
}

static void commit(Crew *c, Launch *v) {
    Launch *whole = c->whole;
    posts_apply(v->posts);
    history_commit(v->history, whole->l2, whole->sites);
    shadow_replay(v->shades, whole->shadow);
    counts_move(whole, v);
    notes_move(whole, v);
    whole->issued += v->issued;
    whole->longest = max_of(whole->longest, v->longest);
    whole->own += v->own;
    whole->slowest += v->slowest;
    v->own = v->slowest = 0;
    whole->budget -= min_of(whole->budget, v->issued);
    v->issued = 0;
    if (!v->trapped) return;
    whole->trap = v->trap;
    whole->trapped = true;
}

// Commits what can be, in order; called with the lock held. One worker at a
// time: others leave their spans to it.
static void commit_all(Crew *c) {
    if (c->committing) return;
    c->committing = true;
    while (!c->whole->trapped && c->oldest < c->next &&
           c->done[c->oldest % c->window]) {
        uint64_t at = c->oldest % c->window;
        pthread_mutex_unlock(&c->lock);
        commit(c, &c->views[at]);
        pthread_mutex_lock(&c->lock);
        c->done[at] = false;
        __atomic_store_n(&c->oldest, c->oldest + 1, __ATOMIC_RELEASE);
        tell(c);
    }
    c->committing = false;
}

static void finish(Crew *c, const Launch *v, uint64_t last) {
    pthread_mutex_lock(&c->lock);
    if (v->trapped && last < c->stop) {
        __atomic_store_n(&c->stop, last, __ATOMIC_RELAXED);
        tell(c);
    }
    if (!v->abandoned) {
        c->done[v->span % c->window] = true;
        commit_all(c);
    }
    pthread_mutex_unlock(&c->lock);
}

// What each worker does.
static void work(Crew *c) {
    Block *b = NULL;
    for (Launch *v; (v = take(c));) {
        if (!b) b = block_new(v);
        b->launch = v;
        Resident r = {.at = &b, .made = 1, .most = 1};
        r.next = first_of(c, v->span);
        r.total = min_of(r.next + c->span_blocks, c->total);
        run_blocks(v, &r);
        finish(c, v, b->linear);
    }
}

// ---- the threads: made once, parked between launches

static struct Pool {
    pthread_mutex_t lock;
    pthread_cond_t wake, left;
    int made;   // threads
    int seats;  // of the crew that are still free
    int inside; // threads that work for it
    Crew *crew; // NULL: nothing to do
} pool = {.lock = PTHREAD_MUTEX_INITIALIZER,
          .wake = PTHREAD_COND_INITIALIZER,
          .left = PTHREAD_COND_INITIALIZER};

static void *helper(void *unused) {
    (void)unused;
    pthread_mutex_lock(&pool.lock);
    for (;;) {
        while (!pool.seats)
            pthread_cond_wait(&pool.wake, &pool.lock);
        Crew *c = pool.crew;
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
static bool call_helpers(Crew *c, int n) {
    pthread_mutex_lock(&pool.lock);
    bool is_free = !pool.crew;
    if (is_free) {
        make_threads(n);
        pool.crew = c;
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
    pool.crew = NULL;
    pthread_mutex_unlock(&pool.lock);
}

// ---- from beginning to end

int crew_size(void) {
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

static void plan_spans(Crew *c, uint64_t workers) {
    uint64_t blocks = c->total - c->first;
    uint64_t sms = (uint64_t)c->whole->gpu->sms;
    c->window = min_of(2 * workers, sms);
    c->span_blocks = min_of(sms / c->window, (uint64_t)SPAN_BLOCKS);
    c->span_blocks =
        min_of(c->span_blocks, blocks / (workers * SPANS_EACH) + 1);
    // and what a span has to remember should fit into its logs
    uint64_t insts = c->whole->issued / max_of(c->first, (uint64_t)1) + 1;
    c->span_blocks = min_of(c->span_blocks, SPAN_INSTS / insts + 1);
    // who waits for its turn should wait for one block, not for many
    if (c->whole->code->is_gated || c->whole->sees_posts) c->span_blocks = 1;
    c->nspans = (blocks + c->span_blocks - 1) / c->span_blocks;
}

static void make_views(Crew *c) {
    Arena *a = &c->whole->arena;
    c->views = arena_array(a, Launch, c->window);
    c->done = arena_array(a, bool, c->window);
    for (uint64_t i = 0; i < c->window; i++) {
        Launch *v = &c->views[i];
        *v = *c->whole;
        v->arena = (Arena){0};
        v->printed = (Buf){0};
        v->crew = c;
        v->issued = v->own = v->slowest = 0;
        v->nnotes = 0;
        v->conflict = NULL;
        counts_init(v);
        history_init(v, HISTORY_LONG);
        shadow_log_init(v, true);
        posts_init(v);
    }
}

static void view_fini(Launch *v) {
    history_fini(v);
    shadow_log_fini(v);
    posts_fini(v);
    arena_reset(&v->arena);
}

void crew_run(Launch *la, int workers, uint64_t first, uint64_t total) {
    Crew c = {.whole = la, .first = first, .total = total, .stop = UINT64_MAX};
    plan_spans(&c, (uint64_t)workers);
    make_views(&c);
    history_commit(la->history, la->l2, la->sites);
    shadow_log_flush(la);
    pthread_mutex_init(&c.lock, NULL);
    pthread_cond_init(&c.changed, NULL);
    bool helped = call_helpers(&c, workers - 1);
    work(&c);
    if (helped) wait_for_helpers();
    pthread_cond_destroy(&c.changed);
    pthread_mutex_destroy(&c.lock);
    for (uint64_t i = 0; i < c.window; i++)
        view_fini(&c.views[i]);
}
