// Remarks under the compiler's words, only where these are true but do not help
// a beginner: the table below, one row a case. See diag.h.
#include "build/diag.h"

#include "base/str.h"

#include <ctype.h>
#include <string.h>

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

// Before CUDA 9 warps ran in step, and these took no mask.
static const char *const gone[] = {"__shfl",     "__shfl_up", "__shfl_down",
                                   "__shfl_xor", "__ballot",  "__any",
                                   "__all"};

#define TEXTURE_OBJECTS                                                        \
    "cudaCreateTextureObject makes an object, which a kernel gets as an "      \
    "argument and reads with "                                                 \
    "tex1Dfetch<float>(object, i) or tex2D<float>(object, x, y)"

// A name that CUDA has no longer, `of` a struct, or "": a name by itself.
static const char *removed_from(Arena *a, const char *of, const char *name) {
    static const struct {
        const char *of, *name, *now;
    } removed[] = {
#define REMOVED(name, now)          {"", name, now},
#define REMOVED_PROPERTY(name, now) {"cudaDeviceProp", name, now},
#include "build/removed.def"
#undef REMOVED
#undef REMOVED_PROPERTY
    };
    for (size_t i = 0; i < COUNT_OF(removed); i++)
        if (!strcmp(of, removed[i].of) && !strcmp(name, removed[i].name))
            return arena_fmt(a, "'%s' is gone from CUDA 13: %s", name,
                             removed[i].now);
    return NULL;
}

static const char *removed_property(Arena *a, const char *name) {
    return removed_from(a, "cudaDeviceProp", name);
}

// A name of a library whose header may be kata's own, and shorter than
// NVIDIA's.
static const char *of_own_library(Arena *a, const char *name) {
    static const struct {
        const char *library, *header;
    } own[] = {
#define LIBRARY(file, name, header, folder) {name, header},
#include "build/own_libraries.def"
#undef LIBRARY
    };
    const char *library = diag_library(name);
    for (size_t i = 0; library && i < COUNT_OF(own); i++)
        if (*own[i].header && !strcmp(library, own[i].library))
            return arena_fmt(a,
                             "'%s' belongs to %s, which needs  #include <%s>. "
                             "If that is there, kata's simulated %s has no "
                             "such name yet, or it is misspelt",
                             name, library, own[i].header, library);
    return NULL;
}

static const char *undefined_name(Arena *a, const char *name) {
    const char *removed = removed_from(a, "", name);
    if (removed) return removed;
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
    for (size_t i = 0; i < COUNT_OF(gone); i++)
        if (!strcmp(name, gone[i]))
            return arena_fmt(a,
                             "'%s' is gone from CUDA: %s_sync has the mask of "
                             "the lanes that take part as its first argument, "
                             "%s_sync(0xffffffff, ...) for a whole warp",
                             name, name, name);
    const char *library = of_own_library(a, name);
    if (library) return library;
    int near = str_nearest(name, common, COUNT_OF(common));
    if (near >= 0 && strcmp(name, common[near]) != 0)
        return arena_fmt(a, "did you mean '%s'?", common[near]);
    return NULL;
}

