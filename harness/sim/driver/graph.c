// The driver's graphs, which are the runtime's: made by capture, or node by
// node.
#include "sim/driver/driver.h"

// ---- graphs

CuResult cuGraphCreate(CudaGraph *g, unsigned flags) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(cudaGraphCreate(g, flags));
}

CuResult cuGraphDestroy(CudaGraph g) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(cudaGraphDestroy(g));
}

CuResult cuGraphClone(CudaGraph *copy, CudaGraph g) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(cudaGraphClone(copy, g));
}

CuResult cuGraphGetNodes(CudaGraph g, CudaNode *out, size_t *n) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(cudaGraphGetNodes(g, out, n));
}

CuResult cuGraphGetRootNodes(CudaGraph g, CudaNode *out, size_t *n) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(cudaGraphGetRootNodes(g, out, n));
}

CuResult cuGraphNodeGetType(CudaNode node, int *type) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(cudaGraphNodeGetType(node, type));
}

CuResult cuGraphAddDependencies_v2(CudaGraph g, const CudaNode *from,
                                   const CudaNode *to, const EdgeData *edges,
                                   size_t n) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(cudaGraphAddDependencies_v2(g, from, to, edges, n));
}

CuResult cuGraphDebugDotPrint(CudaGraph g, const char *path, unsigned flags) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(cudaGraphDebugDotPrint(g, path, flags));
}

// ---- nodes

// The runtime's form; its parameters are pointers, not a buffer.
static bool kernel_node(const CuKernelNode *k, KernelNodeParams *out) {
    if (!k || k->extra) return false;
    *out = (KernelNodeParams){.func = k->func ? k->func : k->kernel,
                              .grid = k->grid,
                              .block = k->block,
                              .shared_bytes = k->shared_bytes,
                              .args = k->args};
    return true;
}

CuResult cuGraphAddKernelNode_v2(CudaNode *out, CudaGraph g,
                                 const CudaNode *before, size_t n,
                                 const CuKernelNode *k) {
    DRIVER(WANTS_CONTEXT);
    KernelNodeParams p;
    if (!kernel_node(k, &p)) return CUDA_ERROR_INVALID_VALUE;
    return driver_result(cudaGraphAddKernelNode(out, g, before, n, &p));
}

CuResult cuGraphKernelNodeSetParams_v2(CudaNode node, const CuKernelNode *k) {
    DRIVER(WANTS_CONTEXT);
    KernelNodeParams p;
    if (!kernel_node(k, &p)) return CUDA_ERROR_INVALID_VALUE;
    return driver_result(cudaGraphKernelNodeSetParams(node, &p));
}

CuResult cuGraphExecKernelNodeSetParams_v2(CudaExec x, CudaNode node,
                                           const CuKernelNode *k) {
    DRIVER(WANTS_CONTEXT);
    KernelNodeParams p;
    if (!kernel_node(k, &p)) return CUDA_ERROR_INVALID_VALUE;
    return driver_result(cudaGraphExecKernelNodeSetParams(x, node, &p));
}

CuResult cuGraphAddMemsetNode(CudaNode *out, CudaGraph g,
                              const CudaNode *before, size_t n,
                              const CuMemsetNode *m, CuContext context) {
    (void)context; // all of a device's share its memory
    DRIVER(WANTS_CONTEXT);
    if (!m) return CUDA_ERROR_INVALID_VALUE;
    MemsetParams p = {device_pointer(m->to),
                      m->pitch,
                      m->value,
                      m->unit,
                      m->width,
                      m->height};
    return driver_result(cudaGraphAddMemsetNode(out, g, before, n, &p));
}

CuResult cuGraphAddHostNode(CudaNode *out, CudaGraph g, const CudaNode *before,
                            size_t n, const HostNodeParams *h) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(cudaGraphAddHostNode(out, g, before, n, h));
}

CuResult cuGraphAddEmptyNode(CudaNode *out, CudaGraph g, const CudaNode *before,
                             size_t n) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(cudaGraphAddEmptyNode(out, g, before, n));
}

CuResult cuGraphAddChildGraphNode(CudaNode *out, CudaGraph g,
                                  const CudaNode *before, size_t n,
                                  CudaGraph child) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(cudaGraphAddChildGraphNode(out, g, before, n, child));
}

CuResult cuGraphDestroyNode(CudaNode node) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(cudaGraphDestroyNode(node));
}

// ---- executable ones

CuResult cuGraphInstantiateWithFlags(CudaExec *x, CudaGraph g,
                                     unsigned long long flags) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(cudaGraphInstantiateWithFlags(x, g, flags));
}

CuResult cuGraphInstantiateWithParams(CudaExec *x, CudaGraph g,
                                      InstantiateParams *p) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(cudaGraphInstantiateWithParams(x, g, p));
}

CuResult cuGraphUpload(CudaExec x, CudaStream s) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(cudaGraphUpload(x, s));
}

CuResult cuGraphLaunch(CudaExec x, CudaStream s) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(cudaGraphLaunch(x, s));
}

CuResult cuGraphExecDestroy(CudaExec x) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(cudaGraphExecDestroy(x));
}

CuResult cuGraphExecUpdate_v2(CudaExec x, CudaGraph g, ExecUpdateInfo *out) {
    DRIVER(WANTS_CONTEXT);
    if (!out) return CUDA_ERROR_INVALID_VALUE;
    return driver_result(cudaGraphExecUpdate(x, g, out, NULL));
}

PER_THREAD(cuGraphInstantiateWithParams, _ptsz)
PER_THREAD(cuGraphUpload, _ptsz)
PER_THREAD(cuGraphLaunch, _ptsz)
