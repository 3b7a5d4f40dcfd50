// The CUDA driver's API: what it returns, and that its objects are the
// runtime's. Argument: a folder with kernels.ptx, kernels.fatbin,
// kernels.cubin, made of driver_kernels.cu.
#include <cuda.h>
#include <cuda_runtime.h>

#include "ok.h"

#include <string>

#define DO(call)                                                               \
    do {                                                                       \
        CUresult e_ = (call);                                                  \
        const char *name_ = "?";                                               \
        if (e_ != CUDA_SUCCESS && failures++ < 20)                             \
            cuGetErrorName(e_, &name_),                                        \
                printf("%s:%d: %s: %s\n", __FILE__, __LINE__, #call, name_);   \
    } while (0)
#define FAILS(error, call) CHECK((call) == CUDA_ERROR_##error)

static std::string folder;

static CUresult create(CUcontext *c, unsigned flags) {
#if CUDA_VERSION >= 13000
    return cuCtxCreate(c, nullptr, flags, 0);
#else
    return cuCtxCreate(c, flags, 0);
#endif
}

static void start() {
    CUdevice d = -1;
    CUcontext c = nullptr;
    CUdeviceptr p;
    FAILS(NOT_INITIALIZED, cuDeviceGet(&d, 0));
    FAILS(NOT_INITIALIZED, cuCtxGetCurrent(&c));
    FAILS(INVALID_VALUE, cuInit(7));
    DO(cuInit(0));
    FAILS(INVALID_DEVICE, cuDeviceGet(&d, 99));
    DO(cuDeviceGet(&d, 0));
    DO(cuCtxGetCurrent(&c));
    CHECK(c == nullptr);
    FAILS(INVALID_CONTEXT, cuMemAlloc(&p, 4));
    FAILS(INVALID_CONTEXT, cuCtxSynchronize());
    FAILS(INVALID_CONTEXT, cuCtxPopCurrent(&c));
}

static void devices() {
    char name[100], word[4];
    int n = 0, major = 0, minor = 0, threads = 0, version = 0;
    size_t bytes = 0;
    CUuuid a, b;
    DO(cuDriverGetVersion(&version));
    CHECK(version >= 12000);
    DO(cuDeviceGetCount(&n));
    CHECK(n == 1);
    DO(cuDeviceGetName(name, sizeof name, 0));
    CHECK(strstr(name, "H100") != nullptr);
    DO(cuDeviceGetName(word, sizeof word, 0));
    CHECK(strlen(word) == 3);
    DO(cuDeviceGetAttribute(&major,
                            CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, 0));
    DO(cuDeviceGetAttribute(&minor,
                            CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, 0));
    DO(cuDeviceGetAttribute(&threads, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK,
                            0));
    CHECK(major == 9 && minor == 0 && threads == 1024);
    DO(cuDeviceTotalMem(&bytes, 0));
    CHECK(bytes == (size_t)80 << 30);
    DO(cuDeviceGetUuid(&a, 0));
    DO(cuDeviceGetUuid(&b, 0));
    CHECK(!memcmp(&a, &b, sizeof a));
    FAILS(INVALID_DEVICE, cuDeviceGetName(name, sizeof name, 1));
}

static void contexts() {
    CUcontext a, b, c;
    CUdevice d = -1;
    unsigned flags, version;
    int active = -1;
    DO(cuDevicePrimaryCtxGetState(0, &flags, &active));
    CHECK(active == 0);
    DO(create(&a, 0));
    DO(create(&b, CU_CTX_SCHED_SPIN));
    CHECK(a != b);
    DO(cuCtxGetCurrent(&c));
    CHECK(c == b);
    DO(cuCtxGetDevice(&d));
    CHECK(d == 0);
    DO(cuCtxGetFlags(&flags));
    CHECK(flags & CU_CTX_SCHED_SPIN);
    DO(cuCtxGetApiVersion(b, &version));
    DO(cuCtxPopCurrent(&c));
    CHECK(c == b);
    DO(cuCtxSetCurrent(b)); // in the place of a
    DO(cuCtxPopCurrent(&c));
    DO(cuCtxGetCurrent(&c));
    CHECK(c == nullptr);
    DO(cuCtxPushCurrent(a));
    DO(cuCtxDestroy(b));
    FAILS(INVALID_CONTEXT, cuCtxPushCurrent(b)); // told of as well
    DO(cuCtxDestroy(a));
    DO(cuCtxGetCurrent(&c));
    CHECK(c == nullptr);
    // The primary one counts its users.
    DO(cuDevicePrimaryCtxRetain(&a, 0));
    DO(cuDevicePrimaryCtxRetain(&b, 0));
    CHECK(a == b);
    DO(cuDevicePrimaryCtxRelease(0));
    DO(cuDevicePrimaryCtxRelease(0));
    FAILS(INVALID_CONTEXT, cuDevicePrimaryCtxRelease(0));
}

static void memory() {
    CUdeviceptr p, q, base;
    size_t pitch, bytes, before, after, total;
    void *host;
    int h[64], back[64];
    DO(cuMemGetInfo(&before, &total));
    FAILS(INVALID_VALUE, cuMemAlloc(&p, 0));
    FAILS(OUT_OF_MEMORY, cuMemAlloc(&p, (size_t)1 << 40));
    DO(cuMemAlloc(&p, sizeof h));
    DO(cuMemGetInfo(&after, &total));
    CHECK(after < before);
    for (int i = 0; i < 64; i++)
        h[i] = i;
    DO(cuMemcpyHtoD(p, h, sizeof h));
    DO(cuMemGetAddressRange(&base, &bytes, p + 100));
    CHECK(base == p && bytes == sizeof h);
    FAILS(NOT_FOUND, cuMemGetAddressRange(&base, &bytes, 0x1000));
    DO(cuMemAllocPitch(&q, &pitch, 8 * sizeof(int), 8, 4));
    FAILS(INVALID_VALUE, cuMemAllocPitch(&base, &bytes, 8, 8, 5));
    CUDA_MEMCPY2D c = {};
    c.srcMemoryType = c.dstMemoryType = CU_MEMORYTYPE_DEVICE;
    c.srcDevice = p;
    c.srcPitch = 8 * sizeof(int);
    c.dstDevice = q;
    c.dstPitch = pitch;
    c.WidthInBytes = 8 * sizeof(int);
    c.Height = 8;
    DO(cuMemcpy2D(&c));
    DO(cuMemcpyDtoH(back, q + 3 * pitch, 8 * sizeof(int)));
    CHECK(back[5] == 3 * 8 + 5);
    // Fills of each width, in rows too.
    DO(cuMemsetD8(p, 1, 4));
    DO(cuMemsetD16(p + 4, 0x1234, 2));
    DO(cuMemsetD32(p + 8, 0xdeadbeef, 1));
    DO(cuMemsetD2D32(q, pitch, 7, 2, 8));
    FAILS(INVALID_VALUE, cuMemsetD32(p + 2, 0, 1));
    DO(cuMemcpyDtoH(back, p, sizeof back));
    CHECK(back[0] == 0x01010101 && back[1] == 0x12341234 &&
          back[2] == (int)0xdeadbeef && back[3] == 3);
    DO(cuMemcpyDtoH(back, q + 7 * pitch, 12));
    CHECK(back[0] == 7 && back[1] == 7 && back[2] == 7 * 8 + 2);
    DO(cuMemcpyDtoD(p, q, 8));
    DO(cuMemcpy((CUdeviceptr)(uintptr_t)back, p, 8));
    CHECK(back[1] == 7);
    // Memory of the host, and what is known of each.
    DO(cuMemHostAlloc(&host, 4096, CU_MEMHOSTALLOC_DEVICEMAP));
    DO(cuMemHostGetDevicePointer(&base, host, 0));
    CUmemorytype type;
    unsigned managed = 0;
    CUcontext context, current;
    DO(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, p));
    CHECK(type == CU_MEMORYTYPE_DEVICE);
    DO(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, base));
    CHECK(type == CU_MEMORYTYPE_HOST);
    DO(cuPointerGetAttribute(&managed, CU_POINTER_ATTRIBUTE_IS_MANAGED, p));
    CHECK(managed == 0);
    DO(cuPointerGetAttribute(&context, CU_POINTER_ATTRIBUTE_CONTEXT, p));
    DO(cuCtxGetCurrent(&current));
    CHECK(context == current);
    FAILS(INVALID_VALUE,
          cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
                                (CUdeviceptr)(uintptr_t)h));
    DO(cuMemFreeHost(host));
    DO(cuMemFree(p));
    DO(cuMemFree(q));
    DO(cuMemAllocManaged(&p, 64, CU_MEM_ATTACH_GLOBAL));
    *(int *)(uintptr_t)p = 5;
    DO(cuMemFree(p));
}

