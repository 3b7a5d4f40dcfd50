// Requests and answers; see session.h. A child that stops answering is ended
// here, so callers see one thing only: alive or not.
#include "gate/child/session_parts.h"

#include "gate/child/places.h"
#include "gate/child/records.h"
#include "gate/result/triton_words.h"

#include "gate/judge/element.h"

#include "base/heap.h"
#include "base/path.h"
#include "base/rng.h"
#include "base/str.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void end_child(Session *s, bool done) {
    if (s->ended) return;
    s->ended = true;
    run_finish(s->child, done, &s->result);
    s->child = NULL;
}

void session_pause(Session *s) {
    if (!s->child || s->paused) return;
    run_pause(s->child, true);
    s->paused = true;
}

static void go_on(Session *s) {
    if (s->child && s->paused) run_pause(s->child, false);
    s->paused = false;
}

void session_finish(Session *s, bool done) {
    go_on(s);
    if (s->child && done) {
        Wire w = {0};
        wire_add(&w, "do", "quit");
        run_send(s->child, &w);
        while (run_receive(s->child, 5, &s->in) == WIRE_OK)
            ;
        wire_free(&w);
    }
    if (s->child) end_child(s, done);
}

// The message of the last record, if it is an error of that kind.
static const char *error_of(const Session *s, const char *kind) {
    const char *say = s->in.n ? wire_get(&s->in, "say", 0) : NULL;
    const char *is = say ? wire_get(&s->in, "kind", 0) : NULL;
    if (!is || strcmp(say, "error") != 0 || strcmp(is, kind) != 0) return NULL;
    const char *message = wire_get(&s->in, "message", 0);
    return message ? arena_str(s->arena, message) : "no reason given";
}

const char *session_error(const Session *s) {
    return error_of(s, "env");
}

const char *session_refusal(const Session *s) {
    return error_of(s, "refused");
}

static void drop_images(Session *s) {
    for (int g = 0; g < MAX_ARGS; g++) {
        heap_free(s->image[g]);
        s->image[g] = NULL;
    }
}

unsigned char *session_image(Session *s, const CaseData *c, int g) {
    assert(g < MAX_ARGS && c->args[g].arg->is_pointer);
    if (!s->image[g])
        s->image[g] = heap_large(c->args[g].bytes + 2 * GUARD_BYTES);
    return s->image[g];
}

unsigned char *session_payload(Session *s, const CaseData *c, int g) {
    return session_image(s, c, g) + GUARD_BYTES;
}

void session_end(Session *s, bool done) {
    session_finish(s, done);
    run_result_free(&s->result);
    drop_images(s);
    // The next run must not find files of this one.
    if (s->folder) path_remove_all(s->folder, NULL);
    s->folder = NULL;
    shm_close(&s->shm);
    wire_free(&s->in);
}

const char *session_text(Session *s, const char *key) {
    const char *v = wire_get(&s->in, key, 0);
    return v ? arena_str(s->arena, v) : "";
}

// The text with the parameter's name in place of "a 64-byte allocation".
static const char *named(Arena *a, const char *text, const TrapInfo *t,
                         const char *name) {
    const char *what = arena_fmt(a, "a %lld-byte allocation", t->alloc_bytes);
    const char *at = strstr(text, what);
    if (!at) return text;
    return arena_fmt(a, "%.*s`%s`, which has %lld bytes%s", (int)(at - text),
                     text, name, t->alloc_bytes, at + strlen(what));
}

// Buffers of the runner's are the entry's arguments: a learner knows them by
// name, and not by the line of ours that allocates them.
static void name_argument(Session *s, TrapInfo *t) {
    int arg = (int)wire_int(&s->in, "arg", -1);
    if (!s->running || arg < 0 || arg >= s->running->nargs) return;
    const char *name = s->running->args[arg].arg->name;
    t->message = named(s->arena, t->message, t, name);
    t->alloc_note = named(s->arena, t->alloc_note, t, name);
    t->alloc_at = 0;
}

static void take_trap(Session *s) {
    TrapInfo t = record_trap(s->arena, &s->in);
    bool doubtful = t.severity == SIM_DOUBTFUL;
    if (doubtful ? s->ndoubts > 0 : t.severity != SIM_WRONG) return;
    name_argument(s, &t);
    places_find(s->arena, s->binary, &t, 1);
    if (s->tiles) triton_words(s->arena, &t);
    if (doubtful) {
        s->doubt = t;
        s->ndoubts = 1;
        return;
    }
    GROW(s->arena, TrapInfo, s->traps, s->ntraps, s->cap);
    s->traps[s->ntraps++] = t;
}

