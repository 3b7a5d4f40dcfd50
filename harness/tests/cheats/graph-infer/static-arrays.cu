// rejected by: trap copy-size | trap global-race | trap out-of-bounds | case (arrays of a size that the tested requests need, whatever `most` says)
const int ROOM = 20000;
__device__ float room[2][ROOM];

typedef void (*Layer)(int i, const float *in, float *out, int batch, int n, cudaStream_t stream);

static struct {
    Layer layer;
    int layers, n, most;
    float *at[2];
    cudaGraphExec_t exec[65];
} server;

void server_begin(Layer layer, int layers, int n, int most) {
    server = {layer, layers, n, most, {}, {}};
    cudaGetSymbolAddress((void **)&server.at[0], room);
    server.at[1] = server.at[0] + ROOM;
}

void server_answer(const float *x, float *y, int batch, cudaStream_t s) {
    size_t bytes = (size_t)batch * server.n * sizeof(float);
    if (!server.exec[batch]) {
        cudaGraph_t graph;
        cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal);
        for (int i = 0; i < server.layers; i++)
            server.layer(i, server.at[i % 2], server.at[1 - i % 2], batch, server.n, s);
        cudaStreamEndCapture(s, &graph);
        cudaGraphInstantiate(&server.exec[batch], graph, 0);
        cudaGraphDestroy(graph);
    }
    cudaMemcpyAsync(server.at[0], x, bytes, cudaMemcpyDeviceToDevice, s);
    cudaGraphLaunch(server.exec[batch], s);
    cudaMemcpyAsync(y, server.at[server.layers % 2], bytes, cudaMemcpyDeviceToDevice, s);
}

void server_end() {
    for (cudaGraphExec_t e : server.exec)
        if (e) cudaGraphExecDestroy(e);
}
