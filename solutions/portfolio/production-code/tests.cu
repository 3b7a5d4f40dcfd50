// A normal day, and one scenario for each line of the contract.
#include "kata_tests.h"

#include <cstdint>
#include <cstdlib>

enum Status { OK, BAD_ARGUMENT, BAD_MEMORY, DEVICE_ERROR };
Status softmax(const float *in, float *out, size_t rows, size_t cols, size_t pitch,
               cudaStream_t stream);
const char *status_text(Status s);

enum {
    STATUS, NOTHING_IS_OK, BAD_ARGUMENTS, OVERLAPS, FOREIGN, DEVICES, ERRORS, UNTOUCHED, CURRENT,
    QUIET, TEXTS, FACTS
};
enum {
    NORMAL = 1, IN_PLACE, RECORDED, ON_DEVICE_1, OLD_ERROR, FAR, ARGUMENTS, OVERLAP, HOST_MEMORY,
    TWO_DEVICES, LOST, SIZES, NOTHING, NEIGHBOURS, PINNED, OTHER_CURRENT, REFUSED, BESIDE
};
#define GAP 7.0f // between rows, before the call

static int *fact, about; // about: the fact that tells of a wrong status
static cudaStream_t stream;

__global__ void fill(float *p, size_t n, float value) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x)
        p[i] = value;
}
__global__ void to_no_address(int *p) {
    *p = 1;
}

static int host_calls(void) {
    static const char *const names[] = {
        "cudaMalloc", "cudaMallocAsync", "cudaMallocManaged", "cudaMallocHost",
        "cudaMemcpy", "cudaDeviceSynchronize", "cudaStreamSynchronize",
        "cudaEventSynchronize", "cudaDeviceReset"};
    int sum = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        sum += kata_calls(names[i]);
    return sum;
}

// A call, with what holds for all of them.
static void call(Status want, const float *in, float *out, size_t rows, size_t cols,
                 size_t pitch, cudaStream_t s) {
    int before = host_calls(), device = -1, now = -1;
    cudaGetDevice(&device);
    Status got = softmax(in, out, rows, cols, pitch, s);
    fact[about] &= got == want;
    fact[QUIET] &= host_calls() == before;
    cudaGetDevice(&now);
    fact[CURRENT] &= now == device;
}

static void texts(void) {
    const char *all[4];
    for (int i = 0; i < 4; i++) {
        all[i] = status_text((Status)i);
        fact[TEXTS] &= all[i] && *all[i];
        for (int k = 0; k < i && fact[TEXTS]; k++)
            fact[TEXTS] &= strcmp(all[i], all[k]) != 0;
    }
    const char *none = status_text((Status)99), *below = status_text((Status)-1);
    fact[TEXTS] &= none && *none && below && *below;
}

static void look(const float *out, size_t n);

// ---- what is right

// in is copied to where it is read just before, in the same stream.
static void normal(const float *in, float *out, size_t n, size_t rows, size_t cols,
                   size_t pitch) {
    float *late;
    cudaMalloc(&late, (n + 1) * sizeof(float));
    fill<<<64, 256>>>(late, n, GAP);
    cudaDeviceSynchronize();
    cudaMemcpyAsync(late, in, n * sizeof(float), cudaMemcpyDeviceToDevice, stream);
    call(OK, late, out, rows, cols, pitch, stream);
    cudaStreamSynchronize(stream);
    cudaFree(late);
}

static void recorded(const float *in, float *out, size_t rows, size_t cols, size_t pitch) {
    cudaGraph_t graph = NULL;
    cudaGraphExec_t exec = NULL;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
    call(OK, in, out, rows, cols, pitch, stream);
    cudaError_t ended = cudaStreamEndCapture(stream, &graph);
    fact[QUIET] &= ended == cudaSuccess;
    if (ended == cudaSuccess && cudaGraphInstantiate(&exec, graph, 0) == cudaSuccess) {
        cudaGraphLaunch(exec, stream);
        cudaStreamSynchronize(stream);
        cudaGraphExecDestroy(exec);
    }
    if (graph) cudaGraphDestroy(graph);
    cudaGetLastError();
}

