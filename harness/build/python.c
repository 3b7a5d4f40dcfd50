#include "build/python.h"

#include "base/path.h"
#include "base/str.h"
#include "build/answers.h"

#include <stdlib.h>
#include <string.h>

const char *python_runner(Arena *a, const char *lib) {
    return path_join(a, lib, "python/runner.so");
}

const char *python_script(Arena *a, const char *lib) {
    return path_join(a, lib, "python/serve.py");
}

// What a Python must have, and what to do where none has it.
typedef struct Wanted {
    const char *module, *name, *make;
} Wanted;

static const Wanted numpy = {
    "numpy", "NumPy",
    "make numpy  fetches it into .build/python (17 MB, no root)"};
static const Wanted torch = {
    "torch", "PyTorch",
    "make torch  fetches it into .build/python (210 MB, 0.9 GB on the disk, "
    "no root)"};
static const Wanted numba = {
    "numba", "Numba",
    "make numba  fetches it into .build/python (64 MB, 0.2 GB on the disk, "
    "no root)"};

// Asks a Python for its version, NumPy's and that of the wanted module, and the
// folders that it reads from.
static bool ask_python(Arena *a, const char *build, const char *python,
                       const Wanted *wanted, Toolkit *tk) {
    const char *code = arena_fmt(
        a,
        "import importlib.metadata as m, sys; "
        "print(sys.version.split()[0], m.version('numpy'), m.version('%s'), "
        "sys.prefix, sys.base_prefix, sep='\\n')",
        wanted->module);
    const char *argv[] = {python, "-I", "-c", code, NULL};
    Proc p = {0};
    const char *said[5] = {0};
    size_t n = 0;
    bool ok = answers_of(build, argv, &p) && p.status == 0;
    Str rest = str_of(ok ? buf_text(&p.out) : ""), line;
    while (n < COUNT_OF(said) && str_cut(&rest, '\n', &line) && line.n)
        said[n++] = arena_strn(a, line.p, line.n);
    proc_free(&p);
    if (n < COUNT_OF(said)) return false;
    bool more = wanted != &numpy;
    tk->numpy_python = python;
    tk->numpy = arena_fmt(a, "Python %s, NumPy %s", said[0], said[1]);
    if (more)
        tk->numpy = arena_fmt(a, "%s, %s %s", tk->numpy, wanted->name, said[2]);
    tk->python_prefix = said[3];
    tk->python_base = said[4];
    return true;
}

static bool find_having(Arena *a, const char *build, const Wanted *wanted,
                        Toolkit *tk, Err *err) {
    const char *given = getenv("KATA_PYTHON");
    bool named = given && *given;
    const char *tries[] = {
        named ? proc_find(a, given)
              : proc_find(a, path_join(a, build, "python/bin/python")),
        named ? NULL : proc_find(a, "python3"),
    };
    for (size_t i = 0; i < COUNT_OF(tries); i++)
        if (tries[i] && ask_python(a, build, tries[i], wanted, tk)) return true;
    if (named) {
        err_set(err, ERR_ENV, "KATA_PYTHON names '%s', which has no %s", given,
                wanted->name);
        return err_hint(err, "unset it, then make %s", wanted->module);
    }
    err_set(err, ERR_ENV, "this exercise needs %s, which is not here",
            wanted->name);
    return err_hint(err, "%s", wanted->make);
}

bool toolkit_find_numpy(Arena *a, const char *build, Toolkit *tk, Err *err) {
    return find_having(a, build, &numpy, tk, err);
}

bool toolkit_find_torch(Arena *a, const char *build, Toolkit *tk, Err *err) {
    return find_having(a, build, &torch, tk, err);
}

bool toolkit_find_numba(Arena *a, const char *build, Toolkit *tk, Err *err) {
    return find_having(a, build, &numba, tk, err);
}

const char *const *python_folders(Arena *a, const Toolkit *tk) {
    const char **out = arena_array(a, const char *, 3);
    out[0] = tk->python_prefix;
    out[1] = tk->python_base;
    return out;
}
