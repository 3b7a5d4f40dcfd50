// The questions that hosts ask of the simulated devices (sim.h).
#include "sim/api/host_end.h"
#include "sim/cache/cache.h"
#include "sim/runtime/clock.h"
#include "sim/runtime/host_fresh.h"
#include "sim/runtime/host_watch.h"
#include "sim/runtime/later.h"
#include "sim/runtime/piece.h"
#include "sim/runtime/seal.h"
#include "sim/runtime/witness.h"

#include <string.h>

int sim_guard_memory(void) {
    int key = seal_begin();
    mem_guard(key);
    runtime_seal();
    spans_seal();
    witness_seal();
    return key;
}

int sim_guard_records(void) {
    return seal_records();
}

void sim_keep_arrays(bool on) {
    mem_keep_apart(on);
}

void sim_watch_blank(void) {
    host_fresh_start();
}

void sim_host_call(const void *p, size_t n, bool writes, const void *caller) {
    host_watch_call(p, n, writes, caller);
}

// A program that dies inside of the runtime is asked as well: the lock is then
// its own, so nobody waits for it here.
int sim_trap_count(void) {
    Runtime *r = runtime_state();
    seal_open(true);
    host_watch_tell(r);
    seal_open(false);
    return r->ntraps;
}

const SimTrap *sim_trap_at(int i) {
    const Runtime *r = runtime_state();
    return i >= 0 && i < r->ntraps ? &r->traps[i] : NULL;
}

int sim_launch_count(void) {
    Runtime *r = runtime_state();
    seal_open(true);
    if (r->started) timeline_drain(&r->timeline, -1); // their times
    seal_open(false);
    return r->nlaunches;
}

const SimLaunchInfo *sim_launch_at(int i) {
    const Runtime *r = runtime_state();
    return i >= 0 && i < r->nlaunches ? &r->launches[i] : NULL;
}

uint64_t sim_launches_before(SimCounters *sum) {
    const Runtime *r = runtime_state();
    *sum = r->before;
    return r->nbefore;
}