// The memory and the stream are device 1's; device 0 is current.
static void on_device_1(const float *in, float *out, size_t n, size_t rows, size_t cols,
                        size_t pitch) {
    float *x, *y;
    cudaStream_t s;
    cudaSetDevice(1);
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaMalloc(&x, n * sizeof(float));
    cudaMalloc(&y, n * sizeof(float));
    cudaMemcpyPeer(x, 1, in, 0, n * sizeof(float));
    cudaMemcpyPeer(y, 1, out, 0, n * sizeof(float));
    cudaDeviceSynchronize();
    cudaSetDevice(0);
    call(OK, x, y, rows, cols, pitch, s);
    cudaSetDevice(1);
    cudaStreamSynchronize(s);
    cudaMemcpyPeer(out, 0, y, 1, n * sizeof(float));
    cudaDeviceSynchronize();
    cudaStreamDestroy(s);
    cudaFree(x);
    cudaFree(y);
    cudaSetDevice(0);
    cudaGetLastError();
}

// The memory and the stream are device 0's; device 1 is current, and stays it.
static void other_current(const float *in, float *out, size_t rows, size_t cols, size_t pitch) {
    cudaSetDevice(1);
    call(OK, in, out, rows, cols, pitch, stream);
    cudaSetDevice(0);
}

// A recording that went wrong takes no more launches.
static void refused(const float *in, float *out, size_t n, size_t rows, size_t cols,
                    size_t pitch) {
    cudaGraph_t graph = NULL;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
    cudaStreamSynchronize(stream);
    call(DEVICE_ERROR, in, out, rows, cols, pitch, stream);
    cudaStreamEndCapture(stream, &graph);
    cudaGetLastError();
    look(out, n);
}

static void old_error(const float *in, float *out, size_t rows, size_t cols, size_t pitch) {
    fill<<<1, 2048>>>(out, 0, 0); // somebody else's, and refused
    cudaError_t old = cudaPeekAtLastError();
    int asked = kata_calls("cudaGetLastError"); // it takes the error away
    call(OK, in, out, rows, cols, pitch, stream);
    fact[ERRORS] &= kata_calls("cudaGetLastError") == asked;
    fact[ERRORS] &= cudaGetLastError() == old; // they still have to learn of it
}

// Somebody else writes between the rows meanwhile, in a stream of their own.
__global__ void fill_gaps(float *p, size_t rows, size_t cols, size_t pitch) {
    for (size_t r = blockIdx.x; r < rows; r += gridDim.x)
        for (size_t c = cols + threadIdx.x; c < pitch; c += blockDim.x)
            p[r * pitch + c] = GAP;
}

static void beside(const float *in, float *out, size_t rows, size_t cols, size_t pitch) {
    cudaStream_t theirs;
    cudaStreamCreateWithFlags(&theirs, cudaStreamNonBlocking);
    fill_gaps<<<16, 64, 0, theirs>>>(out, rows, cols, pitch);
    call(OK, in, out, rows, cols, pitch, stream);
    cudaStreamSynchronize(stream);
    cudaStreamSynchronize(theirs);
    cudaStreamDestroy(theirs);
}

// The third row begins at element 2^31 of an array of 8 GiB.
static void far_rows(const float *in, float *out, size_t cols, size_t pitch) {
    const size_t far = (size_t)1 << 30, n = 2 * far + cols;
    float *big;
    if (cudaMalloc(&big, n * sizeof(float)) != cudaSuccess) {
        cudaGetLastError();
        call(OK, in, out, 3, cols, pitch, stream);
        return;
    }
    for (int r = 0; r < 3; r++)
        cudaMemcpyAsync(big + r * far, in + r * pitch, cols * sizeof(float),
                        cudaMemcpyDeviceToDevice, stream);
    call(OK, big, big, 3, cols, far, stream);
    for (int r = 0; r < 3; r++)
        cudaMemcpyAsync(out + r * pitch, big + r * far, cols * sizeof(float),
                        cudaMemcpyDeviceToDevice, stream);
    cudaStreamSynchronize(stream);
    cudaFree(big);
}

// ---- what is refused

// Whether all n elements are still GAP.
static void look(const float *out, size_t n) {
    float *got = (float *)malloc((n + 1) * sizeof *got);
    cudaDeviceSynchronize();
    cudaMemcpy(got, out, n * sizeof *got, cudaMemcpyDeviceToHost);
    for (size_t i = 0; i < n; i++)
        fact[UNTOUCHED] &= got[i] == GAP;
    free(got);
}

