// Requests and answers; see session.h. A child that stops answering is ended
// here, so callers see one thing only: alive or not.
#include "gate/child/session.h"
#include "gate/machine/gpu_model.h"

#include "gate/child/places.h"
#include "gate/child/records.h"
#include "gate/tools/callgrind.h"

#include "gate/result/timeline.h"
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

static const char *text_of(Session *s, const char *key) {
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

// Starts a request: do, nonce.
static Wire new_request(Session *s, const char *verb) {
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

// Sends w and waits for its answer. On false the child has been ended and
// s->result says how; but for a `say:error`, which leaves it in s->in.
static bool send_request(Session *s, Wire *w, const char *answer,
                         double seconds, void (*take)(Session *, void *),
                         void *ctx) {
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

static void read_device(Session *s) {
    DeviceInfo *d = &s->device;
    *d = (DeviceInfo){
        .name = text_of(s, "device"),
        .uuid = text_of(s, "uuid"),
        .driver = text_of(s, "driver"),
        .runtime = text_of(s, "runtime"),
        .cc = (int)wire_int(&s->in, "cc", 0),
        .sms = (int)wire_int(&s->in, "sms", 0),
        .sm_mhz = wire_num(&s->in, "sm_khz", 0) / 1e3,
        .mem_mhz = wire_num(&s->in, "mem_khz", 0) / 1e3,
        .bus_bits = wire_num(&s->in, "bus_bits", 0),
        .l2_bytes = wire_num(&s->in, "l2_bytes", 0),
        .memory_bytes = wire_num(&s->in, "memory_bytes", 0),
        .ecc = wire_int(&s->in, "ecc", 0) != 0,
    };
    // Two transfers a clock: DDR and HBM alike.
    d->theoretical_gbs = 2 * d->mem_mhz * 1e6 * d->bus_bits / 8 / 1e9;
}

// Fills the environment of a program whose threads do the work. Returns how
// many variables.
static int threads_environment(Arena *a, const SessionStart *how,
                               const char **env) {
    int n = 0;
    env[n++] = how->longest ? "KATA_CPU_CLOCK=longest" : "KATA_CPU_CLOCK=cpu";
    if (how->threads)
        env[n++] = arena_fmt(a, "OMP_NUM_THREADS=%d", how->threads);
    // A thread that waits must not look like one that works. For the checks of
    // races, all should begin at the same time.
    env[n++] =
        how->checked ? "OMP_WAIT_POLICY=active" : "OMP_WAIT_POLICY=passive";
    env[n++] = "OPENBLAS_NUM_THREADS=1";
    if (how->checked) {
        env[n++] = "ASAN_OPTIONS=detect_leaks=0:color=never:print_legend=0:"
                   "detect_stack_use_after_return=1";
        env[n++] = "UBSAN_OPTIONS=color=never:print_stacktrace=0";
    }
    if (how->counts) n += callgrind_environment(a, env + n);
    return n;
}

// The environment of Numba: threads of its own library, which sleep while they
// wait, and one thread where the others are timed alone. Returns how many.
static int numba_environment(Arena *a, const SessionStart *how,
                             const char **env) {
    int n = 0;
    env[n++] = "NUMBA_THREADING_LAYER=workqueue";
    if (how->threads)
        env[n++] = arena_fmt(a, "NUMBA_NUM_THREADS=%d", how->threads);
    return n;
}

// The environment of NCCL on GPUs, whose ranks are threads of one process: the
// one interface that runner/ranks_net.c shows, and no service that others could
// ask about the ranks.
static int ranks_environment(const char **env) {
    int n = 0;
    env[n++] = "NCCL_SOCKET_IFNAME=lo";
    env[n++] = "NCCL_SOCKET_FAMILY=AF_INET";
    env[n++] = "NCCL_IB_DISABLE=1";
    env[n++] = "NCCL_NET_PLUGIN=none";
    env[n++] = "NCCL_RAS_ENABLE=0";
    return n;
}

// The command line of an interpreter. Beside the folders of its own a script
// reads itself, and nothing else of kata's.
static const char *script_command(Arena *a, const SessionStart *how,
                                  const char **argv, const char ***reads) {
    enum { MOST = 24 };
    const Interpreter *p = how->python;
    const char *const line[] = {p->program,
                                "-I",
                                "-B",
                                "-u",
                                p->script,
                                p->runner,
                                how->binary,
                                p->name,
                                p->entry,
                                how->traced ? "count" : "run",
                                p->cuda    ? "cuda"
                                : p->torch ? "torch"
                                : p->numba ? "numba"
                                           : "numpy",
                                p->tests ? "tests" : NULL,
                                NULL};
    const char **list = arena_array(a, const char *, MOST + 1);
    int n = 0;
    for (size_t i = 0; i < COUNT_OF(line); i++)
        argv[i] = line[i];
    list[n++] = path_dir(a, p->script); // the runner is there, too
    list[n++] = how->binary;
    for (int i = 0; p->folders[i] && n < MOST; i++)
        list[n++] = p->folders[i];
    *reads = list;
    return p->program;
}

bool session_start(Session *s, Arena *a, const SessionStart *how, Err *err) {
    *s = (Session){.arena = a,
                   .binary = how->binary,
                   .backend = how->backend,
                   .shm.fd = -1,
                   .run_seconds = how->seconds,
                   .tiles = how->tiles,
                   .program = how->program,
                   .tested = how->python && how->python->tests};
    if (!shm_open_size(&s->shm, max_of(how->region, (size_t)4096), err))
        return false;
    s->staging = min_of(s->shm.size, (size_t)STAGING_BYTES);
    if (!path_exists(how->scratch)) {
        if (!path_make_dirs(how->scratch, err)) return false;
        s->folder = how->scratch;
    }

    const char *argv[16] = {how->binary}, *program = how->binary;
    const char **reads = NULL;
    const char *env[32];
    int n = 0;
    if (how->backend->has_threads) n = threads_environment(a, how, env);
    if (how->counts) {
        program = callgrind_command(a, how->counts, argv);
        reads = arena_array(a, const char *, 2);
        reads[0] = how->binary;
    }
    if (how->python) {
        program = script_command(a, how, argv, &reads);
        // Memory that an array had is kept for the next one: to get it from
        // the system, page by page, takes up to ten times as long as to write
        // it, and now and then.
        env[n++] = "MALLOC_MMAP_THRESHOLD_=33554432";
        env[n++] = "MALLOC_TRIM_THRESHOLD_=1073741824";
        // PyTorch names a folder after its user; without a name it would ask
        // the system, over a socket.
        env[n++] = "USER=learner";
        // Its profiler writes two lines whenever it starts and stops.
        env[n++] = "KINETO_LOG_LEVEL=6";
        // Beside Triton, its compiler starts processes and a thread.
        env[n++] = "TORCH_WARM_POOL=0";
        if (how->python->numba) n += numba_environment(a, how, env + n);
    }
    const SimGpu *model = how->gpu ? sim_gpu_find(how->gpu) : NULL;
    if (model)
        env[n++] = arena_fmt(a, "KATASIM_GPU=%s", gpu_model_text(a, model));
    if (how->tiles) env[n++] = "KATASIM_TILES=1";
    if (how->devices > 1)
        env[n++] = arena_fmt(a, "KATASIM_DEVICES=%d", how->devices);
    if (how->devices > 1 && how->backend->has_driver)
        n += ranks_environment(env + n);
    env[n++] = arena_fmt(a, "HOME=%s", how->scratch);
    env[n++] = arena_fmt(a, "TMPDIR=%s", how->scratch);
    env[n++] = "CUDA_CACHE_DISABLE=1";
    if (how->libraries) env[n++] = "KATA_LIBRARIES=1";
    static const char *const passed[] = {"LD_LIBRARY_PATH",
                                         "CUDA_VISIBLE_DEVICES"};
    for (size_t i = 0; i < COUNT_OF(passed); i++) {
        const char *v = getenv(passed[i]);
        if (v) env[n++] = arena_fmt(a, "%s=%s", passed[i], v);
    }
    env[n] = NULL;

    RunLimits limits = {
        .seconds = how->total_seconds,
        .output_bytes = 16 << 10,
        // Of address space a driver and AddressSanitizer take terabytes.
        .memory_bytes =
            how->backend->has_driver || how->checked ? 0 : run_memory(),
        .gpu = how->backend->has_driver,
        // An emulator makes all system calls itself.
        .watched = !how->counts,
        // The bytes of the simulated device's memory (sim.h).
        .hides = how->backend->reads_ptx && !how->python,
        .one_thread = how->counts,
        .library = how->python ? how->python->runner : NULL,
        .reads = reads,
        .scratch = how->scratch,
    };
    if (!run_start(&s->child, program, argv, env, s->shm.fd, &limits, err))
        return false;

    Wire w = {0};
    wire_add(&w, "do", "hello");
    // Starting CUDA takes a third of a second, on a busy machine much more.
    if (send_request(s, &w, "hello", max_of(how->seconds, 60.0), NULL, NULL)) {
        read_device(s);
        return true;
    }
    const char *say = s->in.n ? wire_get(&s->in, "say", 0) : NULL;
    if (say && strcmp(say, "error") == 0) {
        const char *message = wire_get(&s->in, "message", 0);
        return err_set(err, ERR_ENV, "the device does not answer: %s",
                       message ? message : "no reason given");
    }
    return err_set(err, ERR_RUN, "the program ended before it began: %s",
                   run_status_text(s->result.status));
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
    r.failed = text_of(s, "failed");
    uint64_t at = (uint64_t)wire_int(&s->in, "failed_at", 0);
    if (at && !s->tiles)
        r.failed_line = places_line(s->arena, s->binary, at, &r.failed_file);
    r.launch = text_of(s, "launch");
    r.sync = text_of(s, "sync");
    r.message = text_of(s, "message");
    r.us = wire_num(&s->in, "us", NAN);
    r.wall_us = wire_num(&s->in, "wall_us", NAN);
    r.busy = wire_num(&s->in, "busy", 0);
    r.together = wire_num(&s->in, "together", 0);
    r.held = wire_int(&s->in, "held", 0) != 0;
    r.sampled = wire_int(&s->in, "sampled", 0) != 0;
    r.mhz = wire_num(&s->in, "mhz", 0);
    r.host_got = wire_num(&s->in, "host_got", 0);
    r.host_gave = wire_num(&s->in, "host_gave", 0);
    note_own_memory(s, wire_num(&s->in, "own", 0));
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
    Wire w = new_request(s, "run");
    if (s->program) wire_add(&w, "host_clock", "1");
    if (s->shuffle) wire_add(&w, "shuffle", "%d", s->shuffle);
    if (s->edit) wire_add(&w, "edit", "%d", s->edit);
    add_fills(&w, c);
    add_args(&w, c, memory_for_all(s), false);
    bool ok = send_request(s, &w, "ran", s->run_seconds, NULL, NULL);
    if (ok) take_images(s, c);
    return call_result(s, ok, before);
}

bool session_prepare(Session *s, const CaseData *c, size_t flush_bytes) {
    drop_images(s);
    s->prepared = true;
    s->running = c;
    Wire w = new_request(s, "prepare");
    if (s->program) wire_add(&w, "host_clock", "1");
    add_fills(&w, c);
    wire_add(&w, "flush", "%zu", flush_bytes);
    wire_add(&w, "sets", "%d", c->sets);
    wire_add(&w, "window", "%zu", s->staging);
    add_args(&w, c, memory_for_all(s), true);
    return send_request(s, &w, "prepared", 120, NULL, NULL);
}

bool session_warm(Session *s, double least_ms, double ms, Warm *out) {
    Wire w = new_request(s, "warm");
    wire_add(&w, "least_ms", "%g", least_ms);
    wire_add(&w, "ms", "%g", ms);
    bool ok =
        send_request(s, &w, "warm", s->run_seconds + ms / 1e3 + 1, NULL, NULL);
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
    Wire w = new_request(s, "rep");
    wire_add(&w, "set", "%d", set);
    wire_add(&w, "hold", "%d", hold);
    if (s->sample) wire_add(&w, "sample", "1");
    if (s->late) wire_add(&w, "late", "1");
    if (s->forget) wire_add(&w, "forget", "1");
    add_pieces(&w, changed, n);
    bool ok = send_request(s, &w, "rep", s->run_seconds, NULL, NULL);
    return call_result(s, ok, before);
}

bool session_load(Session *s, int set, const StagedPiece *pieces, int n) {
    Wire w = new_request(s, "load");
    wire_add(&w, "set", "%d", set);
    add_pieces(&w, pieces, n);
    return send_request(s, &w, "loaded", 120, NULL, NULL);
}

bool session_fetch(Session *s, const StagedPiece *pieces, int n) {
    Wire w = new_request(s, "fetch");
    add_pieces(&w, pieces, n);
    return send_request(s, &w, "fetched", 120, NULL, NULL);
}

Overhead session_overhead(Session *s) {
    Wire w = new_request(s, "empty");
    wire_add(&w, "count", "100");
    if (!send_request(s, &w, "empty", s->run_seconds + 5, NULL, NULL))
        return (Overhead){NAN, NAN};
    double kernel = wire_num(&s->in, "floor", 0);
    return (Overhead){wire_num(&s->in, "us", NAN), kernel > 0 ? kernel : NAN};
}

// ---- counts

typedef struct CountsGrow {
    Counts *out;
    int cap_kernels, cap_lines, cap_spans;
    SimSpan *spans;
    int nspans;
} CountsGrow;

static void take_counters(Session *s, Counts *c) {
#define COUNTER(id, ...) c->id += wire_num(&s->in, #id, 0);
#include "sim/counters.def"
}

// Many launches that the runner has no more than the sums of.
static void take_launches(Session *s, CountsGrow *g) {
    g->out->launches += wire_int(&s->in, "count", 0);
    take_counters(s, g->out);
}

static void take_launch(Session *s, CountsGrow *g) {
    Counts *c = g->out;
    c->launches++;
    take_counters(s, c);
    GROW(s->arena, KernelCost, c->kernels, c->nkernels, g->cap_kernels);
    c->kernels[c->nkernels++] = record_launch(s->arena, &s->in);
}

static void take_line(Session *s, CountsGrow *g) {
    Counts *c = g->out;
    GROW(s->arena, LineCost, c->lines, c->nlines, g->cap_lines);
    c->lines[c->nlines++] = record_line(s->arena, &s->in);
}

static void take_span(Session *s, CountsGrow *g) {
    GROW(s->arena, SimSpan, g->spans, g->nspans, g->cap_spans);
    g->spans[g->nspans++] = record_span(s->arena, &s->in);
}

static void take_script_count(Counts *c, const char *name, double n) {
    const struct {
        const char *name;
        double *at;
    } all[] = {
        {"host_got", &c->host_got},        {"host_gave", &c->host_gave},
        {"host_made", &c->host_made},      {"host_given", &c->host_given},
        {"bytecodes", &c->bytecodes},      {"peak_bytes", &c->peak_bytes},
        {"operators", &c->operators},      {"graphs", &c->graphs},
        {"captured", &c->captured},        {"kept_tensors", &c->kept_tensors},
        {"peak_tensors", &c->peak_tensors}};
    for (size_t i = 0; i < COUNT_OF(all); i++)
        if (strcmp(name, all[i].name) == 0) *all[i].at = n;
}

// The functions of CUDA whose calls a gate counts.
static void take_call(Session *s, CountsGrow *g) {
    static const char *const allocate[] = {
        "cudaMalloc",     "cudaMallocManaged", "cudaMallocHost",
        "cudaHostAlloc",  "cudaMallocPitch",   "cudaMalloc3D",
        "cudaMallocArray"};
    const char *name = wire_get(&s->in, "name", 0);
    double n = wire_num(&s->in, "count", 0);
    for (size_t i = 0; name && i < COUNT_OF(allocate); i++)
        if (strcmp(name, allocate[i]) == 0) g->out->allocations += n;
    if (name) take_script_count(g->out, name, n);
    if (name &&
        (str_starts(name, "cudaLaunch") || str_starts(name, "__cudaLaunch") ||
         strcmp(name, "cudaGraphLaunch") == 0) &&
        strcmp(name, "cudaLaunchHostFunc") != 0)
        g->out->host_launches += n;
}

static void take_count(Session *s, void *ctx) {
    const char *say = wire_get(&s->in, "say", 0);
    if (strcmp(say, "launch") == 0) take_launch(s, ctx);
    if (strcmp(say, "launches") == 0) take_launches(s, ctx);
    if (strcmp(say, "line") == 0) take_line(s, ctx);
    if (strcmp(say, "span") == 0) take_span(s, ctx);
    if (strcmp(say, "call") == 0) take_call(s, ctx);
}

bool session_report(Session *s, Counts *out) {
    *out = (Counts){.own_memory = s->own_memory};
    CountsGrow g = {.out = out};
    Wire w = new_request(s, "report");
    bool ok = send_request(s, &w, "done", 30, take_count, &g);
    TimelineSummary t = timeline_summary(s->arena, g.spans, g.nspans);
    out->overlap = timeline_overlap(&t);
    out->link_bytes = timeline_link_bytes(&t);
    Exchange x = timeline_exchange(s->arena, g.spans, g.nspans);
    out->peer_bytes = x.bytes;
    out->busiest_link = x.busiest;
    out->hidden = x.hidden;
    for (int i = 0; i < g.nspans; i++)
        out->host_waits += g.spans[i].kind == SIM_SPAN_WAIT;
    return ok;
}