static const char *missing_header(Arena *a, const char *name) {
    const char *library = diag_library(name);
    const Outside *outside = diag_outside_header(name);
    if (!strcmp(name, "nvToolsExt.h"))
        return "NVTX is a header alone by now: #include "
               "<nvtx3/nvToolsExt.h>, and no -lnvToolsExt";
    if (str_starts(name, "cutlass/util/"))
        return arena_fmt(a,
                         "'%s' belongs to CUTLASS's tools. make cutlass "
                         "fetches them, too; where .build/cutlass is older, "
                         "remove that folder first",
                         name);
    if (str_starts(name, "cutlass/") || str_starts(name, "cute/"))
        return arena_fmt(a,
                         "'%s' belongs to CUTLASS: make cutlass fetches its "
                         "headers, and kata sim finds them then. "
                         "-IFOLDER names another CUTLASS",
                         name);
    if (library)
        return arena_fmt(a,
                         "'%s' belongs to %s, which is not installed beside "
                         "this toolkit",
                         name, library);
    if (outside)
        return arena_fmt(a,
                         "'%s' belongs to %s, which kata does not have. If you "
                         "have it, kata sim takes -IFOLDER for its headers",
                         name, outside->name);
    return arena_fmt(a,
                     "kata compiles with the headers of the C++ library and "
                     "the CUDA toolkit, and those beside your file; '%s' is in "
                     "neither place. kata sim takes -IFOLDER for others",
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
    if (!strcmp(name, "cudaDeviceSynchronize"))
        return "a kernel cannot wait for kernels (before CUDA 12 it could): "
               "cudaDeviceSynchronize is for the host. What comes after a "
               "kernel's children it launches into cudaStreamTailLaunch";
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

static const char *mixed_types(Arena *a, const char *name) {
    if (strcmp(name, "max") && strcmp(name, "min")) return NULL;
    return arena_fmt(a,
                     "%s needs two values of one type: 0.0f beside a float, "
                     "not 0. f%sf is for floats alone",
                     name, name);
}

static const char *other_target(Arena *a, const char *name) {
    return arena_fmt(a,
                     "'%s' needs another target, such as sm_90a. kata compiles "
                     "for that if the .cu file itself, and not only a header, "
                     "says wgmma, setmaxnreg or multicast",
                     name);
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

static const char *defined_twice(Arena *a, const char *name) {
    if (!str_starts(name, "cuda")) return NULL;
    return arena_fmt(a,
                     "'%s' belongs to the CUDA runtime, which stays as it is: "
                     "give your function another name",
                     name);
}

static const char argument_number[] =
    "the call and the function do not agree: one argument for each "
    "parameter, in the same order";
static const char argument_const[] =
    "the function may write to this parameter, and the array is const: "
    "are the arguments in the order of the parameters? A parameter that "
    "is only read is a const pointer";
static const char memory_place[] =
    "since CUDA 13 cudaMemPrefetchAsync(p, bytes, location, 0, stream) and "
    "cudaMemAdvise(p, bytes, advice, location) take a place: "
    "cudaMemLocation{cudaMemLocationTypeDevice, device}, or "
    "{cudaMemLocationTypeHost, 0} for cudaCpuDeviceId";
static const char parts_of_packet[] =
    "float4 and the like are structs without arithmetic: compute their parts "
    ".x, .y, .z and .w one by one, or put them together with "
    "make_float4(..., ..., ..., ...)";
static const char parts_of_index[] =
    "threadIdx, blockIdx, blockDim and gridDim have three parts each: write "
    "threadIdx.x, blockIdx.x, blockDim.x or gridDim.x for the first of them, "
    "wherever one stands in the line";

// The text before and after the name that the remark is about, and the remark:
// a function of the name, or a text for any.
static const struct Case {
    const char *before, *after;
    const char *(*remark)(Arena *a, const char *name); // NULL: the text
    const char *text;
} cases[] = {
    {"fatal error: ", ": No such file or directory", missing_header, NULL},
    {"cannot open source file \"", "\"", missing_header, NULL},
    {"a __device__ function call cannot be configured", "", NULL,
     "what <<<blocks, threads>>> launches is a kernel: mark it "
     "__global__ void. __device__ is for what a kernel calls"},
    {"a host function call cannot be configured", "", NULL,
     "what <<<blocks, threads>>> launches is a kernel: mark it "
     "__global__ void"},
    {"calling a __device__ function(\"", "\") from a __host__ function",
     host_calls_device, NULL},
    {"calling a __host__ function(\"", "\") from a __", device_calls_host,
     NULL},
    {"identifier \"", "\" is undefined", undefined_name, NULL},
    {"class \"cudaDeviceProp\" has no member \"", "\"", removed_property, NULL},
    {"convert from \"int\" to \"cudaMemLocation\"", "", NULL, memory_place},
    {"error: texture is not a template", "", NULL,
     "texture references are gone since CUDA 12: " TEXTURE_OBJECTS},
    {"libcu++ requires at least C++ 17", "", NULL,
     "CUDA 13's headers need C++17: leave -std=c++11 or -std=c++14 out"},
    {"error: function \"", "\" has already been defined", defined_twice, NULL},
    {"no instance of overloaded function \"", "\" matches", wrong_arguments,
     NULL},
    {"more than one instance of overloaded function \"", "\" matches",
     mixed_types, NULL},
    {"error: too few arguments in function call", "", NULL, argument_number},
    {"error: too many arguments in function call", "", NULL, argument_number},
    {"argument of type \"cudaStream_t\"",
     "is incompatible with parameter of type \"size_t\"", NULL,
     "the third value in <<<blocks, threads, bytes, stream>>> is the size of "
     "extern __shared__ memory, 0 for none, and the stream is the fourth"},
    {"argument of type \"const ", "* \" is incompatible with parameter", NULL,
     argument_const},
    {"argument of type \"const ", "*\" is incompatible with parameter", NULL,
     argument_const},
    {"operand types are: ", "float4", NULL, parts_of_packet},
    {"operand types are: ", "float2", NULL, parts_of_packet},
    {"operand types are: ", "int4", NULL, parts_of_packet},
    {"const dim3", "", NULL, parts_of_index},
    {"const uint3", "", NULL, parts_of_index},
    {"a __global__ function call must be configured", "", NULL,
     "a kernel is launched with a grid: "
     "name<<<blocks, threads>>>(arguments)"},
    {"uses too much shared data", "", NULL,
     "a block has 48 KiB of static shared memory. For more: extern "
     "__shared__, its size as the third launch argument, and "
     "cudaFuncSetAttribute(kernel, "
     "cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)"},
    {"a variable length array cannot have static storage", "", NULL,
     "the compiler has to know the size of a __shared__ array: make it a "
     "constant that is enough for every launch. Or declare it extern "
     "__shared__ and without a size, and give its bytes as the third launch "
     "argument"},
    {"expression must have pointer-to-object type but it has type \"float\"",
     "", NULL,
     "only pointers and arrays have elements, and a pointer to floats has "
     "floats: it takes one index, such as in[(z * ny + y) * nx + x]"},
    {"Instruction 'vote' without '.sync'", "", NULL,
     "since Volta (sm_70) such instructions take a mask of the lanes: "
     "vote.sync.ballot.b32 d, p, 0xffffffff, or __ballot_sync(0xffffffff, p) "
     "in place of the asm"},
    {"Instruction 'shfl' without '.sync'", "", NULL,
     "since Volta (sm_70) such instructions take a mask of the lanes: "
     "shfl.sync with 0xffffffff at its end, or __shfl_sync(0xffffffff, ...) "
     "in place of the asm"},
    {"Instruction '", "' not supported on .target", other_target, NULL},
    {"functions requires separate compilation mode", "", NULL,
     "kernels that launch kernels need nvcc -rdc=true, which kata sim takes "
     "too; in an exercise launch from the CPU"},
    {"a __global__ function must have a void return type", "", NULL,
     "a kernel has nobody to return a value to: it writes its results "
     "through pointers"},
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

// A function that shuffles or waits, and is not marked as one of the device.
static const char *helper_on_host(Arena *a, const char *text) {
    if (strstr(text, "lambda requires --extended-lambda"))
        return "lambdas for kernels need nvcc --extended-lambda, which kata "
               "sim takes too";
    static const char calls[] = "calling a __device__ function(\"__",
                      from[] = "from a __host__ function(\"";
    const char *at = strstr(text, calls);
    Str line = {at, at ? strcspn(at, "\n") : 0};
    const char *caller = at ? memmem(at, line.n, from, strlen(from)) : NULL;
    if (!caller) return NULL;
    const char *name = at + strlen(calls) - 2;
    caller += strlen(from);
    if (!str_starts(name, "__sync") && !str_starts(name, "__shfl")) return NULL;
    return arena_fmt(a,
                     "%.*s() works between the threads of a kernel. If a "
                     "kernel calls `%.*s`, write __device__ in front of it",
                     (int)strcspn(name, "(\""), name,
                     (int)strcspn(caller, "(\""), caller);
}

const char *diag_remark(Arena *a, const char *text) {
    const char *odd = odd_launch(a, text);
    if (!odd) odd = helper_on_host(a, text);
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
            const char *remark = c->remark ? c->remark(a, name) : c->text;
            if (remark) return remark;
        }
    }
    return NULL;
}
