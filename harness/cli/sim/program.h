// From the words of kata sim to something that can be started.
#ifndef CLI_SIM_PROGRAM_H
#define CLI_SIM_PROGRAM_H

#include "base/proc.h"
#include "base/scratch.h"
#include "cli/app/app.h"
#include "sim/sim.h"

// The words of the command line, as they were typed.
typedef struct SimWords {
    Args files;        // sources, or one script
    Args flags;        // for nvcc: -I, -D, -l, -std=...
    const char *build; // a command that builds, or NULL
    char **program;    // the words after "--", NULL-terminated; may be NULL
} SimWords;

typedef struct SimProgram {
    const char *file;   // its name, and of sources the first
    const char *binary; // or the interpreter; NULL: nothing to be started
    char *const *words; // that start it
    bool python;        // it is a script
    Scratch scratch;    // of a binary that is not kept
    Args own;           // what words points to, or nothing
} SimProgram;

// Takes what is nvcc's out of argv (argc words) and returns how many words are
// left for kata's own options.
int sim_words_split(int argc, char **argv, SimWords *out);

// Returns false and a hint that can be typed if the files are no program.
bool sim_files_fit(App *a, const SimWords *words, Err *err);

// Builds it for the simulated device, as `gpu` would be compiled for. What
// compilers say goes to stderr, unaltered. ERR_BUILD: they failed.
bool sim_program_make(App *a, const SimGpu *gpu, const SimWords *words,
                      SimProgram *out, Err *err);
void sim_program_free(SimProgram *p);

#endif
