// From a function of PTX to code that runs.
#ifndef SIM_MODULE_DECODE_H
#define SIM_MODULE_DECODE_H

#include "sim/decode/code.h"

// Decodes one function of a loaded module (addresses of its variables are
// known). Returns NULL and fills err: "not simulated yet: `<text>` at line N of
// <file>", hint: what to do.
Code *decode(Arena *a, const PtxModule *m, const PtxFunc *f, Err *err);

#endif
