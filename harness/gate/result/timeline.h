// Sums up a program's spans: how long each engine was busy, which ones ran at
// the same time, and the critical path.
//
// The path is walked from the end: the work that ended last, then what it had
// waited for last, and so on. It waited for other work, or for the host, which
// had been issuing since its own last wait.
#ifndef GATE_TIMELINE_H
#define GATE_TIMELINE_H

#include "base/arena.h"
#include "sim/sim.h"

typedef enum LineKind {
    LINE_KERNELS,
    LINE_COPY_IN,
    LINE_COPY_OUT,
    LINE_COPY, // within a device and between devices
    LINE_FILL,
    LINE_HOST_FN,
    LINE_KINDS,
} LineKind;
const char *timeline_kind_name(LineKind k);

typedef struct PathPart { // of the critical path: all of one name together
    const char *name;     // "kernel scale", "copy in", "the host"
    double us;
    int n;
} PathPart;

typedef struct TimelineSummary {
    double us; // from the first issue to the last end
    struct {
        double busy_us; // at least one was under way
        int n, most;    // under way at once
        double bytes;
    } kind[LINE_KINDS];
    double overlap_us; // work of two kinds, or two of a kind, at a time
    double idle_us;    // none
    double copies_us;  // copies, of whatever kind
    double wait_us;    // the host's, for the device
    PathPart *path;    // the longest part first
    int npath;
    uint8_t *is_critical; // by span
} TimelineSummary;

// Of the time that kernels, copies in and copies out could hide of each other,
// the part that they hid: 0 where they ran one after the other, 1 where only
// the busiest of them is left. Pauses between them count against it. NaN: there
// was nothing to hide.
double timeline_overlap(const TimelineSummary *t);
// Bytes that were copied between the host and a device.
double timeline_link_bytes(const TimelineSummary *t);
// Bytes of pinned memory that kernels loaded and stored over the same link.
double timeline_link_kernels(const TimelineSummary *t);

// Bytes that devices exchange: by copies from one to another, by loads and
// stores of kernels, and by collectives of NCCL, whose bytes are not known.
typedef struct Exchange {
    double bytes;   // copied from one device to another, loaded and stored
    double busiest; // of those, into one device or out of one, the most of any
    // Of the time in which a device exchanges data, the part in which it
    // computes: kernels other than NCCL's. All devices together; NAN: it never
    // exchanges any.
    double hidden;
} Exchange;
Exchange timeline_exchange(Arena *a, const SimSpan *s, int n);
TimelineSummary timeline_summary(Arena *a, const SimSpan *s, int n);
LineKind timeline_kind_of(const SimSpan *s); // LINE_KINDS: a mark, a wait
// "kernel scale": without its parameters.
const char *timeline_span_title(Arena *a, const SimSpan *s);

#endif
