// rejected by: case (aim launches the graph)
// Steps recorded once as a graph, and launched as one piece of work.

typedef void Step(int i, float *x, cudaStream_t stream);

static cudaGraph_t capture(Step *step, int steps, float *x, cudaStream_t stream) {
    cudaGraph_t graph;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
    for (int i = 0; i < steps; i++)
        step(i, x, stream); // written down, not run
    cudaStreamEndCapture(stream, &graph);
    return graph;
}

cudaGraphExec_t record(Step *step, int steps, float *x, cudaStream_t stream) {
    cudaGraphExec_t exec;
    cudaGraph_t graph = capture(step, steps, x, stream);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphDestroy(graph); // exec has all that it needs
    return exec;
}

void replay(cudaGraphExec_t exec, int times, cudaStream_t stream) {
    for (int t = 0; t < times; t++)
        cudaGraphLaunch(exec, stream);
}

// The same steps, with other arguments: the executable graph is kept and only its
// parameters change.
bool aim(cudaGraphExec_t exec, Step *step, int steps, float *other, cudaStream_t stream) {
    cudaGraphExecUpdateResultInfo info;
    cudaGraph_t graph = capture(step, steps, other, stream);
    bool ok = cudaGraphExecUpdate(exec, graph, &info) == cudaSuccess;
    if (ok) cudaGraphLaunch(exec, stream);
    if (!ok) cudaGetLastError(); // another shape: the caller records anew
    cudaGraphDestroy(graph);
    return ok;
}
