// What is in order, although it does not look so at first: host functions and
// the threads that they wake, errors that a program provokes, a look before a
// compare-and-swap. And beside each what is not.
#include "bug.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

static const int N = 1024;

__global__ void fill(int *p, int value) { p[threadIdx.x] = value; }

// ---- host functions

struct Work {
    int *h;
    std::atomic<long> sum;
    Work() : sum(0) { cudaMallocHost(&h, N * sizeof(int)); }
    ~Work() { cudaFreeHost(h); }
};

static void add_up(void *p) {
    Work *w = (Work *)p;
    for (int i = 0; i < N; i++)
        w->sum += w->h[i];
}

static void CUDART_CB function(void *p) { add_up(p); }
static void CUDART_CB callback(cudaStream_t, cudaError_t, void *p) { add_up(p); }
// Several read the same pages at once.
static void CUDART_CB starts_threads(void *p) {
    std::vector<std::thread> all;
    for (int i = 0; i < 8; i++)
        all.emplace_back(add_up, p);
    for (auto &t : all)
        t.join();
}

static void in_stream(void (*then)(cudaStream_t, Work *)) {
    Work w;
    int *d;
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaMalloc(&d, N * sizeof(int));
    fill<<<1, N, 0, s>>>(d, 1);
    cudaMemcpyAsync(w.h, d, N * sizeof(int), cudaMemcpyDeviceToHost, s);
    then(s, &w);
    cudaStreamSynchronize(s);
    printf("%ld\n", w.sum.load());
    cudaStreamDestroy(s);
    cudaFree(d);
}

static void host_function() { // FINE host-function
    in_stream([](cudaStream_t s, Work *w) { cudaLaunchHostFunc(s, function, w); });
}
static void host_callback() { // FINE host-callback
    in_stream([](cudaStream_t s, Work *w) { cudaStreamAddCallback(s, callback, w, 0); });
}
static void host_threads() { // FINE host-threads
    in_stream([](cudaStream_t s, Work *w) { cudaLaunchHostFunc(s, starts_threads, w); });
}
static void no_function() {
    in_stream([](cudaStream_t, Work *w) {
        w->sum += w->h[0]; // BUG no-function: not-synchronised
    });
}

// A thread that was there before, and that a host function wakes.
static std::mutex mutex;
static std::condition_variable woken;
static bool ready;
static void CUDART_CB wakes(void *) {
    std::lock_guard<std::mutex> hold(mutex);
    ready = true;
    woken.notify_one();
}
static void woken_thread() { // FINE woken-thread
    in_stream([](cudaStream_t s, Work *w) {
        std::thread t([w] {
            std::unique_lock<std::mutex> hold(mutex);
            woken.wait(hold, [] { return ready; });
            add_up(w);
        });
        cudaLaunchHostFunc(s, wakes, w);
        t.join();
    });
}

// ---- errors that the program provokes

static void tries_by_call() { // FINE tries-by-call
    int *d, value = 1;
    cudaMalloc(&d, 4 * N * sizeof(int));
    void *args[] = {&d, &value};
    for (int threads = 2 * N; threads >= N; threads -= N / 2) {
        cudaLaunchKernel((void *)fill, dim3(1), dim3(threads), args, 0, 0);
        if (cudaGetLastError() == cudaSuccess) break;
    }
    cudaDeviceSynchronize();
    cudaFree(d);
}

static void probes_occupancy() { // FINE probes-occupancy
    int blocks = 0, best = 0;
    for (int threads = 32; threads <= 2 * N; threads *= 2)
        for (size_t shared = 0; shared <= 1 << 20; shared = shared * 2 + 1024)
            if (!cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, fill, threads, shared) &&
                blocks * threads > best)
                best = blocks * threads;
    cudaFuncSetAttribute(fill, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 20);
    cudaGetLastError();
    printf("%d\n", best);
}

static void never_asks() {
    int *d, value = 1;
    cudaMalloc(&d, 4 * N * sizeof(int));
    void *args[] = {&d, &value};
    cudaLaunchKernel((void *)fill, dim3(1), dim3(2 * N), args, 0, 0); // BUG never-asks: bad-launch
    cudaFree(d);
}

// ---- kernels that wait for the host

__global__ void waits(volatile int *flag, int *out) {
    while (*flag == 0) { // BUG waits-in-vain: not-simulated
    }
    *out = 7;
}
__global__ void waits_for_nobody(volatile int *flag, int *out) {
    while (flag[threadIdx.x] == 0) { // BUG waits-for-nobody: deadlock
    }
    *out = 7;
}

