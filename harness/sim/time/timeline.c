#include "sim/time/timeline.h"

#include "base/heap.h"
#include "base/vec.h"

#include <math.h>
#include <string.h>

// Times closer than this are the same: kernels' ends are sums of steps.
static double same_us(const Timeline *t) {
    return fmax(1e-9, t->now_us * 1e-14);
}

void timeline_init(Timeline *t, int copy_engines) {
    *t = (Timeline){0};
    for (int i = 0; i < TIMELINE_DEVICES; i++)
        t->devices[i].copy_engines = copy_engines;
}

void timeline_fini(Timeline *t) {
    timeline_drain(t, -1);
    vec_free(&t->heap);
    vec_free(&t->peers);
    for (int i = 0; i < TIMELINE_DEVICES; i++) {
        vec_free(&t->devices[i].kernels);
        for (int k = 0; k < 3; k++)
            vec_free(&t->devices[i].copies[k]);
    }
}

// ---- Jobs

Job *job_hold(Job *job) {
    if (job) job->refs++;
    return job;
}

void job_release(Job *job) {
    if (!job || --job->refs) return;
    heap_free(job->next);
    heap_free(job);
}

static void comes_after(Job *job, Job *before) {
    if (before->nnext == before->cap_next) {
        before->cap_next = before->cap_next * 2 + 4;
        before->next = heap_grow(before->next, (size_t)before->cap_next,
                                 sizeof *before->next);
    }
    before->next[before->nnext++] = job_hold(job);
    job->blockers++;
}

// Delays a job until `before`, which it comes after, has ended, with the gap
// between them.
static void is_free_of(Job *job, const Job *before) {
    bool crosses = before->side && job->side && before->side != job->side;
    double us = before->end_us + job->gap_us + (crosses ? job->cross_us : 0);
    if (us <= job->ready_us) return;
    job->ready_us = us;
    job->cause = before->serial;
}

// ---- the heap: Jobs by ready_us, or by end_us if they run

static double job_time(const Job *job) {
    return job->state == JOB_RUNNING ? job->end_us : job->ready_us;
}

static bool is_before(const Job *a, const Job *b) {
    double x = job_time(a), y = job_time(b);
    return x != y ? x < y : a->serial < b->serial;
}

static void swap(JobList *l, int a, int b) {
    Job *t = l->at[a];
    l->at[a] = l->at[b];
    l->at[b] = t;
}

static void heap_push(Timeline *t, Job *job) {
    JobList *h = &t->heap;
    vec_push(h, job);
    for (int i = h->n - 1; i > 0 && is_before(h->at[i], h->at[(i - 1) / 2]);
         i = (i - 1) / 2)
        swap(h, i, (i - 1) / 2);
}

static Job *heap_pop(Timeline *t) {
    JobList *h = &t->heap;
    Job *top = h->at[0];
    h->at[0] = h->at[--h->n];
    for (int i = 0;;) {
        int least = i;
        for (int k = 2 * i + 1; k <= 2 * i + 2 && k < h->n; k++)
            if (is_before(h->at[k], h->at[least])) least = k;
        if (least == i) return top;
        swap(h, i, least);
        i = least;
    }
}

// ---- engines

static void come(Timeline *t, Job *job) {
    job->state = JOB_COMING;
    heap_push(t, job);
}

static void job_finish(Timeline *t, Job *job) {
    DeviceLine *d = &t->devices[job->device];
    job->state = JOB_DONE;
    job->end_us = t->now_us;
    d->ended[job->engine] = d->end_by = job->serial;
    d->end_us = t->end_us = t->now_us;
    d->live--;
    t->running--;
    if (t->on_done) t->on_done(t->ctx, job);
    for (int i = 0; i < job->nnext; i++) {
        Job *next = job->next[i];
        is_free_of(next, job);
        if (--next->blockers == 0) come(t, next);
        job_release(next);
    }
    job->nnext = 0;
    job_release(job);
}

static void job_begin(Timeline *t, Job *job) {
    const DeviceLine *d = &t->devices[job->device];
    // It waited for its engine, not for what it comes after.
    if (t->now_us > job->ready_us + same_us(t) && d->ended[job->engine])
        job->cause = d->ended[job->engine];
    job->state = JOB_RUNNING;
    job->start_us = t->now_us;
    job->idle_us = t->running++ ? 0 : t->now_us - t->end_us;
}

// Until a time that is known.
static void run_for(Timeline *t, Job *job) {
    job_begin(t, job);
    job->end_us = t->now_us + job->us;
    heap_push(t, job);
}

// Fewer engines than directions: some share one.
static int engine_slot(const DeviceLine *d, Engine e) {
    int slot = e == ENGINE_COPY_IN ? 0 : e == ENGINE_COPY_OUT ? 1 : 2;
    return min_of(slot, max_of(d->copy_engines, 1) - 1);
}

static Job *take_at(JobList *l, int i) {
    Job *job = l->at[i];
    memmove(l->at + i, l->at + i + 1, (size_t)(--l->n - i) * sizeof *l->at);
    return job;
}

