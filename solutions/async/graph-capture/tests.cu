// Records, replays, aims at another array, and looks what was called meanwhile.
#include "kata_tests.h"

typedef void Step(int i, float *x, cudaStream_t stream);
cudaGraphExec_t record(Step *step, int steps, float *x, cudaStream_t stream);
void replay(cudaGraphExec_t exec, int times, cudaStream_t stream);
bool aim(cudaGraphExec_t exec, Step *step, int steps, float *other, cudaStream_t stream);

enum { MADE, QUIET, ENDED, LAUNCHES, AIMED, KEPT, REFUSED, CLEAN, TIDY, FACTS };

static int length;
__global__ void advance(float *x, int n, int i) {
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at < n) x[at] = 0.5f * x[at] + i;
}
static bool clears; // step 0 is no kernel
static void step(int i, float *x, cudaStream_t stream) {
    if (clears && i == 0)
        cudaMemsetAsync(x, 0, length * sizeof *x, stream);
    else
        advance<<<(length + 63) / 64, 64, 0, stream>>>(x, length, i);
}
// Another function, and the same work.
static void twin(int i, float *x, cudaStream_t stream) {
    advance<<<(length + 63) / 64, 64, 0, stream>>>(x, length, i);
}

static bool is_equal(const float *x, const float *want, cudaStream_t stream) {
    bool ok = true;
    for (int i = 0; i < length && i < 4; i++) {
        float a = 0, b = 0;
        int at = (int)((long long)i * (length - 1) / 3);
        cudaMemcpyAsync(&a, x + at, sizeof a, cudaMemcpyDeviceToHost, stream);
        cudaMemcpyAsync(&b, want + at, sizeof b, cudaMemcpyDeviceToHost, stream);
        cudaStreamSynchronize(stream);
        ok &= a == b;
    }
    return ok;
}

static long instantiations() {
    return kata_calls("cudaGraphInstantiate") +
           kata_calls("cudaGraphInstantiateWithFlags") +
           kata_calls("cudaGraphInstantiateWithParams");
}

// False if the stream still records; it does so no longer.
static bool end_capture(cudaStream_t stream) {
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    cudaGraph_t graph = nullptr;
    cudaStreamIsCapturing(stream, &status);
    if (status == cudaStreamCaptureStatusNone) return true;
    if (cudaStreamEndCapture(stream, &graph) == cudaSuccess && graph) cudaGraphDestroy(graph);
    cudaGetLastError();
    return false;
}

// `first` and `out` hold the same; `other` holds what `first` began with.
static void look_at_aim(cudaGraphExec_t exec, int steps, int rounds, float *first, float *other,
                        const float *out, cudaStream_t stream, int *facts) {
    long before = instantiations();
    facts[AIMED] = aim(exec, step, steps, other, stream);
    if (facts[AIMED]) facts[AIMED] = aim(exec, twin, steps, other, stream);
    facts[KEPT] = instantiations() == before;
    facts[ENDED] &= end_capture(stream);
    cudaGetLastError();
    replay(exec, rounds, stream);
    cudaStreamSynchronize(stream);
    facts[AIMED] &= is_equal(other, out, stream) && is_equal(first, out, stream);
    // Another number of steps is another graph.
    facts[REFUSED] = !aim(exec, step, steps + 1, other, stream);
    facts[CLEAN] = cudaGetLastError() == cudaSuccess;
    clears = true; // and so is the same number of others, of the same function
    facts[REFUSED] &= !aim(exec, step, steps, other, stream);
    clears = false;
    facts[CLEAN] &= cudaGetLastError() == cudaSuccess;
    facts[ENDED] &= end_capture(stream);
}

void graphs(const float *in, float *out, int *facts, int n, int steps, int rounds,
            int once);

void graphs(const float *in, float *out, int *facts, int n, int steps, int rounds,
            int once) {
    cudaStream_t stream;
    length = n;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaMemcpyAsync(out, in, n * sizeof *out, cudaMemcpyDeviceToDevice, stream);
    for (int i = 0; i < FACTS; i++)
        facts[i] = 1;
    if (once) { // for the clock
        cudaGraphExec_t exec = record(step, steps, out, stream);
        replay(exec, rounds, stream);
        cudaStreamSynchronize(stream);
        if (exec) cudaGraphExecDestroy(exec);
        cudaStreamDestroy(stream);
        return;
    }
    float *first, *other;
    cudaMalloc(&first, (n + 1) * sizeof *first);
    cudaMalloc(&other, (n + 1) * sizeof *other);
    cudaMemcpyAsync(first, in, n * sizeof *first, cudaMemcpyDeviceToDevice, stream);
    cudaMemcpyAsync(other, in, n * sizeof *other, cudaMemcpyDeviceToDevice, stream);
    cudaStreamSynchronize(stream);
    long made = kata_calls("cudaStreamEndCapture"), gone = kata_calls("cudaGraphDestroy");

    cudaGraphExec_t exec = record(step, steps, first, stream);
    facts[MADE] = cudaGetLastError() == cudaSuccess && exec;
    facts[ENDED] = end_capture(stream);
    cudaDeviceSynchronize();
    facts[QUIET] = is_equal(first, in, stream);
    if (facts[MADE] && facts[ENDED]) {
        // A fact tells of work that ran too early; it shall not change the values as well.
        cudaMemcpyAsync(first, in, n * sizeof *first, cudaMemcpyDeviceToDevice, stream);
        long launched = kata_calls("cudaLaunchKernel"), replayed = kata_calls("cudaGraphLaunch");
        replay(exec, rounds, stream);
        facts[LAUNCHES] = kata_calls("cudaLaunchKernel") == launched &&
                          kata_calls("cudaGraphLaunch") - replayed <= rounds;
        cudaStreamSynchronize(stream);
        cudaMemcpyAsync(out, first, n * sizeof *out, cudaMemcpyDeviceToDevice, stream);
        look_at_aim(exec, steps, rounds, first, other, out, stream, facts);
        facts[TIDY] = kata_calls("cudaStreamEndCapture") - made ==
                      kata_calls("cudaGraphDestroy") - gone;
        cudaGraphExecDestroy(exec);
    } else {
        // Nothing can be replayed: the values are no news.
        for (int t = 0; t < rounds * steps; t++)
            step(t % steps, out, stream);
    }
    cudaStreamSynchronize(stream);
    cudaFree(first);
    cudaFree(other);
    cudaStreamDestroy(stream);
}