static void wait_for(bool thread) {
    int *flag;
    cudaMallocHost(&flag, 2 * sizeof *flag);
    flag[0] = flag[1] = 0;
    std::thread t([flag, thread] {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        if (thread) *(volatile int *)flag = 1;
    });
    waits<<<1, 1>>>(flag, flag + 1);
    if (!thread) *(volatile int *)flag = 1;
    cudaDeviceSynchronize();
    t.join();
    printf("%d\n", flag[1]);
    cudaFreeHost(flag);
}
static void waits_for_thread() { wait_for(true); } // FINE waits-for-thread
static void waits_for_launcher() { wait_for(false); } // FINE waits-for-launcher
static void waits_in_vain() {
    int *flag;
    cudaMallocHost(&flag, 2 * sizeof *flag);
    flag[0] = flag[1] = 0;
    waits<<<1, 1>>>(flag, flag + 1);
    cudaDeviceSynchronize();
    *(volatile int *)flag = 1;
}
// Work after it in its stream, and an event, wait as well.
__global__ void add_one(int *p) { ++*p; }
static void queue_after() { // FINE queue-after
    int *flag, *h, *d, value = 5;
    cudaStream_t s;
    cudaEvent_t e;
    cudaStreamCreate(&s);
    cudaMallocManaged(&flag, sizeof *flag);
    cudaMallocHost(&h, sizeof *h);
    cudaMalloc(&d, sizeof *d);
    cudaMemcpy(d, &value, sizeof value, cudaMemcpyHostToDevice);
    *flag = 0;
    waits<<<1, 1, 0, s>>>(flag, d);
    cudaEventCreate(&e);
    add_one<<<1, 1, 0, s>>>(d);
    cudaMemcpyAsync(h, d, sizeof *h, cudaMemcpyDeviceToHost, s);
    cudaEventRecord(e, s);
    *(volatile int *)flag = 1;
    cudaEventSynchronize(e);
    if (*h != 8) *(volatile int *)0 = 0;
    cudaFreeHost(h);
    cudaFree(d);
    cudaFree(flag);
    cudaEventDestroy(e);
    cudaStreamDestroy(s);
}
// The host sees what the kernel answers, with no call of CUDA between.
__global__ void answers(volatile int *flag) {
    while (flag[0] == 0) {
    }
    flag[1] = 7;
}
static void hand_shake() { // FINE hand-shake
    volatile int *flag;
    cudaMallocHost((void **)&flag, 2 * sizeof *flag);
    flag[0] = flag[1] = 0;
    answers<<<1, 1>>>(flag);
    flag[0] = 1;
    while (flag[1] == 0) {
    }
    cudaDeviceSynchronize();
    cudaFreeHost((void *)flag);
}
static void nobody() {
    int *flag;
    cudaMalloc(&flag, 2 * sizeof *flag);
    cudaMemset(flag, 0, 2 * sizeof *flag);
    waits_for_nobody<<<1, 1>>>(flag, flag + 1);
    cudaDeviceSynchronize();
}

// ---- a look before a compare-and-swap

__device__ float max_by_swap(float *to, float v) {
    int *p = (int *)to, old = *p, seen;
    do {
        seen = old;
        old = atomicCAS(p, seen, __float_as_int(fmaxf(v, __int_as_float(seen))));
    } while (seen != old);
    return __int_as_float(old);
}

__global__ void swap_in_shared(const float *x, float *out) {
    __shared__ float most;
    if (threadIdx.x == 0) most = x[0];
    __syncthreads();
    max_by_swap(&most, x[threadIdx.x]);
    __syncthreads();
    if (threadIdx.x == 0) out[0] = most;
}

__global__ void look_in_shared(const int *x, int *out) {
    __shared__ int most;
    if (threadIdx.x == 0) most = x[0];
    __syncthreads();
    if (x[threadIdx.x] > most) atomicMax(&most, x[threadIdx.x]);
    __syncthreads();
    out[threadIdx.x] = most;
}

__global__ void no_barrier_after(const int *x, int *out) {
    __shared__ int most;
    if (threadIdx.x == 0) most = x[0];
    __syncthreads();
    atomicMax(&most, x[threadIdx.x]); // BUG no-barrier-after: shared-race
    out[threadIdx.x] = most;          // BUG no-barrier-after: shared-race
}

template <typename T> static void maxima(void (*kernel)(const T *, T *)) {
    T *x, *out, h[256];
    for (int i = 0; i < 256; i++)
        h[i] = (T)(i * 37 % 256);
    cudaMalloc(&x, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
    kernel<<<1, 256>>>(x, out);
    cudaDeviceSynchronize();
    cudaFree(x);
    cudaFree(out);
}

static void swap_shared() { maxima<float>(swap_in_shared); } // FINE swap-shared
static void look_shared() { maxima<int>(look_in_shared); }   // FINE look-shared
static void no_barrier() { maxima<int>(no_barrier_after); }

static const Bug bugs[] = {
    {"host-function", host_function},
    {"host-callback", host_callback},
    {"host-threads", host_threads},
    {"no-function", no_function},
    {"woken-thread", woken_thread},
    {"tries-by-call", tries_by_call},
    {"probes-occupancy", probes_occupancy},
    {"never-asks", never_asks},
    {"waits-for-thread", waits_for_thread},
    {"waits-for-launcher", waits_for_launcher},
    {"waits-in-vain", waits_in_vain},
    {"queue-after", queue_after},
    {"hand-shake", hand_shake},
    {"waits-for-nobody", nobody},
    {"swap-shared", swap_shared},
    {"look-shared", look_shared},
    {"no-barrier-after", no_barrier},
};

int main(int argc, char **argv) { return bug_main(bugs, argc, argv); }
