// The cases of launch-overhead.
#include "kata_tests.h"

#include <math.h>

typedef void (*Launch)(cudaStream_t stream);
float per_launch_us(Launch launch, int n, cudaStream_t stream);
int break_even(float launch_us, float ns_per_element);
void scale_add_relu(const float *x, float *y, int n, float scale, float add,
                    cudaStream_t stream);

enum {
    PASSED, IN_A_ROW, DEVICE, COUNTED, DIVIDED, UNIT, AVERAGE,
    SIZE, WHOLE, UP, INTO, FUSED, QUEUED, VALUES, KEPT, FACTS
};

__device__ float sink;

// Keeps one warp busy: a chain of dependent additions, 20 us for 8000.
__global__ void busy(int n) {
    float x = threadIdx.x;
    for (int i = 0; i < n; i++)
        x = fmaf(x, 0.5f, 1);
    if (x == 12345) sink = x;
}

enum { WORK = 8000, SLOW = 80000, LONG = 1600000 };

static int launches; // since a measurement began

static void empty_one(cudaStream_t s) {
    launches++;
    busy<<<1, 32, 0, s>>>(0);
}
static void working_one(cudaStream_t s) {
    launches++;
    busy<<<1, 32, 0, s>>>(WORK);
}
static void first_is_slow(cudaStream_t s) {
    busy<<<1, 32, 0, s>>>(launches++ ? 0 : LONG);
}
static void eighth_is_slow(cudaStream_t s) {
    busy<<<1, 32, 0, s>>>(launches++ % 8 ? WORK / 4 : SLOW);
}
// One of any RARE launches in a row.
enum { RARE = 200 };
static void one_is_slow(cudaStream_t s) {
    busy<<<1, 32, 0, s>>>(launches++ % RARE == RARE - 50 ? 5 * SLOW : 0);
}

// The true average: warm, n in a row.
static float true_us(Launch launch, int n, cudaStream_t s) {
    cudaEvent_t before, after;
    float ms = 0;
    cudaEventCreate(&before);
    cudaEventCreate(&after);
    launches = 0;
    launch(s);
    cudaStreamSynchronize(s);
    cudaEventRecord(before, s);
    for (int i = 0; i < n; i++)
        launch(s);
    cudaEventRecord(after, s);
    cudaEventSynchronize(after);
    cudaEventElapsedTime(&ms, before, after);
    cudaEventDestroy(before);
    cudaEventDestroy(after);
    return ms * 1000 / n;
}

// If the unit is wrong, nothing is said of the rounding.
static void ask_break_even(int *facts) {
    static const struct {
        float us, ns;
        int n, fact;
    } asked[] = {{5, 0.5f, 10000, WHOLE}, {1, 0.3f, 3334, UP}, {3, 7, 429, UP},
                 {2, 4000, 1, UP},        {2.75f, 0.5f, 5500, WHOLE}};
    facts[SIZE] = abs(break_even(2.75f, 0.5f) - 5500) <= 1;
    for (const auto &a : asked)
        facts[a.fact] &= !facts[SIZE] || break_even(a.us, a.ns) == a.n;
}

// The launches of a call, recorded and not run. A call that waits for the device
// cannot be recorded: *queued is 0, and the number unknown.
static size_t nodes_of(const float *x, float *y, int n, float scale, float add,
                       cudaStream_t s, int *queued) {
    cudaGraph_t graph = nullptr;
    size_t count = 0;
    cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
    scale_add_relu(x, y, n, scale, add, s);
    *queued = cudaStreamEndCapture(s, &graph) == cudaSuccess && graph;
    if (!*queued) {
        cudaGetLastError(); // the fact says it
        return 1;
    }
    cudaGraphGetNodes(graph, nullptr, &count);
    cudaGraphDestroy(graph);
    return count;
}

static void ask_fused(int n, cudaStream_t s, int *facts) {
    float *x, *y;
    const float scale = -1.5f, add = 0.25f;
    cudaMallocManaged(&x, n * sizeof(float));
    cudaMallocManaged(&y, n * sizeof(float));
    for (int i = 0; i < n; i++)
        x[i] = (float)(i % 17) / 8 - 1, y[i] = -7;
    size_t count = nodes_of(x, y, n, scale, add, s, &facts[QUEUED]);
    scale_add_relu(x, y, n, scale, add, s);
    cudaStreamSynchronize(s);
    for (int i = 0; i < n; i++) {
        float is = (float)(i % 17) / 8 - 1, want = fmaxf(is * scale + add, 0);
        facts[KEPT] &= x[i] == is;
        facts[VALUES] &= fabsf(y[i] - want) <= 1e-6f;
    }
    facts[INTO] = count >= 1;
    facts[FUSED] = count <= 1;
    cudaFree(x);
    cudaFree(y);
}

static int waits_of(const char *const *names, int n) {
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += kata_calls(names[i]);
    return sum;
}

static bool is_near(float got, float want) {
    return fabsf(got - want) <= 0.1f * want + 0.2f;
}

void launch_cases(int scenario, int *facts);

void launch_cases(int scenario, int *facts) {
    static const Launch all[] = {empty_one,      working_one, first_is_slow,
                                 eighth_is_slow, working_one, working_one,
                                 one_is_slow};
    static const int counts[] = {200, 50, 100, 80, 1, 40, RARE};
    static const char *const waits[] = {"cudaStreamSynchronize",
                                        "cudaEventSynchronize"};
    cudaStream_t own, other;
    cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    Launch launch = all[scenario];
    int n = counts[scenario];
    float want = true_us(launch, n, own);

    if (scenario == 5) busy<<<1, 32, 0, other>>>(LONG);
    launches = 0;
    int waited = waits_of(waits, 2);
    int whole = kata_calls("cudaDeviceSynchronize");
    float got = per_launch_us(launch, n, own);
    // a time that was not there yet leaves 0
    // The kernel in the other stream takes longer than any right measurement here.
    bool held_up = scenario == 5 && cudaStreamQuery(other) == cudaSuccess;
    bool passed = cudaStreamQuery(own) != cudaErrorNotReady && got != 0;
    cudaGetLastError();
    waited = waits_of(waits, 2) - waited;
    whole = kata_calls("cudaDeviceSynchronize") - whole;
    cudaDeviceSynchronize();

    for (int i = 0; i < FACTS; i++)
        facts[i] = 1;
    facts[PASSED] = passed || is_near(got, want);
    facts[IN_A_ROW] = waited + whole <= 4;
    facts[DEVICE] = (whole == 0 && !held_up) || !facts[IN_A_ROW];
    facts[COUNTED] = launches >= n && launches <= n + n / 2 + 10;
    // One fact about the average is wrong, the most telling one.
    facts[DIVIDED] = n < 10 || fabsf(got / n - want) > 0.3f * want;
    facts[UNIT] = fabsf(got * 1000 - want) > 0.3f * want &&
                  fabsf(got / 1000 - want) > 0.3f * want;
    facts[AVERAGE] = is_near(got, want) || !facts[DIVIDED] || !facts[UNIT];
    ask_break_even(facts);
    ask_fused(1 + scenario * 511, own, facts);
    cudaStreamDestroy(own);
    cudaStreamDestroy(other);
}
