// Command lines: what nvcc, the host compiler and the linker are told.
#include "build/nvcc.h"

#include "base/path.h"
#include "base/str.h"
#include "build/sources.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

const OwnHeaders nvcc_own_headers[] = {
#define LIBRARY(file, name, header, folder) {header, folder},
#include "build/own_libraries.def"
#undef LIBRARY
    {NULL, NULL},
};

// ---- compiling

BuildTools nvcc_tools(const Toolkit *tk) {
    return (BuildTools){"nvcc", "nvcc", tk->version, tk->cxx};
}

static bool is_link_flag(const char *flag) {
    return str_starts(flag, "-l")
               ? !str_starts(flag, "-lineinfo")
               : str_starts(flag, "-L") || str_starts(flag, "-Wl,");
}

// NVIDIA's libraries are part of the simulated device, and so is the runtime.
static bool is_simulated_library(const char *flag) {
    static const char *const flags[] = {
#define LIBRARY(file, name, header, folder) "-l" file, "-l" file "_static",
#include "build/own_libraries.def"
#undef LIBRARY
        "-lculibos", "-lcudart", "-lcudart_static", "-lcudadevrt", "-lcuda",
    };
    for (size_t i = 0; i < COUNT_OF(flags); i++)
        if (strcmp(flag, flags[i]) == 0) return true;
    return false;
}

// The headers of libraries that kata brings along, where the toolkit lacks
// them: it wins where it has its own.
static void add_library_headers(Arena *a, const Toolkit *tk,
                                const BuildPlaces *where, Args *out) {
    const char *include = path_join(a, where->lib, "include");
    for (const OwnHeaders *own = nvcc_own_headers; own->header; own++) {
        if (!*own->header || (tk->include && path_exists(path_join(
                                                 a, tk->include, own->header))))
            continue;
        args_add(out, "-isystem");
        args_add(out, path_join(a, include, own->folder));
    }
}

// A program for a GPU, linked with a cuBLAS or cuDNN that may have come without
// headers: kata's declare the same functions.
static bool links_library(const BuildJob *job) {
    for (const char *const *f = job->flags; f && *f; f++)
        if (strstr(*f, "cublas") || strstr(*f, "cudnn")) return true;
    return false;
}

// True if the learner gives an option that starts so: nvcc tells of one that is
// given twice.
static bool is_given(const BuildJob *job, const char *start) {
    for (const char *const *f = job->flags; f && *f; f++)
        if (str_starts(*f, start)) return true;
    return false;
}

static bool has_any(const char *source, const char *const *words, size_t n) {
    Buf text = {0};
    Err err = {0};
    bool has = false;
    if (file_read(source, &text, &err))
        for (size_t i = 0; i < n; i++)
            has |= strstr(buf_text(&text), words[i]) != NULL;
    buf_free(&text);
    return has;
}

// Some instructions are of one generation alone, which nvcc calls 90a. Files
// that name none of them are compiled for 90. Programs may have them in
// headers, such as those of CUTLASS.
static const char *variant(Arena *a, const BuildJob *job, int cc) {
    static const char *const words[] = {"wgmma",     "setmaxnreg", "multicast",
                                        "<cute/",    "<cutlass/",  "\"cute/",
                                        "\"cutlass/"};
    enum { INSTRUCTIONS = 3 };
    if (cc != 90) return "";
    if (job->one_generation) return "a";
    if (job->entry) return has_any(job->source, words, INSTRUCTIONS) ? "a" : "";
    Sources files = {0};
    Hash unused;
    bool has = false;
    hash_start(&unused);
    sources_add(&files, &unused, a, job->source);
    for (int i = 0; i < files.n; i++)
        has |= has_any(files.at[i], words, COUNT_OF(words));
    sources_free(&files);
    return has ? "a" : "";
}

static bool names_folders(const BuildJob *job) {
    return is_given(job, "-I") || is_given(job, "--include-path");
}

// Lambdas for the device, "[=] __device__ (int i)" or with a macro in capitals,
// need a flag that makes nvcc read <functional> and all that it includes: half
// of what it reads for a small program. A header of the program's own, or in
// one of its folders, may have one, too.
static bool may_have_device_lambdas(const char *source, bool folders) {
    Buf text = {0};
    Err err = {0};
    bool may = folders || !file_read(source, &text, &err) ||
               strstr(buf_text(&text), "#include \"");
    const char *p = buf_text(&text);
    while (!may && (p = strchr(p, ']'))) {
        p += 1 + strspn(p + 1, " \t\r\n");
        may = str_starts(p, "__") ||
              (isupper((unsigned char)*p) &&
               (isupper((unsigned char)p[1]) || p[1] == '_'));
    }
    err_clear(&err);
    buf_free(&text);
    return may;
}