static double counter_named(const SimCounters *c, const char *name) {
#define COUNTER(id, unit, meaning)                                             \
    if (strcmp(name, #id) == 0) return (double)c->id;
#include "sim/counters.def"
    return 0;
}

double sim_counted(const char *counter) {
    const Runtime *r = runtime_state();
    double sum = counter_named(&r->before, counter);
    for (int i = 0; i < r->nlaunches; i++)
        sum += counter_named(&r->launches[i].c, counter);
    return sum;
}

const char *sim_load_error(void) {
    return runtime_state()->load_error;
}

void sim_clear(void) {
    Runtime *r = runtime_state();
    seal_open(true);
    r->gone += (uint64_t)r->nlaunches;
    r->ntraps = r->nlaunches = r->nold = 0;
    r->nbefore = 0;
    r->before = (SimCounters){0};
    r->line_bytes = 0;
    for (int i = 0; i < 2; i++)
        arena_reset(&r->lines[i]);
    r->load_error[0] = '\0';
    arena_reset(&r->arena);
    seal_open(false);
}

void sim_cool(void) {
    Runtime *r = runtime_enter();
    for (int i = 0; r && i < r->ndevices; i++)
        caches_empty(r->devices[i].caches);
    if (r) runtime_leave_alive(r, cudaSuccess);
}

void sim_flush(void) {
    Runtime *r = runtime_enter();
    for (int i = 0; r && i < r->ndevices; i++) {
        caches_empty(r->devices[i].caches);
        caches_fill(r->devices[i].caches, 0, UINT64_MAX);
    }
    if (r) runtime_leave_alive(r, cudaSuccess);
}

void sim_forget(const void *p, size_t n) {
    Runtime *r = runtime_state();
    if (!r->started) return;
    runtime_lock();
    mem_forgot(r->mem, (uint64_t)(uintptr_t)p, n);
    runtime_unlock();
}

uint64_t sim_adopt(void *p, size_t n) {
    runtime_thread()->caller = NULL; // no call of the program allocates it
    Runtime *r = runtime_enter();
    uint64_t at = r && !r->dev->sticky ? mem_adopt(r->mem, p, n) : 0;
    if (r) runtime_leave_alive(r, cudaSuccess);
    return at;
}

void sim_disown(uint64_t at) {
    Runtime *r = runtime_enter();
    if (!r) return;
    if (!r->dev->sticky) {
        runtime_wait_all(r);
        mem_release(r->mem, at);
    }
    runtime_leave_alive(r, cudaSuccess);
}

void sim_name(uint64_t at, const char *name) {
    Runtime *r = runtime_enter();
    if (!r) return;
    mem_name(r->mem, at, name);
    runtime_leave_alive(r, cudaSuccess);
}

void sim_filled(const void *p, size_t n) {
    Runtime *r = runtime_state();
    if (!r->started) return;
    runtime_lock();
    mem_wrote(r->mem, (uint64_t)(uintptr_t)p, n);
    runtime_unlock();
}

double sim_clock_us(void) {
    return runtime_thread()->host_us;
}

void sim_drop_host_bytes(void) {
    Runtime *r = runtime_lock();
    r->host_got = r->host_gave = 0;
    runtime_unlock();
}

void sim_host_bytes(double *got, double *gave) {
    const Runtime *r = runtime_state();
    *got = r->host_got;
    *gave = r->host_gave;
}

void sim_lend(bool on) {
    Runtime *r = runtime_enter();
    if (!r) return;
    mem_lend(r->mem, on);
    runtime_leave_alive(r, cudaSuccess);
}

double sim_own_bytes(void) {
    Runtime *r = runtime_enter();
    if (!r) return 0;
    double most = (double)mem_own_most(r->mem);
    runtime_leave_alive(r, cudaSuccess);
    return most;
}

double sim_own_atomics(void) {
    Runtime *r = runtime_enter();
    if (!r) return 0;
    double n = (double)mem_own_atomics(r->mem);
    runtime_leave_alive(r, cudaSuccess);
    return n;
}

const char *sim_failed_call(uint64_t *place) {
    const Thread *me = runtime_thread();
    *place = me->failed.name ? host_place(me->failed.caller) : 0;
    return me->failed.name;
}

void sim_end(void) {
    Runtime *r = runtime_state();
    if (!r->started) return;
    runtime_lock();
    r->thread->caller = NULL;
    later_run(r);
    host_end(r);
    runtime_unlock();
}

const char *sim_version(void) {
    return "libkatasim 1";
}
void sim_hold(double us) {
    Runtime *r = runtime_enter();
    if (r) {
        // All that was before is done: a program that has a stream of its own
        // beside the default one must find it held as well.
        timeline_drain(&r->timeline, r->dev->ordinal);
        host_knows_device(r, -1);
        const Job *mark = stream_mark(r, &r->dev->zero, us);
        r->timeline.devices[r->dev->ordinal].held_us = mark->ready_us + us;
    }
    runtime_leave_alive(r, cudaSuccess);
}
void sim_settle(void) {
    Runtime *r = runtime_enter();
    if (r) host_knows_device(r, -1);
    runtime_leave_alive(r, cudaSuccess);
}
void sim_sample(bool on) {
    Runtime *r = runtime_enter();
    if (!r) return;
    sample_forget(r);
    r->sampling = on;
    runtime_leave_alive(r, cudaSuccess);
}

void sim_shuffle(unsigned long long seed) {
    Runtime *r = runtime_enter();
    if (r) r->shuffle = seed;
    runtime_leave_alive(r, cudaSuccess);
}

bool sim_sampled(void) {
    Runtime *r = runtime_enter();
    bool left = r && r->undone;
    runtime_leave_alive(r, cudaSuccess);
    return left;
}
void sim_keep_spans(int most) {
    runtime_lock();
    spans_keep(most);
    runtime_unlock();
}

void sim_drop_spans(void) {
    sim_launch_count(); // the timeline runs to its end
    runtime_lock();
    spans_drop();
    runtime_unlock();
    runtime_forget_calls();
}

int sim_span_count(int *dropped) {
    sim_launch_count(); // the timeline runs to its end
    return spans_count(dropped);
}

const SimSpan *sim_span_at(int i) {
    return spans_at(i);
}
