// When the devices' work happens: one discrete-event timeline for all of them.
//
//   add     an Job: what it takes alone, which Jobs it comes after, from when
//   on
//           the device knows of it
//   run     events in the order of their time: an Job's last predecessor ends,
//           it joins the queue of its engine, starts, ends
//
// The program issues work at its own time (clock.h) and the timeline runs only
// as far as somebody waits or asks, so that work issued later can still slow
// down, or fill the gaps of, what began before. Nothing is ever taken back: an
// Job issued at a time that has passed begins now.
//
// Copies take turns on their engine, and those between devices on the links
// that both have: one goes out of a device at a time, and one comes in. Kernels
// run side by side while there is room: a kernel needs the places for blocks
// that its grid fills (`waves` of the whole device), earlier ones take theirs
// first, and one that gets half of what it could use proceeds at half its
// speed. The last wave needs less than those before it. Kernels that together
// want more of a chip-wide resource than there is slow down by as much.
#ifndef SIM_TIMELINE_H
#define SIM_TIMELINE_H

#include "base/base.h"
#include "sim/sim.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TIMELINE_DEVICES = 8, TIMELINE_GRIDS = 128 };
// Grids are begun with one after the other, so far apart: 32 kernels in 32
// streams of an H200.
static const double TIMELINE_GRID_US = 0.5;
// A copy takes longer by this part of the time in which one goes the other way:
// 16 MiB each way on an H200.
static const double TIMELINE_DUPLEX = 0.12;

typedef enum Engine {
    ENGINE_NONE, // markers, host functions: they take their time beside all
    ENGINE_KERNELS,
    ENGINE_COPY_IN,
    ENGINE_COPY_OUT,
    ENGINE_COPY_PEER,
    ENGINES,
} Engine;

typedef enum Use { USE_SM, USE_L2, USE_DRAM, USES } Use;

typedef struct JobList {
    struct Job **at;
    int n, cap;
} JobList;

typedef enum JobState {
    JOB_BLOCKED, // by other Jobs
    JOB_COMING,  // its time is known
    JOB_QUEUED,  // at its engine
    JOB_RUNNING,
    JOB_DONE,
} JobState;

typedef struct Job {
    // what the caller says
    int device;
    Engine engine;
    double issue_us; // the device knows of it
    double gap_us;   // from the end of what it comes after, or issue, to start
    double cross_us; // more of it after a Job of another side
    Engine side;     // of the stream then: a mark has that of what it follows
    double us;       // alone
    double waves;    // kernels: blocks over those that the device holds; 0: 1
    float use[USES]; // kernels: part of what the chip has, alone
    int from, to;    // copies between devices
    int priority;    // kernels: less is first
    // for who looks at it later
    int what;         // SimSpanKind
    const char *name; // lives as long as the process
    unsigned long long stream;
    double bytes;
    SimPeers peers; // kernels
    double touched;
    uint64_t launch;       // its number, 0 none
    uint64_t issued_after; // the Job whose end the host had waited for, or 0
    // the timeline's own
    JobState state;
    uint64_t serial;
    uint64_t cause; // the Job whose end it waited for last; 0: the host
    double ready_us, start_us, end_us;
    double idle_us; // how long nothing had run anywhere when it began
    double left;    // kernels: of it, 1 to 0
    double rate;    // kernels: of left per us
    bool placed;    // kernels: each block has its place, and keeps it
    int blockers, refs;
    struct Job **next; // that come after it
    int nnext, cap_next;
} Job;

typedef struct DeviceLine {
    int copy_engines;
    int live;                   // Jobs that are not done
    Job *copy[3];               // under way
    JobList copies[3], kernels; // queued, in order
    bool sends, receives;       // a copy to, from another device is under way
    Job *running[TIMELINE_GRIDS];
    int nrunning;
    double front_us;         // when the next grid can be begun with
    double held_us;          // until then nothing begins, in any stream
    uint64_t ended[ENGINES]; // the Job that ended last on each
    double end_us;           // of what ended last
    uint64_t end_by;
} DeviceLine;

typedef struct Timeline {
    double now_us;
    uint64_t serial;
    int running;   // Jobs, on all devices
    double end_us; // of what ended last on any
    DeviceLine devices[TIMELINE_DEVICES];
    JobList heap;  // by time: what is coming, and the ends of copies
    JobList peers; // copies between devices, queued, in order
    // Called when an Job is done, before it is forgotten. May be NULL.
    void (*on_done)(void *ctx, const Job *job);
    void *ctx;
} Timeline;

void timeline_init(Timeline *t, int copy_engines);
// Runs what is left and gives back the memory.
void timeline_fini(Timeline *t);

// Adds a copy of *what that comes after n others (NULLs among them count as
// done). The result is the caller's to release.
Job *timeline_add(Timeline *t, const Job *what, Job *const *after, int n);
Job *job_hold(Job *job);
void job_release(Job *job); // NULL is no Job

// Runs until job is done; returns when that was.
double timeline_until(Timeline *t, const Job *job);
// Runs until nothing is left to do on the device, or on any (-1).
void timeline_drain(Timeline *t, int device);
// Runs until at most `most` Jobs of the device are not done.
void timeline_shrink(Timeline *t, int device, int most);
// Runs up to a time.
void timeline_pass(Timeline *t, double us);

#endif
