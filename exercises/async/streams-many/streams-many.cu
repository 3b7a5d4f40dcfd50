// Six tasks: which may run at the same time, and which must wait for which?
//
//   A --> B --> D --> F
//    \--> C --/      /
//          E --------/

// Enqueues a task: its name, and the stream that it goes into.
typedef void Task(char name, cudaStream_t stream);

void schedule(Task *task, cudaStream_t main) {
    // TODO: right, and nothing runs beside anything else.
    for (char name = 'A'; name <= 'F'; name++)
        task(name, main);
}