static void arguments(const float *in, float *out, size_t n, size_t rows, size_t cols,
                      size_t pitch) {
    const float *odd = (const float *)((const char *)in + 2);
    float *odd_out = (float *)((char *)out + 2);
    call(BAD_ARGUMENT, NULL, out, rows, cols, pitch, stream);
    call(BAD_ARGUMENT, in, NULL, rows, cols, pitch, stream);
    call(BAD_ARGUMENT, odd, out, rows, cols, pitch, stream);
    call(BAD_ARGUMENT, in, odd_out, rows, cols, pitch, stream);
    look(out, n);
}

static void sizes(const float *in, float *out, size_t n, size_t rows, size_t cols) {
    call(BAD_ARGUMENT, in, out, rows, cols, cols - 1, stream);
    call(BAD_ARGUMENT, in, out, (size_t)1 << 33, cols, (size_t)1 << 33, stream);
    call(BAD_ARGUMENT, in, out, 1, SIZE_MAX, SIZE_MAX, stream);
    size_t wraps = (size_t)1 << 31; // 4 * wraps * wraps is 0 in 64 bits
    call(BAD_ARGUMENT, in, out, wraps + 1, cols, wraps, stream);
    look(out, n);
}

static void nothing(float *out, size_t n, size_t rows, size_t cols, size_t pitch) {
    call(OK, NULL, NULL, 0, cols, pitch, stream);
    call(OK, NULL, NULL, rows, 0, 0, stream);
    look(out, n);
}

static void overlapping(float *out, size_t n, size_t rows, size_t cols, size_t pitch) {
    float *both;
    size_t last = (rows - 1) * pitch + cols;
    cudaMalloc(&both, 2 * last * sizeof(float));
    fill<<<64, 256>>>(both, 2 * last, GAP);
    cudaDeviceSynchronize();
    call(BAD_ARGUMENT, both, both + 1, rows, cols, pitch, stream);
    call(BAD_ARGUMENT, both + last - 1, both, rows, cols, pitch, stream);
    look(both, 2 * last);
    cudaFree(both);
    look(out, n);
}

// out begins where in ends; the end of a single row does not depend on the pitch.
static void neighbours(float *out, size_t n, size_t rows, size_t cols, size_t pitch) {
    float *both;
    size_t last = (rows - 1) * pitch + cols;
    cudaMalloc(&both, 2 * last * sizeof(float));
    fill<<<64, 256>>>(both, 2 * last, GAP);
    cudaDeviceSynchronize();
    call(OK, both, both + last, rows, cols, pitch, stream);
    call(OK, both + last, both, rows, cols, pitch, stream);
    call(OK, both, both + cols, 1, cols, (size_t)1 << 62, stream);
    cudaStreamSynchronize(stream);
    cudaFree(both);
    look(out, n);
}

static void host_memory(const float *in, float *out, size_t n, size_t rows, size_t cols,
                        size_t pitch) {
    float *here = (float *)malloc(n * sizeof *here);
    for (size_t i = 0; i < n; i++)
        here[i] = GAP;
    call(BAD_MEMORY, here, out, rows, cols, pitch, stream);
    call(BAD_MEMORY, in, here, rows, cols, pitch, stream);
    call(BAD_MEMORY, here, here, rows, cols, pitch, stream);
    cudaDeviceSynchronize();
    for (size_t i = 0; i < n; i++)
        fact[UNTOUCHED] &= here[i] == GAP;
    look(out, n);
    free(here);
}

// CUDA knows it, and a device can reach it. It is memory of the host.
static void pinned_memory(const float *in, float *out, size_t n, size_t rows, size_t cols,
                          size_t pitch) {
    float *here;
    cudaMallocHost(&here, n * sizeof *here);
    for (size_t i = 0; i < n; i++)
        here[i] = GAP;
    call(BAD_MEMORY, here, out, rows, cols, pitch, stream);
    call(BAD_MEMORY, in, here, rows, cols, pitch, stream);
    cudaDeviceSynchronize();
    for (size_t i = 0; i < n; i++)
        fact[UNTOUCHED] &= here[i] == GAP;
    look(out, n);
    cudaFreeHost(here);
}

