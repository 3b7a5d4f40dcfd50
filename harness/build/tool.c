// See tool.h.
#include "build/tool.h"

#include "base/path.h"
#include "base/str.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_PROCESSES = 4096 };
static const size_t MOST_FILE = (size_t)1 << 30;

int tool_limit(void) {
    const char *given = getenv("KATA_COMPILE_S");
    int seconds = given ? atoi(given) : 0;
    return seconds > 0 ? seconds : 300;
}

// No nvcc needs longer to say its version, not even from a slow file server.
int tool_ask_limit(void) {
    return min_of(tool_limit(), 30);
}

// Half of the machine's memory, and 4 GiB at least.
static size_t memory_limit(void) {
    const size_t least = (size_t)4 << 30;
    long pages = sysconf(_SC_PHYS_PAGES), bytes = sysconf(_SC_PAGESIZE);
    size_t half = (size_t)pages * (size_t)bytes / 2;
    return pages > 0 && half > least ? half : least;
}

// ---- the environment

static bool begins_with_one(const char *var, const char *const *prefix) {
    for (; *prefix; prefix++)
        if (str_starts(var, *prefix)) return true;
    return false;
}

// Variables that find a compiler, and those that change what it makes.
static bool is_passed_on(const char *var, bool ours) {
    static const char *const finding[] = {
        "PATH=",       "LANG=",      "LC_",
        "TERM=",       "CUDA_HOME=", "CUDA_PATH=",
        "NVCC_CCBIN=", "CONDA_",     "LD_LIBRARY_PATH=",
        NULL};
    static const char *const changing[] = {
        "NVCC_",         "GCC_EXEC_PREFIX=",   "COMPILER_PATH=",
        "CPATH=",        "C_INCLUDE_PATH=",    "CPLUS_INCLUDE_PATH=",
        "LIBRARY_PATH=", "KATA_TRITON_TRACE=", NULL};
    return begins_with_one(var, finding) ||
           (!ours && begins_with_one(var, changing));
}

static char **make_env(Arena *a, const char *scratch, bool ours) {
    size_t n = 0;
    while (environ[n])
        n++;
    char **env = arena_array(a, char *, n + 3);
    n = 0;
    env[n++] = arena_fmt(a, "HOME=%s", scratch);
    env[n++] = arena_fmt(a, "TMPDIR=%s", scratch);
    for (char **v = environ; *v; v++)
        if (is_passed_on(*v, ours)) env[n++] = *v;
    return env;
}

// ---- files

static void allow_toolkit(Fence *f, Arena *a, const Toolkit *tk) {
    const int use = FENCE_READ | FENCE_EXECUTE;
    const char *const program[] = {tk->nvcc, tk->cxx, tk->cc, tk->python,
                                   tk->numpy_python};
    const char *const folder[] = {tk->include, tk->libdir, tk->python_prefix,
                                  tk->python_base};
    for (size_t i = 0; i < COUNT_OF(program); i++) {
        const char *full = program[i] ? proc_find(a, program[i]) : NULL;
        fence_allow_program(f, a, full);
    }
    for (size_t i = 0; i < COUNT_OF(folder); i++)
        if (folder[i]) fence_allow(f, folder[i], use);
}

static void make_fence(Fence *f, Arena *a, const char *scratch,
                       const ToolUse *use) {
    const int program = FENCE_READ | FENCE_EXECUTE;
    fence_allow_system(f, a, program);
    fence_allow_named(f, a);
    if (use->reads_all) fence_allow(f, "/", program);
    if (use->toolkit) allow_toolkit(f, a, use->toolkit);
    for (int i = 0; i < use->nreads; i++)
        fence_allow(f, use->reads[i], FENCE_READ);
    // Triton loads what it has compiled.
    fence_allow(f, scratch, FENCE_CHANGE | FENCE_EXECUTE);
    if (use->shared) fence_allow(f, use->shared, FENCE_CHANGE | FENCE_EXECUTE);
    if (use->has_gpu) fence_allow_gpu(f, a, true);
    f->keeps_sockets = use->has_gpu;
    f->writes_all = true;
    fence_plan_user(f);
}

// ---- starting

static ProcHandle *start_in(Arena *a, const Args *command, const ToolUse *use,
                            Fence *fence, Err *err) {
    char real[PATH_MAX];
    const char *scratch =
        realpath(use->scratch, real) ? arena_str(a, real) : use->scratch;
    make_fence(fence, a, scratch, use);
    ProcLimits limits = {.seconds = tool_limit(),
                         // A driver maps more than there is memory.
                         .memory_bytes = use->has_gpu ? 0 : memory_limit(),
                         .file_bytes = MOST_FILE,
                         .processes = MOST_PROCESSES,
                         .fence = fence,
                         .env = make_env(a, scratch, use->ours)};
    return proc_start_within(command->at, NULL, &limits, err);
}

ProcHandle *tool_start(const Args *command, const ToolUse *use, Err *err) {
    Arena a = {0};
    Fence fence = {0};
    ProcHandle *h = start_in(&a, command, use, &fence, err);
    fence_free(&fence);
    arena_reset(&a);
    return h;
}

bool tool_run_on(const char *const *argv, const char *file, Proc *p, Err *err) {
    Arena a = {0};
    Args all = {0};
    const ToolUse use = {.scratch = path_dir(&a, file)};
    while (*argv)
        args_add(&all, *argv++);
    ProcHandle *h = tool_start(&all, &use, err);
    *p = (Proc){.status = -1};
    bool ok = h && proc_wait(h, p, err);
    args_free(&all);
    arena_reset(&a);
    return ok;
}

bool tool_ask(const char *const *argv, Proc *p) {
    const ProcLimits limits = {.seconds = tool_ask_limit(),
                               .memory_bytes = memory_limit()};
    Err ignored = {0};
    *p = (Proc){.status = -1};
    ProcHandle *h = proc_start_within(argv, NULL, &limits, &ignored);
    bool ok = h && proc_wait(h, p, &ignored);
    err_clear(&ignored);
    return ok;
}