Wire session_request(Session *s, const char *verb) {
    Wire w = {0};
    snprintf(s->nonce, sizeof s->nonce, "%016llx",
             (unsigned long long)rng_entropy());
    wire_add(&w, "do", "%s", verb);
    wire_add(&w, "nonce", "%s", s->nonce);
    return w;
}

// ---- limits
//
// A limit is of seconds in which the child could run: where other programs take
// the processors that it wants, kata waits longer.

static SessionLook look_now(const Session *s) {
    return (SessionLook){.at = clock_seconds(),
                         .crowd = crowd_now(),
                         .computed = run_cpu_seconds(s->child),
                         .queued = run_queued_seconds(s->child)};
}

// A look takes some 50 us.
static void look_at_times(Session *s) {
    const double SELDOM_S = 1;
    if (s->look.at == 0 || clock_seconds() > s->look.at + SELDOM_S)
        s->look = look_now(s);
}

// A child with many threads keeps its own waiting; the others' share says how
// much of it was theirs.
static double patience_left(const Session *s, double seconds) {
    SessionLook now = look_now(s);
    const SessionLook *then = &s->look;
    double taken = now.at - then->at;
    double others = taken * crowd_share(&then->crowd, &now.crowd,
                                        now.computed - then->computed);
    return crowd_patience(seconds, taken,
                          min_of(others, now.queued - then->queued));
}

static WireStatus receive_in_time(Session *s, double seconds) {
    WireStatus status = run_receive(s->child, seconds, &s->in);
    while (status == WIRE_TIMEOUT) {
        double more = patience_left(s, seconds);
        if (more <= 0) break;
        status = run_receive(s->child, more, &s->in);
    }
    return status;
}

// Waits for `say:<answer>`. Records before it go to take; traps always to
// take_trap. WIRE_OK: it is in s->in.
static WireStatus await_answer(Session *s, const char *answer, double seconds,
                               void (*take)(Session *, void *), void *ctx) {
    look_at_times(s);
    for (;;) {
        WireStatus status = receive_in_time(s, seconds);
        if (status != WIRE_OK) return status;
        const char *say = wire_get(&s->in, "say", 0);
        const char *nonce = wire_get(&s->in, "nonce", 0);
        if (!say || strcmp(say, "error") == 0) return WIRE_BAD;
        if (strcmp(say, "trap") == 0) {
            take_trap(s);
        } else if (strcmp(say, answer) == 0) {
            bool ours = nonce && strcmp(nonce, s->nonce) == 0;
            return ours || strcmp(say, "hello") == 0 ? WIRE_OK : WIRE_BAD;
        } else if (take) {
            take(s, ctx);
        } else {
            return WIRE_BAD;
        }
    }
}

// Returns true if the child has sent a record without a request. A trap is
// none: a child that dies says why.
static bool is_talkative(Session *s) {
    while (run_receive(s->child, 0, &s->in) == WIRE_OK) {
        const char *say = wire_get(&s->in, "say", 0);
        if (!say || strcmp(say, "trap") != 0) return true;
        take_trap(s);
    }
    return false;
}

bool session_send(Session *s, Wire *w, const char *answer, double seconds,
                  void (*take)(Session *, void *), void *ctx) {
    WireStatus status = WIRE_END;
    go_on(s);
    if (!s->ended && is_talkative(s)) {
        status = WIRE_BAD;
    } else if (!s->ended) {
        // If it cannot be sent the child has died, but its last records (with
        // the reason, perhaps) are still to be read.
        run_send(s->child, w);
        status = await_answer(s, answer, seconds, take, ctx);
        bool called = strcmp(answer, "ran") == 0 || strcmp(answer, "rep") == 0;
        // Its own words, told through a copy of the pipe, may come out garbled.
        bool told = status == WIRE_OK || status == WIRE_BAD;
        if (told && called && !run_is_intact(s->child)) status = WIRE_END;
    }
    wire_free(w);
    if (status == WIRE_OK) return true;
    if (s->ended) return false;

    end_child(s, false);
    // run_finish cannot know that we were the ones to lose patience.
    RunStatus *how = &s->result.status;
    bool unexplained = *how == RUN_OK || *how == RUN_SIGNAL || *how == RUN_EXIT;
    if (status == WIRE_TIMEOUT && unexplained) *how = RUN_TIMEOUT;
    // One that was still there was not out of time.
    if (status == WIRE_BAD && (unexplained || *how == RUN_TIMEOUT))
        *how = RUN_PROTOCOL;
    return false;
}

