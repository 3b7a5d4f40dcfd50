// The command line of triton/build.py, which compiles a Triton file, and where
// its Python is.
#include "build/triton.h"

#include "base/json.h"
#include "base/path.h"
#include "base/str.h"
#include "build/answers.h"
#include "build/cache.h"
#include "build/nvcc.h"

#include <stdlib.h>
#include <string.h>

static const char *const scripts[] = {
    "build.py",        "record.py",        "tensors.py",      "confine.py",
    "binary.py",       "tune.py",          "caches.py",       "advice.py",
    "advice_tiles.py", "advice_python.py", "kernel_place.py", "copies.py"};

static const char *script(Arena *a, const BuildPlaces *where,
                          const char *name) {
    return arena_fmt(a, "%s/triton/%s", where->lib, name);
}

// Triton's version, as that Python tells it; NULL: it has none.
static const char *version_of(Arena *a, const char *build, const char *python) {
    const char *argv[] = {
        python, "-I", "-c",
        "import importlib.metadata as m; print(m.version('triton'))", NULL};
    Proc p = {0};
    bool ok = answers_of(build, argv, &p) && p.status == 0;
    Str text = str_trim(str_of(buf_text(&p.out)));
    const char *version = ok && text.n ? arena_strn(a, text.p, text.n) : NULL;
    proc_free(&p);
    return version;
}

static bool has_module(Arena *a, const char *build, const char *python,
                       const char *module) {
    const char *argv[] = {python, "-I", "-c",
                          arena_fmt(a,
                                    "import importlib.util as u, sys; "
                                    "sys.exit(u.find_spec('%s') is None)",
                                    module),
                          NULL};
    Proc p = {0};
    bool has = answers_of(build, argv, &p) && p.status == 0;
    proc_free(&p);
    return has;
}

bool toolkit_find_python(Arena *a, const char *build, const char *also,
                         Toolkit *tk, Err *err) {
    const char *given = getenv("KATA_PYTHON");
    bool named = given && *given;
    const char *tries[] = {
        named ? proc_find(a, given)
              : proc_find(a, path_join(a, build, "python/bin/python")),
        named ? NULL : proc_find(a, "python3"),
    };
    for (size_t i = 0; i < COUNT_OF(tries); i++) {
        const char *version = tries[i] ? version_of(a, build, tries[i]) : NULL;
        if (!version) continue;
        bool better = also && has_module(a, build, tries[i], also);
        if (tk->python && !better) continue;
        tk->python = tries[i];
        tk->triton = version;
        if (!also || better) break;
    }
    if (tk->python) return true;
    if (named) {
        err_set(err, ERR_ENV, "KATA_PYTHON names '%s', which has no Triton",
                given);
        return err_hint(err, "unset it, then make python");
    }
    err_set(err, ERR_ENV, "Triton is needed, and it is not installed");
    return err_hint(err, "make python  fetches it into .build/python (190 MB "
                         "to fetch, 0.7 GB on the disk, no root)");
}

BuildTools triton_tools(const Toolkit *tk) {
    return (BuildTools){"triton", "Triton", tk->triton, tk->cxx};
}

// The simulated device runs code for 8.0 to 9.0, and Triton makes no older.
static int target_of(const BuildJob *job) {
    if (!job->backend->reads_ptx) return job->cc;
    return job->cc < 80 ? 80 : job->cc > 90 ? 90 : job->cc;
}

// Of a program that uses the device and nothing else of kata.
static const char *link_flags(Arena *a, const Toolkit *tk,
                              const BuildPlaces *where, const BuildJob *job) {
    if (job->backend->reads_ptx)
        return arena_fmt(a, "%s -lpthread -lm -ldl",
                         nvcc_sim_library(a, where));
    return arena_fmt(a, "-L%s -lcudart_static -lrt -lpthread -ldl", tk->libdir);
}

void triton_compile(Arena *a, const Toolkit *tk, const BuildPlaces *where,
                    const BuildJob *job, const char *object, Args *out) {
    args_add(out, tk->python);
    args_add(out, "-I");
    args_add(out, "-B");
    args_add(out, script(a, where, "build.py"));
    args_add(out, path_join(a, path_dir(a, object), "calls.json"));
    args_add(out, object);
    args_add(out, "--cxx");
    args_add(out, tk->cxx);
    args_add(out, "--fatbinary");
    args_add(out, path_join(a, path_dir(a, tk->nvcc), "fatbinary"));
    args_add(out, "--link");
    args_add(out, link_flags(a, tk, where, job));
    if (job->backend->reads_ptx) args_add(out, "--sim");
}

bool triton_write_calls(Arena *a, const BuildPlaces *where, const BuildJob *job,
                        const char *path, Err *err) {
    Buf text = {0};
    Json j = json_to(&text);
    json_open(&j, '{');
    json_kstr(&j, "source", job->source);
    json_kint(&j, "target", target_of(job));
    json_kstr(&j, "cache", path_join(a, where->cache, "triton"));
    json_close(&j, '}');
    text.len--; // the bracket: job->calls goes on
    buf_fmt(&text, ",%s}\n", job->calls);
    bool ok = file_write(path, buf_text(&text), text.len, err);
    buf_free(&text);
    return ok;
}

const char *triton_take_advice(Arena *a, const char **said) {
    static const char mark[] = "advice: ";
    const char *at = strstr(*said, mark);
    while (at && at > *said && at[-1] != '\n')
        at = strstr(at + 1, mark);
    if (!at) return NULL;
    size_t n = strcspn(at, "\n");
    const char *rest = at + n + (at[n] == '\n');
    const char *advice = arena_strn(a, at + strlen(mark), n - strlen(mark));
    *said = arena_fmt(a, "%.*s%s", (int)(at - *said), *said, rest);
    return advice;
}

void triton_add_key(Hash *h, Arena *a, const BuildPlaces *where,
                    const BuildJob *job) {
    hash_str(h, job->calls);
    hash_str(h, arena_fmt(a, "%d", target_of(job)));
    for (size_t i = 0; i < COUNT_OF(scripts); i++)
        key_add_file(h, a, where->cache, script(a, where, scripts[i]));
}
