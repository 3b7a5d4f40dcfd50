// Looking for a shared library; see library.h.
#include "build/library.h"

#include "base/path.h"
#include "base/proc.h"
#include "base/str.h"
#include "build/build.h"
#include "build/nvcc.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// "libcublas.so", "libcublas.so.13": not libcublasLt.so, not libcublas.so.13.1.
static bool is_library(const char *file, const char *name) {
    size_t n = strlen(name);
    if (!str_starts(file, "lib") || strncmp(file + 3, name, n) != 0 ||
        !str_starts(file + 3 + n, ".so"))
        return false;
    const char *rest = file + 3 + n + 3;
    if (*rest == '.') rest++;
    while (isdigit((unsigned char)*rest))
        rest++;
    return *rest == '\0';
}

// The newest in a folder (names sort by release, for now they have two
// digits), or NULL.
static const char *in_folder(Arena *a, const char *dir, const char *name) {
    const char *found = NULL;
    int n;
    if (!dir || !path_is_dir(dir)) return NULL;
    char **files = path_list(a, dir, &n);
    for (int i = 0; i < n; i++)
        if (is_library(files[i], name)) found = files[i];
    return found ? path_join(a, dir, found) : NULL;
}

// The same in every folder of a list with ':' between.
static const char *in_list(Arena *a, const char *list, const char *name) {
    Str rest = str_of(list ? list : ""), dir;
    const char *found = NULL;
    while (!found && str_cut(&rest, ':', &dir))
        if (dir.n) found = in_folder(a, arena_strn(a, dir.p, dir.n), name);
    return found;
}

// Wheels unpack to <site-packages>/nvidia/<package>/lib.
static const char *in_wheels(Arena *a, const char *site, const char *name) {
    const char *nvidia = path_join(a, site, "nvidia"), *found = NULL;
    int n;
    if (!path_is_dir(nvidia)) return NULL;
    char **packages = path_list(a, nvidia, &n);
    for (int i = 0; i < n && !found; i++) {
        const char *package = path_join(a, nvidia, packages[i]);
        found = in_folder(a, path_join(a, package, "lib"), name);
    }
    return found;
}

static const char *in_python(Arena *a, const char *python, const char *name) {
    const char *argv[] = {python, "-c",
                          "import sys; print('\\n'.join(sys.path))", NULL};
    const char *found = NULL;
    Proc p = {0};
    if (proc_find(a, python) && tool_ask(argv, &p)) {
        Str rest = {buf_text(&p.out), p.out.len}, dir;
        while (!found && str_cut(&rest, '\n', &dir))
            if (dir.n) found = in_wheels(a, arena_strn(a, dir.p, dir.n), name);
    }
    proc_free(&p);
    return found;
}

static const char *find_library(Arena *a, const Toolkit *tk, const char *name) {
    static const char *const system[] = {
        "/usr/local/cuda/lib64",
        "/usr/lib/x86_64-linux-gnu",
        "/usr/lib/aarch64-linux-gnu",
        "/usr/lib64",
        "/usr/local/lib",
    };
    const char *given = getenv("KATA_CUBLAS");
    if (given && strcmp(name, "cublas") == 0)
        return path_exists(given) ? given : NULL;
    const char *found = in_folder(a, tk->libdir, name);
    if (!found && tk->include) {
        found = in_folder(a, path_join(a, tk->include, "../lib64"), name);
        if (!found)
            found = in_folder(a, path_join(a, tk->include, "../lib"), name);
    }
    if (!found) found = in_list(a, getenv("LD_LIBRARY_PATH"), name);
    for (size_t i = 0; i < COUNT_OF(system) && !found; i++)
        found = in_folder(a, system[i], name);
    const char *python = getenv("KATA_PYTHON");
    if (!found && python && *python) found = in_python(a, python, name);
    if (!found && tk->build)
        found =
            in_python(a, path_join(a, tk->build, "python/bin/python"), name);
    return found ? found : in_python(a, "python3", name);
}

const char *library_file(Arena *a, const Toolkit *tk, const char *name) {
    return find_library(a, tk, name);
}

// cuDNN loads its other parts, cuBLAS and NVRTC as it needs them: the sandbox
// lets a program read the folders of its run path. Its wheel has headers, too.
static void add_neighbours(Arena *a, const char *dir, const char **flags,
                           int *n) {
    static const char *const wheels[] = {"cublas", "cuda_nvrtc", "cu13",
                                         "cu12"};
    const char *package = path_dir(a, dir), *site = path_dir(a, package);
    const char *include = path_join(a, package, "include");
    if (path_exists(path_join(a, include, "cudnn.h"))) {
        flags[(*n)++] = arena_fmt(a, HEADERS_FLAG "%s", include);
    }
    for (size_t i = 0; i < COUNT_OF(wheels); i++) {
        const char *lib = path_join(a, path_join(a, site, wheels[i]), "lib");
        if (path_is_dir(lib))
            flags[(*n)++] = arena_fmt(a, "-Wl,-rpath,%s", lib);
    }
}

const char *const *library_flags(Arena *a, const Toolkit *tk,
                                 const char *name) {
    const char *file = find_library(a, tk, name);
    if (!file) return NULL;
    const char *dir = path_dir(a, file);
    const char **flags = arena_array(a, const char *, 10);
    int n = 4;
    flags[0] = arena_fmt(a, "-L%s", dir);
    flags[1] = arena_fmt(a, "-l:%s", path_base(file));
    // The old kind of tag: it holds for the libraries of the library too.
    flags[2] = "-Wl,--disable-new-dtags";
    flags[3] = arena_fmt(a, "-Wl,-rpath,%s", dir);
    if (strcmp(name, "cudnn") == 0) add_neighbours(a, dir, flags, &n);
    return flags;
}
