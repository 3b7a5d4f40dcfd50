// A learner's file of Python: looked over, and copied as it is. Inside build/;
// the interpreter is found by toolkit_find_numpy (toolkit.h).
#ifndef BUILD_PYTHON_H
#define BUILD_PYTHON_H

#include "build/build.h"

// The runner that serves it, and the script that loads the runner.
const char *python_runner(Arena *a, const char *lib);
const char *python_script(Arena *a, const char *lib);

// The folders that an interpreter reads, beside those of the system.
// NULL-terminated.
const char *const *python_folders(Arena *a, const Toolkit *tk);

#endif
