// The stack of a thread: recursion that goes deeper than the device allows,
// each with its rightful twin.
#include "bug.h"

#include <cuda_runtime.h>

static int *ints(int n) {
    int *p;
    cudaMalloc(&p, n * sizeof *p);
    cudaMemset(p, 0, n * sizeof *p);
    return p;
}

// ---- a tree that is a list: each level is a call

struct Node {
    int value, left, right; // indices, -1: none
};

__device__ __noinline__ int sum_of(const Node *tree, int at) {
    if (at < 0) return 0;
    int left = sum_of(tree, tree[at].left); // BUG list: stack-overflow
    return left + tree[at].value + sum_of(tree, tree[at].right);
}
__global__ void sum_tree(const Node *tree, int *out) {
    out[threadIdx.x] = sum_of(tree, 0);
}
__global__ void sum_list(const Node *tree, int *out) {
    int sum = 0;
    for (int at = 0; at >= 0; at = tree[at].left)
        sum += tree[at].value;
    out[threadIdx.x] = sum;
}

// One child each, or two.
static Node *tree_of(int n, bool balanced) {
    Node *host = new Node[n], *tree;
    for (int i = 0; i < n; i++) {
        int left = balanced ? 2 * i + 1 : i + 1;
        int right = balanced ? 2 * i + 2 : n;
        host[i] = {i, left < n ? left : -1, right < n ? right : -1};
    }
    cudaMalloc(&tree, n * sizeof *tree);
    cudaMemcpy(tree, host, n * sizeof *tree, cudaMemcpyHostToDevice);
    delete[] host;
    return tree;
}
static void finish(void *tree, int *out, int want) {
    int got[32];
    if (cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost) ||
        got[31] != want)
        printf("wrong: %d, %s\n", got[31],
               cudaGetErrorString(cudaGetLastError()));
    cudaFree(tree);
    cudaFree(out);
}
static void list() { // 500 levels
    Node *tree = tree_of(500, false);
    int *out = ints(32);
    sum_tree<<<1, 32>>>(tree, out);
    finish(tree, out, 124750);
}
static void balanced() { // FINE balanced: 9 levels
    Node *tree = tree_of(500, true);
    int *out = ints(32);
    sum_tree<<<1, 32>>>(tree, out);
    finish(tree, out, 124750);
}
static void more_stack() { // FINE more-stack
    Node *tree = tree_of(500, false);
    int *out = ints(32);
    cudaDeviceSetLimit(cudaLimitStackSize, 64 << 10);
    sum_tree<<<1, 32>>>(tree, out);
    finish(tree, out, 124750);
}
static void loop() { // FINE loop
    Node *tree = tree_of(500, false);
    int *out = ints(32);
    sum_list<<<1, 32>>>(tree, out);
    finish(tree, out, 124750);
}

// ---- an array in each of a few calls

__device__ __noinline__ int digits(int n, int base) {
    volatile int place[100];
    for (int i = 0; i < 100; i++)
        place[i] = n % base;
    if (n < base) return place[n % 100];
    return digits(n / base, base) + // BUG arrays: stack-overflow
           place[base];
}
__global__ void add_digits(int n, int base, int *out) {
    out[threadIdx.x] = digits(n, base);
}
static void arrays() { // nine calls of 400 bytes
    int *out = ints(32);
    add_digits<<<1, 32>>>(123456789, 10, out);
    finish(nullptr, out, 45);
}
static void arrays_with_room() { // FINE arrays-with-room
    int *out = ints(32);
    cudaDeviceSetLimit(cudaLimitStackSize, 4096);
    add_digits<<<1, 32>>>(123456789, 10, out);
    finish(nullptr, out, 45);
}
static void few_digits() { // FINE few-digits
    int *out = ints(32);
    add_digits<<<1, 32>>>(89, 10, out);
    finish(nullptr, out, 17);
}

// ---- a large array without recursion: the device makes room

__global__ void large(int *out) {
    volatile int mine[2000];
    for (int i = 0; i < 2000; i++)
        mine[i] = i;
    out[threadIdx.x] = mine[threadIdx.x + 1000];
}
static void large_array() { // FINE large-array
    int *out = ints(32);
    large<<<1, 32>>>(out);
    finish(nullptr, out, 1031);
}

// ---- recursion that never ends

__device__ __noinline__ double fraction(int n) {
    if (n == 1) return 1;
    return n + 1 / fraction(n - 2); // BUG endless: stack-overflow
}
__global__ void fractions(double *out) {
    out[threadIdx.x] = fraction(2 * (int)threadIdx.x + 4);
}
static void endless() {
    double *out;
    cudaMalloc(&out, 32 * sizeof *out);
    fractions<<<1, 32>>>(out);
    cudaDeviceSynchronize();
    cudaFree(out);
}

int main(int argc, char **argv) {
    static const Bug bugs[] = {
        {"list", list},
        {"balanced", balanced},
        {"more-stack", more_stack},
        {"loop", loop},
        {"arrays", arrays},
        {"arrays-with-room", arrays_with_room},
        {"few-digits", few_digits},
        {"large-array", large_array},
        {"endless", endless},
    };
    return bug_main(bugs, argc, argv);
}
