// Compressed PTX of a fat binary.
#ifndef SIM_UNPACK_H
#define SIM_UNPACK_H

#include "base/base.h"

// Both fill `to`, of exactly n bytes. False: `from` is no such data, or, of
// zstd, there is no libzstd on this machine, which is loaded when it is needed
// so that programs can do without.
bool unpack_lz4(const uint8_t *from, size_t packed, uint8_t *to, size_t n);
bool unpack_zstd(const uint8_t *from, size_t packed, uint8_t *to, size_t n);

#endif
