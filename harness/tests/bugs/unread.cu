// Finds what a kernel wrote and nothing read: overwritten, freed or left. Each
// has twins that are right, or that nobody should be told of.
// NOTES
#include "bug.h"

#include <cuda_runtime.h>

enum { N = 1000, BYTES = N * sizeof(float) };

static float *room() {
    float *p;
    cudaMalloc(&p, BYTES);
    return p;
}
static float *numbers() {
    float h[N], *p = room();
    for (int i = 0; i < N; i++)
        h[i] = i;
    cudaMemcpy(p, h, BYTES, cudaMemcpyHostToDevice);
    return p;
}
static float back(const float *p, int n = N) {
    static float h[N];
    cudaMemcpy(h, p, n * sizeof *h, cudaMemcpyDeviceToHost);
    return h[0];
}

// ---- overwritten by another launch

__global__ void scale(const float *in, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N)
        out[i] = 2 * in[i]; // BUG overwritten: unread-result
}
__global__ void shift(const float *in, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) out[i] = in[i] + 1;
}
static void overwritten() { // shift should have read what scale wrote
    float *in = numbers(), *out = room();
    scale<<<4, 256>>>(in, out);
    shift<<<4, 256>>>(in, out);
    back(out);
}
static void chained() { // FINE chained
    float *in = numbers(), *mid = room(), *out = room();
    scale<<<4, 256>>>(in, mid);
    shift<<<4, 256>>>(mid, out);
    back(out);
}
static void in_place() { // FINE in-place
    float *in = numbers(), *out = room();
    scale<<<4, 256>>>(in, out);
    shift<<<4, 256>>>(out, out);
    back(out);
}

// ---- overwritten by the host's calls, freed, left

__global__ void squares(const float *in, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N)
        out[i] = in[i] * in[i]; // BUG memset: unread-result
}
static void memset_too_late() {
    float *in = numbers(), *out = room();
    squares<<<4, 256>>>(in, out);
    cudaMemset(out, 0, BYTES);
    back(out);
}
static void memset_before() { // FINE memset-before
    float *in = numbers(), *out = room();
    cudaMemset(out, 0, BYTES);
    squares<<<4, 256>>>(in, out);
    back(out);
}
__global__ void halves(const float *in, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N)
        out[i] = in[i] / 2; // BUG freed: unread-result
}
static void freed() { // the wrong buffer is copied back
    float *in = numbers(), *out = room();
    halves<<<4, 256>>>(in, out);
    back(in);
    cudaFree(out);
}
static void read_then_freed() { // FINE read-then-freed
    float *in = numbers(), *out = room();
    halves<<<4, 256>>>(in, out);
    back(out);
    cudaFree(out);
}
static void partly_read() { // FINE partly-read
    float *in = numbers(), *out = room();
    halves<<<4, 256>>>(in, out);
    back(out, 10);
    cudaFree(out);
}
__global__ void thirds(const float *in, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N)
        out[i] = in[i] / 3; // BUG left: unread-result
}
static void left() {
    thirds<<<4, 256>>>(numbers(), room());
    cudaDeviceSynchronize();
}

// ---- nobody should be told of

__global__ void step(const float *from, float *to) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) to[i] = from[i] + from[(i + 1) % N];
}
static void ping_pong(int rounds, bool reads) {
    float *a = numbers(), *b = room();
    for (int i = 0; i < rounds; i++) {
        step<<<4, 256>>>(a, b);
        float *t = a;
        a = b, b = t;
    }
    if (reads) back(a);
    cudaFree(a);
    cudaFree(b);
}
static void ping_pong_2() { ping_pong(2, true); } // FINE ping-pong-2
static void ping_pong_3() { ping_pong(3, true); } // FINE ping-pong-3
static void last_round() { ping_pong(3, false); } // FINE last-round
static void benchmark() { // FINE benchmark
    float *in = numbers(), *out = room();
    for (int i = 0; i < 5; i++)
        shift<<<4, 256>>>(in, out);
    cudaFree(out);
}
__global__ void clear(float *p) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) p[i] = 0;
}
static void cleared() { // FINE cleared
    float *in = numbers(), *out = room();
    clear<<<4, 256>>>(out);
    shift<<<4, 256>>>(in, out);
    back(out);
}
__global__ void part(const float *in, float *out, int from, int step) {
    int i = from + step * (blockIdx.x * blockDim.x + threadIdx.x);
    if (i < N) out[i] = in[i] + 3;
}
__global__ void other_part(const float *in, float *out, int from, int step) {
    int i = from + step * (blockIdx.x * blockDim.x + threadIdx.x);
    if (i < N) out[i] = in[i] + 4;
}
static void even_and_odd() { // FINE even-and-odd
    float *in = numbers(), *out = room();
    part<<<4, 256>>>(in, out, 0, 2);
    other_part<<<4, 256>>>(in, out, 1, 2);
    back(out);
}
static void two_halves() { // FINE two-halves
    float *in = numbers(), *out = room();
    part<<<2, 256>>>(in, out, 0, 1);
    other_part<<<2, 256>>>(in, out, 512, 1);
    back(out);
}
__global__ void bytes_of(const unsigned char *p, unsigned *out) {
    if (threadIdx.x == 0) *out = p[5] + p[402];
}
static void read_by_bytes() { // FINE read-by-bytes
    float *in = numbers(), *out = room(), *sum = room();
    part<<<4, 256>>>(in, out, 0, 1);
    bytes_of<<<1, 32>>>((unsigned char *)out, (unsigned *)sum);
    back(sum, 1);
    cudaFree(out);
}
struct Both {
    float *in, *out;
};
__global__ void by_table(const Both *b) {
    int i = threadIdx.x;
    b->out[i] = b->in[i] + b->in[N - 1];
}
static void read_by_pointer() { // FINE read-by-pointer
    float *in = numbers(), *mid = room(), *out = room();
    Both both = {mid, out}, *table;
    cudaMalloc(&table, sizeof *table);
    cudaMemcpy(table, &both, sizeof both, cudaMemcpyHostToDevice);
    part<<<4, 256>>>(in, mid, 0, 1);
    by_table<<<1, 64>>>(table);
    back(out, 64);
    cudaFree(mid);
}
static void replayed() { // FINE replayed
    float *in = numbers(), *mid = room(), *out = room();
    cudaStream_t s;
    cudaGraph_t g;
    cudaGraphExec_t x;
    cudaStreamCreate(&s);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    part<<<4, 256, 0, s>>>(in, mid, 0, 1);
    shift<<<4, 256, 0, s>>>(mid, out);
    cudaStreamEndCapture(s, &g);
    cudaGraphInstantiate(&x, g, 0);
    for (int i = 0; i < 3; i++)
        cudaGraphLaunch(x, s);
    cudaStreamSynchronize(s);
    back(out);
}

int main(int argc, char **argv) {
    static const Bug bugs[] = {
        {"overwritten", overwritten},
        {"chained", chained},
        {"in-place", in_place},
        {"memset", memset_too_late},
        {"memset-before", memset_before},
        {"freed", freed},
        {"read-then-freed", read_then_freed},
        {"partly-read", partly_read},
        {"left", left},
        {"ping-pong-2", ping_pong_2},
        {"ping-pong-3", ping_pong_3},
        {"last-round", last_round},
        {"benchmark", benchmark},
        {"cleared", cleared},
        {"even-and-odd", even_and_odd},
        {"two-halves", two_halves},
        {"read-by-bytes", read_by_bytes},
        {"read-by-pointer", read_by_pointer},
        {"replayed", replayed},
    };
    return bug_main(bugs, argc, argv);
}
