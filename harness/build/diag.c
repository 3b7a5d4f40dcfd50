// The compiler's own text, but for its notes on overloads, and statistics out
// of it; the linker's words; faults of the machine. Remarks on the compiler's
// errors: diag_remark.c, diag_store.c.
#include "build/diag.h"

#include "base/buf.h"
#include "base/str.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

// ---- statistics

static void read_stats(Str line, Diag *d) {
    char text[256];
    int stack, stores, loads, n;

    snprintf(text, sizeof text, "%.*s", (int)min_of(line.n, (size_t)255),
             line.p);
    const char *used = strstr(text, "Used ");
    if (used && sscanf(used, "Used %d registers", &n) == 1)
        d->registers = max_of(d->registers, n);
    if (sscanf(text,
               " %d bytes stack frame, %d bytes spill stores, %d bytes spill",
               &stack, &stores, &loads) == 3)
        d->spill = max_of(d->spill, max_of(stores, loads));
}

// One of the many functions of a name that do not fit either: up to a screen of
// them, out of CUDA's own headers, for one wrong argument. Its lines are
// indented.
static bool is_overload_note(const char *line) {
    return strstr(line, ": note #3322-D") || strstr(line, ": note #3328-D");
}

Diag diag_read(Arena *a, const char *text, size_t n) {
    Diag d = {.registers = -1, .spill = -1};
    Buf kept = {0};
    Str rest = {text, n}, line;

    bool in_note = false;
    while (str_cut(&rest, '\n', &line)) {
        const char *l = arena_strn(a, line.p, line.n);
        in_note = is_overload_note(l) || (in_note && *l == ' ');
        if (in_note) continue;
        bool stats = str_starts(l, "ptxas info") ||
                     (str_starts(l, "    ") && strstr(l, "bytes stack frame"));
        if (stats) {
            read_stats(line, &d);
            continue;
        }
        // str_cut gives a last, empty line after a final line end.
        if (!rest.n && !line.n) break;
        buf_add(&kept, line.p, line.n);
        buf_char(&kept, '\n');
    }
    d.text = arena_str(a, buf_text(&kept));
    buf_free(&kept);
    return d;
}

// ---- libraries

// NVIDIA's libraries, by how their names begin.
static const struct Library {
    const char *prefix, *name;
} libraries[] = {
    {"cublas", "cuBLAS"},     {"cufft", "cuFFT"},
    {"curand", "cuRAND"},     {"cudnn", "cuDNN"},
    {"cusparse", "cuSPARSE"}, {"cusolver", "cuSOLVER"},
    {"cutensor", "cuTENSOR"}, {"nccl", "NCCL"},
    {"nvshmem", "NVSHMEM"},   {"cutlass", "CUTLASS"},
    {"cudss", "cuDSS"},       {"nvrtc", "NVRTC"},
    {"nvml", "NVML"},         {"nvidia-ml", "NVML"},
    {"npp", "NPP"},           {"nvJitLink", "nvJitLink"},
    {"nvjpeg", "nvJPEG"},     {"cufile", "cuFile"},
};

const char *diag_library(const char *name) {
    for (size_t i = 0; i < COUNT_OF(libraries); i++) {
        const char *prefix = libraries[i].prefix;
        // Constants are in capitals: CUBLAS_OP_N.
        if (str_starts(name, prefix) ||
            (isupper((unsigned char)*name) &&
             !strncasecmp(name, prefix, strlen(prefix))))
            return libraries[i].name;
    }
    return NULL;
}

// ---- libraries of others

// True if a name begins as a row says: "gl[A-Z]" asks for a capital after it.
static bool begins(const char *name, const char *start) {
    size_t n = strcspn(start, "[");
    if (!n || strncmp(name, start, n) != 0) return false;
    return !start[n] || isupper((unsigned char)name[n]);
}

static bool asks_for(const char *flags, const char *library) {
    size_t n = strlen(library);
    for (; *flags; flags += strcspn(flags, " "), flags += *flags == ' ')
        if (strcspn(flags + 2, " ") == n && !strncmp(flags + 2, library, n))
            return true;
    return false;
}