// Runs `scale` of a module: 100 integers, doubled.
static void use(CUmodule m) {
    CUfunction f = nullptr, again = nullptr;
    CUdeviceptr p, variable;
    size_t bytes;
    int n = 100, by = 2, h[100], threads = 0, regs = 0;
    FAILS(NOT_FOUND, cuModuleGetFunction(&f, m, "missing"));
    FAILS(NOT_FOUND, cuModuleGetGlobal(&variable, &bytes, m, "missing"));
    DO(cuModuleGetFunction(&f, m, "scale"));
    DO(cuModuleGetFunction(&again, m, "scale"));
    CHECK(f == again);
    DO(cuFuncGetAttribute(&threads, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK,
                          f));
    DO(cuFuncGetAttribute(&regs, CU_FUNC_ATTRIBUTE_NUM_REGS, f));
    CHECK(threads == 1024 && regs > 0);
    for (int i = 0; i < n; i++)
        h[i] = i;
    DO(cuMemAlloc(&p, sizeof h));
    DO(cuMemcpyHtoD(p, h, sizeof h));
    void *params[] = {&p, &n, &by};
    DO(cuLaunchKernel(f, 4, 1, 1, 32, 1, 1, 0, nullptr, params, nullptr));
    DO(cuCtxSynchronize());
    struct {
        CUdeviceptr p;
        int n, by;
    } packed = {p, n, by};
    size_t size = sizeof packed;
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &packed,
                     CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END};
    DO(cuLaunchKernel(f, 4, 1, 1, 32, 1, 1, 0, nullptr, nullptr, extra));
    CUlaunchConfig config = {};
    config.gridDimX = 4;
    config.gridDimY = config.gridDimZ = 1;
    config.blockDimX = 32;
    config.blockDimY = config.blockDimZ = 1;
    DO(cuLaunchKernelEx(&config, f, params, nullptr));
    DO(cuMemcpyDtoH(h, p, sizeof h));
    CHECK(h[99] == 99 * 8);
    DO(cuModuleGetGlobal(&variable, &bytes, m, "launches"));
    CHECK(bytes == sizeof(int));
    int launches = 0;
    DO(cuMemcpyDtoH(&launches, variable, sizeof launches));
    CHECK(launches == 5 + 3); // it begins at 5
    DO(cuMemFree(p));
}