// in on device 1, out on device 0.
static void two_devices(float *out, size_t n, size_t rows, size_t cols, size_t pitch) {
    float *x;
    cudaSetDevice(1);
    cudaMalloc(&x, n * sizeof(float));
    cudaMemset(x, 0, n * sizeof(float));
    cudaDeviceSynchronize();
    cudaSetDevice(0);
    call(BAD_MEMORY, x, out, rows, cols, pitch, stream);
    look(out, n);
    cudaSetDevice(1);
    cudaFree(x);
    cudaSetDevice(0);
}

static void lost(const float *in, float *out, size_t rows, size_t cols, size_t pitch) {
    to_no_address<<<1, 1>>>(NULL);
    cudaDeviceSynchronize();
    call(DEVICE_ERROR, in, out, rows, cols, pitch, stream);
}

// ---- all of it

static int fact_of(int scenario) {
    switch (scenario) {
    case NOTHING: return NOTHING_IS_OK;
    case ARGUMENTS: case SIZES: return BAD_ARGUMENTS;
    case IN_PLACE: case OVERLAP: case NEIGHBOURS: return OVERLAPS;
    case HOST_MEMORY: case PINNED: case TWO_DEVICES: return FOREIGN;
    case LOST: case REFUSED: return DEVICES;
    }
    return STATUS;
}

void service(const float *given, int *facts, float *result, int rows, int cols, int row,
             int scenario);

void service(const float *given, int *facts, float *result, int rows, int cols, int row,
             int scenario) {
    size_t r = rows, c = cols, pitch = row, n = r * pitch;
    float *in, *out;
    fact = facts;
    about = fact_of(scenario);
    for (int i = 0; i < FACTS; i++)
        fact[i] = 1;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaMalloc(&in, (n + 1) * sizeof(float));
    cudaMalloc(&out, (n + 1) * sizeof(float));
    cudaMemcpy(in, given, n * sizeof(float), cudaMemcpyHostToDevice);
    fill<<<64, 256>>>(out, n, GAP);
    if (scenario == IN_PLACE)
        cudaMemcpy2D(out, pitch * sizeof(float), in, pitch * sizeof(float), c * sizeof(float), r,
                     cudaMemcpyDeviceToDevice);
    cudaDeviceSynchronize();
    texts();
    // A kernel that touches what it must not ends the check: those calls come after the texts.
    bool risky = scenario == ON_DEVICE_1 || scenario > OLD_ERROR;
    switch (risky && !fact[TEXTS] ? 0 : scenario) {
    case NORMAL: normal(in, out, n, r, c, pitch); break;
    case IN_PLACE: call(OK, out, out, r, c, pitch, stream); break;
    case RECORDED: recorded(in, out, r, c, pitch); break;
    case ON_DEVICE_1: on_device_1(in, out, n, r, c, pitch); break;
    case OLD_ERROR: old_error(in, out, r, c, pitch); break;
    case BESIDE: beside(in, out, r, c, pitch); break;
    case FAR: far_rows(in, out, c, pitch); break;
    case ARGUMENTS: arguments(in, out, n, r, c, pitch); break;
    case OTHER_CURRENT: other_current(in, out, r, c, pitch); break;
    case REFUSED: refused(in, out, n, r, c, pitch); break;
    case SIZES: sizes(in, out, n, r, c); break;
    case NOTHING: nothing(out, n, r, c, pitch); break;
    case NEIGHBOURS: neighbours(out, n, r, c, pitch); break;
    case PINNED: pinned_memory(in, out, n, r, c, pitch); break;
    case OVERLAP: overlapping(out, n, r, c, pitch); break;
    case HOST_MEMORY: host_memory(in, out, n, r, c, pitch); break;
    case TWO_DEVICES: two_devices(out, n, r, c, pitch); break;
    case LOST: lost(in, out, r, c, pitch); break;
    }
    for (size_t i = 0; i < n; i++)
        result[i] = GAP;
    if (scenario == LOST) return; // no call of CUDA works any more
    cudaStreamSynchronize(stream);
    cudaMemcpy(result, out, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaStreamDestroy(stream);
    cudaFree(in);
    cudaFree(out);
}
