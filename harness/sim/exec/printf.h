// printf as called by kernels.
#ifndef SIM_PRINTF_H
#define SIM_PRINTF_H

#include "base/buf.h"

// Appends the string at a device address to *into. False: it cannot be read.
typedef bool (*PrintfString)(void *ctx, uint64_t address, Buf *into);

// Formats one lane's call: fmt is its format string, args the n bytes of its
// argument buffer, packed at natural alignment with floats as doubles. Returns
// the number of arguments used, as CUDA's printf does, or -1 if fmt is NULL. A
// conversion that is malformed, or has no argument left, is printed as it
// stands.
int device_printf(Buf *out, const char *fmt, const uint8_t *args, size_t n,
                  PrintfString read_string, void *ctx);

#endif
