// From a learner's file to an exercise binary: nvcc, cached by content.
//
//   learner.cu --nvcc -c--> learner.o --objcopy--> only the entry stays visible
//   shim.cpp (calls the entry through void *[]) --c++ -c--> shim.o
//   tests.cu (of kind program; defines the entry) --nvcc -c--> tests.o
//   learner.o + tests.o + shim.o + runner.o + libcudart_static | libkatasim
//   --c++--> binary
//
// An exercise of kind triton takes the same way: triton/build.py makes
// learner.o of a Python file and of the calls that there will be.
//
// An exercise of kind c takes the same way with cc instead of nvcc, with
// tests.c and with cpu_device.o instead of libcudart.
//
// Everything a build reads is in its key: sources, flags, toolkit version,
// runner, libkatasim. A build whose key is in .build/cache is not built again.
#ifndef BUILD_BUILD_H
#define BUILD_BUILD_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "build/backend.h"

// The folders in which a build finds its parts and leaves its results.
typedef struct BuildPlaces {
    const char *cache; // .build/cache
    const char *lib;   // folder with runner.o, cpu_device.o, libkatasim.a ...
} BuildPlaces;

// Before the folder of a library of headers, in BuildJob.flags. The tools may
// read it, and cutlass/version.h in it is part of the key.
#define HEADERS_FLAG "-isystem="

typedef struct BuildFunction {
    const char *name, *decl; // "transpose", "void transpose(const float *...)"
} BuildFunction;

typedef struct BuildJob {
    const Backend *backend;
    int cc;             // compute capability, 90 for 9.0; the target
    const char *source; // the .cu file
    const char *entry;  // "transpose"; NULL: a whole program (kata sim)
    // The names that the learner's file must define: the entry, or what tests
    // calls.
    const BuildFunction *functions;
    int nfunctions;
    // A .cu file of ours that defines the entry and calls the functions; it is
    // compiled beside the learner's. In Python: a .py file, which goes with the
    // learner's. NULL: the learner's file has the entry.
    const char *tests;
    // Defines extern "C" void kata_call(void **), in C++; for the CPU in C.
    const char *shim;
    // Kind triton: the entry and its calls, members of a JSON object
    // (triton/build.py). The source is Python then. NULL: it is CUDA or C.
    const char *calls;
    const char *const *flags; // further flags, NULL-terminated, or NULL
    // Namespaces of C++ that the learner's file may not use, NULL-terminated,
    // or NULL.
    const char *const *forbids;
    bool own_kernels; // all kernels must be the file's, none those of a library
    bool checked;     // CPU: with AddressSanitizer and UBSan
    bool one_generation; // a whole program that asks for sm_90a
    bool brief; // the simulated device: compiled soon rather than well, without
                // machine code and lines
} BuildJob;

// A program that has no names of its own (symbols) has them in a file of this
// name after its own.
#define NAMES_SUFFIX ".names"

typedef struct BuildResult {
    const char *binary; // path in the cache
    const char *key;    // hash
    bool cached;
    double seconds;
    const char *command;     // the nvcc line, as one would type it
    const char *diagnostics; // the compiler's own words, unaltered, or ""
    const char *remark;      // ours, under them, or NULL
    int registers;           // per thread, of the largest kernel; -1 unknown
    int spill_bytes;         // local memory per thread; -1 unknown
    int packed, scalar;      // CPU: instructions that compute; -1 unknown
} BuildResult;

// Builds. Returns false with ERR_BUILD when the learner's file is at fault
// (res->diagnostics and res->remark are set: no entry, a main, a function of
// the CUDA runtime defined, nothing defined, a missing #include ...), ERR_ENV
// when a tool is missing or the disk is full.
bool build_run(Arena *a, const Toolkit *tk, const BuildPlaces *where,
               const BuildJob *job, BuildResult *res, Err *err);

// The same in two steps, for several side by side. Mistakes are reported by
// build_finish; build_drop does without the result, and stops the tools. Either
// must be called, once. job and res stay until then.
typedef struct Build Build;
Build *build_start(Arena *a, const Toolkit *tk, const BuildPlaces *where,
                   const BuildJob *job, BuildResult *res);
bool build_finish(Build *b, Err *err);
void build_drop(Build *b);

// Kata's addition to the words with which nvcc stops while it makes a whole
// program for the simulated device. text is NULL where nvcc's own first error
// says it best; hint alone is a remark on it, or NULL.
typedef struct BuildRemark {
    const char *text, *hint;
    bool enough; // it says all that the tool's words say
} BuildRemark;
BuildRemark build_remark(Arena *a, const char *text);

// Compiles reference.c with shim (C text that defines
// void kata_reference(void **)) to a shared object; returns its path or NULL.
const char *build_reference(Arena *a, const BuildPlaces *where,
                            const char *source, const char *shim, Err *err);

#endif
