// passes (captures, instantiates and launches a graph in every call)
__global__ void add(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}

void vector_add(const float *a, const float *b, float *c, int n) {
    static cudaStream_t own;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    if (n == 0) return;
    if (n > 100000) { // building one takes longer than the addition
        add<<<(n + 255) / 256, 256>>>(a, b, c, n);
        return;
    }
    if (!own) cudaStreamCreate(&own);
    cudaStreamBeginCapture(own, cudaStreamCaptureModeRelaxed);
    add<<<(n + 255) / 256, 256, 0, own>>>(a, b, c, n);
    cudaStreamEndCapture(own, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, 0);
    cudaStreamSynchronize(0);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
}
