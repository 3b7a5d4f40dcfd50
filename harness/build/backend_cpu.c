// The processor of this machine, for exercises in C.
#include "build/backend.h"

#include "base/path.h"
#include "build/build.h"
#include "build/cc.h"
#include "build/library.h"

static BuildTools tools(const Toolkit *tk) {
    return (BuildTools){"cc", tk->cc, tk->cc_version, tk->cc};
}

static bool cpu_can_build(const Toolkit *tk, const BuildJob *job, Err *err) {
    (void)tk, (void)job, (void)err;
    return true;
}

static int cpu_parts(Arena *a, const BuildPlaces *where, const BuildJob *job,
                     const char *out[MOST_PARTS]) {
    (void)job;
    out[0] = path_join(a, where->lib, "runner.o");
    out[1] = path_join(a, where->lib, "cpu_device.o");
    return 2;
}

const Backend backend_cpu = {
    .id = "cpu",
    .title = "this machine",
    .tools = tools,
    .can_build = cpu_can_build,
    .compile = cc_compile,
    .shim_file = "shim.c",
    .shim_linkage = "",
    .compile_shim = cc_shim,
    .link = cc_link,
    .parts = cpu_parts,
    .library = library_flags,
    .counts_vectors = true,
    .is_c = true,
    .has_threads = true,
    .looks_sanitized = true,
    .is_counted_apart = true,
    .is_shared = true,
    .warm_ms = 20,
    .warm_most_ms = 20,
    .budget_s = 2,
    .tail_us = 1,
    .session_s = 60,
    .needs_lock = true,
};
