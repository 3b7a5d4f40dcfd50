// cufftXt: plans of 64 bits, transforms on several GPUs.
//
// Data on several GPUs is dense, cut into slabs of whole rows of the first
// dimension (of batches, if there are several). A transform collects the slabs,
// as a real one exchanges them, and cuts the result again.
#include "libs/fft_plan.h"

#include "base/heap.h"

#include <cufftXt.h>
#include <string.h>

// Of the CUDA runtime, which this library is linked with.
int cudaMalloc(void **p, size_t bytes);
int cudaFree(void *p);
int cudaMemcpy(void *to, const void *from, size_t bytes, int kind);
int cudaGetDevice(int *device);
int cudaSetDevice(int device);
int cudaGetDeviceCount(int *n);
enum { BY_ADDRESS = 4 };

#define WANT(ok, or)                                                           \
    if (!(ok)) return or

// ---- types by name

enum { NAMED_R_32F = 0, NAMED_R_64F = 1, NAMED_C_32F = 4, NAMED_C_64F = 5 };

// False: no such transform.
static bool type_named(cudaDataType in, cudaDataType out, cufftType *t) {
    static const struct {
        int in, out;
        cufftType type;
    } of[] = {
        {NAMED_C_32F, NAMED_C_32F, CUFFT_C2C},
        {NAMED_R_32F, NAMED_C_32F, CUFFT_R2C},
        {NAMED_C_32F, NAMED_R_32F, CUFFT_C2R},
        {NAMED_C_64F, NAMED_C_64F, CUFFT_Z2Z},
        {NAMED_R_64F, NAMED_C_64F, CUFFT_D2Z},
        {NAMED_C_64F, NAMED_R_64F, CUFFT_Z2D},
    };
    for (size_t i = 0; i < COUNT_OF(of); i++)
        if (of[i].in == (int)in && of[i].out == (int)out) {
            *t = of[i].type;
            return true;
        }
    return false;
}

cufftResult cufftXtMakePlanMany(cufftHandle plan, int rank, long long *n,
                                KATA_LAYOUT64, long long batch, size_t *bytes,
                                cudaDataType execution) {
    cufftType type;
    (void)execution;
    WANT(type_named(in_type, out_type, &type), CUFFT_NOT_SUPPORTED);
    return fft_make_many(plan, rank, (int64_t *)n, (int64_t *)inembed, istride,
                         idist, (int64_t *)onembed, ostride, odist, type, batch,
                         bytes);
}

cufftResult cufftXtGetSizeMany(cufftHandle plan, int rank, long long *n,
                               KATA_LAYOUT64, long long batch, size_t *bytes,
                               cudaDataType execution) {
    cufftType type;
    (void)execution;
    WANT(type_named(in_type, out_type, &type), CUFFT_NOT_SUPPORTED);
    return cufftGetSizeMany64(plan, rank, n, inembed, istride, idist, onembed,
                              ostride, odist, type, batch, bytes);
}

cufftResult cufftXtExec(cufftHandle plan, void *in, void *out, int direction) {
    const FftPlan *p = fft_plan(plan);
    WANT(p && p->made, CUFFT_INVALID_PLAN);
    int sign =
        p->in.real ? CUFFT_FORWARD : (p->out.real ? CUFFT_INVERSE : direction);
    return fft_execute("cufftXtExec", __builtin_return_address(0), plan,
                       p->type, in, out, sign);
}

cufftResult cufftXtSetWorkAreaPolicy(cufftHandle plan,
                                     cufftXtWorkAreaPolicy policy,
                                     size_t *bytes) {
    (void)policy, (void)bytes;
    return fft_plan(plan) ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN;
}

// ---- several GPUs

cufftResult cufftXtSetGPUs(cufftHandle plan, int n, int *gpus) {
    FftPlan *p = fft_plan(plan);
    int there = 0;
    WANT(p && !p->made, CUFFT_INVALID_PLAN);
    WANT(gpus && n >= 1 && n <= FFT_GPUS, CUFFT_INVALID_VALUE);
    cudaGetDeviceCount(&there);
    for (int i = 0; i < n; i++) {
        WANT(gpus[i] >= 0 && gpus[i] < there, CUFFT_INVALID_DEVICE);
        p->gpus[i] = gpus[i];
    }
    p->ngpus = n;
    return CUFFT_SUCCESS;
}

