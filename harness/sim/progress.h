// How far the launch is that runs, for hosts whose user waits.
#ifndef SIM_PROGRESS_H
#define SIM_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

#pragma GCC visibility push(default)

typedef struct SimProgress {
    uint64_t launches;     // begun so far, with this one
    const char *kernel;    // that runs, demangled; NULL: none
    uint64_t done, blocks; // of it; 0 blocks: other work, such as a copy
    double seconds;        // since it began
    const char *stopped;   // the last kernel that an error ended; NULL: none
} SimProgress;

// Any thread may ask at any time. With several launches at once: the last one
// that began.
void sim_progress(SimProgress *out);

#pragma GCC visibility pop

#endif