static void modules() {
    CUmodule m;
    std::string ptx = folder + "/kernels.ptx";
    FAILS(FILE_NOT_FOUND, cuModuleLoad(&m, (folder + "/none.ptx").c_str()));
    FAILS(INVALID_IMAGE, cuModuleLoadData(&m, "no PTX at all"));
    DO(cuModuleLoad(&m, ptx.c_str()));
    use(m);
    DO(cuModuleUnload(m));
    DO(cuModuleLoad(&m, (folder + "/kernels.fatbin").c_str()));
    use(m);
    DO(cuModuleUnload(m));
    // Another module has variables of its own.
    CUmodule other;
    DO(cuModuleLoad(&m, ptx.c_str()));
    DO(cuModuleLoad(&other, ptx.c_str()));
    use(m);
    use(other);
    DO(cuModuleUnload(other));
    DO(cuModuleUnload(m));
}

static void libraries() {
    CUlibrary l;
    CUkernel k;
    CUfunction f;
    CUmodule m;
    unsigned n = 0;
    DO(cuLibraryLoadFromFile(&l, (folder + "/kernels.ptx").c_str(), nullptr,
                             nullptr, 0, nullptr, nullptr, 0));
    DO(cuLibraryGetKernelCount(&n, l));
    CHECK(n == 2);
    DO(cuLibraryGetKernel(&k, l, "scale"));
    DO(cuKernelGetFunction(&f, k));
    DO(cuLibraryGetModule(&m, l));
    use(m);
    DO(cuLibraryUnload(l));
}

