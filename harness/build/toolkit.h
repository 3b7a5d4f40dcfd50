// The CUDA toolkit of this machine: $KATA_NVCC, nvcc on PATH, $CUDA_HOME,
// /usr/local/cuda, toolkit/ in the build folder (wheels), Debian's
// nvidia-cuda-toolkit.
#ifndef BUILD_TOOLKIT_H
#define BUILD_TOOLKIT_H

#include "base/arena.h"
#include "base/err.h"

typedef struct Toolkit {
    const char *build;   // the folder that it was looked for with, or NULL
    const char *nvcc;    // full path
    const char *include; // folder with cuda_runtime.h, or NULL
    const char *libdir;  // folder with libcudart_static.a, or NULL (sim only)
    const char *origin;  // "installed", "wheels"
    int major, minor;    // 13, 0
    const char *version; // "13.0.88"
    const char *cxx;     // host compiler: "g++", or a full path
    bool cxx_given;      // nvcc must be told of cxx (-ccbin)
    bool cxx_too_new;    // newer than this nvcc wants; usually works
    int cc_min, cc_max;  // compute capabilities it compiles for: 75, 121
    const char *cutlass; // folder with cutlass/ and cute/, or NULL
    const char *cc;      // for exercises of kind c: "cc"
    const char *cc_version;
    const char *python;       // for exercises of kind triton: full path
    const char *triton;       // "3.6.0"
    const char *numpy_python; // for exercises of kind python: full path
    const char *numpy;        // "Python 3.11.2, NumPy 2.3.5", and another
    const char *python_prefix, *python_base; // folders that it reads
} Toolkit;

// build: the folder .build, which remembers what tools answered. Passes over
// one that does not answer or is older than 11.8. ERR_ENV with what to do when
// there is none.
bool toolkit_find(Arena *a, const char *build, Toolkit *out, Err *err);

// The C compiler only: $CC, or cc on PATH. ERR_ENV with what to do.
bool toolkit_find_cc(Arena *a, Toolkit *out, Err *err);

// A Python that has Triton: $KATA_PYTHON, python/ in the build folder, python3
// on PATH. also: a module that the first of them had better have too, or NULL.
// ERR_ENV with what to do. (triton.c)
bool toolkit_find_python(Arena *a, const char *build, const char *also,
                         Toolkit *tk, Err *err);

// The same with NumPy in the place of Triton. (python.c)
bool toolkit_find_numpy(Arena *a, const char *build, Toolkit *tk, Err *err);

// The same with NumPy and PyTorch. (python.c)
bool toolkit_find_torch(Arena *a, const char *build, Toolkit *tk, Err *err);

// The same with NumPy and Numba. (python.c)
bool toolkit_find_numba(Arena *a, const char *build, Toolkit *tk, Err *err);

// Returns the folder with CUTLASS's headers: $KATA_CUTLASS, or cutlass/ in the
// build folder. ERR_ENV with what to do, and NULL, where there is none.
// (cutlass.c)
const char *cutlass_find(Arena *a, const char *build, Err *err);

// The newest compute capability up to cc that tk compiles for; if there is
// none, its oldest.
int toolkit_clamp(const Toolkit *tk, int cc);

#endif
