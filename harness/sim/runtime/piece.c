#include "sim/runtime/piece.h"

#include "base/vec.h"

#include <string.h>

struct Pieces {
    uint64_t n;       // ever; piece i is at[i % PIECES]
    Piece at[PIECES]; // the last ones
    Piece now;        // the running one
    bool runs;        // there is one
    Done host;
    Done of_device[DEVICES_MOST]; // all of its streams' pieces
};

void pieces_start(Runtime *r) {
    if (!r->pieces) r->pieces = heap_new(1, sizeof *r->pieces);
}

// ---- what is over where

static void knows(const Runtime *r, Done *d, const Done *more) {
    done_renew(d, r->pieces->n);
    done_join(d, more);
}

// As rules_of has it for the timeline.
Done done_before(Runtime *r, const SimStream *s) {
    Done d = {0};
    if (!r->pieces) return d;
    const Device *dev = s->device;
    knows(r, &d, &s->done);
    if (s->in_graph) return d;
    knows(r, &d, &r->pieces->host);
    if (s != &dev->zero) {
        if (s->blocking) knows(r, &d, &dev->zero.done);
        return d;
    }
    for (const SimStream *o = dev->streams; o; o = o->next)
        if (o->blocking) knows(r, &d, &o->done);
    return d;
}

void stream_knows(Runtime *r, SimStream *s, const Done *d) {
    if (r->pieces) knows(r, &s->done, d);
}

void host_knows(Runtime *r, const Done *d) {
    if (r->pieces) knows(r, &r->pieces->host, d);
}

void host_knows_stream(Runtime *r, const SimStream *s) {
    Done d = done_before(r, s);
    host_knows(r, &d);
}

void host_waits_for_staging(Runtime *r, const CopyTask *c) {
    const Extent *e = &c->extent;
    struct Pieces *p = r->pieces;
    Piece *newest = p && p->n ? &p->at[(p->n - 1) % PIECES] : NULL;
    if (!newest || newest->kind != TASK_COPY) return;
    newest->staged = e->width * e->height * e->depth;
    done_remove(&p->host, p->n - 1);
}

void host_knows_device(Runtime *r, int device) {
    for (int i = 0; i < r->ndevices && r->pieces; i++)
        if (device < 0 || i == device) host_knows(r, &r->pieces->of_device[i]);
}

void event_knows(Runtime *r, SimEvent *e, SimStream *s) {
    e->done = done_before(r, s);
}

uint64_t piece_newest(const Runtime *r) {
    return r->pieces ? r->pieces->n - 1 : 0;
}

bool piece_is_over(Runtime *r, uint64_t piece, const SimStream *s) {
    Done d = done_before(r, s);
    return !r->pieces || done_has(&d, piece);
}

// ---- a piece

// The bytes that the task uses are known.
static bool is_piece(const Task *task) {
    return task->kind == TASK_KERNEL || task->kind == TASK_COPY ||
           task->kind == TASK_FILL || task->kind == TASK_ALLOC ||
           task->kind == TASK_FREE || task->kind == TASK_WORK;
}

void piece_begin(Runtime *r, const Task *task, SimStream *s) {
    struct Pieces *p = r->pieces;
    if (!p) return;
    if (task->kind == TASK_HOST) host_knows_stream(r, s);
    if (!is_piece(task)) return;
    p->runs = true;
    p->now = (Piece){
        .kind = task->kind,
        .name = task->kind == TASK_KERNEL ? task->kernel.kernel->name
                : task->kind == TASK_WORK ? task->work.name
                                          : NULL,
        .place = host_place(task->caller),
        .stream = s->id,
        .device = s->device->ordinal,
        .in_graph = s->in_graph,
    };
    shadow_track(mem_shadow(r->mem), task->kind == TASK_KERNEL);
}

// Of host memory only what CUDA knows is kept.
void piece_uses(Runtime *r, const void *p, size_t n, SimUse k) {
    uint64_t at = (uint64_t)(uintptr_t)p;
    if (!r->pieces || !r->pieces->runs || !n || !mem_find(r->mem, at)) return;
    ranges_add(&r->pieces->now.uses[k], at, at + n);
}

static void use_seen(void *ctx, SimUse k, uint64_t lo, uint64_t hi) {
    Piece *p = ctx;
    ranges_add(&p->uses[k], lo, hi);
}

// Notes the values that a kernel has written, unless they are too many. Two
// copies to one place are suspicious, whatever they copy today.
static void piece_digest(Runtime *r, Piece *p) {
    enum { BYTES_MOST = 1 << 20 };
    Ranges *w = &p->uses[SIM_USE_WRITE];
    uint64_t bytes = 0;
    for (int i = 0; i < w->n && p->kind == TASK_KERNEL; i++) {
        Range *g = &w->at[i];
        bytes += g->hi - g->lo;
        if (bytes > BYTES_MOST || !mem_find(r->mem, g->lo)) return;
        g->digest =
            range_digest(mem_bytes(r->mem, g->lo), (size_t)(g->hi - g->lo));
    }
}

static void piece_free(Piece *p) {
    for (SimUse k = 0; k < SIM_USES; k++)
        vec_free(&p->uses[k]);
}

static uint64_t ranges_of(const Piece *p) {
    uint64_t n = 0;
    for (SimUse k = 0; k < SIM_USES; k++)
        n += (uint64_t)p->uses[k].n;
    return n;
}

// The latest one that p races with is reported, and counts as ordered from then
// on: one mistake, one report.
static void look_back(Runtime *r, const Piece *p, Done *d) {
    enum { RANGES_SEEN = 1 << 19 }; // some milliseconds
    struct Pieces *all = r->pieces;
    uint64_t first = all->n > PIECES ? all->n - PIECES : 0;
    uint64_t seen = 0, mine = ranges_of(p);
    for (uint64_t i = all->n; i-- > first && seen < RANGES_SEEN;) {
        if (done_has(d, i)) continue;
        seen += mine + ranges_of(&all->at[i % PIECES]);
        if (!piece_race(r, &all->at[i % PIECES], p)) continue;
        done_add(d, i);
        return;
    }
}

static void piece_keep(Runtime *r, SimStream *s) {
    struct Pieces *p = r->pieces;
    Done d = done_before(r, s);
    p->now.serial = mem_serial(r->mem);
    piece_digest(r, &p->now);
    look_back(r, &p->now, &d);
    Piece *at = &p->at[p->n % PIECES];
    piece_free(at);
    *at = p->now;
    p->now = (Piece){0};
    Done *dev = &p->of_device[s->device->ordinal];
    uint64_t me = p->n++;
    done_renew(&d, p->n);
    done_renew(dev, p->n);
    done_add(&d, me);
    done_add(dev, me);
    s->done = d;
}

void piece_end(Runtime *r, SimStream *s) {
    struct Pieces *p = r->pieces;
    if (!p) return;
    if (!p->runs) return;
    p->runs = false;
    shadow_touched(mem_shadow(r->mem), use_seen, &p->now);
    shadow_track(mem_shadow(r->mem), false);
    for (SimUse k = 0; k < SIM_USES; k++)
        ranges_close(&p->now.uses[k]);
    if (ranges_of(&p->now)) piece_keep(r, s);
}
