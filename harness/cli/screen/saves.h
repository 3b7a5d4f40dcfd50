// When a file has been saved, whichever way an editor does that.
//
// The folder is watched and not the file, because many editors rename another
// file into its place. Only a writer that closes and a rename count; what came
// is reported once it has been quiet for 50 ms. If the system reports
// nothing (network file systems, no watches left), the file is looked at once a
// second.
#ifndef CLI_SCREEN_SAVES_H
#define CLI_SCREEN_SAVES_H

#include "base/arena.h"

typedef struct Saves {
    Arena arena;
    const char *dir, *name; // of the file itself, where a link leads
    int fd, watch;          // inotify; -1: none
    bool polls;
    int64_t due;     // ms of the clock at which it is quiet; 0: nothing came
    int64_t look;    // ms at which to look again; 0: never
    int64_t seen[4]; // of the file when last looked at
} Saves;

// polls: never ask the system.
void saves_open(Saves *s, const char *file, bool polls);
void saves_close(Saves *s);
// Milliseconds until something is to be done, or -1.
int saves_wait(const Saves *s);
// Takes in what has happened; never waits. Returns true when the file may have
// been saved and it has been quiet since.
bool saves_settled(Saves *s);
// Reports the same save again after another quiet time.
void saves_again(Saves *s);

#endif
