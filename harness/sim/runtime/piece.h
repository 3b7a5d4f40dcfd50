// Which work comes before which, and what races.
//
// The device executes work in the order in which the program enqueues it. A GPU
// need not: only what the program's calls say is ordered. A kernel, a copy, a
// fill and a library's work are pieces; every place of the program knows which
// pieces are over there (done.h):
//
//   a piece of a stream     those before it in the stream, those that the host
//                           has waited for, and, between the default stream and
//                           blocking ones, each other's
//   an event                what is over where it was recorded; a stream that
//                           waits for it takes that over
//   the host                what it has waited for, or asked and found over
//   a node of a graph       what it comes after, and what the launch comes
//   after
//
// All threads of the program count as one host, and a host function as one that
// waits for its stream: what they tell each other is not seen, so that nothing
// ordered is called a race. The modelled times have no part in it.
//
// A piece keeps the bytes that it used, as far as they are known. Two pieces
// race if they use the same bytes, one of them writes, and neither is over
// where the other begins; but not if all that two kernels do there is to write
// the same values.
//
// As long as there is only one stream, nothing is kept.
#ifndef SIM_PIECE_H
#define SIM_PIECE_H

#include "sim/check/shadow.h"
#include "sim/runtime/graph.h"
#include "sim/runtime/ranges.h"

// From now on pieces are kept: there is a second stream, or a graph.
void pieces_start(Runtime *r);

// Around the execution of a task in s.
void piece_begin(Runtime *r, const Task *task, SimStream *s);
void piece_end(Runtime *r, SimStream *s);
// The running piece uses the bytes.
void piece_uses(Runtime *r, const void *p, size_t n, SimUse k);

// The pieces that are over when new work of s begins.
Done done_before(Runtime *r, const SimStream *s);
// s begins its later work after what is over there; its work, after it ended.
void stream_knows(Runtime *r, SimStream *s, const Done *d);
// So does all later work: what is over in d, or where new work of s begins.
void host_knows(Runtime *r, const Done *d);
void host_knows_stream(Runtime *r, const SimStream *s);
// The newest piece is a copy from pageable memory: the call has come back, and
// the copy need not be over.
void host_waits_for_staging(Runtime *r, const CopyTask *c);
// All pieces of the device, or of all (-1).
void host_knows_device(Runtime *r, int device);
// The event is recorded in s.
void event_knows(Runtime *r, SimEvent *e, SimStream *s);
// The number of the last piece, and whether that one is over when new work of s
// begins. As long as nothing is kept, all is.
uint64_t piece_newest(const Runtime *r);
bool piece_is_over(Runtime *r, uint64_t piece, const SimStream *s);

// ---- piece_race.c

typedef struct Piece {
    Ranges uses[SIM_USES];
    TaskKind kind;
    const char *name; // of a kernel, mangled, or of a library's function
    uint64_t place;   // that enqueued it, as SimTrap.host_pc
    unsigned long long stream;
    int device; // of the stream
    bool in_graph;
    size_t staged;   // bytes on their way when the call came back; 0: none
    uint64_t serial; // of the last allocation by then
} Piece;

// Reports that `now` may run before `first`, if they use the same bytes and one
// writes. False: they do not.
bool piece_race(Runtime *r, const Piece *first, const Piece *now);

#endif
