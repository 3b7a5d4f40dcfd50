// rejected by: case (launched as before)
// says: The steps are launched one by one, as before. record captures them in a graph, and replay launches that.
// Steps recorded once as a graph, and launched as one piece of work.

// Launches step i on x, in a stream.
typedef void Step(int i, float *x, cudaStream_t stream);

// Records the steps 0 ... steps - 1 on x, in this order. Nothing may run yet.
cudaGraphExec_t record(Step *step, int steps, float *x, cudaStream_t stream) {
    for (int i = 0; i < steps; i++)
        step(i, x, stream); // TODO: this runs them
    return nullptr;
}

// Launches the graph so many times.
void replay(cudaGraphExec_t exec, int times, cudaStream_t stream) {
    (void)exec, (void)times, (void)stream;
}

// Lets the graph work on another array from now on. False if that is not possible.
bool aim(cudaGraphExec_t exec, Step *step, int steps, float *other, cudaStream_t stream) {
    return false; // TODO
}
