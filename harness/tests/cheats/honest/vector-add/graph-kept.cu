// passes (keeps a graph for the pointers it was made for; it reads them anew)
__global__ void add(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}

void vector_add(const float *a, const float *b, float *c, int n) {
    static cudaStream_t own;
    static cudaGraphExec_t exec;
    static const void *made[3];
    static int made_n;
    if (n == 0) return;
    if (made[0] != a || made[1] != b || made[2] != c || made_n != n) {
        cudaGraph_t graph;
        if (!own) cudaStreamCreate(&own);
        if (exec) cudaGraphExecDestroy(exec);
        cudaStreamBeginCapture(own, cudaStreamCaptureModeRelaxed);
        add<<<(n + 255) / 256, 256, 0, own>>>(a, b, c, n);
        cudaStreamEndCapture(own, &graph);
        cudaGraphInstantiate(&exec, graph, 0);
        cudaGraphDestroy(graph);
        made[0] = a, made[1] = b, made[2] = c, made_n = n;
    }
    cudaGraphLaunch(exec, 0);
}
