// Device memory that other processes may use (share.c).
#ifndef SIM_MEM_SHARE_H
#define SIM_MEM_SHARE_H

#include "sim/mem/mem.h"

typedef struct MemShare {
    int file;               // a descriptor of the process whose memory it is
    uint64_t offset, bytes; // in the file
} MemShare;

// Lets other processes use the allocation that holds p. False: it is none, or
// the system has no files for it.
bool mem_share(Mem *m, uint64_t p, MemShare *out);
// The address of another process's memory here, for mem_release; 0: it cannot
// be had. file: a descriptor of this process for the same file.
uint64_t mem_take_share(Mem *m, int file, const MemShare *of);

#endif
