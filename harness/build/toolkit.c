// Finding nvcc, and learning from it where its parts are.
//
// Layouts differ (NVIDIA's installer, Debian, the wheels, x86-64, arm64), and
// nvcc is often a script that calls another. So a candidate is not looked at
// but asked: `nvcc --dryrun` prints the folders and the version it would
// compile with, in some 15 ms, and without a host compiler.
#include "build/toolkit.h"

#include "base/path.h"
#include "base/proc.h"
#include "base/str.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Which GPUs a release compiles for. From the release notes of each.
static const struct Span {
    int version; // major * 100 + minor, the first with these
    int cc_min, cc_max;
} spans[] = {
    {1300, 75, 121}, {1209, 50, 121}, {1208, 50, 120},
    {1200, 50, 90},  {1108, 35, 90},  {0, 35, 86},
};

static const int known_cc[] = {50, 52, 53, 60, 61, 62,  70,  72,  75,
                               80, 86, 87, 89, 90, 100, 103, 120, 121};

int toolkit_clamp(const Toolkit *tk, int cc) {
    int best = tk->cc_min;
    // Not upwards: a GPU does not run what was compiled for a newer one.
    for (size_t i = 0; i < COUNT_OF(known_cc); i++)
        if (known_cc[i] <= cc && known_cc[i] <= tk->cc_max)
            best = max_of(best, known_cc[i]);
    return best;
}

// ---- asking nvcc

// Returns the number after name in text, or -1.
static int number_after(const char *text, const char *name) {
    const char *at = strstr(text, name);
    return at ? atoi(at + strlen(name)) : -1;
}

// Of the line `#$ <key>...`: the first folder given with flag, quoted or not,
// that has the file; NULL if none has.
static const char *folder_in(Arena *a, const char *text, const char *key,
                             const char *flag, const char *file) {
    const char *line = strstr(text, key);
    if (!line) return NULL;
    line += strlen(key);
    Str rest = {line, strcspn(line, "\n")}, word;

    while (str_cut(&rest, ' ', &word)) {
        while (word.n && (*word.p == '"' || *word.p == ' '))
            word.p++, word.n--;
        while (word.n && word.p[word.n - 1] == '"')
            word.n--;
        size_t skip = strlen(flag);
        if (word.n <= skip || memcmp(word.p, flag, skip) != 0) continue;
        char *dir = arena_strn(a, word.p + skip, word.n - skip);
        if (path_exists(path_join(a, dir, file))) return dir;
    }
    return NULL;
}

static void set_cc_span(Toolkit *tk) {
    int version = tk->major * 100 + tk->minor;
    for (size_t i = 0; i < COUNT_OF(spans); i++) {
        if (version < spans[i].version) continue;
        tk->cc_min = spans[i].cc_min;
        tk->cc_max = spans[i].cc_max;
        return;
    }
}

static bool ask_nvcc(Arena *a, const char *nvcc, Toolkit *tk) {
    const char *argv[] = {nvcc, "--dryrun",  "-E", "-x",
                          "cu", "/dev/null", NULL};
    Proc p;
    Err ignored = {0};
    if (!proc_run(argv, NULL, &p, &ignored)) {
        err_clear(&ignored);
        return false;
    }
    const char *text = buf_text(&p.err);
    *tk = (Toolkit){
        .nvcc = nvcc,
        .origin = "installed",
        .major = number_after(text, "__CUDACC_VER_MAJOR__="),
        .minor = number_after(text, "__CUDACC_VER_MINOR__="),
        .include = folder_in(a, text, "#$ INCLUDES=", "-I", "cuda_runtime.h"),
        .libdir =
            folder_in(a, text, "#$ LIBRARIES=", "-L", "libcudart_static.a"),
    };
    if (!tk->include && path_exists("/usr/include/cuda_runtime.h"))
        tk->include = "/usr/include";
    // The wheels' nvcc looks in lib64; the wheels have lib.
    const char *lib =
        tk->include ? path_join(a, tk->include, "../lib") : "/nowhere";
    if (!tk->libdir && path_exists(path_join(a, lib, "libcudart_static.a")))
        tk->libdir = lib;
    tk->version = arena_fmt(a, "%d.%d.%d", tk->major, tk->minor,
                            number_after(text, "__CUDACC_VER_BUILD__="));
    set_cc_span(tk);
    bool ok = p.status == 0 && tk->major > 0;
    proc_free(&p);
    return ok;
}

