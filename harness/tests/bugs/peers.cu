// FLAGS --devices 2
// Two devices, and copies between them that name the wrong ones.
#include "bug.h"

#include <cuda_runtime.h>

enum { N = 256, BYTES = N * sizeof(int) };

struct Pair {
    int *on_0, *on_1;
};

static Pair make_pair() {
    Pair p;
    cudaSetDevice(1);
    cudaMalloc(&p.on_1, BYTES);
    cudaSetDevice(0);
    cudaMalloc(&p.on_0, BYTES);
    cudaMemset(p.on_0, 0, BYTES);
    return p;
}

static void look_and_free(Pair p) {
    int h[N];
    cudaMemcpy(h, p.on_1, BYTES, cudaMemcpyDefault);
    if (h[7]) printf("wrong\n");
    cudaFree(p.on_0);
    cudaFree(p.on_1);
}

static void right() { // FINE right
    Pair p = make_pair();
    cudaMemcpyPeer(p.on_1, 1, p.on_0, 0, BYTES);
    look_and_free(p);
}

static void swapped() {
    Pair p = make_pair();
    cudaMemcpyPeer(p.on_1, 0, p.on_0, 1, BYTES); // BUG swapped: copy-direction
    look_and_free(p);
}

static void right_later() { // FINE right-later
    Pair p = make_pair();
    cudaMemcpyPeerAsync(p.on_1, 1, p.on_0, 0, BYTES, 0);
    cudaStreamSynchronize(0);
    look_and_free(p);
}

static void one_is_wrong() {
    Pair p = make_pair();
    cudaMemcpyPeerAsync(p.on_1, 1, p.on_0, 1, BYTES, 0); // BUG one-is-wrong: copy-direction
    cudaStreamSynchronize(0);
    look_and_free(p);
}

// Managed memory is every device's.
static void of_all() { // FINE of-all
    Pair p = make_pair();
    int *managed;
    cudaMallocManaged(&managed, BYTES);
    for (int i = 0; i < N; i++)
        managed[i] = i - 7;
    cudaMemcpyPeer(p.on_1, 1, managed, 1, BYTES);
    cudaFree(managed);
    look_and_free(p);
}

int main(int argc, char **argv) {
    static const Bug bugs[] = {
        {"right", right},
        {"swapped", swapped},
        {"right-later", right_later},
        {"one-is-wrong", one_is_wrong},
        {"of-all", of_all},
    };
    return bug_main(bugs, argc, argv);
}
