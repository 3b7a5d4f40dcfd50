// rejected by: case (one graph of the most rows answers every request, however small)
typedef void (*Layer)(int i, const float *in, float *out, int batch, int n, cudaStream_t stream);

static struct {
    Layer layer;
    int layers, n, most;
    float *at[2];
    cudaGraphExec_t exec;
} server;

void server_begin(Layer layer, int layers, int n, int most) {
    server = {layer, layers, n, most, {}, nullptr};
    for (float *&p : server.at) {
        cudaMalloc(&p, (size_t)most * n * sizeof *p);
        cudaMemset(p, 0, (size_t)most * n * sizeof *p);
    }
    cudaDeviceSynchronize();
}

void server_answer(const float *x, float *y, int batch, cudaStream_t s) {
    size_t bytes = (size_t)batch * server.n * sizeof(float);
    if (!server.exec) {
        cudaGraph_t graph;
        cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal);
        for (int i = 0; i < server.layers; i++)
            server.layer(i, server.at[i % 2], server.at[1 - i % 2], server.most, server.n, s);
        cudaStreamEndCapture(s, &graph);
        cudaGraphInstantiate(&server.exec, graph, 0);
        cudaGraphDestroy(graph);
    }
    cudaMemcpyAsync(server.at[0], x, bytes, cudaMemcpyDeviceToDevice, s);
    cudaGraphLaunch(server.exec, s);
    cudaMemcpyAsync(y, server.at[server.layers % 2], bytes, cudaMemcpyDeviceToDevice, s);
}

void server_end() {
    if (server.exec) cudaGraphExecDestroy(server.exec);
    for (float *p : server.at)
        cudaFree(p);
}
