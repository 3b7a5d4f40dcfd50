// rejected by: case n=1 (the recorded graph is never destroyed)
// Steady state without launches: one graph for each batch size, on arrays of its
// own; a request is copied in, and its answer out.

// Launches layer i: out = layer(in), batch x n floats. in and out must differ.
typedef void (*Layer)(int i, const float *in, float *out, int batch, int n,
                      cudaStream_t stream);

static Layer layer;
static int layers, width, most_rows;
static float *even, *odd; // what the layers read and write, in turn
static cudaGraphExec_t *graphs; // [most_rows + 1], by batch; null: not yet

void server_begin(Layer each, int count, int n, int most) {
    layer = each;
    layers = count;
    width = n;
    most_rows = most;
    graphs = new cudaGraphExec_t[most + 1]();
    cudaMalloc(&even, (size_t)most * n * sizeof(float));
    cudaMalloc(&odd, (size_t)most * n * sizeof(float));
}

// Layer i reads even and writes odd if i is even, and the other way round.
static cudaGraphExec_t record(int batch, cudaStream_t stream) {
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
    for (int i = 0; i < layers; i++)
        layer(i, i % 2 ? odd : even, i % 2 ? even : odd, batch, width, stream);
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&exec, graph, 0);

    return exec;
}

void server_answer(const float *x, float *y, int batch, cudaStream_t stream) {
    size_t bytes = (size_t)batch * width * sizeof(float);
    if (!graphs[batch]) graphs[batch] = record(batch, stream);
    cudaMemcpyAsync(even, x, bytes, cudaMemcpyDeviceToDevice, stream);
    cudaGraphLaunch(graphs[batch], stream);
    cudaMemcpyAsync(y, layers % 2 ? odd : even, bytes,
                    cudaMemcpyDeviceToDevice, stream);
}

void server_end() {
    for (int b = 0; b <= most_rows; b++)
        if (graphs[b]) cudaGraphExecDestroy(graphs[b]);
    delete[] graphs;
    cudaFree(even);
    cudaFree(odd);
}
