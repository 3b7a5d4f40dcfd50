// The simulated device: CUDA's source, on a processor.
#include "build/backend.h"

#include "base/path.h"
#include "build/build.h"
#include "build/nvcc.h"

static bool sim_can_build(const Toolkit *tk, const BuildJob *job, Err *err) {
    if (job->cc >= tk->cc_min) return true;
    err_set(err, ERR_ENV,
            "CUDA %s compiles for compute capability %d.%d and newer; this "
            "model has %d.%d",
            tk->version, tk->cc_min / 10, tk->cc_min % 10, job->cc / 10,
            job->cc % 10);
    return err_hint(err, "choose another model (kata sim --gpu list), or name "
                         "an older nvcc in KATA_NVCC");
}

static int sim_parts(Arena *a, const BuildPlaces *where, const BuildJob *job,
                     const char *out[MOST_PARTS]) {
    const char *host = job->entry ? "runner.o" : "katasim_host.o";
    const char *libraries = nvcc_libraries(a, where);
    int n = 0;
    out[n++] = path_join(a, where->lib, host);
    out[n++] = nvcc_sim_library(a, where);
    if (libraries) out[n++] = libraries;
    return n;
}

// NVIDIA's libraries are part of the simulated device.
static const char *const *library(Arena *a, const Toolkit *tk,
                                  const char *name) {
    (void)tk;
    const char **flags = arena_array(a, const char *, 2);
    flags[0] = arena_fmt(a, "-l%s", name);
    return flags;
}

const Backend backend_sim = {
    .id = "sim",
    .title = "simulated device",
    .tools = nvcc_tools,
    .can_build = sim_can_build,
    .compile = nvcc_compile,
    .shim_file = "shim.cpp",
    .shim_linkage = "extern \"C\" ",
    .compile_shim = nvcc_shim,
    .link = nvcc_link,
    .parts = sim_parts,
    .library = library,
    .reads_ptx = true,
    .reports_itself = true,
    .is_modelled = true,
    .has_roofs = true,
    .tail_us = 1,
    .session_s = 60,
};
