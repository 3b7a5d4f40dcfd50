// Stream capture: what a stream is given becomes nodes of a graph.
//
//   cudaStreamBeginCapture(s)         a -> b        s: a, record(e), c
//   ... a, b, c on s and t ...        a -> c        t: wait(e), b
//   cudaStreamEndCapture(s, &graph)   b, c -> d     s: wait(t's), d
//
// A captured stream's tips are what its next node comes after. Another stream
// joins by waiting for an event that was recorded in the capture, and must be
// joined back the same way before the end. It may be destroyed in between.
#ifndef SIM_CAPTURE_H
#define SIM_CAPTURE_H

#include "sim/runtime/graph.h"

typedef enum CaptureMode {
    CAPTURE_GLOBAL,
    CAPTURE_THREAD_LOCAL,
    CAPTURE_RELAXED,
} CaptureMode;

typedef struct Capture {
    SimGraph *graph;
    unsigned long long id;
    CaptureMode mode;
    SimStream *origin;
    const Thread *thread; // that began it
    NodeList left;        // the tips of streams that were destroyed meanwhile
    bool spoiled;
    bool into_given; // a graph of the program's: it lives on
    struct Capture *next;
} Capture;

// The default stream waits for the one that began it.
bool capture_holds_default(const Capture *c);

#endif
