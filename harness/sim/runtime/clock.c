#include "sim/runtime/clock.h"

#include "sim/runtime/host_watch.h"
#include "sim/runtime/later.h"
#include "sim/runtime/piece.h"
#include "sim/runtime/pool.h"
#include "sim/time/model.h"

#include "base/heap.h"
#include "base/vec.h"

#include <math.h>
#include <pthread.h>

// Launches that can be under way; then a call waits for room.
enum { QUEUE = 1024 };

// ---- threads

static pthread_key_t ending;
static double ended_us; // the latest time of a thread that has ended
static Thread *first;

static void thread_ends(void *p) {
    thread_lock();
    ended_us = fmax(ended_us, ((const Thread *)p)->host_us);
    thread_unlock();
}

void clock_enter(Runtime *r) {
    Thread *me = r->thread;
    if (!first) {
        first = me;
        pthread_key_create(&ending, thread_ends);
    }
    if (me == first) {
        me->host_us = fmax(me->host_us, ended_us);
    } else if (!me->began) {
        me->host_us = first->host_us;
        pthread_setspecific(ending, me);
    }
    me->began = true;
}

void clock_spend(Runtime *r, double us) {
    r->thread->host_us += us;
    r->thread->polled_us = 0;
}

void clock_look(Runtime *r) {
    timeline_pass(&r->timeline, r->thread->host_us);
}

// ---- giving work to streams

// Everything that new work of s comes after.
static void rules_of(SimStream *s, JobList *after) {
    const Device *d = s->device;
    if (s->in_graph && !s->last) {
        for (int i = 0; i < s->begins.n; i++)
            vec_push(after, s->begins.at[i]);
        return;
    }
    if (s->last) vec_push(after, s->last);
    if (s->in_graph) return;
    // The default stream and blocking streams wait for each other.
    if (s != &d->zero) {
        if (s->blocking && d->zero.last) vec_push(after, d->zero.last);
        return;
    }
    for (const SimStream *o = d->streams; o; o = o->next)
        if (o->blocking && o->last) vec_push(after, o->last);
}

// Comes after others, too.
static Job *job_add(Runtime *r, SimStream *s, const Job *what,
                    const JobList *others) {
    Timeline *t = &r->timeline;
    JobList after = {0};
    Job job = *what;
    rules_of(s, &after);
    for (int i = 0; others && i < others->n; i++)
        vec_push(&after, others->at[i]);
    job.device = s->device->ordinal;
    job.stream = s->id;
    job.priority = s->priority;
    job.issue_us = r->thread->host_us;
    job.cross_us = spend_us(SPEND_CROSS);
    job.side = job.engine ? job.engine : s->last ? s->last->side : ENGINE_NONE;
    job.issued_after = r->thread->woken_by;
    Job *made = timeline_add(t, &job, after.at, after.n);
    vec_free(&after);
    job_release(s->last);
    s->last = made;
    if (!s->in_graph && t->devices[job.device].live > QUEUE) {
        timeline_shrink(t, job.device, QUEUE);
        r->thread->host_us = fmax(r->thread->host_us, t->now_us);
    }
    return made;
}

Job *stream_add(Runtime *r, SimStream *s, const Job *what) {
    return job_add(r, s, what, NULL);
}

static double empty_us(Runtime *r) {
    if (!r->empty_us) r->empty_us = model_empty_us(r->gpu);
    return r->empty_us;
}

void stream_add_kernel(Runtime *r, SimStream *s, Job *job) {
    double next = s->in_graph ? r->gpu->graph_us : spend_us(SPEND_NEXT);
    double more = next - empty_us(r);
    // Kernels that end overlap with those that begin, more or less.
    job->engine = ENGINE_KERNELS;
    job->gap_us = fmax(more, 0);
    job->us = fmax(job->us + fmin(more, 0), 0.1);
    if (!s->in_graph) clock_spend(r, r->gpu->launch_us);
    stream_add(r, s, job);
}

Job *stream_mark(Runtime *r, SimStream *s, double us) {
    Job mark = {.engine = ENGINE_NONE, .us = us};
    return job_add(r, s, &mark, NULL);
}

void stream_join(Runtime *r, SimStream *s, const JobList *jobs) {
    Job mark = {.engine = ENGINE_NONE};
    job_add(r, s, &mark, jobs);
}

void stream_after(Runtime *r, SimStream *s, Job *job) {
    JobList one = {.at = &job, .n = job ? 1 : 0};
    Job mark = {.engine = ENGINE_NONE,
                .us = s->in_graph ? 0 : spend_us(SPEND_JOIN)};
    job_add(r, s, &mark, &one);
}

// ---- waiting and asking

// The thread slept until `us`, when the Job of that number ended.
static void wake(Runtime *r, double us, uint64_t by) {
    Thread *me = r->thread;
    sample_finish(r);
    me->polled_us = 0;
    if (us > me->host_us) {
        spans_wait(r, me->host_us, us, by);
        me->host_us = us + spend_us(SPEND_WAKE);
        me->woken_by = by;
    } else {
        me->host_us += spend_us(SPEND_QUERY);
    }
    me->host_us += (double)pools_waited(r) * spend_us(SPEND_CHUNK);
    host_watch_pass(r);
}

void runtime_wait_job(Runtime *r, const Job *job) {
    double us = job ? timeline_until(&r->timeline, job) : 0;
    wake(r, us, job ? job->serial : 0);
}

void runtime_wait(Runtime *r, CudaStream p) {
    runtime_run_kept(NULL);
    SimStream *s = runtime_stream(r, p);
    JobList all = {0};
    double us = 0;
    uint64_t by = 0;
    if (s) rules_of(s, &all);
    for (int i = 0; i < all.n; i++) {
        double end = timeline_until(&r->timeline, all.at[i]);
        if (end > us) by = all.at[i]->serial;
        us = fmax(us, end);
    }
    vec_free(&all);
    if (s) host_knows_stream(r, s);
    wake(r, us, by);
}

void runtime_wait_all(Runtime *r) {
    runtime_run_kept(NULL);
    const DeviceLine *d = &r->timeline.devices[r->dev->ordinal];
    timeline_drain(&r->timeline, r->dev->ordinal);
    host_knows_device(r, r->dev->ordinal);
    wake(r, d->end_us, d->end_by);
}

void clock_ask(Runtime *r) {
    Thread *me = r->thread;
    double us = fmax(spend_us(SPEND_QUERY), me->polled_us / 8);
    me->host_us += us;
    me->polled_us += us;
}

CudaError runtime_query(Runtime *r, const Job *job) {
    clock_ask(r);
    clock_look(r);
    if (!job_has_passed(r, job)) return cudaErrorNotReady;
    r->thread->polled_us = 0;
    host_watch_pass(r);
    return cudaSuccess;
}

CudaError stream_query(Runtime *r, SimStream *s) {
    JobList all = {0};
    CudaError e = cudaSuccess;
    rules_of(s, &all);
    if (!all.n) e = runtime_query(r, NULL);
    for (int i = 0; i < all.n && !e; i++)
        e = runtime_query(r, all.at[i]);
    vec_free(&all);
    if (!e) host_knows_stream(r, s);
    return e;
}