bool nvcc_uses_hip(const char *source) {
    static const char *const header[] = {"hip/hip_runtime.h"};
    return has_any(source, header, COUNT_OF(header));
}

static void add_hip_header(Arena *a, const BuildPlaces *where,
                           const BuildJob *job, Args *out) {
    if (!nvcc_uses_hip(job->source)) return;
    args_add(out, "-isystem");
    args_add(out, path_join(a, where->lib, "include"));
}

bool nvcc_links_device(const BuildJob *job) {
    for (const char *const *f = job->flags; job->entry && f && *f; f++)
        if (strcmp(*f, "-lcudadevrt") == 0) return true;
    return false;
}

static void add_target(Arena *a, const Toolkit *tk, const BuildJob *job,
                       Args *out) {
    int cc = toolkit_clamp(tk, job->cc);
    const char *v = variant(a, job, cc);

    args_add(out, "-gencode");
    if (job->brief)
        args_add(out, arena_fmt(a, "arch=compute_%d%s,code=compute_%d%s", cc, v,
                                cc, v));
    else if (job->backend->reads_ptx)
        // PTX to interpret; the machine code only for its registers.
        args_add(out,
                 arena_fmt(a, "arch=compute_%d%s,code=[compute_%d%s,sm_%d%s]",
                           cc, v, cc, v, cc, v));
    else if (cc == job->cc)
        args_add(out,
                 arena_fmt(a, "arch=compute_%d%s,code=sm_%d%s", cc, v, cc, v));
    else // a GPU newer than this nvcc: its driver compiles the PTX
        args_add(out, arena_fmt(a, "arch=compute_%d,code=compute_%d", cc, cc));
}

void nvcc_compile(Arena *a, const Toolkit *tk, const BuildPlaces *where,
                  const BuildJob *job, const char *object, Args *out) {
    args_add(out, tk->nvcc);
    args_add(out, "-c");
    if (job->backend->reads_ptx) {
        args_add(out, "-cudart");
        args_add(out, "none");
        // 11.8 does not compress PTX unless asked, and knows the word too.
        args_add(out, "-no-compress");
        // Lines of host code: where a call of CUDA was made
        // (gate/child/places.h).
        args_add(out, "-Xcompiler");
        args_add(out, "-g1");
        // A call at the end of a function has its place there, and not in the
        // caller, for which the compiler would leave it.
        args_add(out, "-Xcompiler");
        args_add(out, "-fno-optimize-sibling-calls");
    }
    if (!job->brief) args_add(out, "-lineinfo");
    if (!is_given(job, "-std") && !is_given(job, "--std"))
        args_add(out, "-std=c++17");
    if (job->brief || !(is_given(job, "-O") || is_given(job, "--optimize")))
        args_add(out, job->brief ? "-O0" : "-O3"); // of host code
    if (job->brief) {
        args_add(out, "-Xcicc");
        args_add(out, "-O1");
        args_add(out, "-w");
    }
    args_add(out, "-Xptxas");
    args_add(out, "-v");
    add_target(a, tk, job, out);
    if (nvcc_links_device(job)) args_add(out, "-rdc=true");
    if (tk->major < 12) {
        // The ptxas of 11.8 crashes on a grid's sync() for sm_90 otherwise. The
        // PTX, which the simulated device reads, keeps its line numbers.
        args_add(out, "-Xptxas");
        args_add(out, "-suppress-debug-info");
    }
    if (tk->cxx_given) {
        args_add(out, "-ccbin");
        args_add(out, tk->cxx);
    }
    if (!job->entry) {
        // A whole program brings no flags along: what many are built with.
        if (may_have_device_lambdas(job->source, names_folders(job)))
            args_add(out, "--extended-lambda");
        args_add(out, "--expt-relaxed-constexpr");
    }
    if (tk->cxx_too_new) args_add(out, "-allow-unsupported-compiler");
    args_add(out, arena_fmt(a, "-I%s",
                            source_argument(a, path_dir(a, job->source))));
    for (const char *const *f = job->flags; f && *f; f++)
        if (!is_link_flag(*f)) args_add(out, *f);
    if (job->backend->reads_ptx || links_library(job))
        add_library_headers(a, tk, where, out);
    add_hip_header(a, where, job, out);
    if (job->forbids && *job->forbids) {
        args_add(out, "-MD");
        args_add(out, "-MF");
        args_add(out, arena_fmt(a, "%s" NVCC_INCLUDED, object));
    }
    args_add(out, source_argument(a, job->source));
    args_add(out, "-o");
    args_add(out, object);
}

