// rejected by: case (each step is a graph of its own, and the last one is returned)
// says: Each step becomes a graph of its own, and record returns the last one. One capture holds all steps: it begins before the loop and ends after it.
// Steps recorded once as a graph.

typedef void Step(int i, float *x, cudaStream_t stream);

cudaGraphExec_t record(Step *step, int steps, float *x, cudaStream_t stream) {
    cudaGraph_t graph;
    cudaGraphExec_t exec = nullptr;
    for (int i = 0; i < steps; i++) {
        cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
        step(i, x, stream);
        cudaStreamEndCapture(stream, &graph);
        cudaGraphInstantiate(&exec, graph, 0);
        cudaGraphDestroy(graph);
    }
    return exec;
}

void replay(cudaGraphExec_t exec, int times, cudaStream_t stream) {
    for (int i = 0; i < times; i++) cudaGraphLaunch(exec, stream);
}

bool aim(cudaGraphExec_t exec, Step *step, int steps, float *other, cudaStream_t stream) {
    cudaGraph_t graph;
    cudaGraphExecUpdateResultInfo info;
    bool ok = true;
    for (int i = 0; i < steps; i++) {
        cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
        step(i, other, stream);
        cudaStreamEndCapture(stream, &graph);
        ok = ok && cudaGraphExecUpdate(exec, graph, &info) == cudaSuccess;
        cudaGraphDestroy(graph);
    }
    if (!ok) cudaGetLastError();
    return ok;
}