// ---- calls

// "3x4"; an interpreter makes an array of that.
static void write_shape(const ArgData *d, char *out, size_t cap) {
    size_t n = 0;
    *out = '\0';
    for (int i = 0; i < d->arg->nshape && n < cap; i++)
        n += (size_t)snprintf(out + n, cap - n, "%s%lld", i ? "x" : "",
                              (long long)d->dims[i]);
}

// PyTorch's tensors lie in the processor's memory, and are lent to the device.
static const char *memory_for_all(const Session *s) {
    const Backend *on = s->backend;
    return on->is_script && on->reads_ptx ? "host" : NULL;
}

// memory: of all buffers; NULL: what the exercise says of each.
static void add_args(Wire *w, const CaseData *c, const char *memory,
                     bool timed) {
    for (int g = 0; g < c->nargs; g++) {
        const ArgData *d = &c->args[g];
        const ElemInfo *e = &elem_info[d->arg->type];
        if (!d->arg->is_pointer) {
            wire_add(w, "arg", "scalar bits=%llx name=%.40s dtype=%s",
                     (unsigned long long)d->scalar, d->arg->name,
                     elem_dtype(d->arg->type));
            continue;
        }
        char places[64] = "", in[24] = "-", shape[80];
        write_shape(d, shape, sizeof shape);
        if (!d->arg->is_output) snprintf(in, sizeof in, "%zu", d->in_off[0]);
        if (!timed)
            snprintf(places, sizeof places, " in=%s after=%zu", in,
                     d->after_off);
        wire_add(w, "arg",
                 "buffer role=%s bytes=%zu%s elem=%d memory=%s name=%.40s "
                 "dtype=%s shape=%s",
                 d->arg->is_output  ? "output"
                 : d->arg->is_inout ? "inout"
                                    : "input",
                 d->bytes, places, e->bytes, memory ? memory : d->arg->memory,
                 d->arg->name, elem_dtype(d->arg->type), shape);
    }
}

// Of the program's own memory, which a call may have without its being told.
// Memory that it keeps for calls to come is measured by the largest so far.
static const double OWN_FREE = 64 << 10; // bytes

static void note_own_memory(Session *s, double own) {
    double buffers = 0;
    for (int i = 0; s->running && i < s->running->nargs; i++)
        if (s->running->args[i].arg->is_pointer)
            buffers += (double)s->running->args[i].bytes;
    s->most_buffers = max_of(s->most_buffers, buffers);
    if (own <= OWN_FREE || s->most_buffers <= 0) return;
    s->own_memory = max_of(s->own_memory, own / s->most_buffers);
}

static CallResult call_result(Session *s, bool alive, int traps_before) {
    CallResult r = {.alive = alive,
                    .launch = "",
                    .sync = "",
                    .message = "",
                    .failed = "",
                    .failed_file = ""};
    r.ntraps = s->ntraps - traps_before;
    if (!alive) return r;
    r.failed = session_text(s, "failed");
    uint64_t at = (uint64_t)wire_int(&s->in, "failed_at", 0);
    if (at && !s->tiles)
        r.failed_line = places_line(s->arena, s->binary, at, &r.failed_file);
    r.launch = session_text(s, "launch");
    r.sync = session_text(s, "sync");
    r.message = session_text(s, "message");
    r.us = wire_num(&s->in, "us", NAN);
    r.wall_us = wire_num(&s->in, "wall_us", NAN);
    r.busy = wire_num(&s->in, "busy", 0);
    r.together = wire_num(&s->in, "together", 0);
    r.held = wire_int(&s->in, "held", 0) != 0;
    r.sampled = wire_int(&s->in, "sampled", 0) != 0;
    r.mhz = wire_num(&s->in, "mhz", 0);
    r.host_made = wire_num(&s->in, "host_made", 0);
    r.host_given = wire_num(&s->in, "host_given", 0);
    r.host_got = wire_num(&s->in, "host_got", 0);
    r.host_gave = wire_num(&s->in, "host_gave", 0);
    note_own_memory(s, wire_num(&s->in, "own", 0));
    s->own_atomics = max_of(s->own_atomics, wire_num(&s->in, "own_atomics", 0));
    return r;
}

