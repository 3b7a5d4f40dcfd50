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

// Asks a Python for its version, NumPy's, and the folders that it reads from.
static bool ask_python(Arena *a, const char *build, const char *python,
                       Toolkit *tk) {
    const char *argv[] = {
        python, "-I", "-c",
        "import importlib.metadata as m, sys; "
        "print(sys.version.split()[0], m.version('numpy'), sys.prefix, "
        "sys.base_prefix, sep='\\n')",
        NULL};
    Proc p = {0};
    const char *said[4] = {0};
    size_t n = 0;
    bool ok = answers_of(build, argv, &p) && p.status == 0;
    Str rest = str_of(ok ? buf_text(&p.out) : ""), line;
    while (n < COUNT_OF(said) && str_cut(&rest, '\n', &line) && line.n)
        said[n++] = arena_strn(a, line.p, line.n);
    proc_free(&p);
    if (n < COUNT_OF(said)) return false;
    tk->numpy_python = python;
    tk->numpy = arena_fmt(a, "Python %s, NumPy %s", said[0], said[1]);
    tk->python_prefix = said[2];
    tk->python_base = said[3];
    return true;
}

bool toolkit_find_numpy(Arena *a, const char *build, Toolkit *tk, Err *err) {
    const char *given = getenv("KATA_PYTHON");
    bool named = given && *given;
    const char *tries[] = {
        named ? proc_find(a, given)
              : proc_find(a, path_join(a, build, "python/bin/python")),
        named ? NULL : proc_find(a, "python3"),
    };
    for (size_t i = 0; i < COUNT_OF(tries); i++)
        if (tries[i] && ask_python(a, build, tries[i], tk)) return true;
    if (named) {
        err_set(err, ERR_ENV, "KATA_PYTHON names '%s', which has no NumPy",
                given);
        return err_hint(err, "unset it, then make numpy");
    }
    err_set(err, ERR_ENV, "this exercise needs NumPy, which is not here");
    return err_hint(err, "make numpy  fetches it into .build/python (17 MB, no "
                         "root)");
}

const char *const *python_folders(Arena *a, const Toolkit *tk) {
    const char **out = arena_array(a, const char *, 3);
    out[0] = tk->python_prefix;
    out[1] = tk->python_base;
    return out;
}