cufftResult cufftXtSetWorkArea(cufftHandle plan, void **areas) {
    (void)areas;
    return fft_plan(plan) ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN;
}

// The bytes of GPU i.
static size_t slab(const FftPlan *p, int i) {
    size_t pieces = (size_t)(p->batch > 1 ? p->batch : p->n[0]);
    size_t one = fft_plan_bytes(p) / pieces, n = (size_t)p->ngpus;
    return one * (pieces / n + ((size_t)i < pieces % n));
}

cufftResult cufftXtMalloc(cufftHandle plan, cudaLibXtDesc **data,
                          cufftXtSubFormat format) {
    const FftPlan *p = fft_plan(plan);
    int was = 0;
    WANT(p && p->made && p->ngpus > 0, CUFFT_INVALID_PLAN);
    WANT(data, CUFFT_INVALID_VALUE);
    WANT(!p->in.real && !p->out.real && p->basic, CUFFT_NOT_SUPPORTED);
    cudaLibXtDesc *d = heap_new(1, sizeof *d);
    d->descriptor = heap_new(1, sizeof *d->descriptor);
    d->version = d->descriptor->version = CUDA_XT_DESCRIPTOR_VERSION + 13000;
    d->library = LIB_FORMAT_CUFFT;
    d->subFormat = (int)format;
    cudaGetDevice(&was);
    int e = 0;
    for (int i = 0; i < p->ngpus && !e; i++) {
        d->descriptor->GPUs[i] = p->gpus[i];
        d->descriptor->size[i] = slab(p, i);
        cudaSetDevice(p->gpus[i]);
        e = cudaMalloc(&d->descriptor->data[i], d->descriptor->size[i]);
        d->descriptor->nGPUs = i + 1;
    }
    cudaSetDevice(was);
    *data = d;
    if (!e) return CUFFT_SUCCESS;
    cufftXtFree(d);
    *data = NULL;
    return CUFFT_ALLOC_FAILED;
}

cufftResult cufftXtFree(cudaLibXtDesc *data) {
    WANT(data, CUFFT_INVALID_VALUE);
    for (int i = 0; i < data->descriptor->nGPUs; i++)
        cudaFree(data->descriptor->data[i]);
    heap_free(data->descriptor);
    heap_free(data);
    return CUFFT_SUCCESS;
}

static bool has_slabs(const FftPlan *p, const cudaLibXtDesc *d) {
    if (!d || d->descriptor->nGPUs != p->ngpus) return false;
    for (int i = 0; i < p->ngpus; i++)
        if (d->descriptor->size[i] != slab(p, i)) return false;
    return true;
}

cufftResult cufftXtMemcpy(cufftHandle plan, void *to, void *from,
                          cufftXtCopyType type) {
    const FftPlan *p = fft_plan(plan);
    WANT(p && p->made, CUFFT_INVALID_PLAN);
    WANT(to && from, CUFFT_INVALID_VALUE);
    bool to_gpus = type != CUFFT_COPY_DEVICE_TO_HOST;
    bool from_gpus = type != CUFFT_COPY_HOST_TO_DEVICE;
    cudaLibXtDesc *there = to, *here = from;
    WANT((!to_gpus || has_slabs(p, there)) &&
             (!from_gpus || has_slabs(p, here)),
         CUFFT_INVALID_VALUE);
    size_t at = 0;
    int e = 0;
    for (int i = 0; i < p->ngpus && !e; i++) {
        void *into = to_gpus ? there->descriptor->data[i] : (char *)to + at;
        void *out_of =
            from_gpus ? here->descriptor->data[i] : (char *)from + at;
        e = cudaMemcpy(into, out_of, slab(p, i), BY_ADDRESS);
        at += slab(p, i);
    }
    if (to_gpus) there->subFormat = CUFFT_XT_FORMAT_INPLACE;
    return e ? CUFFT_INTERNAL_ERROR : CUFFT_SUCCESS;
}

