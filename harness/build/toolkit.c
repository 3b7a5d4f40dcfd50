// Finding nvcc, and learning from it where its parts are.
//
// Layouts differ (NVIDIA's installer, Debian, the wheels, x86-64, arm64), and
// nvcc is often a script that calls another. So a candidate is not looked at
// but asked: `nvcc --dryrun` prints the folders and the version it would
// compile with, and needs no host compiler for it. That takes 15 ms here and
// half a second there, so answers are remembered (answers.h).
#include "build/toolkit.h"

#include "base/path.h"
#include "base/proc.h"
#include "base/str.h"
#include "build/answers.h"
#include "build/diag.h"
#include "build/nvcc.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OLDEST = 1108, STILL = 9999 }; // major * 100 + minor

// The architectures that nvcc compiles for, and from which release to which.
// From the release notes of each.
static const struct Target {
    int cc, first, last;
} targets[] = {
    {50, 0, 1299},      {52, 0, 1299},      {53, 0, 1299},
    {60, 0, 1299},      {61, 0, 1299},      {62, 0, 1299},
    {70, 0, 1299},      {72, 0, 1299},      {75, 0, STILL},
    {80, 0, STILL},     {86, 0, STILL},     {87, 0, STILL},
    {89, 1108, STILL},  {90, 1108, STILL},  {100, 1208, STILL},
    {103, 1209, STILL}, {110, 1300, STILL}, {120, 1208, STILL},
    {121, 1209, STILL},
};

// Not upwards: a GPU does not run what was compiled for a newer one.
int toolkit_clamp(const Toolkit *tk, int cc) {
    int version = tk->major * 100 + tk->minor, best = 0;
    for (size_t i = 0; i < COUNT_OF(targets); i++) {
        const struct Target *t = &targets[i];
        if (version < t->first || version > t->last) continue;
        if (!best || t->cc <= cc) best = t->cc;
    }
    return best;
}

// ---- what nvcc says of itself

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

static void find_parts(Arena *a, const char *text, Toolkit *tk) {
    tk->include = folder_in(a, text, "#$ INCLUDES=", "-I", "cuda_runtime.h");
    tk->libdir =
        folder_in(a, text, "#$ LIBRARIES=", "-L", "libcudart_static.a");
    if (!tk->include && path_exists("/usr/include/cuda_runtime.h"))
        tk->include = "/usr/include";
    // The wheels' nvcc looks in lib64; the wheels have lib.
    const char *lib =
        tk->include ? path_join(a, tk->include, "../lib") : "/nowhere";
    if (!tk->libdir && path_exists(path_join(a, lib, "libcudart_static.a")))
        tk->libdir = lib;
}

// The newest compilers that an nvcc accepts, as its own header says; 99
// unknown.
typedef struct Newest {
    int gcc, clang;
} Newest;

static Newest newest_accepted(Arena *a, const Toolkit *tk) {
    Buf text = {0};
    Err ignored = {0};
    Newest n = {99, 99};

    if (tk->include && file_read(path_join(a, tk->include, "crt/host_config.h"),
                                 &text, &ignored)) {
        int gcc = number_after(buf_text(&text), "#if __GNUC__ > ");
        int clang =
            number_after(buf_text(&text), "#if (__clang_major__ >= ") - 1;
        if (gcc > 0) n.gcc = gcc;
        if (clang > 0) n.clang = clang;
    }
    err_clear(&ignored);
    buf_free(&text);
    return n;
}

// The major version of a compiler; 99 if it does not say, or is not there.
static int major_of(Arena *a, const char *build, const char *cxx) {
    const char *argv[] = {cxx, "-dumpversion", NULL};
    Proc p = {0};
    int major = 0;

    if (proc_find(a, cxx) && answers_of(build, argv, &p))
        major = atoi(buf_text(&p.out));
    proc_free(&p);
    return major > 0 ? major : 99;
}

enum { OLDEST_CXX = 7, NEWEST_CXX = 25 };

