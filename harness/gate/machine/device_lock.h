// A lock on a device, for several kata processes on one machine.
//
// A timed program holds it exclusively; other work shares it, but not while a
// timed case runs. A process that waits to hold it alone lets nobody else in,
// so that those who share cannot keep the clock waiting for ever.
//
// The lock is on a file that all users of the machine share, named after the
// device. The kernel gives it up with its holder, whatever became of that,
// and no child inherits it. It is a courtesy, not a fence: where no such file
// can be had, or somebody holds it for too long, kata goes on and says so.
#ifndef GATE_DEVICE_LOCK_H
#define GATE_DEVICE_LOCK_H

#include "base/arena.h"
#include "gate/machine/phase_timer.h"

typedef enum LockHold {
    LOCK_NONE,
    LOCK_SHARED, // beside others who share
    LOCK_EXCLUSIVE,
} LockHold;

enum { DEVICE_LOCK_PATIENCE = 180 }; // seconds that one waits at most

typedef struct DeviceLock { // zero: not open, and every call is allowed
    bool is_open;
    int fd;          // -1: there is no file; why says more
    char path[256];  // of the file
    LockHold hold;   // the hold that is meant, with or without a file
    bool at_door;    // nobody else comes in
    double patience; // seconds
    bool hurried;    // patience was lost once: no more of it
    bool missed;   // it was timed without the lock: others may have been there
    double waited; // seconds, of all waits together
    char why[400]; // "", or why there is no file
    // Called while waiting, about once a second, with a sentence; and with
    // NULL when that is over. Or NULL.
    void (*say)(void *ctx, const char *text);
    void *ctx;
    PhaseTimer *phases; // or NULL
} DeviceLock;

// name: the device's. The folder is $KATA_LOCKS, else one where everybody may
// write. Until device_lock_close others see that this process is here. Sets all
// but say, ctx and phases.
void device_lock_open(DeviceLock *t, const char *name);
void device_lock_close(DeviceLock *t);

// They wait. t may be NULL, or not open: then nothing happens.
void device_lock_shared(DeviceLock *t);
void device_lock_exclusive(DeviceLock *t);
// They do not: from alone to shared, and out.
void device_lock_downgrade(DeviceLock *t);
void device_lock_release(DeviceLock *t);

// Returns true if another kata process uses this device.
bool device_lock_has_others(const DeviceLock *t);

// A sentence: why what was timed may be another's as well, or NULL.
const char *device_lock_missed(Arena *a, const DeviceLock *t);

// Writes who holds the lock, in words: "process 71 has timed for 3 s (kata
// check copy)". False: nobody.
bool device_lock_holder(const DeviceLock *t, char *out, size_t size);

#endif
