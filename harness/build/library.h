// NVIDIA's libraries as shared objects, for baselines on a GPU: cuBLAS need not
// come with the compiler (the wheels of PyTorch bring one of their own).
#ifndef BUILD_LIBRARY_H
#define BUILD_LIBRARY_H

#include "build/toolkit.h"

// Returns nvcc flags, NULL-terminated, that link lib<name>.so by its full name
// and find it at run time; NULL where there is none. Looks at $KATA_CUBLAS (a
// file, for cublas), beside the toolkit, in LD_LIBRARY_PATH, the system's
// folders, and the packages of python3.
const char *const *library_flags(Arena *a, const Toolkit *tk, const char *name);

#endif
