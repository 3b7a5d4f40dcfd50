#include "run/capture.h"

#include "base/heap.h"

#include <errno.h>
#include <unistd.h>

void capture_open(Capture *c, int fd, size_t room) {
    *c = (Capture){.fd = fd, .half = room / 2 + 1};
    c->ring = heap_new(c->half, 1);
}

static void capture_add(Capture *c, const char *p, size_t n) {
    size_t in_head = min_of(n, c->half - min_of(c->half, c->head.len));
    if (in_head) buf_add(&c->head, p, in_head);
    c->total += n;
    size_t at = c->total - n + in_head;
    for (size_t i = in_head; i < n; i++)
        c->ring[at++ % c->half] = p[i];
}

bool capture_read(Capture *c) {
    char chunk[65536];
    if (c->fd < 0) return false;
    ssize_t n = read(c->fd, chunk, sizeof chunk);
    if (n > 0) {
        capture_add(c, chunk, (size_t)n);
        return true;
    }
    if (n == 0 || (errno != EAGAIN && errno != EINTR)) {
        close(c->fd);
        c->fd = -1;
    }
    return false;
}

void capture_end(Capture *c, Buf *out, size_t *dropped) {
    size_t tail = c->total - c->head.len;
    size_t kept = min_of(tail, c->half);

    *dropped = tail - kept;
    *out = c->head;
    if (*dropped) buf_fmt(out, "\n[... %zu bytes left out ...]\n", *dropped);
    for (size_t i = c->total - kept; i < c->total; i++)
        buf_char(out, c->ring[i % c->half]);
    if (c->fd >= 0) close(c->fd);
    heap_free(c->ring);
    *c = (Capture){.fd = -1};
}
