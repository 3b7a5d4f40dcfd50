# Several devices, leaks, errors that nobody asked for.
. "$REGRESS/lib.sh"
need_nvcc
programs=$REGRESS/../sim

# Several devices, and what is said of one that is lost.
run kata sim --devices 2 "$programs/devices.cu"
status 1 # streams on the wrong device, which the program survives
out "ok"
err "other-device-stream"
run kata sim --devices 3 "$programs/devices.cu" -- lost
out "ok"
err "allocated at devices.cu:"
run kata sim --devices 9 "$programs/devices.cu"
status 2
err "from 1 to 8"

# What is untidy is a note, and no fault.
cat >untidy.cu <<'END'
__global__ void k(int *p) { *p = 1; }
int main(int argc, char **) {
    int *p;
    for (int i = 0; i < 3; i++) cudaMalloc(&p, 100);
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    if (argc > 1) k<<<1, 5000>>>(p);
}
END
run kata sim untidy.cu
status 0
err "untidy.cu:4: Memory allocated here was never freed. 300"
run kata sim untidy.cu -- x
status 1
err "unasked-error"
err "untidy.cu:7"

# An executable graph is destroyed like a stream; a graph may go before it.
cat >graph.cu <<'END'
__global__ void k() {}
int main(int argc, char **) {
    cudaStream_t s;
    cudaGraph_t g;
    cudaGraphExec_t e;
    cudaStreamCreate(&s);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal);
    k<<<1, 1, 0, s>>>();
    cudaStreamEndCapture(s, &g);
    cudaGraphInstantiate(&e, g, 0);
    cudaGraphDestroy(g);
    cudaGraphLaunch(e, s);
    cudaStreamSynchronize(s);
    if (argc > 1) cudaGraphExecDestroy(e);
    cudaStreamDestroy(s);
}
END
run kata sim graph.cu
status 0
err "graph.cu:10: An executable graph made here was never"
run kata sim graph.cu -- x
status 0
no_err "executable graph"
no_err "graph made here"

# So is a graph: one that was made by hand, by a capture, by a clone; not those
# that nodes and executable graphs own.
cat >graphs.cu <<'END'
__global__ void k() {}
int main(int argc, char **) {
    cudaStream_t s;
    cudaGraph_t by_hand, captured, cloned, parent;
    cudaGraphExec_t e;
    cudaGraphNode_t node;
    cudaGraphCreate(&by_hand, 0);
    cudaStreamCreate(&s);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal);
    k<<<1, 1, 0, s>>>();
    cudaStreamEndCapture(s, &captured);
    cudaGraphClone(&cloned, captured);
    cudaGraphCreate(&parent, 0);
    cudaGraphAddChildGraphNode(&node, parent, nullptr, 0, captured);
    cudaGraphInstantiate(&e, parent, 0);
    cudaGraphExecDestroy(e);
    cudaGraphDestroy(parent);
    if (argc > 1) {
        cudaGraphDestroy(by_hand);
        cudaGraphDestroy(captured);
        cudaGraphDestroy(cloned);
    }
    cudaStreamDestroy(s);
}
END
run kata sim graphs.cu
status 0
err "graphs.cu:7: A graph made here was never destroyed"
err "graphs.cu:11: A graph made here was never destroyed"
err "graphs.cu:12: A graph made here was never destroyed"
no_err "graphs.cu:13"
run kata sim graphs.cu -- x
status 0
no_err "graph made here"

# Doubtful: a copy finds its memory whatever number of the device is passed. It
# counts as wrong only if that is asked for. A race of two devices says which
# stream is whose.
cat >peers.cu <<'END'
#include <cstdio>
__global__ void k(int *p) { p[threadIdx.x]++; }
int main(int argc, char **) {
    int *a, *b;
    cudaSetDevice(0);
    cudaMalloc(&a, 4096);
    cudaMemset(a, 0, 4096);
    cudaSetDevice(1);
    cudaMalloc(&b, 4096);
    cudaMemcpyPeer(b, argc == 2 ? 0 : 1, a, 0, 4096);
    if (argc == 3) {
        cudaStream_t s;
        cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
        k<<<1, 32, 0, s>>>(b);
        cudaSetDevice(0);
        cudaMemcpyPeerAsync(a, 0, b, 1, 4096, 0);
        cudaSetDevice(1);
        cudaStreamDestroy(s);
    }
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(b);
    cudaFree(a);
}
END
run kata sim --devices 2 peers.cu
status 0
no_err "copy-direction"
run kata sim --devices 2 peers.cu -- x
status 0
err "DOUBT"
err "memory of device 1, and the call says"
run kata sim --devices 2 --strict peers.cu -- x
status 1
run kata sim --devices 2 --json peers.cu -- x
status 0
out '"traps":[],"doubtful":[{"kind":"copy-direction"'
run kata sim --devices 2 peers.cu -- x y
status 1
err "default stream of device 0"
err "of device 1"

# After a trap cudaFree fails; whoever called it has not forgotten.
cat >trapped.cu <<'END'
__global__ void k(int *p) { p[1 << 20] = 1; }
int main() {
    int *p;
    cudaMalloc(&p, 100);
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    cudaFree(p);
}
END
run kata sim trapped.cu
status 1
err "out-of-bounds"
no_err "never freed"

# Memory that a graph allocates and frees is no leak, and nor is what it allocates
# and the program frees; without either it is one. What one launch left there
# the next one has not written.
cat >memory.cu <<'END'
__global__ void put(int *p) { p[threadIdx.x] = 1; }
__global__ void get(const int *p, int *out) { out[threadIdx.x] = p[threadIdx.x]; }
int main(int argc, char **) {
    cudaStream_t s;
    cudaGraph_t g;
    cudaGraphExec_t x;
    int *kept, *freed, *out;
    cudaMalloc(&out, 128);
    cudaStreamCreate(&s);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal);
    cudaMallocAsync(&kept, 128, s);
    cudaMallocAsync(&freed, 128, s);
    put<<<1, 32, 0, s>>>(freed);
    get<<<1, 32, 0, s>>>(freed, out);
    if (argc == 3) get<<<1, 32, 0, s>>>(kept, out);
    put<<<1, 32, 0, s>>>(kept);
    cudaFreeAsync(freed, s);
    cudaStreamEndCapture(s, &g);
    cudaGraphInstantiate(&x, g, 0);
    cudaGraphLaunch(x, s);
    cudaStreamSynchronize(s);
    if (argc > 1) cudaFree(kept);
    cudaGraphExecDestroy(x);
    cudaGraphDestroy(g);
    cudaStreamDestroy(s);
    cudaFree(out);
}
END
run kata sim memory.cu
status 0
err "memory.cu:11: Memory allocated here was never freed"
no_err "memory.cu:12"
run kata sim memory.cu -- x
status 0
no_err "never freed"
run kata sim memory.cu -- x y
err "uninitialised"