// name-N with the newest N from `newest` down that is there.
static const char *numbered_compiler(Arena *a, const char *name, int newest) {
    const char *found = NULL;
    for (int v = min_of(newest, NEWEST_CXX); !found && v >= OLDEST_CXX; v--)
        found = proc_find(a, arena_fmt(a, "%s-%d", name, v));
    return found;
}

static const char *any_cxx(Arena *a) {
    const char *found = proc_find(a, "g++");
    if (!found) found = proc_find(a, "clang++");
    if (!found) found = numbered_compiler(a, "g++", NEWEST_CXX);
    return found ? found : numbered_compiler(a, "clang++", NEWEST_CXX);
}

// Takes name, or name-N with the newest N that is accepted and there. Its full
// path: Debian's nvcc has a g++ of its own in front of the PATH, which refuses.
static bool take_cxx(Arena *a, const char *build, Toolkit *tk, const char *name,
                     int newest) {
    const char *found =
        major_of(a, build, name) <= newest ? proc_find(a, name) : NULL;
    if (!found) found = numbered_compiler(a, name, newest);
    if (found) tk->cxx = found;
    return found;
}

static bool find_cxx(Arena *a, const char *build, Toolkit *tk, Err *err) {
    Newest n = newest_accepted(a, tk);
    const char *given = getenv("NVCC_CCBIN"); // nvcc's own variable, since 12

    tk->build = build;
    tk->cxx = "g++";
    if (given && *given && proc_find(a, given)) {
        tk->cxx = proc_find(a, given);
        return tk->cxx_given = true;
    }
    if (major_of(a, build, "g++") <= min_of(n.gcc, 98)) return true;
    tk->cxx_given = true;
    if (take_cxx(a, build, tk, "g++", n.gcc) ||
        take_cxx(a, build, tk, "clang++", n.clang))
        return true;
    tk->cxx_too_new = true;
    if ((tk->cxx = proc_find(a, "g++"))) return true;
    err_set(err, ERR_ENV, "no C++ compiler that nvcc %s works with",
            tk->version);
    return err_hint(err, "install g++ (apt-get install g++), or name one in "
                         "NVCC_CCBIN");
}

bool toolkit_find_cc(Arena *a, Toolkit *out, Err *err) {
    const char *given = getenv("CC");
    const char *const tries[] = {given && *given ? given : "cc", "gcc",
                                 "clang"};
    for (size_t i = 0; i < COUNT_OF(tries) && !out->cc; i++)
        out->cc = proc_find(a, tries[i]);
    if (!out->cc) {
        err_set(err, ERR_ENV, "no C compiler on this machine");
        return err_hint(err, "install gcc: make setup, or apt-get install gcc");
    }
    const char *argv[] = {out->cc, "--version", NULL};
    Proc p = {0};
    out->cc_version = "";
    if (tool_ask(argv, &p)) {
        const char *text = buf_text(&p.out);
        out->cc_version = arena_strn(a, text, strcspn(text, "\n"));
    }
    proc_free(&p);
    return true;
}

// ---- asking nvcc

// Some releases call their host compiler even now: given one by cxx, or NULL.
static bool dry_run(const char *build, const char *nvcc, const char *cxx,
                    Proc *p) {
    const char *argv[] = {
        nvcc, "--dryrun", "-E", "-x", "cu", "/dev/null", cxx ? "-ccbin" : NULL,
        cxx,  NULL};
    return answers_of(build, argv, p);
}

// Says what is wrong with an nvcc that has failed, from what it wrote.
static const char *fault_of(Arena *a, const Proc *p) {
    const char *text = buf_text(&p->err);
    const MachineFault *m = diag_machine_fault(text);
    Str line = {text, strcspn(text, "\n")};

    if (p->timed_out)
        return arena_fmt(a, "does not answer: it was stopped after %d s",
                         tool_ask_limit());
    return arena_fmt(a, "does not work: %s%s%.*s", m ? m->means : "",
                     m ? ": " : "", (int)line.n, line.p);
}