static void errors_in_ptx() {
    char log[400] = "untouched";
    CUmodule m;
    CUjit_option which[] = {CU_JIT_ERROR_LOG_BUFFER,
                            CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void *values[] = {log, (void *)sizeof log};
    const char *bad = ".version 8.0\n"
                      ".target sm_80\n"
                      ".address_size 64\n"
                      ".entry k() {\n"
                      "    add.s32 %r1, %r2, %r3;\n"
                      "}\n";
    FAILS(INVALID_PTX, cuModuleLoadDataEx(&m, bad, 2, which, values));
    CHECK(strstr(log, "line 5") != nullptr && strstr(log, "%r1") != nullptr);
    CHECK((size_t)values[1] == strlen(log));
    // A GPU of another day.
    values[1] = (void *)sizeof log;
    FAILS(INVALID_PTX,
          cuModuleLoadDataEx(&m,
                             ".version 8.8\n.target sm_120\n.address_size 64\n",
                             2, which, values));
    CHECK(strstr(log, "sm_120") != nullptr);
    FAILS(OUT_OF_MEMORY,
          cuModuleLoadData(&m, ".version 8.0\n.target sm_80\n"
                               ".address_size 64\n.visible .global .align 8 "
                               ".b8 huge[100000000000];\n"));
    // A link of one text is that text.
    CUlinkState s;
    void *image;
    size_t bytes;
    char good[] = ".version 8.0\n.target sm_80\n.address_size 64\n"
                  ".visible .entry k() { ret; }\n";
    DO(cuLinkCreate(0, nullptr, nullptr, &s));
    DO(cuLinkAddData(s, CU_JIT_INPUT_PTX, good, sizeof good, "good", 0, nullptr,
                     nullptr));
    DO(cuLinkComplete(s, &image, &bytes));
    DO(cuModuleLoadData(&m, image));
    DO(cuLinkDestroy(s));
    CUfunction f;
    DO(cuModuleGetFunction(&f, m, "k"));
    DO(cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr));
    FAILS(INVALID_VALUE,
          cuLaunchKernel(f, 1, 1, 1, 2000, 1, 1, 0, nullptr, nullptr, nullptr));
    FAILS(INVALID_HANDLE, cuLaunchKernel((CUfunction)&m, 1, 1, 1, 1, 1, 1, 0,
                                         nullptr, nullptr, nullptr));
    DO(cuModuleUnload(m));
}

static int called;
static void call(void *) {
    called++;
}

