// rejected by: case (whether a graph can be updated is guessed from the function and the number of steps)
#include <map>
typedef void Step(int i, float *x, cudaStream_t stream);
struct Made { Step *step; int steps; };
static std::map<cudaGraphExec_t, Made> made;

static cudaGraph_t written(Step *step, int steps, float *x, cudaStream_t stream) {
    cudaGraph_t graph = nullptr;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
    for (int i = 0; i < steps; i++)
        step(i, x, stream);
    cudaStreamEndCapture(stream, &graph);
    return graph;
}
cudaGraphExec_t record(Step *step, int steps, float *x, cudaStream_t stream) {
    cudaGraphExec_t exec = nullptr;
    cudaGraph_t graph = written(step, steps, x, stream);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphDestroy(graph);
    made[exec] = {step, steps};
    return exec;
}
void replay(cudaGraphExec_t exec, int times, cudaStream_t stream) {
    while (times-- > 0)
        cudaGraphLaunch(exec, stream);
}
bool aim(cudaGraphExec_t exec, Step *step, int steps, float *other, cudaStream_t stream) {
    if (made[exec].step != step || made[exec].steps != steps) return false;
    cudaGraphExecUpdateResultInfo info;
    cudaGraph_t graph = written(step, steps, other, stream);
    cudaGraphExecUpdate(exec, graph, &info);
    cudaGraphDestroy(graph);
    cudaGetLastError();
    return true;
}
