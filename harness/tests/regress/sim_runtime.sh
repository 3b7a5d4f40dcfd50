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
