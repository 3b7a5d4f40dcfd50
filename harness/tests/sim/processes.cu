// Memory, events and pools of one process that another one uses: the program
// starts itself anew, and passes handles as words.
#include "ok.h"

#include <cuda.h>
#include <sys/wait.h>
#include <unistd.h>

enum { N = 5000 };

__global__ void add(int *p, int n, int value) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] += value;
}

struct Handles {
    cudaIpcMemHandle_t memory, other;
    cudaIpcEventHandle_t event;
    cudaMemPoolPtrExportData pointer;
    int pool, mapped; // descriptors
};

static CUdeviceptr map(CUmemGenericAllocationHandle m, size_t bytes) {
    CUdeviceptr p = 0;
    CUmemAccessDesc d = {};
    d.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    d.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    CHECK(cuMemAddressReserve(&p, bytes, 0, 0, 0) == CUDA_SUCCESS);
    CHECK(cuMemMap(p, bytes, 0, m, 0) == CUDA_SUCCESS);
    CHECK(cuMemSetAccess(p, bytes, &d, 1) == CUDA_SUCCESS);
    return p;
}

// ---- the one that is started

static int child(const Handles &h) {
    int *p, *q, *s;
    cudaEvent_t e;
    cudaMemPool_t pool;
    OK(cudaFree(nullptr));
    OK(cudaIpcOpenMemHandle((void **)&p, h.memory,
                            cudaIpcMemLazyEnablePeerAccess));
    OK(cudaIpcOpenMemHandle((void **)&q, h.other,
                            cudaIpcMemLazyEnablePeerAccess));
    OK(cudaIpcOpenEventHandle(&e, h.event));
    OK(cudaStreamWaitEvent(nullptr, e, 0));
    add<<<(N + 255) / 256, 256>>>(p, N, 1);
    add<<<1, 32>>>(q, 1, 5);
    OK(cudaMemPoolImportFromShareableHandle(
        &pool, (void *)(intptr_t)h.pool, cudaMemHandleTypePosixFileDescriptor,
        0));
    cudaMemPoolPtrExportData data = h.pointer;
    OK(cudaMemPoolImportPointer((void **)&s, pool, &data));
    add<<<1, 32>>>(s, 32, 7);
    CUmemGenericAllocationHandle m;
    CHECK(cuMemImportFromShareableHandle(
              &m, (void *)(intptr_t)h.mapped,
              CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR) == CUDA_SUCCESS);
    int *t = (int *)map(m, 2 << 20);
    add<<<1, 32>>>(t, 32, 9);
    OK(cudaEventRecord(e));
    OK(cudaDeviceSynchronize());
    OK(cudaFreeAsync(s, nullptr));
    OK(cudaEventDestroy(e));
    OK(cudaIpcCloseMemHandle(p));
    OK(cudaIpcCloseMemHandle(q));
    CHECK(cudaIpcCloseMemHandle(p) != cudaSuccess);
    cudaGetLastError();
    return failures != 0;
}

static bool start(const Handles &h) {
    static const char digits[] = "0123456789abcdef";
    std::vector<char> word;
    for (size_t i = 0; i < sizeof h; i++) {
        unsigned char c = ((const unsigned char *)&h)[i];
        word.push_back(digits[c >> 4]), word.push_back(digits[c & 15]);
    }
    word.push_back(0);
    fflush(nullptr);
    pid_t pid = fork();
    char name[] = "child", *argv[] = {name, word.data(), nullptr};
    if (!pid) execv("/proc/self/exe", argv), _exit(9);
    int how = 1;
    waitpid(pid, &how, 0);
    return how == 0;
}

static Handles read_word(const char *w) {
    Handles h;
    unsigned v;
    for (size_t i = 0; i < sizeof h && sscanf(w + 2 * i, "%2x", &v) == 1; i++)
        ((unsigned char *)&h)[i] = (unsigned char)v;
    return h;
}

int main(int argc, char **argv) {
    if (argc > 1) return child(read_word(argv[1]));
    Handles h;
    cudaEvent_t e;
    cudaMemPool_t pool;
    cudaMemPoolProps props = {};
    cudaStream_t stream;
    int *p;
    Dev<int> d(N), neighbour(10), other(1);
    d.zero(), neighbour.zero(), other.zero();
    OK(cudaEventCreateWithFlags(&e, cudaEventDisableTiming |
                                        cudaEventInterprocess));
    OK(cudaIpcGetMemHandle(&h.memory, d));
    OK(cudaIpcGetMemHandle(&h.other, other)); // on a page with the others
    OK(cudaIpcGetEventHandle(&h.event, e));
    OK(cudaStreamCreate(&stream));
    props.allocType = cudaMemAllocationTypePinned;
    props.handleTypes = cudaMemHandleTypePosixFileDescriptor;
    props.location.type = cudaMemLocationTypeDevice;
    OK(cudaMemPoolCreate(&pool, &props));
    OK(cudaMallocFromPoolAsync((void **)&p, 128, pool, stream));
    OK(cudaMemsetAsync(p, 0, 128, stream));
    OK(cudaStreamSynchronize(stream));
    OK(cudaMemPoolExportToShareableHandle(
        &h.pool, pool, cudaMemHandleTypePosixFileDescriptor, 0));
    OK(cudaMemPoolExportPointer(&h.pointer, p));

    CUmemAllocationProp want = {};
    CUmemGenericAllocationHandle m;
    want.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    want.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    want.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
    CHECK(cuMemCreate(&m, 2 << 20, &want, 0) == CUDA_SUCCESS);
    int *t = (int *)map(m, 2 << 20);
    OK(cudaMemset(t, 0, 128));
    CHECK(cuMemExportToShareableHandle(
              &h.mapped, m, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0) ==
          CUDA_SUCCESS);
    h.mapped = dup(h.mapped), h.pool = dup(h.pool); // the child has them too

    CHECK(start(h));
    CHECK(start(h));
    auto v = d.get();
    CHECK(v[0] == 2 && v[N - 1] == 2 && neighbour.get()[9] == 0);
    CHECK(other.get()[0] == 10);
    int k[32];
    OK(cudaMemcpy(k, p, sizeof k, cudaMemcpyDeviceToHost));
    CHECK(k[31] == 14);
    OK(cudaMemcpy(k, t, sizeof k, cudaMemcpyDeviceToHost));
    CHECK(k[31] == 18);
    CHECK(cuMemUnmap((CUdeviceptr)t, 2 << 20) == CUDA_SUCCESS);
    t = (int *)map(m, 2 << 20); // at another address, with its bytes
    OK(cudaMemcpy(k, t, sizeof k, cudaMemcpyDeviceToHost));
    CHECK(k[0] == 18);
    CHECK(cuMemUnmap((CUdeviceptr)t, 2 << 20) == CUDA_SUCCESS);
    CHECK(cuMemRelease(m) == CUDA_SUCCESS);
    OK(cudaFreeAsync(p, stream));
    OK(cudaStreamSynchronize(stream));
    OK(cudaMemPoolDestroy(pool));
    OK(cudaStreamDestroy(stream));
    OK(cudaEventDestroy(e));
    return finish();
}
