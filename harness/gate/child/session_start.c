// The start of the learner's program: its command line, its environment, its
// limits. See session.h.
#include "gate/child/session_parts.h"

#include "gate/machine/gpu_model.h"
#include "gate/tools/callgrind.h"

#include "base/path.h"

#include <stdlib.h>
#include <string.h>

static void read_device(Session *s) {
    DeviceInfo *d = &s->device;
    *d = (DeviceInfo){
        .name = session_text(s, "device"),
        .uuid = session_text(s, "uuid"),
        .driver = session_text(s, "driver"),
        .runtime = session_text(s, "runtime"),
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

// Of every interpreter, and of Numba. Returns how many variables.
static int script_environment(Arena *a, const SessionStart *how,
                              const char **env) {
    int n = 0;
    // Memory that an array had is kept for the next one: to get it from the
    // system, page by page, takes up to ten times as long as to write it, and
    // now and then.
    env[n++] = "MALLOC_MMAP_THRESHOLD_=33554432";
    env[n++] = "MALLOC_TRIM_THRESHOLD_=1073741824";
    // PyTorch names a folder after its user; without a name it would ask the
    // system, over a socket.
    env[n++] = "USER=learner";
    // Its profiler writes two lines whenever it starts and stops.
    env[n++] = "KINETO_LOG_LEVEL=6";
    // Beside Triton, its compiler starts processes and a thread.
    env[n++] = "TORCH_WARM_POOL=0";
    if (how->python->numba) n += numba_environment(a, how, env + n);
    return n;
}

// The simulated device's: which GPU it is, and how many of them there are.
static int device_environment(Arena *a, const SessionStart *how,
                              const char **env) {
    int n = 0;
    const SimGpu *model = how->gpu ? sim_gpu_find(how->gpu) : NULL;
    if (model)
        env[n++] = arena_fmt(a, "KATASIM_GPU=%s", gpu_model_text(a, model));
    if (how->tiles) env[n++] = "KATASIM_TILES=1";
    if (how->devices > 1)
        env[n++] = arena_fmt(a, "KATASIM_DEVICES=%d", how->devices);
    if (how->devices > 1 && how->backend->has_driver)
        n += ranks_environment(env + n);
    return n;
}

// All variables that the program gets, NULL-terminated.
static const char **environment_of(Arena *a, const SessionStart *how) {
    enum { MOST = 32 };
    static const char *const passed[] = {"LD_LIBRARY_PATH",
                                         "CUDA_VISIBLE_DEVICES"};
    const char **env = arena_array(a, const char *, MOST);
    int n = 0;
    if (how->backend->has_threads) n = threads_environment(a, how, env);
    if (how->python) n += script_environment(a, how, env + n);
    n += device_environment(a, how, env + n);
    env[n++] = arena_fmt(a, "HOME=%s", how->scratch);
    env[n++] = arena_fmt(a, "TMPDIR=%s", how->scratch);
    env[n++] = "CUDA_CACHE_DISABLE=1";
    if (how->libraries) env[n++] = "KATA_LIBRARIES=1";
    for (size_t i = 0; i < COUNT_OF(passed); i++) {
        const char *v = getenv(passed[i]);
        if (v) env[n++] = arena_fmt(a, "%s=%s", passed[i], v);
    }
    return env;
}

static RunLimits limits_of(const SessionStart *how, const char *const *reads) {
    return (RunLimits){
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
}

// Starts the program of an interpreter, of callgrind, or the learner's own.
static bool start_child(Session *s, const SessionStart *how, Err *err) {
    const char *argv[16] = {how->binary}, *program = how->binary;
    const char **reads = NULL;
    if (how->counts) {
        program = callgrind_command(s->arena, how->counts, argv);
        reads = arena_array(s->arena, const char *, 2);
        reads[0] = how->binary;
    }
    if (how->python) program = script_command(s->arena, how, argv, &reads);
    RunLimits limits = limits_of(how, reads);
    return run_start(&s->child, program, argv, environment_of(s->arena, how),
                     s->shm.fd, &limits, err);
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
    if (!start_child(s, how, err)) return false;

    Wire w = {0};
    wire_add(&w, "do", "hello");
    // Starting CUDA takes a third of a second, on a busy machine much more.
    if (session_send(s, &w, "hello", max_of(how->seconds, 60.0), NULL, NULL)) {
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
