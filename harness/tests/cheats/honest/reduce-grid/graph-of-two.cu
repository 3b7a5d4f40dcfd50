// passes (a memset and a kernel as a graph, made again for other pointers)
const int BLOCK = 256, BLOCKS = 1056;

__global__ void add_up(const float *in, float *out, int n) {
    __shared__ float part[BLOCK / 32];
    int all = gridDim.x * BLOCK, t = blockIdx.x * BLOCK + threadIdx.x;
    float s[4] = {0.0f, 0.0f, 0.0f, 0.0f};
    int quads = n / 4, q = t;
    for (; q + 3 * all < quads; q += 4 * all)
        for (int u = 0; u < 4; u++) {
            float4 v = ((const float4 *)in)[q + u * all];
            s[u] += v.x + v.y + v.z + v.w;
        }
    for (; q < quads; q += all) {
        float4 v = ((const float4 *)in)[q];
        s[0] += v.x + v.y + v.z + v.w;
    }
    if (4 * quads + t < n) s[1] += in[4 * quads + t];
    float sum = s[0] + s[1] + s[2] + s[3];
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(~0u, sum, d);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x > 0) return;
    for (int w = 1; w < BLOCK / 32; w++)
        sum += part[w];
    atomicAdd(out, sum);
}

static void launch(const float *in, float *out, int n, cudaStream_t s) {
    int blocks = (n + 16 * BLOCK - 1) / (16 * BLOCK);
    cudaMemsetAsync(out, 0, sizeof *out, s);
    if (n > 0)
        add_up<<<blocks < BLOCKS ? blocks : BLOCKS, BLOCK, 0, s>>>(in, out, n);
}

void sum(const float *in, float *out, int n) {
    static cudaStream_t own;
    static cudaGraphExec_t exec;
    static const void *made[2];
    static int made_n = -1;
    if (made[0] != in || made[1] != out || made_n != n) {
        cudaGraph_t graph;
        if (!own) cudaStreamCreate(&own);
        if (exec) cudaGraphExecDestroy(exec);
        cudaStreamBeginCapture(own, cudaStreamCaptureModeRelaxed);
        launch(in, out, n, own);
        cudaStreamEndCapture(own, &graph);
        cudaGraphInstantiate(&exec, graph, 0);
        cudaGraphDestroy(graph);
        made[0] = in, made[1] = out, made_n = n;
    }
    cudaGraphLaunch(exec, 0);
}
