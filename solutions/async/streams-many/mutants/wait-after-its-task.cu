// rejected by: case (C's stream waits for A only after C)
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
    static cudaEvent_t begun, a, c, e;
    if (!second) {
        cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
        cudaStreamCreateWithFlags(&third, cudaStreamNonBlocking);
        for (cudaEvent_t *event : {&begun, &a, &c, &e})
            cudaEventCreateWithFlags(event, cudaEventDisableTiming);
    }
    arrow(begun, main, third); // not before what main had to do
    task('E', third);

    task('A', main);
    task('C', second);
    arrow(a, main, second);
    task('B', main);
    arrow(c, second, main);
    task('D', main);
    arrow(e, third, main);
    task('F', main); // main has waited for both: it goes on after all six
}
