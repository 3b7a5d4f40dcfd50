// rejected by: case (one event for the ends of C and E: its second record replaces the first)
// Six tasks in three streams; events are the arrows between them.
//
//   A --> B --> D --> F
//    \--> C --/      /
//          E --------/

typedef void Task(char name, cudaStream_t stream);

// `to` goes on when all that is in `from` now is done.
static void arrow(cudaEvent_t event, cudaStream_t from, cudaStream_t to) {
    cudaEventRecord(event, from);
    cudaStreamWaitEvent(to, event, 0);
}

void schedule(Task *task, cudaStream_t main) {
    static cudaStream_t second, third; // made once
    static cudaEvent_t begun, a, done;
    if (!second) {
        cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
        cudaStreamCreateWithFlags(&third, cudaStreamNonBlocking);
        for (cudaEvent_t *event : {&begun, &a, &done})
            cudaEventCreateWithFlags(event, cudaEventDisableTiming);
    }
    arrow(begun, main, third); // not before what main had to do
    task('E', third);
    cudaEventRecord(done, third);

    task('A', main);
    arrow(a, main, second);
    task('C', second);
    cudaEventRecord(done, second);
    task('B', main);
    cudaStreamWaitEvent(main, done, 0);
    task('D', main);
    cudaStreamWaitEvent(main, done, 0);
    task('F', main);
}