// ---- the host compiler

// The newest g++ that this nvcc accepts, as its own header says; 99 unknown.
static int newest_gcc(Arena *a, const Toolkit *tk) {
    Buf text = {0};
    Err ignored = {0};
    int newest = 99;

    if (tk->include && file_read(path_join(a, tk->include, "crt/host_config.h"),
                                 &text, &ignored)) {
        int n = number_after(buf_text(&text), "#if __GNUC__ > ");
        if (n > 0) newest = n;
    }
    err_clear(&ignored);
    buf_free(&text);
    return newest;
}

static int gcc_major(const char *cxx) {
    const char *argv[] = {cxx, "-dumpversion", NULL};
    Proc p;
    Err ignored = {0};
    int major = 0;

    if (proc_run(argv, NULL, &p, &ignored)) {
        major = atoi(buf_text(&p.out));
        proc_free(&p);
    }
    err_clear(&ignored);
    return major;
}

static bool find_cxx(Arena *a, Toolkit *tk, Err *err) {
    int newest = newest_gcc(a, tk);

    tk->cxx = "g++";
    if (proc_find(a, "g++") && gcc_major("g++") <= newest) return true;
    tk->cxx_given = true;
    for (int v = min_of(newest, 20); v >= 7; v--) {
        tk->cxx = arena_fmt(a, "g++-%d", v);
        if (proc_find(a, tk->cxx)) return true;
    }
    tk->cxx_given = false;
    tk->cxx_too_new = true;
    tk->cxx = "g++";
    if (proc_find(a, "g++")) return true;
    err_set(err, ERR_ENV, "no C++ compiler: nvcc needs g++");
    return err_hint(err, "make setup");
}

// ---- where to look

static const char *nvcc_in(Arena *a, const char *dir) {
    return dir ? proc_find(a, path_join(a, dir, "bin/nvcc")) : NULL;
}

bool toolkit_find(Arena *a, const char *root, Toolkit *out, Err *err) {
    const char *given = getenv("KATA_NVCC");
    const char *wheels = nvcc_in(a, path_join(a, root, ".build/toolkit"));
    const char *tries[] = {
        proc_find(a, "nvcc"),
        nvcc_in(a, getenv("CUDA_HOME")),
        nvcc_in(a, "/usr/local/cuda"),
        wheels,
        nvcc_in(a, "/usr/lib/nvidia-cuda-toolkit"),
    };

    if (given && *given) {
        const char *nvcc = proc_find(a, given);
        if (nvcc && ask_nvcc(a, nvcc, out)) return find_cxx(a, out, err);
        err_set(err, ERR_ENV, "KATA_NVCC names '%s', which is no working nvcc",
                given);
        return err_hint(err, "give the full path of nvcc, or unset KATA_NVCC");
    }
    const char *broken = NULL;
    for (size_t i = 0; i < COUNT_OF(tries); i++) {
        if (!tries[i]) continue;
        if (!ask_nvcc(a, tries[i], out)) {
            broken = tries[i];
            continue;
        }
        if (tries[i] == wheels) out->origin = "wheels";
        return find_cxx(a, out, err);
    }
    if (broken)
        err_set(err, ERR_ENV, "the nvcc at '%s' does not work", broken);
    else
        err_set(err, ERR_ENV, "no CUDA compiler (nvcc) on this machine");
    return err_hint(err, "`make setup` fetches NVIDIA's compiler into "
                         ".build/toolkit (no root, some 250 MB)");
}
