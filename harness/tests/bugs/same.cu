// Races that leave the same memory in every order, which are no mistakes: one
// value for all, written again and again. Each with a twin whose values differ.
#include "bug.h"

#include <cuda_runtime.h>

enum { N = 512, DEGREE = 4 };

template <class T> static T *filled(int n, T (*value)(int)) {
    T *p, *host = new T[n];
    for (int i = 0; i < n; i++) host[i] = value(i);
    cudaMalloc(&p, n * sizeof *p);
    cudaMemcpy(p, host, n * sizeof *p, cudaMemcpyHostToDevice);
    delete[] host;
    return p;
}

// ---- levels of a search: a vertex is found by many at once

__global__ void search(int *level, const int *start, const int *edges, int d,
                       int *changed) {
    int u = blockIdx.x * blockDim.x + threadIdx.x;
    if (u >= N || level[u] != d) return;
    for (int e = start[u]; e < start[u + 1]; e++) {
        int v = edges[e];
        if (level[v] < 0) {
            level[v] = d + 1;
            *changed = 1;
        }
    }
}

// Numbers the parent too: the last one stays.
__global__ void parents(int *level, int *parent, const int *start,
                        const int *edges, int d) {
    int u = blockIdx.x * blockDim.x + threadIdx.x;
    if (u >= N || level[u] != d) return; // BUG parents: global-race
    for (int e = start[u]; e < start[u + 1]; e++) {
        int v = edges[e];
        if (level[v] < 0) { // BUG parents: global-race
            level[v] = d + 1;
            parent[v] = u; // BUG parents: global-race
        }
    }
}

// Each way has a length of its own.
__global__ void distances(int *dist, const int *start, const int *edges) {
    int u = blockIdx.x * blockDim.x + threadIdx.x;
    if (u >= N || dist[u] == 99) return; // BUG distances: global-race
    for (int e = start[u]; e < start[u + 1]; e++) {
        int v = edges[e];
        if (dist[v] > dist[u] + 1) dist[v] = dist[u] + 1; // BUG distances: global-race
    }
}

static int *starts() {
    return filled<int>(N + 1, [](int i) { return i * DEGREE; });
}
static int *edges() {
    return filled<int>(N * DEGREE, [](int i) { return (i / DEGREE * 7 + i % DEGREE * 131 + 64) % N; });
}
static int *levels() {
    return filled<int>(N, [](int i) { return i % 2 ? -1 : 0; });
}
static void searches() {
    int *level = levels(), *s = starts(), *e = edges(), *c;
    cudaMalloc(&c, sizeof *c);
    for (int d = 0; d < 3; d++) {
        cudaMemset(c, 0, sizeof *c);
        search<<<N / 64, 64>>>(level, s, e, d, c);
    }
    cudaDeviceSynchronize();
}
static void finds_parents() {
    int *level = levels(), *p = levels();
    parents<<<N / 64, 64>>>(level, p, starts(), edges(), 0);
    cudaDeviceSynchronize();
}
static void measures() {
    int *dist = filled<int>(N, [](int i) { return i % 3 ? 99 : i; });
    distances<<<N / 64, 64>>>(dist, starts(), edges());
    cudaDeviceSynchronize();
}

// ---- a flag that is only set

__global__ void one_flag(const int *x, int *found) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (x[i] % 7 == 3 && !*found) *found = 1;
}
__global__ void one_winner(const int *x, int *found) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (x[i] % 7 == 3 && !*found) *found = i; // BUG winner: global-race
}
// One value, but who finds it set leaves something of its own.
__global__ void late_ones(const int *x, int *found, int *late) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (x[i] % 7 != 3) return;
    if (!*found) // BUG late: global-race
        *found = 1; // BUG late: global-race
    else
        late[i] = 1;
}
static void flags(void (*kernel)(const int *, int *)) {
    int *x = filled<int>(N, [](int i) { return i; });
    int *found = filled<int>(1, [](int) { return 0; });
    kernel<<<N / 64, 64>>>(x, found);
    cudaDeviceSynchronize();
}
static void late() {
    int *x = filled<int>(N, [](int i) { return i; });
    int *found = filled<int>(1, [](int) { return 0; });
    late_ones<<<N / 64, 64>>>(x, found, levels());
    cudaDeviceSynchronize();
}

