// The folder, for a toolkit at TOP:
//
//   bin/nvcc          nvcc.sh, which starts
//   bin/nvcc.real     a link to TOP/bin/nvcc. It believes to stand here, and
//   reads bin/nvcc.profile  TOP's, with lib64 as the first folder of libraries
//   include/          links to all headers, and kata's for those that lack
//   lib64/            linker scripts named like NVIDIA's libraries; links to
//   others targets/.../      the same two again nvvm ...          links to all
//   else
#include "build/sim_toolkit.h"

#include "base/path.h"
#include "base/str.h"
#include "build/nvcc.h"
#include "build/tool.h"
#include "build/toolkit.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct Making {
    Arena *a;
    const Toolkit *tk;
    const BuildPlaces *where;
    const char *top; // of the toolkit, or NULL
    const char *bin; // with nvcc.profile
    const char *to;  // the folder in the making
    const char *at;  // where it will be
} Making;

// ---- where the toolkit is

// nvcc on PATH may be a script or a link: it is asked where it stands.
static const char *standing(Arena *a, const char *nvcc) {
    const char *argv[] = {nvcc, "--dryrun",  "-E", "-x",
                          "cu", "/dev/null", NULL};
    const char *key = "_HERE_=", *dir = NULL;
    Proc p = {0};
    tool_ask(argv, &p);
    const char *text = buf_text(&p.err), *line = strstr(text, key);
    if (line) {
        line += strlen(key);
        dir = arena_strn(a, line, strcspn(line, "\n"));
    }
    proc_free(&p);
    return dir;
}

// ---- links

static bool link_to(const Making *m, const char *target, const char *name,
                    Err *err) {
    const char *path = path_join(m->a, m->to, name);
    return symlink(target, path) == 0 ||
           err_errno(err, ERR_ENV, "cannot make %s", path);
}

static bool is_among(const char *name, const char *const *names, int n) {
    for (int i = 0; i < n; i++)
        if (!strcmp(name, names[i])) return true;
    return false;
}

// Links to all that is in `from`, below the folder `into` of ours.
static bool link_all(const Making *m, const char *from, const char *into,
                     const char *const *except, int nexcept, Err *err) {
    char **names = path_list(m->a, from, NULL);
    for (; *names; names++) {
        const char *name = *into ? path_join(m->a, into, *names) : *names;
        if (is_among(*names, except, nexcept) ||
            path_exists(path_join(m->a, m->to, name)))
            continue;
        if (!link_to(m, path_join(m->a, from, *names), name, err)) return false;
    }
    return true;
}

static bool make_folder(const Making *m, const char *name, Err *err) {
    return path_make_dirs(path_join(m->a, m->to, name), err);
}

// ---- its parts

static bool write_text(const Making *m, const char *name, const Buf *text,
                       Err *err) {
    return file_write(path_join(m->a, m->to, name), text->data, text->len, err);
}

static bool make_bin(const Making *m, Err *err) {
    static const char *const own[] = {"nvcc", "nvcc.profile"};
    const char *nvcc = path_join(m->a, m->to, "bin/nvcc");
    Buf profile = {0};
    bool ok =
        make_folder(m, "bin", err) &&
        link_all(m, m->bin, "bin", own, COUNT_OF(own), err) &&
        link_to(m, path_join(m->a, m->bin, "nvcc"), "bin/nvcc.real", err) &&
        file_copy(path_join(m->a, m->where->lib, "nvcc.sh"), nvcc, err) &&
        (chmod(nvcc, 0755) == 0 ||
         err_errno(err, ERR_ENV, "cannot make %s executable", nvcc)) &&
        file_read(path_join(m->a, m->bin, "nvcc.profile"), &profile, err);
    if (ok) {
        buf_fmt(&profile, "\nLIBRARIES =+ $(_SPACE_) \"-L%s/lib64\"\n", m->at);
        ok = write_text(m, "bin/nvcc.profile", &profile, err);
    }
    buf_free(&profile);
    return ok;
}

static bool make_include(const Making *m, Err *err) {
    const char *own = path_join(m->a, m->where->lib, "include");
    bool ok = make_folder(m, "include", err) &&
              link_all(m, m->tk->include, "include", NULL, 0, err);
    for (const OwnHeaders *h = nvcc_own_headers; ok && h->header; h++)
        // All of them or none: NVIDIA's include each other.
        if (*h->header &&
            !path_exists(path_join(m->a, m->tk->include, h->header)))
            ok = link_all(m, path_join(m->a, own, h->folder), "include", NULL,
                          0, err);
    return ok;
}

// A script that the linker reads in the place of a library.
static bool make_script(const Making *m, const char *name, const char *suffix,
                        Err *err) {
    const char *libraries = nvcc_libraries(m->a, m->where);
    char *lib = realpath(m->where->lib, NULL);
    Buf text = {0};
    // The runtime's or the driver's: of two copies the second does nothing.
    if (str_starts(name, "cuda"))
        buf_fmt(&text, "INPUT(\"%s/katasim_host.o\")\n", lib ? lib : "");
    buf_str(&text, "GROUP(");
    if (libraries) buf_fmt(&text, "\"%s/libkatalibs.a\" ", lib ? lib : "");
    buf_fmt(&text, "\"%s/libkatasim.a\")\nINPUT(-lpthread -lm -ldl)\n",
            lib ? lib : "");
    free(lib);
    bool ok = write_text(m, arena_fmt(m->a, "lib64/lib%s%s", name, suffix),
                         &text, err);
    buf_free(&text);
    return ok;
}