// Returns NULL, or what is wrong with this nvcc: "does not answer".
static const char *ask_nvcc(Arena *a, const char *build, const char *nvcc,
                            Toolkit *tk) {
    Proc p = {0};
    const char *cxx = any_cxx(a);

    if (!dry_run(build, nvcc, NULL, &p)) return "cannot be started";
    if (p.status != 0 && !p.timed_out && cxx) {
        proc_free(&p);
        if (!dry_run(build, nvcc, cxx, &p)) return "cannot be started";
    }
    const char *text = buf_text(&p.err), *fault = NULL;
    *tk = (Toolkit){
        .nvcc = nvcc,
        .origin = "installed",
        .major = number_after(text, "__CUDACC_VER_MAJOR__="),
        .minor = number_after(text, "__CUDACC_VER_MINOR__="),
    };
    tk->version = arena_fmt(a, "%d.%d.%d", tk->major, tk->minor,
                            number_after(text, "__CUDACC_VER_BUILD__="));
    find_parts(a, text, tk);
    tk->cc_min = toolkit_clamp(tk, 0);
    tk->cc_max = toolkit_clamp(tk, STILL);
    if (p.status != 0 || tk->major <= 0)
        fault = fault_of(a, &p);
    else if (tk->major * 100 + tk->minor < OLDEST)
        fault = arena_fmt(a, "is of CUDA %d.%d: kata needs 11.8 or newer",
                          tk->major, tk->minor);
    proc_free(&p);
    return fault;
}

// ---- where to look

static const char *nvcc_in(Arena *a, const char *dir) {
    return dir ? proc_find(a, path_join(a, dir, "bin/nvcc")) : NULL;
}

bool toolkit_find(Arena *a, const char *build, Toolkit *out, Err *err) {
    const char *given = getenv("KATA_NVCC"), *cxx = getenv("NVCC_CCBIN");
    const char *wheels = nvcc_in(a, path_join(a, build, "toolkit"));
    const char *tries[] = {
        proc_find(a, "nvcc"),
        nvcc_in(a, getenv("CUDA_HOME")),
        nvcc_in(a, "/usr/local/cuda"),
        wheels,
        nvcc_in(a, "/usr/lib/nvidia-cuda-toolkit"),
    };

    if (!any_cxx(a) && !(cxx && *cxx)) {
        err_set(err, ERR_ENV,
                "no C++ compiler on this machine: nvcc needs one");
        return err_hint(err, "install g++: make setup, or apt-get install g++");
    }
    if (given && *given) {
        const char *nvcc = proc_find(a, given);
        const char *fault =
            nvcc ? ask_nvcc(a, build, nvcc, out) : "is not there";
        if (!fault) return find_cxx(a, build, out, err);
        err_set(err, ERR_ENV, "KATA_NVCC names '%s', which %s", given, fault);
        return err_hint(err, "give the full path of nvcc, or unset KATA_NVCC");
    }
    const char *broken = NULL, *broken_how = NULL;
    for (size_t i = 0; i < COUNT_OF(tries); i++) {
        if (!tries[i]) continue;
        const char *fault = ask_nvcc(a, build, tries[i], out);
        if (fault) {
            if (!broken) broken = tries[i], broken_how = fault;
            continue;
        }
        if (tries[i] == wheels) out->origin = "wheels";
        return find_cxx(a, build, out, err);
    }
    if (broken)
        err_set(err, ERR_ENV, "the nvcc at '%s' %s", broken, broken_how);
    else
        err_set(err, ERR_ENV, "no CUDA compiler (nvcc) on this machine");
    const MachineFault *m = broken ? diag_machine_fault(broken_how) : NULL;
    if (m) return err_hint(err, "%s", m->remedy);
    return err_hint(err, "`make setup` fetches NVIDIA's compiler into "
                         ".build/toolkit (no root, some 250 MB)");
}
