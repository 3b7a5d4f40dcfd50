// Inside NVRTC: a program in the making, and how nvcc makes it.
//
//     nvrtcCompileProgram -> a folder with the text and its headers
//                         -> nvcc, which keeps the PTX -> PTX, fat binary, log
//
// The machine code that NVRTC gives for a real architecture is a fat binary
// here, with the PTX that the simulated device runs; cuModuleLoadData takes
// either.
#ifndef LIBS_RTC_H
#define LIBS_RTC_H

#include "base/buf.h"

#include <nvrtc.h>

typedef struct RtcText { // a header, or a name that programs ask for
    char *name, *text;   // text of a name: as PTX has it, or NULL
} RtcText;

typedef struct RtcTexts {
    RtcText *at;
    int n, cap;
} RtcTexts;

typedef struct RtcProgram {
    char *name, *source;
    RtcTexts headers, names;
    bool compiled; // tried, whatever came of it
    bool real;     // for sm_90, not compute_90: there is machine code
    bool lto;      // -dlto: for nvJitLink
    Buf ptx, image, log;
} RtcProgram;

nvrtcResult rtc_compile(RtcProgram *p, int n, const char *const *options);

#endif
