// Helpers that functions of the CUDA runtime in several files share.
#ifndef SIM_PARAMS_H
#define SIM_PARAMS_H

#include "sim/runtime/graph.h"

// Fill *task from what programs pass.
CudaError graph_kernel_task(Runtime *r, const KernelNodeParams *k, Task *task);
CudaError graph_memset_task(const MemsetParams *m, Task *task);
CudaError graph_memcpy_task(Runtime *r, const Copy3D *c, Task *task);
// cudaMallocAsync (of: NULL) and cudaMallocFromPoolAsync.
CudaError pool_alloc(Runtime *r, void **p, size_t size, CudaPool of,
                     CudaStream stream);

#endif