static Job *take_first(JobList *l) {
    return take_at(l, 0);
}

static void next_copy(Timeline *t, DeviceLine *d, int slot) {
    if (d->copy[slot] || !d->copies[slot].n) return;
    Job *job = take_first(&d->copies[slot]);
    const Job *other = slot < 2 ? d->copy[1 - slot] : NULL;
    d->copy[slot] = job;
    // Only the later one is slower: both would end at the same time otherwise.
    if (other)
        job->us += TIMELINE_DUPLEX * fmin(job->us, other->end_us - t->now_us);
    run_for(t, job);
}

// ---- copies between devices

// A device that has engines for them, and not just one or two for all copies.
static bool has_links(const Timeline *t, const Job *job) {
    return job->engine == ENGINE_COPY_PEER &&
           t->devices[job->device].copy_engines > 2;
}

// Starts those whose links are free; `ended` is the one that has just ended.
static void next_peers(Timeline *t, const Job *ended) {
    for (int i = 0; i < t->peers.n;) {
        Job *job = t->peers.at[i];
        DeviceLine *from = &t->devices[job->from], *to = &t->devices[job->to];
        if (from->sends || to->receives) {
            i++;
            continue;
        }
        take_at(&t->peers, i);
        from->sends = to->receives = true;
        uint64_t cause = job->cause;
        run_for(t, job);
        job->cause = ended ? ended->serial : cause;
    }
}

static void end_peer(Timeline *t, Job *job) {
    t->devices[job->from].sends = t->devices[job->to].receives = false;
    job_hold(job);
    job_finish(t, job);
    next_peers(t, job);
    job_release(job);
}

// ---- kernels side by side

static double waves_of(const Job *job) {
    return job->waves > 0 ? job->waves : 1;
}

// The part that is left when the last wave begins, 0 if all waves are alike.
static double tail_at(const Job *job) {
    double waves = waves_of(job), full = floor(waves);
    if (waves <= 1 || waves - full < 1e-9) return 0;
    return 1 - full / ceil(waves);
}

// The part of the device's places that its blocks could fill.
static double job_need(const Job *job) {
    double waves = waves_of(job), tail = tail_at(job);
    if (waves <= 1) return waves;
    return tail > 0 && job->left <= tail ? waves - floor(waves) : 1;
}

static bool goes_first(const Job *a, const Job *b) {
    if (a->placed != b->placed) return a->placed;
    if (!a->placed && a->priority != b->priority)
        return a->priority < b->priority;
    return a->start_us != b->start_us ? a->start_us < b->start_us
                                      : a->serial < b->serial;
}

static void queue_kernel(DeviceLine *d, Job *job) {
    JobList *q = &d->kernels;
    vec_push(q, job);
    for (int i = q->n - 1; i > 0 && q->at[i]->priority < q->at[i - 1]->priority;
         i--)
        swap(q, i, i - 1);
}

// Gives places to the running ones in their order; returns what is left.
static double share_places(DeviceLine *d) {
    double free = 1;
    for (int i = 1; i < d->nrunning; i++)
        for (int k = i; k > 0 && goes_first(d->running[k], d->running[k - 1]);
             k--) {
            Job *job = d->running[k];
            d->running[k] = d->running[k - 1];
            d->running[k - 1] = job;
        }
    for (int i = 0; i < d->nrunning; i++) {
        Job *job = d->running[i];
        double need = job_need(job), got = fmin(need, free);
        free -= got;
        job->placed |= waves_of(job) <= 1 && got >= need;
        job->rate = got / need / fmax(job->us, 1e-9);
    }
    return free;
}

// Of each resource there is 1.
static void share_resources(DeviceLine *d) {
    double want[USES] = {0};
    for (int i = 0; i < d->nrunning; i++)
        for (int u = 0; u < USES; u++)
            want[u] +=
                d->running[i]->use[u] * d->running[i]->rate * d->running[i]->us;
    for (int i = 0; i < d->nrunning; i++) {
        Job *job = d->running[i];
        double slower = 1;
        for (int u = 0; u < USES; u++)
            if (want[u] > 1)
                slower = fmax(slower, 1 + job->use[u] * (want[u] - 1));
        job->rate /= slower;
    }
}

// Starts what there is room for and sets everyone's speed.
static void job_settle(Timeline *t, DeviceLine *d) {
    double free = share_places(d);
    while (d->kernels.n && d->nrunning < TIMELINE_GRIDS) {
        Job *job = d->kernels.at[0];
        job->start_us = t->now_us;
        bool urgent =
            d->nrunning && goes_first(job, d->running[d->nrunning - 1]);
        if (free < 1e-9 && !urgent) break;
        take_first(&d->kernels);
        job->left = 1;
        job_begin(t, job);
        d->running[d->nrunning++] = job;
        free = share_places(d);
    }
    share_resources(d);
}

// The next time that a running kernel ends or comes to its last wave.
static double next_kernel(const Timeline *t, const DeviceLine *d) {
    double us = INFINITY;
    for (int i = 0; i < d->nrunning; i++) {
        const Job *job = d->running[i];
        double tail = tail_at(job);
        double left = job->left > tail ? job->left - tail : job->left;
        if (job->rate > 0) us = fmin(us, t->now_us + left / job->rate);
    }
    return us;
}