static void streams() {
    CUstream s;
    CUevent a, b;
    float ms = -1;
    DO(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
    DO(cuEventCreate(&a, CU_EVENT_DEFAULT));
    DO(cuEventCreate(&b, CU_EVENT_DEFAULT));
    CUdeviceptr p;
    DO(cuMemAlloc(&p, 1 << 20));
    DO(cuEventRecord(a, s));
    DO(cuMemsetD32Async(p, 1, 1 << 18, s));
    DO(cuLaunchHostFunc(s, call, nullptr));
    DO(cuEventRecord(b, s));
    FAILS(NOT_READY, cuEventQuery(b));
    DO(cuStreamWaitEvent(nullptr, b, 0));
    DO(cuStreamSynchronize(s));
    DO(cuEventElapsedTime(&ms, a, b));
    CHECK(ms > 0 && called == 1);
    // The runtime's functions take them.
    CHECK(cudaStreamSynchronize((cudaStream_t)s) == cudaSuccess);
    CHECK(cudaEventQuery((cudaEvent_t)b) == cudaSuccess);
    CHECK(cudaFree((void *)(uintptr_t)p) == cudaSuccess);
    DO(cuEventDestroy(a));
    DO(cuEventDestroy(b));
    DO(cuStreamDestroy(s));
}

// Made node by node, and by capture of the same launch.
static void graphs() {
    CUmodule m;
    CUfunction f;
    CUdeviceptr p;
    CUgraph g, captured;
    CUgraphExec x, y;
    CUgraphNode fill, launch;
    CUstream s;
    int n = 100, by = 3, h[100];
    DO(cuModuleLoad(&m, (folder + "/kernels.ptx").c_str()));
    DO(cuModuleGetFunction(&f, m, "scale"));
    DO(cuMemAlloc(&p, sizeof h));
    void *params[] = {&p, &n, &by};
    CUDA_MEMSET_NODE_PARAMS fills = {p, 0, 5, 4, 100, 1};
    CUDA_KERNEL_NODE_PARAMS runs = {};
    runs.func = f;
    runs.gridDimX = 4;
    runs.blockDimX = 32;
    runs.gridDimY = runs.gridDimZ = runs.blockDimY = runs.blockDimZ = 1;
    runs.kernelParams = params;
    CUcontext c;
    DO(cuCtxGetCurrent(&c));
    DO(cuGraphCreate(&g, 0));
    DO(cuGraphAddMemsetNode(&fill, g, nullptr, 0, &fills, c));
    DO(cuGraphAddKernelNode(&launch, g, &fill, 1, &runs));
    DO(cuGraphInstantiate(&x, g, 0));
    DO(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
    DO(cuGraphLaunch(x, s));
    DO(cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL));
    DO(cuLaunchKernel(f, 4, 1, 1, 32, 1, 1, 0, s, params, nullptr));
    DO(cuStreamEndCapture(s, &captured));
    DO(cuGraphInstantiate(&y, captured, 0));
    DO(cuGraphLaunch(y, s));
    DO(cuStreamSynchronize(s));
    DO(cuMemcpyDtoH(h, p, sizeof h));
    CHECK(h[0] == 45 && h[99] == 45);
    DO(cuGraphExecDestroy(x));
    DO(cuGraphExecDestroy(y));
    DO(cuGraphDestroy(g));
    DO(cuGraphDestroy(captured));
    DO(cuStreamDestroy(s));
    DO(cuMemFree(p));
    DO(cuModuleUnload(m));
}

// Arrays by copies of rows, and as a texture.
static void arrays() {
    CUDA_ARRAY_DESCRIPTOR how = {6, 4, CU_AD_FORMAT_FLOAT, 1}, back;
    CUarray a;
    float in[4][6], out[4][6] = {};
    for (int i = 0; i < 24; i++)
        in[i / 6][i % 6] = (float)i;
    DO(cuArrayCreate(&a, &how));
    DO(cuArrayGetDescriptor(&back, a));
    CHECK(back.Width == 6 && back.Height == 4 && back.NumChannels == 1 &&
          back.Format == CU_AD_FORMAT_FLOAT);
    CUDA_MEMCPY2D c = {};
    c.srcMemoryType = CU_MEMORYTYPE_HOST;
    c.srcHost = in;
    c.srcPitch = sizeof in[0];
    c.dstMemoryType = CU_MEMORYTYPE_ARRAY;
    c.dstArray = a;
    c.WidthInBytes = sizeof in[0];
    c.Height = 4;
    DO(cuMemcpy2D(&c));
    CUDA_MEMCPY2D d = {};
    d.srcMemoryType = CU_MEMORYTYPE_ARRAY;
    d.srcArray = a;
    d.srcXInBytes = 2 * sizeof(float);
    d.srcY = 1;
    d.dstMemoryType = CU_MEMORYTYPE_HOST;
    d.dstHost = out;
    d.dstPitch = sizeof out[0];
    d.WidthInBytes = 3 * sizeof(float);
    d.Height = 2;
    DO(cuMemcpy2D(&d));
    CHECK(out[0][0] == 8 && out[1][2] == 16 && out[0][3] == 0);
    CUDA_RESOURCE_DESC of = {};
    of.resType = CU_RESOURCE_TYPE_ARRAY;
    of.res.array.hArray = a;
    CUDA_TEXTURE_DESC read = {};
    CUtexObject texture;
    DO(cuTexObjectCreate(&texture, &of, &read, nullptr));
    DO(cuTexObjectDestroy(texture));
    how.NumChannels = 3;
    CUarray none;
    FAILS(INVALID_VALUE, cuArrayCreate(&none, &how));
    DO(cuArrayDestroy(a));
}

static void set_access(CUdeviceptr p, size_t bytes) {
    CUmemAccessDesc a = {};
    a.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    a.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    DO(cuMemSetAccess(p, bytes, &a, 1));
}

// Addresses that get memory piece by piece, and keep what is in it.
static void addresses_apart() {
    CUmemAllocationProp how = {};
    CUmemGenericAllocationHandle first, second;
    CUdeviceptr p;
    size_t grain = 0;
    int v[2] = {};
    how.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    how.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    DO(cuMemGetAllocationGranularity(&grain, &how,
                                     CU_MEM_ALLOC_GRANULARITY_MINIMUM));
    DO(cuMemAddressReserve(&p, 4 * grain, 0, 0, 0));
    FAILS(INVALID_VALUE, cuMemCreate(&first, grain + 1, &how, 0));
    DO(cuMemCreate(&first, grain, &how, 0));
    DO(cuMemCreate(&second, grain, &how, 0));
    FAILS(INVALID_VALUE, cuMemMap(p + 4 * grain, grain, 0, first, 0));
    DO(cuMemMap(p, grain, 0, first, 0));
    DO(cuMemMap(p + grain, grain, 0, second, 0));
    set_access(p, grain);
    set_access(p + grain, grain);
    DO(cuMemsetD32(p, 7, 2 * grain / 4)); // across both
    DO(cuMemUnmap(p, grain));
    DO(cuMemcpyDtoH(v, p + grain, 4));
    DO(cuMemMap(p + 3 * grain, grain, 0, first, 0));
    set_access(p + 3 * grain, grain);
    DO(cuMemcpyDtoH(v + 1, p + 3 * grain, 4));
    CHECK(v[0] == 7 && v[1] == 7);
    DO(cuMemRelease(first));
    DO(cuMemRelease(second));
    FAILS(INVALID_VALUE, cuMemAddressFree(p, 4 * grain));
    DO(cuMemUnmap(p + grain, grain));
    DO(cuMemUnmap(p + 3 * grain, grain));
    DO(cuMemAddressFree(p, 4 * grain));
}

// A failed call of the driver leaves the runtime's last error alone, and the
// runtime's current device is the context's.
static void beside_the_runtime() {
    CUcontext c, primary;
    void *p;
    FAILS(INVALID_VALUE, cuMemAlloc((CUdeviceptr *)&p, 0));
    CHECK(cudaPeekAtLastError() == cudaSuccess);
    CHECK(cudaMalloc(&p, 4) == cudaSuccess);
    DO(cuMemFree((CUdeviceptr)(uintptr_t)p));
    DO(cuCtxGetCurrent(&c));
    DO(cuDevicePrimaryCtxRetain(&primary, 0));
    CHECK(c != primary);
    DO(cuCtxPopCurrent(&c));
    CHECK(cudaSetDevice(0) == cudaSuccess);
    CUcontext now;
    DO(cuCtxGetCurrent(&now));
    CHECK(now == primary);
    DO(cuCtxPushCurrent(c));
    DO(cuDevicePrimaryCtxRelease(0));
}

static void names() {
    const char *text = nullptr;
    void *fn = nullptr;
    CUdriverProcAddressQueryResult how;
    DO(cuGetErrorName(CUDA_ERROR_INVALID_PTX, &text));
    CHECK(!strcmp(text, "CUDA_ERROR_INVALID_PTX"));
    DO(cuGetErrorString(CUDA_ERROR_OUT_OF_MEMORY, &text));
    CHECK(strlen(text) > 5);
    FAILS(INVALID_VALUE, cuGetErrorName((CUresult)12345, &text));
    CHECK(text == nullptr);
    DO(cuGetProcAddress("cuMemAlloc", &fn, CUDA_VERSION, 0, &how));
    CHECK(fn && how == CU_GET_PROC_ADDRESS_SUCCESS);
    CUdeviceptr p = 0;
    DO(((CUresult(*)(CUdeviceptr *, size_t))fn)(&p, 4));
    DO(cuMemFree(p));
    // The one that CUDA 11.0 had.
    DO(cuGetProcAddress("cuCtxCreate", &fn, 11000, 0, &how));
    CUcontext c;
    DO(((CUresult(*)(CUcontext *, unsigned, CUdevice))fn)(&c, 0, 0));
    DO(cuCtxDestroy(c));
    DO(cuGetProcAddress("cuNoSuchThing", &fn, CUDA_VERSION, 0, &how));
    CHECK(!fn && how == CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND);
}

int main(int argc, char **argv) {
    folder = argc > 1 ? argv[1] : ".";
    CUcontext c;
    start();
    devices();
    contexts();
    DO(create(&c, 0));
    memory();
    modules();
    libraries();
    errors_in_ptx();
    streams();
    graphs();
    arrays();
    addresses_apart();
    beside_the_runtime();
    names();
    DO(cuCtxDestroy(c));
    puts(failures ? "FAILED" : "ok");
    return failures != 0;
}
