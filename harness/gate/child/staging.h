// A timed case between kata and its child, piece by piece.
//
// Such a case is gigabytes, and to touch so much fresh shared memory on both
// sides takes longer than all the rest of a check. So its inputs go to the
// device, and the bytes to compare come back, through a window: the first
// STAGING_BYTES of the shared region, used again and again.
//
//   kata: private inputs -> [window] -> device copies of the sets
//         private images <- [window] <- buffers after a call
//
// The child can write to the window at any time. kata believes only bytes that
// it has copied out (s->image), or compared once.
#ifndef GATE_STAGING_H
#define GATE_STAGING_H

#include "gate/child/session.h"

// Returns the bytes of the shared region that a timed case needs.
size_t staging_bytes(const CaseData *c);

// Loads all sets of inputs of the case that has been prepared. False: the child
// ended.
bool staging_load(Session *s, const CaseData *c);

// session_rep with what has changed in a set since it was loaded.
CallResult staging_rep(Session *s, const CaseData *c, int set, bool hold,
                       const InputChange *changes, int n);

// Bytes of an argument's buffer; offset counts from the start of its leading
// guard.
typedef struct BufferRange {
    int arg;
    size_t offset, bytes;
} BufferRange;
// Copies them into the images of the session. False: the child ended.
bool staging_fetch(Session *s, const CaseData *c, const BufferRange *at, int n);
// The same for a whole buffer with its guards, or for the guards alone.
bool staging_fetch_whole(Session *s, const CaseData *c, int g);
bool staging_fetch_guards(Session *s, const CaseData *c, int g);

// Sets *same to whether input g is unchanged on the device. False with *same
// unset: the child ended.
bool staging_unchanged(Session *s, const CaseData *c, int g, int set,
                       bool *same);

#endif
