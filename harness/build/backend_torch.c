// The simulated device under PyTorch: a Python file with CUDA in it. nvcc
// compiles the CUDA (python/cuda.py); the interpreter loads it, with the runner
// and the device, as one library.
#include "build/backend.h"

#include "base/path.h"
#include "build/build.h"
#include "build/nvcc.h"
#include "build/sources.h"

static bool torch_can_build(const Toolkit *tk, const BuildJob *job, Err *err) {
    (void)tk, (void)job, (void)err;
    return true;
}

static void add_script(Arena *a, const Toolkit *tk, const BuildPlaces *where,
                       const char *step, Args *out) {
    args_add(out, tk->numpy_python);
    args_add(out, "-I");
    args_add(out, path_join(a, where->lib, "python/cuda.py"));
    args_add(out, step);
}

static void torch_compile(Arena *a, const Toolkit *tk, const BuildPlaces *where,
                          const BuildJob *job, const char *object, Args *out) {
    const char *dir = path_dir(a, object);
    BuildJob kernels = *job;
    kernels.source = path_join(a, dir, "kernels.cu");
    add_script(a, tk, where, "compile", out);
    args_add(out, source_argument(a, job->source));
    args_add(out, job->tests ? job->tests : "");
    args_add(out, kernels.source);
    args_add(out, path_join(a, dir, "texts"));
    for (int i = 0; i < job->nfunctions; i++)
        args_add(out, job->functions[i].name);
    args_add(out, "--");
    nvcc_compile(a, tk, where, &kernels, object, out);
    args_add(out, "-Xcompiler");
    args_add(out, "-fPIC");
}

static void torch_link(Arena *a, const Toolkit *tk, const BuildPlaces *where,
                       const BuildJob *job, const char *dir, Args *out) {
    (void)job;
    const char *program = path_join(a, dir, "program");
    add_script(a, tk, where, "link", out);
    args_add(out, path_join(a, dir, "texts"));
    args_add(out, program);
    args_add(out, "--");
    args_add(out, tk->cxx);
    args_add(out, "-shared");
    args_add(out, "-o");
    args_add(out, program);
    // As for kernels (nvcc.c); and the library's own names come first in it.
    args_add(out, "-Wl,-Bsymbolic,-z,relro,-z,now,-z,defs");
    args_add(out, path_join(a, where->lib, "torch_runner.o"));
    args_add(out, path_join(a, dir, "learner.o"));
    args_add(out, path_join(a, where->lib, "libkatasim.o"));
    args_add(out, "-lpthread");
    args_add(out, "-lm");
    args_add(out, "-ldl");
}

static int torch_parts(Arena *a, const BuildPlaces *where, const BuildJob *job,
                       const char *out[MOST_PARTS]) {
    (void)job;
    static const char *const names[] = {
        "torch_runner.o",    "libkatasim.o",         "python/serve.py",
        "python/tensors.py", "python/ranks.py",      "python/device.py",
        "python/cuda.py",    "python/tests_space.py"};
    _Static_assert(COUNT_OF(names) <= MOST_PARTS, "a part has no room");
    for (size_t i = 0; i < COUNT_OF(names); i++)
        out[i] = path_join(a, where->lib, names[i]);
    return COUNT_OF(names);
}

const Backend backend_torch = {
    .id = "torch",
    .title = "simulated device",
    .tools = nvcc_tools,
    .can_build = torch_can_build,
    .compile = torch_compile,
    .link = torch_link,
    .parts = torch_parts,
    .reads_ptx = true,
    .is_script = true,
    .has_threads = true,
    .reports_itself = true,
    .is_counted_apart = true,
    .is_modelled = true,
    .tail_us = 1,
    .session_s = 60,
};