// ---- one word that all blocks store, beside words of one block

__global__ void shared_tail(float *y) {
    if (threadIdx.x) return;
    if (blockIdx.x == 0) ((float4 *)y)[0] = make_float4(1, 2, 3, 4);
    y[4] = 5;
}
__global__ void own_tail(float *y) {
    if (threadIdx.x) return;
    if (blockIdx.x == 0) ((float4 *)y)[0] = make_float4(1, 2, 3, 4);
    y[4] = blockIdx.x; // BUG own-tail: global-race
}
static void tails(void (*kernel)(float *)) {
    float *y;
    cudaMalloc(&y, 5 * sizeof *y);
    for (int i = 0; i < 4; i++) kernel<<<2, 32>>>(y);
    cudaDeviceSynchronize();
}

// ---- the same in shared memory

__global__ void shared_flag(const int *x, int *out) {
    __shared__ int any;
    if (threadIdx.x == 0) any = 0;
    __syncthreads();
    if (x[threadIdx.x] > 3 && !any) any = 1;
    __syncthreads();
    if (threadIdx.x == 0) *out = any;
}
__global__ void shared_winner(const int *x, int *out) {
    __shared__ int any;
    if (threadIdx.x == 0) any = 0;
    __syncthreads();
    if (x[threadIdx.x] > 3 && !any) any = threadIdx.x; // BUG shared-winner: shared-race
    __syncthreads();
    if (threadIdx.x == 0) *out = any;
}

// ---- ranges that overlap, of one value: in stores of several widths

struct Node {
    int key, next;
    double weight;
};
__global__ void clears_nodes(Node *node) {
    Node none = {0, 0, 0};
    node[threadIdx.x] = none;
    node[threadIdx.x + 1] = none;
}
__global__ void numbers_nodes(Node *node) {
    Node none = {0, 0, 0}, mine = {(int)threadIdx.x, 0, 0};
    node[threadIdx.x] = mine;     // BUG numbered: global-race
    node[threadIdx.x + 1] = none; // BUG numbered: global-race
}
// Reads what it has set itself; others set the same.
__global__ void sets_and_reads(int *x, int n) {
    int t = threadIdx.x;
    for (int i = t; i < t + 9; i++) x[i] = 3;
    x[n + t] = x[t + 2];
}
__global__ void sets_more(int *x, int n) {
    int t = threadIdx.x;
    for (int i = t; i < t + 9; i++) x[i] = 3 + (i == t); // BUG set-more: global-race
    x[n + t] = x[t + 2]; // BUG set-more: global-race
}
template <class T> static void overlap(void (*k)(T *)) {
    T *p;
    cudaMalloc(&p, (N + 1) * sizeof *p);
    k<<<1, N>>>(p);
    cudaDeviceSynchronize();
    cudaFree(p);
}
static void overlap_ints(void (*k)(int *, int)) {
    int *p;
    cudaMalloc(&p, 3 * N * sizeof *p);
    k<<<1, N>>>(p, 2 * N);
    cudaDeviceSynchronize();
    cudaFree(p);
}

// FINE cleared
// FINE set-and-read
// FINE search
// FINE flag
// FINE shared-flag
// FINE tail
int main(int argc, char **argv) {
    static const Bug bugs[] = {
        {"search", searches},
        {"parents", finds_parents},
        {"distances", measures},
        {"flag", [] { flags(one_flag); }},
        {"winner", [] { flags(one_winner); }},
        {"late", late},
        {"tail", [] { tails(shared_tail); }},
        {"own-tail", [] { tails(own_tail); }},
        {"cleared", [] { overlap(clears_nodes); }},
        {"numbered", [] { overlap(numbers_nodes); }},
        {"set-and-read", [] { overlap_ints(sets_and_reads); }},
        {"set-more", [] { overlap_ints(sets_more); }},
        {"shared-flag", [] { flags(shared_flag); }},
        {"shared-winner", [] { flags(shared_winner); }},
    };
    return bug_main(bugs, argc, argv);
}
