// NVRTC: source at run time to PTX and to an image, names, errors. Argument: an
// option for the architecture; another one: the kernel goes one too far.
#include <cuda.h>
#include <cuda_runtime.h>
#include <nvJitLink.h>
#include <nvrtc.h>

#include "ok.h"

#include <string>

#define DO(call) CHECK((int)(call) == 0)

static const char *const source = R"(#include "more/scale.h"
template <class T> __global__ void k(T *p, int n) {
    int i = threadIdx.x;
    if (i < n) p[i] = scale(p[i]);
}
extern "C" __global__ void plain(int *p) { *p = 1; }
namespace own { __constant__ int weight = 5; }
)";

static std::string log_of(nvrtcProgram p) {
    size_t n = 0;
    DO(nvrtcGetProgramLogSize(p, &n));
    std::string log(n, '\0');
    DO(nvrtcGetProgramLog(p, &log[0]));
    return log;
}

static void mistakes() {
    nvrtcProgram p;
    const char *name, *unknown[] = {"--no-such-option"};
    const char *bad = "__global__ void k(int *p) {\n    *p = missing;\n}\n";
    CHECK(nvrtcCreateProgram(&p, nullptr, "a.cu", 0, nullptr, nullptr) ==
          NVRTC_ERROR_INVALID_INPUT);
    DO(nvrtcCreateProgram(&p, bad, "bad.cu", 0, nullptr, nullptr));
    CHECK(nvrtcGetLoweredName(p, "k", &name) ==
          NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION);
    CHECK(nvrtcCompileProgram(p, 1, unknown) == NVRTC_ERROR_INVALID_OPTION);
    CHECK(nvrtcCompileProgram(p, 0, nullptr) == NVRTC_ERROR_COMPILATION);
    std::string log = log_of(p);
    CHECK(log.find("bad.cu(2): error") != std::string::npos);
    CHECK(log.find("missing") != std::string::npos);
    CHECK(log.find("/") == std::string::npos); // no folder of ours
    CHECK(nvrtcAddNameExpression(p, "k") ==
          NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION);
    size_t n;
    CHECK(nvrtcGetPTXSize(p, &n) == NVRTC_ERROR_INVALID_PROGRAM);
    DO(nvrtcDestroyProgram(&p));
    CHECK(p == nullptr);
}

static void run(const char *image, const char *kernel, const char *variable,
                int n) {
    CUcontext context;
    CUmodule m;
    CUfunction f;
    CUdeviceptr p, w;
    int h[10], weight = 0;
    size_t bytes = 0;
    DO(cuInit(0));
    DO(cuDevicePrimaryCtxRetain(&context, 0));
    DO(cuCtxSetCurrent(context));
    DO(cuModuleLoadData(&m, image));
    DO(cuModuleGetFunction(&f, m, "plain"));
    DO(cuModuleGetFunction(&f, m, kernel));
    DO(cuModuleGetGlobal(&w, &bytes, m, variable));
    DO(cuMemcpyDtoH(&weight, w, sizeof weight));
    CHECK(bytes == 4 && weight == 5);
    DO(cuMemAlloc(&p, sizeof h));
    DO(cuMemsetD32(p, 3, 10));
    void *args[] = {&p, &n};
    DO(cuLaunchKernel(f, 1, 1, 1, 32, 1, 1, 0, nullptr, args, nullptr));
    DO(cuMemcpyDtoH(h, p, sizeof h));
    CHECK(h[9] == 6);
    DO(cuMemFree(p));
}

// Two files, one of which calls a function of the other.
static std::string relocatable(const char *source, const char *name) {
    const char *options[] = {"-dlto", "--relocatable-device-code=true"};
    nvrtcProgram p;
    size_t n = 0;
    DO(nvrtcCreateProgram(&p, source, name, 0, nullptr, nullptr));
    DO(nvrtcCompileProgram(p, 2, options));
    DO(nvrtcGetLTOIRSize(p, &n));
    std::string ir(n, '\0');
    DO(nvrtcGetLTOIR(p, &ir[0]));
    DO(nvrtcDestroyProgram(&p));
    return ir;
}

static void run_linked(const void *image) {
    CUmodule m;
    CUfunction f;
    CUdeviceptr p;
    int h = 0;
    DO(cuModuleLoadData(&m, image));
    DO(cuModuleGetFunction(&f, m, "k"));
    DO(cuMemAlloc(&p, sizeof h));
    void *args[] = {&p};
    DO(cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, nullptr, args, nullptr));
    DO(cuMemcpyDtoH(&h, p, sizeof h));
    CHECK(h == 42);
    DO(cuMemFree(p));
    DO(cuModuleUnload(m));
}

