// Calls of reference.c: of all that an author writes it alone runs in kata's
// own process. One that does not end, or that crashes, ends kata with a
// sentence which names it.
#ifndef GATE_GUARD_H
#define GATE_GUARD_H

// The reference that is called from now on, by the path of its source. A call
// may take 60 s of processor time, or $KATA_REFERENCE_S.
void guard_name(const char *source);

// Around a call, in the thread that makes it.
void guard_begin(void);
void guard_end(void);
// For a thread that makes no more calls, other than the first one.
void guard_drop(void);

#endif