static void advance(const Timeline *t, DeviceLine *d, double us) {
    for (int i = 0; i < d->nrunning; i++) {
        Job *job = d->running[i];
        double tail = tail_at(job), same = same_us(t) / fmax(job->us, 1e-9);
        job->left -= us * job->rate;
        if (fabs(job->left - tail) <= same) job->left = tail;
        if (job->left <= same) job->left = 0;
    }
}

static bool end_kernels(Timeline *t, DeviceLine *d) {
    bool any = false;
    for (int i = 0; i < d->nrunning;) {
        Job *job = d->running[i];
        if (job->left > 0) {
            i++;
            continue;
        }
        d->nrunning--;
        memmove(d->running + i, d->running + i + 1,
                (size_t)(d->nrunning - i) * sizeof *d->running);
        job_finish(t, job);
        any = true;
    }
    return any;
}

// ---- events

// An Job's time has come: it goes to its engine, or ends.
static void arrive(Timeline *t, Job *job) {
    DeviceLine *d = &t->devices[job->device];
    if (job->state == JOB_RUNNING) {
        if (has_links(t, job)) {
            end_peer(t, job);
        } else if (job->engine != ENGINE_NONE) {
            int slot = engine_slot(d, job->engine);
            d->copy[slot] = NULL;
            job_finish(t, job);
            next_copy(t, d, slot);
        } else {
            job_finish(t, job);
        }
        return;
    }
    if (job->engine != ENGINE_NONE && t->now_us < d->held_us) {
        job->ready_us = d->held_us;
        heap_push(t, job);
        return;
    }
    if (job->engine == ENGINE_KERNELS && t->now_us < d->front_us) {
        job->ready_us = d->front_us;
        heap_push(t, job);
        return;
    }
    job->state = JOB_QUEUED;
    if (job->engine == ENGINE_NONE) {
        run_for(t, job);
    } else if (job->engine == ENGINE_KERNELS) {
        d->front_us = t->now_us + TIMELINE_GRID_US;
        queue_kernel(d, job);
    } else if (has_links(t, job)) {
        vec_push(&t->peers, job);
        next_peers(t, NULL);
    } else {
        int slot = engine_slot(d, job->engine);
        vec_push(&d->copies[slot], job);
        next_copy(t, d, slot);
    }
}

static double next_event(const Timeline *t) {
    double us = t->heap.n ? job_time(t->heap.at[0]) : INFINITY;
    for (int i = 0; i < TIMELINE_DEVICES; i++)
        us = fmin(us, next_kernel(t, &t->devices[i]));
    return us;
}

// Handles everything of one time. False: it is later than limit, or never.
static bool step(Timeline *t, double limit) {
    double us = next_event(t);
    if (us > limit || us == INFINITY) return false;
    us = fmax(us, t->now_us);
    for (int i = 0; i < TIMELINE_DEVICES; i++)
        advance(t, &t->devices[i], us - t->now_us);
    t->now_us = us;
    bool more = true;
    while (more) {
        more = false;
        for (int i = 0; i < TIMELINE_DEVICES; i++)
            more |= end_kernels(t, &t->devices[i]);
        while (t->heap.n && job_time(t->heap.at[0]) <= us + same_us(t)) {
            arrive(t, heap_pop(t));
            more = true;
        }
    }
    for (int i = 0; i < TIMELINE_DEVICES; i++)
        if (t->devices[i].live) job_settle(t, &t->devices[i]);
    return true;
}

// ---- for callers

Job *timeline_add(Timeline *t, const Job *what, Job *const *after, int n) {
    Job *job = heap_new(1, sizeof *job);
    *job = *what;
    job->serial = ++t->serial;
    job->refs = 2; // the timeline's until it is done, and the caller's
    job->ready_us = fmax(job->issue_us, t->now_us) + job->gap_us;
    t->devices[job->device].live++;
    for (int i = 0; i < n; i++) {
        if (!after[i]) continue;
        if (after[i]->state == JOB_DONE)
            is_free_of(job, after[i]);
        else
            comes_after(job, after[i]);
    }
    if (!job->blockers) come(t, job);
    return job;
}

double timeline_until(Timeline *t, const Job *job) {
    while (job->state != JOB_DONE && step(t, INFINITY))
        ;
    return job->end_us;
}

void timeline_shrink(Timeline *t, int device, int most) {
    while (t->devices[device].live > most && step(t, INFINITY))
        ;
}

void timeline_drain(Timeline *t, int device) {
    for (int i = 0; i < TIMELINE_DEVICES; i++)
        if (device < 0 || i == device) timeline_shrink(t, i, 0);
}

void timeline_pass(Timeline *t, double us) {
    while (step(t, us))
        ;
    // Kernels under way have come so far.
    for (int i = 0; us > t->now_us && i < TIMELINE_DEVICES; i++)
        advance(t, &t->devices[i], us - t->now_us);
    t->now_us = fmax(t->now_us, us);
}
