// A GPU of this machine.
#include "build/backend.h"

#include "base/path.h"
#include "build/build.h"
#include "build/library.h"
#include "build/nvcc.h"

static bool gpu_can_build(const Toolkit *tk, const BuildJob *job, Err *err) {
    if (!tk->libdir) {
        err_set(err, ERR_ENV,
                "the CUDA toolkit at '%s' has no "
                "libcudart_static.a",
                tk->nvcc);
        return err_hint(err, "install the CUDA runtime's development files, or "
                             "check with --on sim");
    }
    if (job->cc < tk->cc_min) {
        err_set(err, ERR_ENV,
                "CUDA %s does not compile for this GPU (compute capability "
                "%d.%d)",
                tk->version, job->cc / 10, job->cc % 10);
        return err_hint(err, "name an older nvcc in KATA_NVCC, or check with "
                             "--on sim");
    }
    return true;
}

static int gpu_parts(Arena *a, const BuildPlaces *where, const BuildJob *job,
                     const char *out[MOST_PARTS]) {
    int n = 0;
    out[n++] = path_join(a, where->lib, "runner.o");
    const char *net = nvcc_ranks_net(a, where, job);
    if (net) out[n++] = net;
    return n;
}

const Backend backend_gpu = {
    .id = "gpu",
    .title = "GPU",
    .tools = nvcc_tools,
    .can_build = gpu_can_build,
    .compile = nvcc_compile,
    .shim_file = "shim.cpp",
    .shim_linkage = "extern \"C\" ",
    .compile_shim = nvcc_shim,
    .link = nvcc_link,
    .parts = gpu_parts,
    .library = library_flags,
    .has_driver = true,
    .looks_simulated = true,
    .has_tools = true,
    .is_asynchronous = true,
    .varies_by_process = true,
    .clock_has_ticks = true,
    .flushes_l2 = true,
    .has_roofs = true,
    .warm_ms = 100,
    .warm_most_ms = 2000,
    .budget_s = 6,
    .tail_us = 20,
    .session_s = 300,
    .needs_lock = true,
};
