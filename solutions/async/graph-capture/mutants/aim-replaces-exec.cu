// rejected by: trap destroyed-handle (aim destroys the caller's executable and assigns to a copy)
// says: `exec` in aim is a copy of the caller's handle.
// Steps recorded once as a graph.

typedef void Step(int i, float *x, cudaStream_t stream);

cudaGraphExec_t record(Step *step, int steps, float *x, cudaStream_t stream) {
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    for (int i = 0; i < steps; i++) step(i, x, stream);
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphDestroy(graph);
    return exec;
}

void replay(cudaGraphExec_t exec, int times, cudaStream_t stream) {
    for (int i = 0; i < times; i++) cudaGraphLaunch(exec, stream);
}

bool aim(cudaGraphExec_t exec, Step *step, int steps, float *other, cudaStream_t stream) {
    cudaGraphExec_t fresh = record(step, steps, other, stream);
    if (!fresh) return false;
    cudaGraphExecDestroy(exec);
    exec = fresh;
    return true;
}
