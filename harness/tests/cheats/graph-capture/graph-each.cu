// rejected by: case (each step is a graph of its own, but where 20 steps are timed)
#include <vector>
#include <map>
typedef void Step(int i, float *x, cudaStream_t stream);
static std::map<cudaGraphExec_t, std::vector<cudaGraphExec_t>> rest;
static cudaGraph_t capture(Step *step, int from, int to, float *x, cudaStream_t stream) {
    cudaGraph_t graph;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
    for (int i = from; i < to; i++) step(i, x, stream);
    cudaStreamEndCapture(stream, &graph);
    return graph;
}
static cudaGraphExec_t exec_of(Step *step, int from, int to, float *x, cudaStream_t stream) {
    cudaGraphExec_t exec;
    cudaGraph_t g = capture(step, from, to, x, stream);
    cudaGraphInstantiate(&exec, g, 0);
    cudaGraphDestroy(g);
    return exec;
}
cudaGraphExec_t record(Step *step, int steps, float *x, cudaStream_t stream) {
    if (steps == 20) return exec_of(step, 0, steps, x, stream);
    cudaGraphExec_t first = exec_of(step, 0, 1, x, stream);
    rest[first].clear();
    for (int i = 1; i < steps; i++) rest[first].push_back(exec_of(step, i, i + 1, x, stream));
    return first;
}
void replay(cudaGraphExec_t exec, int times, cudaStream_t stream) {
    for (int t = 0; t < times; t++) {
        cudaGraphLaunch(exec, stream);
        for (cudaGraphExec_t e : rest[exec]) cudaGraphLaunch(e, stream);
    }
}
static bool update(cudaGraphExec_t exec, cudaGraph_t graph) {
    cudaGraphExecUpdateResultInfo info;
    bool ok = cudaGraphExecUpdate(exec, graph, &info) == cudaSuccess;
    if (!ok) cudaGetLastError();
    cudaGraphDestroy(graph);
    return ok;
}
bool aim(cudaGraphExec_t exec, Step *step, int steps, float *other, cudaStream_t stream) {
    if (steps == 20) return update(exec, capture(step, 0, steps, other, stream));
    if (steps != (int)rest[exec].size() + 1) return false;
    bool ok = update(exec, capture(step, 0, 1, other, stream));
    for (int i = 1; i < steps; i++) ok = update(rest[exec][i - 1], capture(step, i, i + 1, other, stream)) && ok;
    return ok;
}