static bool make_libraries(const Making *m, Err *err) {
    static const char *const scripts[] = {
        "cuda",
        "cudart",
#define LIBRARY(file, name, header, folder) file,
#include "build/own_libraries.def"
#undef LIBRARY
    };
    static const char *const empty[] = {"cudadevrt", "culibos"};
    if (!make_folder(m, "lib64", err)) return false;
    for (size_t i = 0; i < COUNT_OF(scripts); i++) {
        const char *both = arena_fmt(m->a, "%s_static", scripts[i]);
        if (!make_script(m, scripts[i], ".so", err) ||
            !make_script(m, both, ".a", err))
            return false;
    }
    static const char *const stubs[] = {"stubs"};
    if (m->tk->libdir &&
        !link_all(m, m->tk->libdir, "lib64", stubs, COUNT_OF(stubs), err))
        return false;
    for (size_t i = 0; i < COUNT_OF(empty); i++) {
        const char *path = arena_fmt(m->a, "%s/lib64/lib%s.a", m->to, empty[i]);
        if (!path_exists(path) && !file_write(path, "!<arch>\n", 8, err))
            return false;
    }
    return true;
}

// The layout that CMake and scripts expect beside the plain one.
static bool make_targets(const Making *m, Err *err) {
    return make_folder(m, "targets/x86_64-linux", err) &&
           link_to(m, "../../include", "targets/x86_64-linux/include", err) &&
           link_to(m, "../../lib64", "targets/x86_64-linux/lib", err) &&
           link_to(m, "lib64", "lib", err);
}

static bool make_all(const Making *m, Err *err) {
    static const char *const own[] = {"bin", "include", "lib", "lib64",
                                      "targets"};
    return path_remove_all(m->to, err) && path_make_dirs(m->to, err) &&
           make_bin(m, err) && make_include(m, err) && make_libraries(m, err) &&
           make_targets(m, err) &&
           link_all(m, m->top, "", own, COUNT_OF(own), err);
}

// ---- the folder

// Of what it is made of: another text, another folder.
static const char *made_of(const Making *m) {
    const char *lib = nvcc_sim_library(m->a, m->where);
    const char *libraries = nvcc_libraries(m->a, m->where);
    struct stat s = {0}, l = {0};
    stat(lib, &s);
    if (libraries) stat(libraries, &l);
    return arena_fmt(m->a, "%s\n%s\n%s\n%lld %lld %lld\n", m->tk->nvcc,
                     m->tk->version, lib, (long long)s.st_size,
                     (long long)s.st_mtime, (long long)l.st_mtime);
}

static bool is_current(const Making *m, const char *stamp) {
    Buf text = {0};
    Err ignored = {0};
    bool is = file_read(path_join(m->a, m->at, "made-of"), &text, &ignored) &&
              !strcmp(buf_text(&text), stamp);
    err_clear(&ignored);
    buf_free(&text);
    return is;
}

const char *sim_toolkit(Arena *a, const Toolkit *tk, const BuildPlaces *where,
                        const char *build, Err *err) {
    char *full = realpath(build, NULL);
    const char *base = arena_str(a, full ? full : build);
    free(full);
    Making m = {.a = a,
                .tk = tk,
                .where = where,
                .at = path_join(a, base, "toolkit-sim")};
    m.to = arena_fmt(a, "%s.%d", m.at, (int)getpid());
    const char *stamp = made_of(&m);
    if (is_current(&m, stamp)) return m.at;
    m.bin = standing(a, tk->nvcc);
    if (!m.bin || !tk->include ||
        !path_exists(path_join(a, m.bin, "nvcc.profile"))) {
        err_set(err, ERR_ENV, "%s does not say where its toolkit is", tk->nvcc);
        err_hint(err, "set KATA_NVCC to the nvcc in the toolkit's bin folder");
        return NULL;
    }
    m.top = path_dir(a, m.bin);
    bool ok =
        make_all(&m, err) &&
        file_write(path_join(a, m.to, "made-of"), stamp, strlen(stamp), err) &&
        path_remove_all(m.at, err);
    // Whoever was faster has made the same.
    if (ok && rename(m.to, m.at) != 0 && !is_current(&m, stamp))
        ok = err_errno(err, ERR_ENV, "cannot make %s", m.at);
    Err ignored = {0};
    path_remove_all(m.to, &ignored);
    err_clear(&ignored);
    return ok ? m.at : NULL;
}

void sim_toolkit_use(Arena *a, const char *folder, int cc) {
    const char *path = getenv("PATH");
    setenv("PATH", arena_fmt(a, "%s/bin:%s", folder, path ? path : ""), 1);
    setenv("CUDA_HOME", folder, 1);
    setenv("CUDA_PATH", folder, 1);
    setenv("CUDAToolkit_ROOT", folder, 1);
    setenv("CUDACXX", path_join(a, folder, "bin/nvcc"), 1);
    setenv("NVCC", path_join(a, folder, "bin/nvcc"), 1);
    setenv("KATASIM_CC", arena_fmt(a, "%d", cc), 1);
}
