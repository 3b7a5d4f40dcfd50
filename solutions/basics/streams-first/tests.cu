// The cases of streams-first: one call of time_ms in each.
#include "kata_tests.h"

typedef void (*Work)(cudaStream_t stream);
float time_ms(Work work, cudaStream_t stream);

__device__ float sink;

// Keeps one warp busy: a chain of dependent additions, about 1 ms for 400 000.
__global__ void busy(int n) {
    float x = threadIdx.x;
    for (int i = 0; i < n; i++)
        x = fmaf(x, 0.5f, 1);
    if (x == 12345) sink = x;
}

enum { SHORT = 200000, LONG = 1600000 };

static int calls;          // of the work
static cudaStream_t where; // the work was put last

static void nothing(cudaStream_t s) {
    calls++;
    where = s;
}
static void one(cudaStream_t s) {
    calls++;
    where = s;
    busy<<<1, 32, 0, s>>>(SHORT);
}
static void three(cudaStream_t s) {
    calls++;
    where = s;
    for (int i = 0; i < 3; i++)
        busy<<<1, 32, 0, s>>>(SHORT);
}

// The true time of the same work, on an idle device.
static float true_ms(Work work, cudaStream_t s) {
    cudaEvent_t before, after;
    float ms = 0;
    cudaEventCreate(&before);
    cudaEventCreate(&after);
    cudaDeviceSynchronize();
    for (int i = 0; i < 2; i++) { // the first call loads the code
        cudaEventRecord(before, s);
        work(s);
        cudaEventRecord(after, s);
        cudaEventSynchronize(after);
    }
    cudaEventElapsedTime(&ms, before, after);
    cudaEventDestroy(before);
    cudaEventDestroy(after);
    return ms;
}

// Nothing takes no time in any unit.
static bool near(float got, float want) {
    return want > 1e-4f && fabsf(got - want) <= 0.02f * want;
}

void time_cases(int scenario, int *facts);

void time_cases(int scenario, int *facts) {
    static const Work works[] = {one, one, three, nothing, one, one};
    cudaStream_t own, other;
    cudaEvent_t end;
    cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&end, cudaEventDisableTiming);
    cudaStream_t s = scenario == 0 ? 0 : own;
    Work work = works[scenario];
    float want = true_ms(work, s);

    if (scenario == 4) busy<<<1, 32, 0, s>>>(LONG);
    if (scenario == 5) busy<<<1, 32, 0, other>>>(LONG);
    int waits = kata_calls("cudaDeviceSynchronize");
    calls = 0;
    cudaGetLastError();
    float got = time_ms(work, s);
    int once = calls;
    cudaError_t error = cudaGetLastError();
    waits = kata_calls("cudaDeviceSynchronize") - waits;
    bool ended = cudaStreamQuery(s) == cudaSuccess;
    bool undisturbed =
        scenario != 5 || cudaStreamQuery(other) == cudaErrorNotReady;
    cudaDeviceSynchronize();
    cudaGetLastError(); // "not ready" is no error here

    float slack = 0.02f * want + 0.01f;
    facts[0] = got >= want - slack && got <= want + slack;
    facts[1] = ended;
    facts[2] = undisturbed;
    facts[3] = waits == 0;
    facts[4] = once == 1;
    facts[5] = once == 0 || where == s;
    facts[6] = error == cudaSuccess || error == cudaErrorNotReady;
    facts[7] = !(near(got, want * 1000) || near(got, want / 1000));
    facts[8] = got >= 0;
    cudaEventDestroy(end);
    cudaStreamDestroy(own);
    cudaStreamDestroy(other);
}
