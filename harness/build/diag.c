// Remarks under the compiler's words, and statistics out of them.
//
// The compiler's own text is shown, but for its notes on overloads. A remark is
// added only where the words are true but do not help a beginner: the table
// below, one row a case.
#include "build/diag.h"

#include "base/buf.h"
#include "base/str.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

// ---- remarks

// The header in which a name that everybody uses is declared.
static const struct Home {
    const char *name, *header;
} homes[] = {
    {"printf", "cstdio"},
    {"fprintf", "cstdio"},
    {"assert", "cassert"},
    {"uint8_t", "cstdint"},
    {"uint32_t", "cstdint"},
    {"uint64_t", "cstdint"},
    {"int32_t", "cstdint"},
    {"int64_t", "cstdint"},
    {"FLT_MAX", "cfloat"},
    {"DBL_MAX", "cfloat"},
    {"INT_MAX", "climits"},
    {"INT_MIN", "climits"},
    {"INFINITY", "cmath"},
    {"memcpy", "cstring"},
    {"memset", "cstring"},
    {"malloc", "cstdlib"},
    {"free", "cstdlib"},
    {"exit", "cstdlib"},
    {"__half", "cuda_fp16.h"},
    {"half", "cuda_fp16.h"},
    {"__half2", "cuda_fp16.h"},
    {"half2", "cuda_fp16.h"},
    {"__nv_bfloat16", "cuda_bf16.h"},
    {"cooperative_groups", "cooperative_groups.h"},
    {"nvcuda", "mma.h"},
    {"curandState", "curand_kernel.h"},
};

// The name that a misspelt one was probably meant to be.
static const char *const common[] = {
    "threadIdx",
    "blockIdx",
    "blockDim",
    "gridDim",
    "warpSize",
    "__syncthreads",
    "__syncwarp",
    "__shfl_sync",
    "__shfl_down_sync",
    "__shfl_up_sync",
    "__shfl_xor_sync",
    "__ballot_sync",
    "__any_sync",
    "__all_sync",
    "__activemask",
    "atomicAdd",
    "atomicMax",
    "atomicMin",
    "atomicCAS",
    "atomicExch",
    "__global__",
    "__device__",
    "__shared__",
    "__restrict__",
    "__forceinline__",
    "__ldg",
    "fmaxf",
    "fminf",
    "expf",
    "sqrtf",
    "rsqrtf",
    "cudaMalloc",
    "cudaFree",
    "cudaMemcpy",
    "cudaMemcpyAsync",
    "cudaMemset",
    "cudaMemsetAsync",
    "cudaDeviceSynchronize",
    "cudaGetLastError",
    "cudaMallocManaged",
    "cudaMemcpyHostToDevice",
    "cudaMemcpyDeviceToHost",
    "cudaStreamCreate",
    "cudaStreamSynchronize",
    "cudaEventCreate",
    "cudaEventRecord",
    "cudaEventElapsedTime",
};

// Names that the function that launches a kernel often gives its numbers, and
// the variable that has the number in a kernel.
static const struct {
    const char *name, *in_kernel;
} numbers[] = {
    {"threads", "blockDim.x"},         {"block", "blockDim.x"},
    {"blockSize", "blockDim.x"},       {"block_size", "blockDim.x"},
    {"threadsPerBlock", "blockDim.x"}, {"threads_per_block", "blockDim.x"},
    {"blocks", "gridDim.x"},           {"grid", "gridDim.x"},
    {"numBlocks", "gridDim.x"},        {"num_blocks", "gridDim.x"},
};

static const char *undefined_name(Arena *a, const char *name) {
    for (size_t i = 0; i < COUNT_OF(numbers); i++)
        if (!strcmp(name, numbers[i].name))
            return arena_fmt(a,
                             "a function knows the variables of no other one: "
                             "a kernel gets '%s' as an argument, or takes %s",
                             name, numbers[i].in_kernel);
    for (size_t i = 0; i < COUNT_OF(homes); i++)
        if (strcmp(name, homes[i].name) == 0)
            return arena_fmt(a, "'%s' needs  #include <%s>", name,
                             homes[i].header);
    int near = str_nearest(name, common, COUNT_OF(common));
    if (near >= 0 && strcmp(name, common[near]) != 0)
        return arena_fmt(a, "did you mean '%s'?", common[near]);
    return NULL;
}

// NVIDIA's libraries, by how their names begin.
static const struct Library {
    const char *prefix, *name;
} libraries[] = {
    {"cublas", "cuBLAS"},       {"cufft", "cuFFT"},
    {"curand", "cuRAND"},       {"cudnn", "cuDNN"},
    {"cusparse", "cuSPARSE"},   {"cusolver", "cuSOLVER"},
    {"cutensor", "cuTENSOR"},   {"nccl", "NCCL"},
    {"nvshmem", "NVSHMEM"},     {"cutlass", "CUTLASS"},
    {"cudss", "cuDSS"},         {"nvrtc", "NVRTC"},
    {"nvml", "NVML"},           {"npp", "NPP"},
    {"nvJitLink", "nvJitLink"}, {"nvjpeg", "nvJPEG"},
};