void nvcc_shim(const Toolkit *tk, const char *source, const char *object,
               Args *out) {
    args_add(out, tk->cxx);
    args_add(out, "-std=c++17");
    args_add(out, "-O1");
    // Whatever else it needs must not be taken for the entry.
    args_add(out, "-fno-stack-protector");
    if (tk->include) {
        args_add(out, "-isystem");
        args_add(out, tk->include);
    }
    args_add(out, "-c");
    args_add(out, source);
    args_add(out, "-o");
    args_add(out, object);
}

// ---- linking

const char *nvcc_sim_library(Arena *a, const BuildPlaces *where) {
    return path_join(a, where->lib, "libkatasim.a");
}

const char *nvcc_libraries(Arena *a, const BuildPlaces *where) {
    const char *at = path_join(a, where->lib, "libkatalibs.a");
    return path_exists(at) ? at : NULL;
}

bool nvcc_may_use_libraries(const BuildJob *job) {
    for (const char *const *f = job->flags; f && *f; f++)
        if (is_simulated_library(*f)) return true;
    return !job->entry;
}

// By name or by file: -lnccl, -l:libnccl.so.2.
const char *nvcc_ranks_net(Arena *a, const BuildPlaces *where,
                           const BuildJob *job) {
    if (job->backend->reads_ptx || !job->entry) return NULL;
    for (const char *const *f = job->flags; f && *f; f++)
        if (str_starts(*f, "-lnccl") || str_starts(*f, "-l:libnccl."))
            return path_join(a, where->lib, "ranks_net.o");
    return NULL;
}

// By -Xcompiler, alone or among others.
static bool uses_openmp(const BuildJob *job) {
    for (const char *const *f = job->flags; f && *f; f++)
        if (strstr(*f, "-fopenmp")) return true;
    return false;
}

void nvcc_device_link(Arena *a, const Toolkit *tk, const BuildJob *job,
                      const char *dir, Args *out) {
    args_add(out, tk->nvcc);
    args_add(out, "-dlink");
    add_target(a, tk, job, out);
    if (job->backend->reads_ptx) args_add(out, "-no-compress");
    if (tk->cxx_given) {
        args_add(out, "-ccbin");
        args_add(out, tk->cxx);
    }
    if (tk->cxx_too_new) args_add(out, "-allow-unsupported-compiler");
    if (job->tests) args_add(out, path_join(a, dir, "tests.o"));
    args_add(out, path_join(a, dir, "learner.o"));
    args_add(out, "-o");
    args_add(out, path_join(a, dir, "device.o"));
}

void nvcc_link(Arena *a, const Toolkit *tk, const BuildPlaces *where,
               const BuildJob *job, const char *dir, Args *out) {
    bool sim = job->backend->reads_ptx;

    args_add(out, tk->cxx);
    args_add(out, "-o");
    args_add(out, path_join(a, dir, "program"));
    args_add(out, "-Wl,-z,relro,-z,now"); // the runner's guard.c counts on it
    // First, so that its constructor runs before any of the learner's.
    if (job->entry) {
        args_add(out, path_join(a, where->lib, "runner.o"));
        args_add(out, path_join(a, dir, "shim.o"));
    } else if (sim) {
        args_add(out, path_join(a, where->lib, "katasim_host.o"));
    }
    const char *net = nvcc_ranks_net(a, where, job);
    if (net) args_add(out, net);
    if (job->tests) args_add(out, path_join(a, dir, "tests.o"));
    args_add(out, path_join(a, dir, "learner.o"));
    if (nvcc_links_device(job)) {
        // Also on the simulated device: nvcc's link names what is in it.
        args_add(out, path_join(a, dir, "device.o"));
        if (tk->libdir) args_add(out, arena_fmt(a, "-L%s", tk->libdir));
        args_add(out, "-lcudadevrt");
    }
    for (const char *const *f = job->flags; f && *f; f++)
        if (is_link_flag(*f) && !(sim && is_simulated_library(*f)))
            args_add(out, *f);
    if (!job->entry && uses_openmp(job)) args_add(out, "-fopenmp");
    if (sim) {
        const char *libraries = nvcc_libraries(a, where);
        if (libraries && nvcc_may_use_libraries(job)) args_add(out, libraries);
        args_add(out, nvcc_sim_library(a, where));
    } else {
        args_add(out, arena_fmt(a, "-L%s", tk->libdir));
        args_add(out, "-lcudart_static");
        args_add(out, "-lrt");
    }
    args_add(out, "-lpthread");
    args_add(out, "-lm");
    args_add(out, "-ldl");
}
