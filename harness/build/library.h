// NVIDIA's libraries as shared objects, for a GPU: cuBLAS and cuDNN need not
// come with the compiler (the wheels of PyTorch bring both).
#ifndef BUILD_LIBRARY_H
#define BUILD_LIBRARY_H

#include "build/toolkit.h"

// Returns nvcc flags, NULL-terminated, that link lib<name>.so by its full name
// and find it at run time; NULL where there is none. Looks at $KATA_CUBLAS (a
// file, for cublas), beside the toolkit, in LD_LIBRARY_PATH, the system's
// folders, and the packages of $KATA_PYTHON, python/ in the build folder and
// python3.
const char *const *library_flags(Arena *a, const Toolkit *tk, const char *name);

// Returns the file itself, or NULL.
const char *library_file(Arena *a, const Toolkit *tk, const char *name);

#endif
