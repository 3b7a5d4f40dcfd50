// rejected by: case (six tasks in a queue, unless somebody records)
typedef void Task(char name, cudaStream_t stream);

// `to` goes on when all that is in `from` now is done.
static void arrow(cudaEvent_t event, cudaStream_t from, cudaStream_t to) {
    cudaEventRecord(event, from);
    cudaStreamWaitEvent(to, event, 0);
}

void schedule(Task *task, cudaStream_t main) {
    static cudaStream_t second, third; // made once
    static cudaEvent_t begun, a, c, e;
    if (!second) {
        cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
        cudaStreamCreateWithFlags(&third, cudaStreamNonBlocking);
        for (cudaEvent_t *event : {&begun, &a, &c, &e})
            cudaEventCreateWithFlags(event, cudaEventDisableTiming);
    }
    cudaStreamCaptureStatus status;
    cudaStreamIsCapturing(main, &status);
    if (status == cudaStreamCaptureStatusNone) {
        for (char name = 'A'; name <= 'F'; name++)
            task(name, main);
        return;
    }
    arrow(begun, main, third); // not before what main had to do
    task('E', third);

    task('A', main);
    arrow(a, main, second);
    task('C', second);
    task('B', main);
    arrow(c, second, main);
    task('D', main);
    arrow(e, third, main);
    task('F', main); // main has waited for both: it goes on after all six
}
