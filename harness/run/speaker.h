// Decides who uses the private pipe: the runner's loop, or the learner's code
// in its name. Inside run/ only.
//
// The learner's code shares the runner's process, and can call whatever the
// runner calls. So every read and write of the pipe is put to kata (a seccomp
// user notification), which looks where on the stack it comes from:
//
//      main            <- at, where the loop is: said once, by main itself
//      channel_receive
//      channel_call    <- at - below: the only place that reads and writes
//
// `below` is shown before any code of the learner's has run (guard.c). A caller
// inside a call of the entry is deeper on the stack, on another stack, or
// another thread. A handler of SIGSEGV may send one more record, which must be
// a trap and the last one.
//
// This costs two notifications a request: 35 to 85 us where a request and its
// answer took 20 (a busy virtual machine), outside of what is timed. It does
// not stop a program that builds the runner's frames where they were, with its
// own data in them, and leaps into them; nor one that writes over the runner's
// data.
#ifndef RUN_SPEAKER_H
#define RUN_SPEAKER_H

#include "base/base.h"

#include <linux/seccomp.h>
#include <sys/types.h>

typedef struct Speaker {
    enum {
        SPEAKER_UNKNOWN, // nobody has said that there is one
        SPEAKER_MARKED,  // the loop's place in main is known
        SPEAKER_SHOWN,   // how deep below it speaks, too
        SPEAKER_SERVES,  // main has begun
    } step;
    bool sees_stack;     // else only the thread and the place are known
    uint64_t mark, call; // the two instructions that use the pipe
    uint64_t at, below;  // see above
    uint64_t back;       // where in main channel_receive returns to; 0: not
                         // known
    bool last_words;     // said from elsewhere: traps only, then nothing
} Speaker;

typedef enum SpeakVerdict {
    SPEAK_ON,
    SPEAK_LAST,   // it may be said, but see last_words
    SPEAK_FORGED, // end the child
} SpeakVerdict;

// True if a call that the filter put to the keeper uses the pipe.
bool speaker_is_asked(const struct seccomp_data *call);
// True if the process has the pipe's two ends and no copy of them.
bool speaker_is_alone(pid_t child);
// Reads the stack pointer of a thread that waits in a system call, or is about
// to: it takes seconds at the most until it has come to rest. False: it cannot
// be seen.
bool speaker_stack(pid_t child, pid_t thread, uint64_t *out);
// Judges it. child: the process; its first thread has the same number.
SpeakVerdict speaker_judge(Speaker *s, const struct seccomp_notif *ask,
                           pid_t child);

#endif
