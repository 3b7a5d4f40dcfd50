// Captures the output of a child and keeps some of it.
#ifndef RUN_CAPTURE_H
#define RUN_CAPTURE_H

#include "base/buf.h"

// One of a child's outputs: the first half of the room keeps the beginning,
// the second half, a ring, the latest.
typedef struct Capture {
    int fd; // -1: closed
    Buf head;
    char *ring;
    size_t half;  // bytes of each
    size_t total; // that came
} Capture;

// fd does not block; capture_end closes it. room: bytes.
void capture_open(Capture *c, int fd, size_t room);
// Reads what there is. False: nothing came.
bool capture_read(Capture *c);
// Moves the text to *out, with a line where some of it is missing.
void capture_end(Capture *c, Buf *out, size_t *dropped);

#endif
