# Programs of CUDA's driver API: PTX that they load, and what is said of their mistakes.
. "$REGRESS/lib.sh"
need_nvcc
programs=$REGRESS/../sim
kernels=$programs/driver_kernels.cu
nvcc=${KATA_NVCC:-nvcc}
"$nvcc" -ptx -arch=sm_90 -lineinfo "$kernels" -o kernels.ptx || fail "no PTX"
"$nvcc" -fatbin -gencode 'arch=compute_90,code=[compute_90,sm_90]' \
    "$kernels" -o kernels.fatbin || fail "no fat binary"
"$nvcc" -cubin -arch=sm_90 "$kernels" -o kernels.cubin || fail "no cubin"

# The fat binary is compressed, as nvcc does it by itself.
# The whole of it; four of its calls are mistakes that it makes on purpose.
run kata sim "$programs/driver.cpp" -lcuda -- .
out "ok"
err "The program uses a context that it has destroyed"
err "PTX line 5: '%r1' is not declared"
err "PTX line 2: .target sm_120 is newer than"
err "scale"

cat >faults.cpp <<'END'
#include <cuda.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>

static void must(CUresult e, const char *what) {
    const char *name = "?";
    if (e) cuGetErrorName(e, &name), printf("%s: %s\n", what, name);
}
#define MUST(x) must(x, #x)

int main(int, char **argv) {
    const char *how = argv[1];
    CUcontext c;
    CUmodule m;
    CUfunction f = nullptr;
    CUdeviceptr p, q;
    int n = 100, by = 2, h[100];
    MUST(cuInit(0));
    MUST(cuDevicePrimaryCtxRetain(&c, 0));
    MUST(cuCtxSetCurrent(c));
    if (!strcmp(how, "cubin")) {
        MUST(cuModuleLoad(&m, "kernels.cubin"));
        return 0;
    }
    MUST(cuModuleLoad(&m, "kernels.ptx"));
    MUST(cuModuleGetFunction(&f, m, "scale"));
    MUST(cuMemAlloc(&p, sizeof h));
    MUST(cuMemAlloc(&q, sizeof h));
    void *params[] = {&p, &n, &by}, *none[] = {&p, nullptr, &by};
    struct { CUdeviceptr p; int n; } packed = {p, n};
    size_t bytes = sizeof packed - 4;
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &packed,
                     CU_LAUNCH_PARAM_BUFFER_SIZE, &bytes, CU_LAUNCH_PARAM_END};
    if (strcmp(how, "blank")) MUST(cuMemsetD32(p, 1, n));
    if (!strcmp(how, "mangled")) MUST(cuModuleGetFunction(&f, m, "with_a_long_name"));
    if (!strcmp(how, "beyond")) n = 101;
    if (!strcmp(how, "unloaded")) MUST(cuModuleUnload(m));
    if (!strcmp(how, "freed")) MUST(cuMemFree(p));
    if (!strcmp(how, "freed")) MUST(cuMemFree(p));
    if (!strcmp(how, "size"))
        MUST(cuLaunchKernel(f, 4, 1, 1, 32, 1, 1, 0, 0, 0, extra));
    if (!strcmp(how, "null"))
        MUST(cuLaunchKernel(f, 4, 1, 1, 32, 1, 1, 0, 0, none, 0));
    if (!strcmp(how, "shared"))
        MUST(cuLaunchKernel(f, 4, 1, 1, 32, 1, 1, 60000, 0, params, 0));
    if (!strcmp(how, "race")) {
        CUstream a, b;
        MUST(cuStreamCreate(&a, CU_STREAM_NON_BLOCKING));
        MUST(cuStreamCreate(&b, CU_STREAM_NON_BLOCKING));
        MUST(cuLaunchKernel(f, 4, 1, 1, 32, 1, 1, 0, a, params, 0));
        MUST(cuLaunchKernel(f, 4, 1, 1, 32, 1, 1, 0, b, params, 0));
    }
    MUST(cuLaunchKernel(f, 4, 1, 1, 32, 1, 1, 0, 0, params, 0));
    MUST(cuCtxSynchronize());
    if (!strcmp(how, "copy")) MUST(cuMemcpyDtoH(h, p, sizeof h + 4));
    MUST(cuMemcpyDtoH(h, p, sizeof h));
    if (strcmp(how, "leak") && strcmp(how, "freed")) cuMemFree(p);
    if (strcmp(how, "leak")) cuMemFree(q);
}
END
fault() { run kata sim faults.cpp -lcuda -- "$1"; }

fault fine
status 0
no_out "CUDA_ERROR"
no_err "faults.cpp"
# The kernel's line is that of the file that it was compiled from.
fault beyond
status 1
out "cuCtxSynchronize(): CUDA_ERROR_ILLEGAL_ADDRESS"
err "out-of-bounds"
err "driver_kernels.cu:7"
err "allocated at faults.cpp:28"
fault blank
err "uninitialised-global"
err "driver_kernels.cu:7"
fault race
status 1
err "stream-race"
fault freed
status 1
out "cuMemFree(p): CUDA_ERROR_INVALID_VALUE"
err "double-free"
err "allocated at faults.cpp:28"
err "after-free"
# In the driver's words.
err "cuMemFree came before the kernel"
fault size
status 1
out "CUDA_ERROR_INVALID_VALUE"
err "has a buffer of 12 bytes of parameters"
fault null
status 1
err "passes NULL for parameter 2"
fault shared
status 1
err "CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED"
fault unloaded
status 1
out "CUDA_ERROR_INVALID_HANDLE"
err "uses the kernel scale of a module"
fault mangled
out "CUDA_ERROR_NOT_FOUND"
err "C++ has made"
fault cubin
status 1
out "cuModuleLoad(&m, \"kernels.cubin\"): CUDA_ERROR_NO_BINARY_FOR_GPU"
err "a module of machine code alone"
fault copy
status 1
out "CUDA_ERROR_INVALID_VALUE"
err "copy-size"

fault leak
status 0
err "faults.cpp:28: Memory allocated here was never freed"

# Addresses without memory yet, and without memory any more.
cat >apart.cpp <<'END'
#include <cuda.h>
#include <cstdio>
int main(int argc, char **) {
    CUcontext c;
    cuInit(0), cuDevicePrimaryCtxRetain(&c, 0), cuCtxSetCurrent(c);
    CUmemAllocationProp how = {};
    how.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    how.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    CUmemAccessDesc access = {how.location, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
    size_t n = 2 << 20;
    CUmemGenericAllocationHandle h;
    CUdeviceptr p;
    cuMemAddressReserve(&p, n, 0, 0, 0), cuMemCreate(&h, n, &how, 0);
    cuMemMap(p, n, 0, h, 0);
    if (argc == 2) printf("%d\n", cuMemsetD8(p, 1, 1));
    cuMemSetAccess(p, n, &access, 1);
    if (argc == 3) printf("%d\n", cuMemFree(p));
    cuMemUnmap(p, n);
    if (argc == 1) printf("%d\n", cuMemsetD8(p, 1, 1));
}
END
run kata sim apart.cpp -lcuda -- no-access
status 1
err "writes device memory that is not allocated"
run kata sim apart.cpp -lcuda -- a free
status 1
err "A free of memory of cuMemMap"
run kata sim apart.cpp -lcuda
status 1
err "after-free"
err "freed at apart.cpp:18"