static void linked() {
    std::string caller = relocatable("extern __device__ int twice(int);\n"
                                     "extern __device__ int answer;\n"
                                     "extern \"C\" __global__ void k(int *p) {"
                                     " *p = twice(answer); }\n",
                                     "caller.cu");
    std::string callee = relocatable("__device__ int answer = 21;\n"
                                     "__device__ int twice(int x) {"
                                     " return 2 * x; }\n",
                                     "callee.cu");
    const char *options[] = {"-lto", "-arch=sm_90", "-no-such"};
    nvJitLinkHandle h;
    size_t n = 9;
    CHECK(nvJitLinkCreate(&h, 3, options) ==
          NVJITLINK_ERROR_UNRECOGNIZED_OPTION);
    CHECK(nvJitLinkCreate(&h, 1, options) == NVJITLINK_ERROR_MISSING_ARCH);
    DO(nvJitLinkCreate(&h, 2, options));
    DO(nvJitLinkAddData(h, NVJITLINK_INPUT_LTOIR, caller.data(), caller.size(),
                        "caller"));
    CHECK(nvJitLinkAddData(h, NVJITLINK_INPUT_OBJECT, "\177ELF", 4, "o") ==
          NVJITLINK_ERROR_UNRECOGNIZED_INPUT);
    DO(nvJitLinkGetErrorLogSize(h, &n));
    CHECK(n > 1);
    DO(nvJitLinkAddData(h, NVJITLINK_INPUT_LTOIR, callee.data(), callee.size(),
                        "callee"));
    DO(nvJitLinkComplete(h));
    DO(nvJitLinkGetLinkedCubinSize(h, &n));
    std::string image(n, '\0');
    DO(nvJitLinkGetLinkedCubin(h, &image[0]));
    DO(nvJitLinkDestroy(&h));
    CHECK(h == nullptr);
    run_linked(image.data());

    // The driver links the same texts.
    CUlinkState s;
    void *whole;
    DO(cuLinkCreate(0, nullptr, nullptr, &s));
    DO(cuLinkAddData(s, CU_JIT_INPUT_PTX, &caller[0], caller.size(), "caller",
                     0, nullptr, nullptr));
    DO(cuLinkAddData(s, CU_JIT_INPUT_PTX, &callee[0], callee.size(), "callee",
                     0, nullptr, nullptr));
    DO(cuLinkComplete(s, &whole, &n));
    run_linked(whole);
    DO(cuLinkDestroy(s));
}

int main(int argc, char **argv) {
    const char *option = argc > 1 ? argv[1] : "--gpu-architecture=compute_90";
    const char *options[] = {option, "-DTWO=2"};
    const char *name = "more/scale.h";
    const char *text =
        "template <class T> __device__ T scale(T v) { return TWO * v; }\n";
    const char *kernel = "", *variable = "";
    size_t n = 0, bytes = 0;
    nvrtcProgram p;
    if (argc == 1) mistakes();
    DO(nvrtcCreateProgram(&p, source, "mine.cu", 1, &text, &name));
    DO(nvrtcAddNameExpression(p, "k<int>"));
    DO(nvrtcAddNameExpression(p, "&own::weight"));
    DO(nvrtcCompileProgram(p, 2, options));
    if (failures) printf("%s\n", log_of(p).c_str());
    DO(nvrtcGetLoweredName(p, "k<int>", &kernel));
    DO(nvrtcGetLoweredName(p, "&own::weight", &variable));
    CHECK(!strcmp(kernel, "_Z1kIiEvPT_i"));
    DO(nvrtcGetPTXSize(p, &n));
    DO(nvrtcGetCUBINSize(p, &bytes));
    CHECK(n > 100 && (bytes > 0) == (strstr(option, "=sm_") != nullptr));
    std::string ptx(n, '\0'), image(bytes, '\0');
    DO(nvrtcGetPTX(p, &ptx[0]));
    DO(nvrtcGetCUBIN(p, &image[0]));
    CHECK(strlen(ptx.c_str()) == n - 1);
    run(bytes ? image.data() : ptx.data(), kernel, variable,
        argc > 2 ? 11 : 10);
    DO(nvrtcDestroyProgram(&p));
    if (argc == 1) linked();
    puts(failures ? "FAILED" : "ok");
    return failures != 0;
}