// The row that a header or a function belongs to, or that -l asks for by the
// name `library`; NULL: none.
static const Outside *find_outside(const char *header, const char *function,
                                   const char *library) {
    static const Outside rows[] = {
#define OUTSIDE(name, header, function, flags) {name, header, function, flags},
#include "build/outside.def"
#undef OUTSIDE
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const Outside *r = &rows[i];
        if (header && begins(header, r->header)) return r;
        if (function && begins(function, r->function)) return r;
        if (library && asks_for(r->flags, library)) return r;
    }
    return NULL;
}

const Outside *diag_outside_header(const char *header) {
    return find_outside(header, NULL, NULL);
}

// ---- the linker

enum { NAMES_MOST = 8 };

typedef struct Undefined {
    const char *cuda[NAMES_MOST]; // of the CUDA runtime or driver, once each
    int ncuda, more;
    const char *library, *of_library; // the first of a library
    const Outside *outside; // the first library of others, and its function
    const char *of_outside;
    const char *own; // the first that is none of these
    bool main;
} Undefined;

static bool is_cuda(const char *name) {
    return (str_starts(name, "cuda") && isupper((unsigned char)name[4])) ||
           str_starts(name, "__cuda") ||
           (str_starts(name, "cu") && isupper((unsigned char)name[2]));
}

static void note_cuda(Undefined *u, const char *name) {
    for (int i = 0; i < u->ncuda; i++)
        if (strcmp(u->cuda[i], name) == 0) return;
    if (u->ncuda == NAMES_MOST)
        u->more++;
    else
        u->cuda[u->ncuda++] = name;
}

static void note_undefined(Undefined *u, const char *name) {
    if (strcmp(name, "main") == 0) {
        u->main = true;
    } else if (diag_library(name)) {
        if (!u->library) u->library = diag_library(name), u->of_library = name;
    } else if (is_cuda(name)) {
        note_cuda(u, name);
    } else if (find_outside(NULL, name, NULL)) {
        if (!u->outside)
            u->outside = find_outside(NULL, name, NULL), u->of_outside = name;
    } else if (!u->own) {
        u->own = name;
    }
}

static Undefined find_undefined(Arena *a, const char *text) {
    static const char said[] = "undefined reference to `";
    Undefined u = {0};
    for (const char *at = text; (at = strstr(at, said));) {
        at += strlen(said);
        note_undefined(&u, arena_strn(a, at, strcspn(at, "'\n")));
    }
    return u;
}

static const char *cuda_missing(Arena *a, const Undefined *u) {
    Buf b = {0};
    bool driver = isupper((unsigned char)u->cuda[0][2]); // cuInit
    buf_fmt(&b, "kata's simulated %s has no ", driver ? "driver" : "runtime");
    for (int i = 0; i < u->ncuda; i++)
        buf_fmt(&b, "%s%s",
                !i                              ? ""
                : i + 1 == u->ncuda && !u->more ? " and no "
                                                : ", no ",
                u->cuda[i]);
    if (u->more) buf_str(&b, " and more");
    buf_str(&b, " yet");
    const char *out = arena_str(a, buf_text(&b));
    buf_free(&b);
    return out;
}

static bool is_simulated(const char *library) {
    static const char *const names[] = {
#define LIBRARY(file, name, header, folder) name,
#include "build/own_libraries.def"
#undef LIBRARY
    };
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (strcmp(library, names[i]) == 0) return true;
    return false;
}

// A library that the linker was told to use and that is not there: -lcudnn.
static LinkRemark library_missing(Arena *a, const char *text) {
    static const char said[] = "cannot find -l";
    LinkRemark r = {.hint = "do this part without the library", .enough = true};
    for (const char *at = text; !r.text && (at = strstr(at, said));) {
        at += strlen(said);
        const char *name = arena_strn(a, at, strcspn(at, ": \n"));
        const char *library = diag_library(name);
        if (!strcmp(name, "nvToolsExt")) {
            r.text =
                "-lnvToolsExt is gone since CUDA 13: NVTX is headers alone";
            r.hint = "leave -lnvToolsExt out, and include "
                     "<nvtx3/nvToolsExt.h>";
        } else if (library)
            r.text = arena_fmt(a,
                               "-l%s asks for %s, which kata does not "
                               "simulate",
                               name, library);
        else if (find_outside(NULL, NULL, name))
            r.text = arena_fmt(
                a, "-l%s asks for %s, which this machine does not have", name,
                find_outside(NULL, NULL, name)->name);
    }
    return r;
}