static void add_fills(Wire *w, const CaseData *c) {
    wire_add(w, "guard", "%d", GUARD_BYTES);
    wire_add(w, "poison", "%d", c->poison);
}

void session_describe(Wire *w, const CaseData *c) {
    add_args(w, c, NULL, false);
}

// All that do:run has left in the region.
static void take_images(Session *s, const CaseData *c) {
    for (int g = 0; g < c->nargs; g++) {
        const ArgData *d = &c->args[g];
        if (d->arg->is_pointer)
            memcpy(session_image(s, c, g), s->shm.base + d->after_off,
                   d->bytes + 2 * GUARD_BYTES);
    }
}

CallResult session_run(Session *s, const CaseData *c) {
    int before = s->ntraps;
    drop_images(s);
    s->prepared = false;
    s->running = c;
    Wire w = session_request(s, "run");
    if (s->program) wire_add(&w, "host_clock", "1");
    if (s->shuffle) wire_add(&w, "shuffle", "%d", s->shuffle);
    if (s->edit) wire_add(&w, "edit", "%d", s->edit);
    add_fills(&w, c);
    add_args(&w, c, memory_for_all(s), false);
    bool ok = session_send(s, &w, "ran", s->run_seconds, NULL, NULL);
    if (ok) take_images(s, c);
    return call_result(s, ok, before);
}

bool session_prepare(Session *s, const CaseData *c, size_t flush_bytes) {
    drop_images(s);
    s->prepared = true;
    s->running = c;
    Wire w = session_request(s, "prepare");
    if (s->program) wire_add(&w, "host_clock", "1");
    add_fills(&w, c);
    wire_add(&w, "flush", "%zu", flush_bytes);
    wire_add(&w, "sets", "%d", c->sets);
    wire_add(&w, "window", "%zu", s->staging);
    add_args(&w, c, memory_for_all(s), true);
    return session_send(s, &w, "prepared", 120, NULL, NULL);
}

bool session_warm(Session *s, double least_ms, double ms, Warm *out) {
    Wire w = session_request(s, "warm");
    wire_add(&w, "least_ms", "%g", least_ms);
    wire_add(&w, "ms", "%g", ms);
    bool ok =
        session_send(s, &w, "warm", s->run_seconds + ms / 1e3 + 1, NULL, NULL);
    *out = (Warm){0};
    if (!ok) return false;
    out->us = wire_num(&s->in, "us", NAN);
    out->mhz = wire_num(&s->in, "mhz", 0);
    out->ms = wire_num(&s->in, "ms", 0);
    out->steady = wire_int(&s->in, "steady", 0) != 0;
    return true;
}

static void add_pieces(Wire *w, const StagedPiece *pieces, int n) {
    for (int i = 0; i < n; i++)
        wire_add(w, "piece", "%d %zu %zu %zu", pieces[i].arg, pieces[i].offset,
                 pieces[i].bytes, pieces[i].place);
}

CallResult session_rep(Session *s, int set, bool hold,
                       const StagedPiece *changed, int n) {
    int before = s->ntraps;
    Wire w = session_request(s, "rep");
    wire_add(&w, "set", "%d", set);
    wire_add(&w, "hold", "%d", hold);
    if (s->sample) wire_add(&w, "sample", "1");
    if (s->late) wire_add(&w, "late", "1");
    if (s->forget) wire_add(&w, "forget", "1");
    add_pieces(&w, changed, n);
    bool ok = session_send(s, &w, "rep", s->run_seconds, NULL, NULL);
    return call_result(s, ok, before);
}

bool session_load(Session *s, int set, const StagedPiece *pieces, int n) {
    Wire w = session_request(s, "load");
    wire_add(&w, "set", "%d", set);
    add_pieces(&w, pieces, n);
    return session_send(s, &w, "loaded", 120, NULL, NULL);
}

bool session_fetch(Session *s, const StagedPiece *pieces, int n) {
    Wire w = session_request(s, "fetch");
    add_pieces(&w, pieces, n);
    return session_send(s, &w, "fetched", 120, NULL, NULL);
}

Overhead session_overhead(Session *s) {
    Wire w = session_request(s, "empty");
    wire_add(&w, "count", "100");
    if (!session_send(s, &w, "empty", s->run_seconds + 5, NULL, NULL))
        return (Overhead){NAN, NAN};
    double kernel = wire_num(&s->in, "floor", 0);
    return (Overhead){wire_num(&s->in, "us", NAN), kernel > 0 ? kernel : NAN};
}