static const char *library_of(const char *name) {
    for (size_t i = 0; i < COUNT_OF(libraries); i++)
        if (str_starts(name, libraries[i].prefix)) return libraries[i].name;
    return NULL;
}

static const char *missing_header(Arena *a, const char *name) {
    const char *library = library_of(name);
    if (library)
        return arena_fmt(a,
                         "'%s' belongs to %s, which is not installed beside "
                         "this toolkit",
                         name, library);
    return arena_fmt(a,
                     "kata compiles with the headers of the C++ library and "
                     "the CUDA toolkit, and those beside your file; '%s' is in "
                     "neither place",
                     name);
}

static const char *host_calls_device(Arena *a, const char *name) {
    if (str_starts(name, "__sync") || str_starts(name, "__shfl"))
        return arena_fmt(a,
                         "%s() works between the threads of a kernel: call it "
                         "in a __global__ or __device__ function",
                         name);
    return arena_fmt(a,
                     "'%s' exists on the GPU only. Mark it __host__ __device__ "
                     "if the CPU shall call it too",
                     name);
}

static const char *device_calls_host(Arena *a, const char *name) {
    if (str_starts(name, "cuda"))
        return arena_fmt(a,
                         "'%s' is for the host: a kernel cannot call it. Leave "
                         "it to the function that launches the kernel",
                         name);
    if (strstr(name, "basic_ostream"))
        return "std::cout is for the CPU: a kernel prints with printf";
    if (str_starts(name, "std::"))
        return arena_fmt(a,
                         "'%s' is for the CPU. CUDA has functions for kernels "
                         "without std::, such as min, max, fmaxf, sqrtf and "
                         "abs",
                         name);
    return arena_fmt(a,
                     "'%s' exists on the CPU only. Mark it __device__ if a "
                     "kernel shall call it",
                     name);
}

static const char *launched_device(Arena *a, const char *name) {
    (void)a, (void)name;
    return "what <<<blocks, threads>>> launches is a kernel: mark it "
           "__global__ void. __device__ is for what a kernel calls";
}

static const char *launched_host(Arena *a, const char *name) {
    (void)a, (void)name;
    return "what <<<blocks, threads>>> launches is a kernel: mark it "
           "__global__ void";
}

static const char *argument_number(Arena *a, const char *name) {
    (void)a, (void)name;
    return "the call and the function do not agree: one argument for each "
           "parameter, in the same order";
}

static const char *argument_const(Arena *a, const char *name) {
    (void)a, (void)name;
    return "the function may write to this parameter, and the array is const: "
           "are the arguments in the order of the parameters? A parameter that "
           "is only read is a const pointer";
}

static const char *mixed_types(Arena *a, const char *name) {
    if (strcmp(name, "max") && strcmp(name, "min")) return NULL;
    return arena_fmt(a,
                     "%s needs two values of one type: 0.0f beside a float, "
                     "not 0. f%sf is for floats alone",
                     name, name);
}

static const char *unconfigured(Arena *a, const char *name) {
    (void)a, (void)name;
    return "a kernel is launched with a grid: "
           "name<<<blocks, threads>>>(arguments)";
}

static const char *shared_too_large(Arena *a, const char *name) {
    (void)a, (void)name;
    return "a block has 48 KiB of static shared memory. For more: extern "
           "__shared__, its size as the third launch argument, and "
           "cudaFuncSetAttribute(kernel, "
           "cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)";
}

static const char *other_target(Arena *a, const char *name) {
    return arena_fmt(a,
                     "'%s' needs another target, such as sm_90a. kata compiles "
                     "for that if the .cu file itself, and not only a header, "
                     "says wgmma, setmaxnreg or multicast",
                     name);
}

static const char *nested_launch(Arena *a, const char *name) {
    (void)a, (void)name;
    return "kernels that launch kernels need nvcc -rdc=true, which kata sim "
           "takes too; in an exercise launch from the CPU";
}

static const char *void_kernel(Arena *a, const char *name) {
    (void)a, (void)name;
    return "a kernel has nobody to return a value to: it writes its results "
           "through pointers";
}

static const char *wrong_arguments(Arena *a, const char *name) {
    if (str_starts(name, "__shfl"))
        return arena_fmt(a,
                         "%s takes the mask of the lanes that take part first: "
                         "%s(0xffffffff, value, ...)",
                         name, name);
    if (str_starts(name, "atomic"))
        return arena_fmt(a,
                         "%s takes the address of what it changes first: "
                         "%s(&x, value)",
                         name, name);
    return NULL;
}

static const char *three_parts(Arena *a, const char *name) {
    (void)a, (void)name;
    return "threadIdx, blockIdx, blockDim and gridDim have three parts: write "
           "gridDim.x, for one";
}