typedef struct Slabs {
    FftPlan plan;
    const void *in[FFT_GPUS];
    void *out[FFT_GPUS];
    int sign;
} Slabs;

static bool run_slabs(void *args) {
    const Slabs *s = args;
    const FftPlan *p = &s->plan;
    char *all = heap_large(fft_plan_bytes(p)), *at = all;
    bool ok = true;
    for (int i = 0; i < p->ngpus && ok; i++) {
        const char *from =
            sim_work_range("the input", s->in[i], slab(p, i), 0, 1, SIM_READS);
        if (from) memcpy(at, from, slab(p, i));
        at += slab(p, i);
        ok = from;
    }
    if (ok) fft_compute(p, all, all, s->sign);
    at = all;
    for (int i = 0; i < p->ngpus && ok; i++) {
        char *to = sim_work_range("the output", s->out[i], slab(p, i), 0, 1,
                                  SIM_WRITES);
        if (to) memcpy(to, at, slab(p, i));
        at += slab(p, i);
        ok = to;
    }
    heap_free(all);
    return ok;
}

// It comes after what all GPUs were given, and they go on after it.
static cufftResult execute_slabs(const char *name, const void *caller,
                                 const FftPlan *p, const cudaLibXtDesc *in,
                                 cudaLibXtDesc *out, int sign) {
    Slabs s = {.plan = *p, .sign = sign};
    SimPlace at[FFT_GPUS] = {0};
    double bytes, flops;
    for (int i = 0; i < p->ngpus; i++) {
        s.in[i] = in->descriptor->data[i];
        s.out[i] = out->descriptor->data[i];
        at[i].device = p->gpus[i];
    }
    fft_cost(p, &bytes, &flops);
    bool wide = p->type == CUFFT_Z2Z;
    SimWork w = {.name = name,
                 .run = run_slabs,
                 .args = &s,
                 .args_bytes = sizeof s,
                 .unit = wide ? SIM_UNIT_F64 : SIM_UNIT_F32,
                 .flops = flops / p->ngpus,
                 .bytes = bytes / p->ngpus,
                 .waits = true,
                 .grid = 1,
                 .block = 256};
    int was = 0;
    cudaGetDevice(&was);
    cudaSetDevice(p->gpus[0]);
    sim_work_meet(at, p->ngpus);
    sim_work_from(caller);
    int e = sim_work_run(&w);
    sim_work_meet(at, p->ngpus);
    cudaSetDevice(was);
    out->subFormat = CUFFT_XT_FORMAT_INPLACE_SHUFFLED;
    return e ? CUFFT_EXEC_FAILED : CUFFT_SUCCESS;
}

static cufftResult on_gpus(const char *name, const void *caller,
                           cufftHandle plan, const cudaLibXtDesc *in,
                           cudaLibXtDesc *out, int sign, int type) {
    const FftPlan *p = fft_plan(plan);
    WANT(p && p->made && (type == 0 || (int)p->type == type),
         CUFFT_INVALID_PLAN);
    WANT(has_slabs(p, in) && has_slabs(p, out), CUFFT_INVALID_VALUE);
    WANT(sign == CUFFT_FORWARD || sign == CUFFT_INVERSE, CUFFT_INVALID_VALUE);
    return execute_slabs(name, caller, p, in, out, sign);
}

#define ON_GPUS(name, type)                                                    \
    cufftResult name(cufftHandle plan, cudaLibXtDesc *in, cudaLibXtDesc *out,  \
                     int direction) {                                          \
        return on_gpus(#name, __builtin_return_address(0), plan, in, out,      \
                       direction, type);                                       \
    }
ON_GPUS(cufftXtExecDescriptor, 0)
ON_GPUS(cufftXtExecDescriptorC2C, CUFFT_C2C)
ON_GPUS(cufftXtExecDescriptorZ2Z, CUFFT_Z2Z)
