// One page over HTTP, for the browser on this machine alone.
//
// It listens on 127.0.0.1, answers GET / and nothing else, and only where the
// Host header is its own: a page of another site cannot have its name resolve
// to here and read the record. No part of a URL becomes a path.
#ifndef CLI_SERVE_H
#define CLI_SERVE_H

#include "base/buf.h"
#include "base/err.h"

typedef struct Serve {
    int port; // 0: any that is free
    // Makes the page; called in a process of its own for each request.
    bool (*page)(void *ctx, Buf *html, Err *err);
    // Called once it listens, with its port.
    void (*ready)(void *ctx, int port);
    void *ctx;
} Serve;

// Returns after SIGINT or SIGTERM. False if the port cannot be had.
bool serve_run(const Serve *s, Err *err);

// The answer to a request's head, for its status line: 200, or why not.
// Exported for its test.
int serve_judge(const char *head, int port);

#endif
