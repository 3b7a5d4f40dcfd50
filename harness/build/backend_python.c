// The processor of this machine, for exercises in Python: an interpreter runs
// the learner's file, and the runner is a library of it (python/serve.py).
#include "build/backend.h"

#include "base/path.h"
#include "build/build.h"
#include "build/python.h"
#include "build/sources.h"

static BuildTools python_tools(const Toolkit *tk) {
    return (BuildTools){"python", "Python", tk->numpy, tk->numpy_python};
}

static bool python_can_build(const Toolkit *tk, const BuildJob *job, Err *err) {
    (void)tk, (void)job, (void)err;
    return true;
}

static void look_over(Arena *a, const Toolkit *tk, const BuildPlaces *where,
                      const BuildJob *job, const char *object, Args *out) {
    args_add(out, tk->numpy_python);
    args_add(out, "-I");
    args_add(out, path_join(a, where->lib, "python/check.py"));
    args_add(out, source_argument(a, job->source));
    args_add(out, job->tests ? job->tests : "");
    args_add(out, object);
    for (int i = 0; i < job->nfunctions; i++)
        args_add(out, job->functions[i].name);
}

// There is nothing to link: the text is what runs.
static void copy_text(Arena *a, const Toolkit *tk, const BuildPlaces *where,
                      const BuildJob *job, const char *dir, Args *out) {
    (void)tk, (void)where, (void)job;
    args_add(out, "cp");
    args_add(out, path_join(a, dir, "learner.o"));
    args_add(out, path_join(a, dir, "program"));
}

static int python_parts(Arena *a, const BuildPlaces *where, const BuildJob *job,
                        const char *out[MOST_PARTS]) {
    (void)job;
    out[0] = python_runner(a, where->lib);
    out[1] = python_script(a, where->lib);
    out[2] = path_join(a, where->lib, "python/tensors.py");
    out[3] = path_join(a, where->lib, "python/check.py");
    out[4] = path_join(a, where->lib, "python/ranks.py");
    out[5] = path_join(a, where->lib, "python/tests_space.py");
    return 6;
}

const Backend backend_python = {
    .id = "python",
    .title = "this machine",
    .tools = python_tools,
    .can_build = python_can_build,
    .compile = look_over,
    .link = copy_text,
    .parts = python_parts,
    .is_c = true,
    .is_script = true,
    .has_threads = true,
    .is_counted_apart = true,
    .is_shared = true,
    .warm_ms = 20,
    .warm_most_ms = 20,
    .budget_s = 2,
    .tail_us = 1,
    .session_s = 60,
    .needs_lock = true,
};