static LinkRemark outside_missing(Arena *a, const Undefined *u) {
    const Outside *o = u->outside;
    LinkRemark r = {.enough = true};
    r.text = arena_fmt(a, "'%s' belongs to %s, which is not linked",
                       u->of_outside, o->name);
    r.hint = "do this part without the library";
    if (*o->flags)
        r.hint = arena_fmt(a,
                           "kata sim links it with %s, if it is installed; in "
                           "an exercise do without it",
                           o->flags);
    return r;
}

LinkRemark diag_link_remark(Arena *a, const char *text, bool sim,
                            bool with_libraries) {
    LinkRemark missing = library_missing(a, text);
    if (sim && missing.text) return missing;
    Undefined u = find_undefined(a, text);
    LinkRemark r = {.hint = "correct the file, then try again"};

    if (u.main) {
        r.text = "the program has no main()";
        r.hint = "write main(), or name the file that has it beside this one";
        r.enough = true;
    } else if (u.own || (u.ncuda && !sim)) {
        r.text = arena_fmt(a, "'%s' is declared and used, but never defined",
                           u.own ? u.own : u.cuda[0]);
        if (u.own && str_starts(u.own, "omp_"))
            r.hint = "OpenMP's functions need -Xcompiler -fopenmp";
    } else if (u.outside) {
        r = outside_missing(a, &u);
    } else if (u.library) {
        bool part = with_libraries && is_simulated(u.library);
        r.text =
            arena_fmt(a,
                      part ? "kata's simulated %2$s has no %1$s yet"
                           : "'%s' belongs to %s, which kata does not link",
                      u.of_library, u.library);
        r.hint = "do this part without the library";
        r.enough = true;
    } else if (u.ncuda) {
        r.text = cuda_missing(a, &u);
        r.hint = "leave that part out, or build with nvcc and run it on a GPU";
        r.enough = true;
    }
    return r;
}

#define ROOM   "make room on the disk of .build and of $TMPDIR (or /tmp)"
#define MEMORY "close other programs, or give this machine more memory"
#define NEWER                                                                  \
    "undo the last change and try it in another way, or name a newer nvcc in " \
    "KATA_NVCC (`harness/setup.sh --wheels` fetches one)"
#define WHOLE                                                                  \
    "install the whole of it, or let `harness/setup.sh --wheels` fetch one "   \
    "and set KATA_NVCC=.build/toolkit/bin/nvcc"

const MachineFault *diag_machine_fault(const char *text) {
    static const MachineFault faults[] = {
        {"No space left on device", "the disk is full", ROOM},
        {"Disk quota exceeded", "your disk quota is used up", ROOM},
        {"Cannot allocate memory", "the machine is out of memory", MEMORY},
        {"virtual memory exhausted", "the machine is out of memory", MEMORY},
        {"died due to signal 9", "the machine ran out of memory", MEMORY},
        {"fatal error: Killed", "the machine ran out of memory", MEMORY},
        // A shell's words, about cicc, ptxas or cudafe++.
        {": not found\n", "a part of the CUDA toolkit is missing", WHOLE},
        {": command not found\n", "a part of the CUDA toolkit is missing",
         WHOLE},
        {"error while loading shared libraries", "a library is missing", WHOLE},
        {"cannot execute '", "a part of the C++ compiler is missing",
         "apt-get install g++"},
        {"No supported gcc/g++ host compiler",
         "it finds no C++ compiler that suits it",
         "install a g++ that this nvcc accepts, or name one in NVCC_CCBIN"},
        {"Segmentation fault", "it crashed", NEWER},
        {"died due to signal 11", "it crashed", NEWER},
        {"died due to signal 6", "it crashed", NEWER},
        {"nvcc fatal ", "it cannot do what kata asks of it", WHOLE},
    };
    for (size_t i = 0; i < COUNT_OF(faults); i++)
        if (strstr(text, faults[i].said)) return &faults[i];
    return NULL;
}