static const char *defined_twice(Arena *a, const char *name) {
    if (!str_starts(name, "cuda")) return NULL;
    return arena_fmt(a,
                     "'%s' belongs to the CUDA runtime, which stays as it is: "
                     "give your function another name",
                     name);
}

// The text before and after the name that the remark is about. Both may be
// all there is: then the name is not used.
static const struct Case {
    const char *before, *after;
    const char *(*remark)(Arena *a, const char *name);
} cases[] = {
    {"fatal error: ", ": No such file or directory", missing_header},
    {"cannot open source file \"", "\"", missing_header},
    {"a __device__ function call cannot be configured", "", launched_device},
    {"a host function call cannot be configured", "", launched_host},
    {"calling a __device__ function(\"", "\") from a __host__ function",
     host_calls_device},
    {"calling a __host__ function(\"", "\") from a __", device_calls_host},
    {"identifier \"", "\" is undefined", undefined_name},
    {"error: function \"", "\" has already been defined", defined_twice},
    {"no instance of overloaded function \"", "\" matches", wrong_arguments},
    {"more than one instance of overloaded function \"", "\" matches",
     mixed_types},
    {"error: too few arguments in function call", "", argument_number},
    {"error: too many arguments in function call", "", argument_number},
    {"argument of type \"const ", "* \" is incompatible with parameter",
     argument_const},
    {"argument of type \"const ", "*\" is incompatible with parameter",
     argument_const},
    {"const dim3", "", three_parts},
    {"const uint3", "", three_parts},
    {"a __global__ function call must be configured", "", unconfigured},
    {"uses too much shared data", "", shared_too_large},
    {"Instruction '", "' not supported on .target", other_target},
    {"functions requires separate compilation mode", "", nested_launch},
    {"a __global__ function must have a void return type", "", void_kernel},
};

// The place after the name of a call that is followed by `open`, and has
// `close` before its arguments: "name<<blocks, threads>>(out)". Or NULL.
static const char *launch_between(const char *line, const char *open,
                                  const char *close) {
    const char *at = strstr(line, open);
    bool named =
        at && at > line && (isalnum((unsigned char)at[-1]) || at[-1] == '_');
    const char *end = named ? strstr(at, close) : NULL;
    const char *comma = named ? strchr(at, ',') : NULL;
    bool single = named && at[strlen(open)] != *open;
    return end && comma && comma < end && single ? at : NULL;
}

// A launch as C++ reads it without its three brackets, or as Python has it.
static const char *odd_launch(Arena *a, const char *text) {
    Str rest = str_of(text), line;
    while (str_cut(&rest, '\n', &line)) {
        const char *s = arena_strn(a, line.p, line.n);
        if (strstr(s, "error") || strstr(s, "warning")) continue;
        if (launch_between(s, "<<", ">>(") || launch_between(s, "[", "]("))
            return "a launch has three angle brackets on each side: "
                   "name<<<blocks, threads>>>(arguments)";
    }
    return NULL;
}

const char *diag_remark(Arena *a, const char *text) {
    const char *odd = odd_launch(a, text);
    if (odd) return odd;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct Case *c = &cases[i];
        for (const char *at = text; (at = strstr(at, c->before));) {
            at += strlen(c->before);
            // On the same line only.
            Str line = {at, strcspn(at, "\n")};
            const char *rest = arena_strn(a, line.p, line.n);
            const char *end = strstr(rest, c->after);
            if (!end) continue;
            const char *name = arena_strn(a, rest, (size_t)(end - rest));
            // Overloads are told with their parameters.
            name = arena_strn(a, name, strcspn(name, "("));
            const char *remark = c->remark(a, name);
            if (remark) return remark;
        }
    }
    return NULL;
}

// ---- the linker

enum { NAMES_MOST = 8 };

typedef struct Undefined {
    const char *cuda[NAMES_MOST]; // of the CUDA runtime or driver, once each
    int ncuda, more;
    const char *library, *of_library; // the first of a library
    const char *own;                  // the first that is neither
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
    } else if (library_of(name)) {
        if (!u->library) u->library = library_of(name), u->of_library = name;
    } else if (is_cuda(name)) {
        note_cuda(u, name);
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
        const char *library = library_of(name);
        if (library)
            r.text = arena_fmt(a,
                               "-l%s asks for %s, which kata does not "
                               "simulate",
                               name, library);
    }
    return r;
}

LinkRemark diag_link_remark(Arena *a, const char *text, bool sim,
                            bool with_libraries) {
    LinkRemark missing = library_missing(a, text);
    if (sim && missing.text) return missing;
    Undefined u = find_undefined(a, text);
    LinkRemark r = {.hint = "correct the file, then check again"};

    if (u.main) {
        r.text = "the program has no main()";
        r.enough = true;
    } else if (u.own || (u.ncuda && !sim)) {
        r.text = arena_fmt(a, "'%s' is declared and used, but never defined",
                           u.own ? u.own : u.cuda[0]);
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
