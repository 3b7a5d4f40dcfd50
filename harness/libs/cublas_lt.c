// cublasLt: handles, descriptors and their attributes, the one algorithm.
#include "libs/lt.h"

#include "base/heap.h"

#include <stddef.h>
#include <string.h>

_Static_assert(sizeof(LtLayout) <= sizeof(cublasLtMatrixLayoutOpaque_t), "");
_Static_assert(sizeof(LtDesc) <= sizeof(cublasLtMatmulDescOpaque_t), "");

struct cublasLtContext {
    int unused;
};

// Of the CUDA runtime, which this library is linked with.
int cudaFree(void *p);

#define NEED(h)                                                                \
    if (!(h)) return CUBLAS_STATUS_NOT_INITIALIZED
#define WANT(ok)                                                               \
    if (!(ok)) return CUBLAS_STATUS_INVALID_VALUE

// ---- handles

cublasStatus_t cublasLtCreate(cublasLtHandle_t *h) {
    sim_work_called("cublasLtCreate");
    WANT(h);
    if (cudaFree(NULL) != 0) return CUBLAS_STATUS_NOT_INITIALIZED;
    *h = heap_new(1, sizeof **h);
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtDestroy(cublasLtHandle_t h) {
    sim_work_called("cublasLtDestroy");
    NEED(h);
    heap_free(h);
    return CUBLAS_STATUS_SUCCESS;
}

size_t cublasLtGetVersion(void) {
    int version = 0;
    cublasGetVersion_v2(NULL, &version);
    return (size_t)version;
}

size_t cublasLtGetCudartVersion(void) {
    return cublasGetCudartVersion();
}

const char *cublasLtGetStatusName(cublasStatus_t s) {
    return cublasGetStatusName(s);
}

const char *cublasLtGetStatusString(cublasStatus_t s) {
    return cublasGetStatusString(s);
}

// ---- attributes

// A field of a structure that an attribute's number stands for.
typedef struct Field {
    int attribute;
    size_t at, bytes;
} Field;

#define FIELD(S, attribute, name)                                              \
    { attribute, offsetof(S, name), sizeof(((S *)0)->name) }

static const Field layout_fields[] = {
    FIELD(LtLayout, CUBLASLT_MATRIX_LAYOUT_TYPE, type),
    FIELD(LtLayout, CUBLASLT_MATRIX_LAYOUT_ORDER, order),
    FIELD(LtLayout, CUBLASLT_MATRIX_LAYOUT_ROWS, rows),
    FIELD(LtLayout, CUBLASLT_MATRIX_LAYOUT_COLS, cols),
    FIELD(LtLayout, CUBLASLT_MATRIX_LAYOUT_LD, ld),
    FIELD(LtLayout, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, batch),
    FIELD(LtLayout, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, stride),
    FIELD(LtLayout, CUBLASLT_MATRIX_LAYOUT_PLANE_OFFSET, plane),
};

static const Field desc_fields[] = {
    FIELD(LtDesc, CUBLASLT_MATMUL_DESC_COMPUTE_TYPE, compute),
    FIELD(LtDesc, CUBLASLT_MATMUL_DESC_SCALE_TYPE, scale),
    FIELD(LtDesc, CUBLASLT_MATMUL_DESC_POINTER_MODE, pointer_mode),
    FIELD(LtDesc, CUBLASLT_MATMUL_DESC_TRANSA, ta),
    FIELD(LtDesc, CUBLASLT_MATMUL_DESC_TRANSB, tb),
    FIELD(LtDesc, CUBLASLT_MATMUL_DESC_TRANSC, tc),
    FIELD(LtDesc, CUBLASLT_MATMUL_DESC_FILL_MODE, fill),
    FIELD(LtDesc, CUBLASLT_MATMUL_DESC_EPILOGUE, epilogue),
    FIELD(LtDesc, CUBLASLT_MATMUL_DESC_BIAS_POINTER, bias),
    FIELD(LtDesc, CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE, bias_stride),
    FIELD(LtDesc, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, aux),
    FIELD(LtDesc, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, aux_ld),
    FIELD(LtDesc, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE, aux_stride),
    FIELD(LtDesc, CUBLASLT_MATMUL_DESC_ALPHA_VECTOR_BATCH_STRIDE, alpha_stride),
    FIELD(LtDesc, CUBLASLT_MATMUL_DESC_SM_COUNT_TARGET, sms),
    FIELD(LtDesc, CUBLASLT_MATMUL_DESC_A_SCALE_POINTER, a_scale),
    FIELD(LtDesc, CUBLASLT_MATMUL_DESC_B_SCALE_POINTER, b_scale),
    FIELD(LtDesc, CUBLASLT_MATMUL_DESC_C_SCALE_POINTER, c_scale),
    FIELD(LtDesc, CUBLASLT_MATMUL_DESC_D_SCALE_POINTER, d_scale),
    FIELD(LtDesc, CUBLASLT_MATMUL_DESC_AMAX_D_POINTER, amax),
    FIELD(LtDesc, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_DATA_TYPE, aux_type),
    FIELD(LtDesc, CUBLASLT_MATMUL_DESC_FAST_ACCUM, fast),
    FIELD(LtDesc, CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, bias_type),
};

static const Field move_fields[] = {
    FIELD(LtMove, CUBLASLT_MATRIX_TRANSFORM_DESC_SCALE_TYPE, scale),
    FIELD(LtMove, CUBLASLT_MATRIX_TRANSFORM_DESC_POINTER_MODE, pointer_mode),
    FIELD(LtMove, CUBLASLT_MATRIX_TRANSFORM_DESC_TRANSA, ta),
    FIELD(LtMove, CUBLASLT_MATRIX_TRANSFORM_DESC_TRANSB, tb),
};

// Kept and given back; the one algorithm heeds none of them.
typedef struct LtPreference {
    uint32_t mode, schemes, align[4];
    uint64_t workspace;
    float waves;
    uint64_t impl;
} LtPreference;

static const Field preference_fields[] = {
    FIELD(LtPreference, CUBLASLT_MATMUL_PREF_SEARCH_MODE, mode),
    FIELD(LtPreference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, workspace),
    FIELD(LtPreference, CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK, schemes),
    FIELD(LtPreference, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, align[0]),
    FIELD(LtPreference, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES, align[1]),
    FIELD(LtPreference, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES, align[2]),
    FIELD(LtPreference, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES, align[3]),
    FIELD(LtPreference, CUBLASLT_MATMUL_PREF_MAX_WAVES_COUNT, waves),
    FIELD(LtPreference, CUBLASLT_MATMUL_PREF_IMPL_MASK, impl),
};
_Static_assert(sizeof(LtPreference) <= sizeof(cublasLtMatmulPreferenceOpaque_t),
               "");

typedef struct LtAlgo {
    int32_t id;
    uint32_t tile, splitk, scheme, swizzle, custom, stages;
    uint16_t inner, cluster;
} LtAlgo;

static const Field algo_fields[] = {
    FIELD(LtAlgo, CUBLASLT_ALGO_CONFIG_ID, id),
    FIELD(LtAlgo, CUBLASLT_ALGO_CONFIG_TILE_ID, tile),
    FIELD(LtAlgo, CUBLASLT_ALGO_CONFIG_SPLITK_NUM, splitk),
    FIELD(LtAlgo, CUBLASLT_ALGO_CONFIG_REDUCTION_SCHEME, scheme),
    FIELD(LtAlgo, CUBLASLT_ALGO_CONFIG_CTA_SWIZZLING, swizzle),
    FIELD(LtAlgo, CUBLASLT_ALGO_CONFIG_CUSTOM_OPTION, custom),
    FIELD(LtAlgo, CUBLASLT_ALGO_CONFIG_STAGES_ID, stages),
    FIELD(LtAlgo, CUBLASLT_ALGO_CONFIG_INNER_SHAPE_ID, inner),
    FIELD(LtAlgo, CUBLASLT_ALGO_CONFIG_CLUSTER_SHAPE_ID, cluster),
};

static const Field *field_of(const Field *f, size_t n, int attribute) {
    for (size_t i = 0; i < n; i++)
        if (f[i].attribute == attribute) return &f[i];
    return NULL;
}

static cublasStatus_t set_field(const Field *f, void *d, const void *value,
                                size_t bytes) {
    WANT(f && d && value && bytes == f->bytes);
    memcpy((char *)d + f->at, value, bytes);
    return CUBLAS_STATUS_SUCCESS;
}

// With 0 bytes it only says how many it would write.
static cublasStatus_t get_field(const Field *f, const void *d, void *value,
                                size_t bytes, size_t *written) {
    WANT(f && d && (bytes ? value && bytes == f->bytes : written != NULL));
    if (bytes) memcpy(value, (const char *)d + f->at, bytes);
    if (written) *written = f->bytes;
    return CUBLAS_STATUS_SUCCESS;
}

#define ATTRIBUTES(Name, Handle, Attribute, fields)                            \
    cublasStatus_t cublasLt##Name##Destroy(Handle d) {                         \
        heap_free(d);                                                          \
        return CUBLAS_STATUS_SUCCESS;                                          \
    }                                                                          \
    cublasStatus_t cublasLt##Name##SetAttribute(                               \
        Handle d, Attribute attr, const void *value, size_t bytes) {           \
        return set_field(field_of(fields, COUNT_OF(fields), (int)attr), d,     \
                         value, bytes);                                        \
    }                                                                          \
    cublasStatus_t cublasLt##Name##GetAttribute(Handle d, Attribute attr,      \
                                                void *value, size_t bytes,     \
                                                size_t *written) {             \
        return get_field(field_of(fields, COUNT_OF(fields), (int)attr), d,     \
                         value, bytes, written);                               \
    }

ATTRIBUTES(MatrixLayout, cublasLtMatrixLayout_t,
           cublasLtMatrixLayoutAttribute_t, layout_fields)
ATTRIBUTES(MatmulDesc, cublasLtMatmulDesc_t, cublasLtMatmulDescAttributes_t,
           desc_fields)
ATTRIBUTES(MatrixTransformDesc, cublasLtMatrixTransformDesc_t,
           cublasLtMatrixTransformDescAttributes_t, move_fields)
ATTRIBUTES(MatmulPreference, cublasLtMatmulPreference_t,
           cublasLtMatmulPreferenceAttributes_t, preference_fields)

cublasStatus_t
cublasLtMatmulAlgoConfigSetAttribute(cublasLtMatmulAlgo_t *algo,
                                     cublasLtMatmulAlgoConfigAttributes_t attr,
                                     const void *value, size_t bytes) {
    return set_field(field_of(algo_fields, COUNT_OF(algo_fields), (int)attr),
                     algo, value, bytes);
}

cublasStatus_t cublasLtMatmulAlgoConfigGetAttribute(
    const cublasLtMatmulAlgo_t *algo, cublasLtMatmulAlgoConfigAttributes_t attr,
    void *value, size_t bytes, size_t *written) {
    return get_field(field_of(algo_fields, COUNT_OF(algo_fields), (int)attr),
                     algo, value, bytes, written);
}

// ---- making them

cublasStatus_t cublasLtMatrixLayoutInit_internal(cublasLtMatrixLayout_t d,
                                                 size_t bytes,
                                                 cudaDataType type,
                                                 uint64_t rows, uint64_t cols,
                                                 int64_t ld) {
    LtLayout l = {.type = (int32_t)type,
                  .rows = rows,
                  .cols = cols,
                  .ld = ld,
                  .batch = 1};
    WANT(d && bytes >= sizeof l);
    memset(d, 0, bytes);
    memcpy(d, &l, sizeof l);
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulDescInit_internal(cublasLtMatmulDesc_t d,
                                               size_t bytes,
                                               cublasComputeType_t compute,
                                               cudaDataType scale) {
    LtDesc e = {.compute = (int32_t)compute,
                .scale = (int32_t)scale,
                .fill = CUBLAS_FILL_MODE_FULL,
                .epilogue = CUBLASLT_EPILOGUE_DEFAULT,
                .aux_type = -1,
                .bias_type = -1};
    WANT(d && bytes >= sizeof e);
    memset(d, 0, bytes);
    memcpy(d, &e, sizeof e);
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t
cublasLtMatrixTransformDescInit_internal(cublasLtMatrixTransformDesc_t d,
                                         size_t bytes, cudaDataType scale) {
    LtMove move = {.scale = (int32_t)scale};
    WANT(d && bytes >= sizeof move);
    memset(d, 0, bytes);
    memcpy(d, &move, sizeof move);
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t
cublasLtMatmulPreferenceInit_internal(cublasLtMatmulPreference_t d,
                                      size_t bytes) {
    LtPreference p = {.schemes = CUBLASLT_REDUCTION_SCHEME_MASK,
                      .align = {256, 256, 256, 256},
                      .impl = UINT64_MAX};
    WANT(d && bytes >= sizeof p);
    memset(d, 0, bytes);
    memcpy(d, &p, sizeof p);
    return CUBLAS_STATUS_SUCCESS;
}

#define CREATE(d, init)                                                        \
    WANT(d);                                                                   \
    *(d) = heap_new(1, sizeof **(d));                                          \
    return init

cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t *d,
                                          cudaDataType type, uint64_t rows,
                                          uint64_t cols, int64_t ld) {
    CREATE(d, cublasLtMatrixLayoutInit_internal(*d, sizeof **d, type, rows,
                                                cols, ld));
}

cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t *d,
                                        cublasComputeType_t compute,
                                        cudaDataType scale) {
    CREATE(d, cublasLtMatmulDescInit_internal(*d, sizeof **d, compute, scale));
}

cublasStatus_t
cublasLtMatrixTransformDescCreate(cublasLtMatrixTransformDesc_t *d,
                                  cudaDataType scale) {
    CREATE(d, cublasLtMatrixTransformDescInit_internal(*d, sizeof **d, scale));
}

cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t *d) {
    CREATE(d, cublasLtMatmulPreferenceInit_internal(*d, sizeof **d));
}

// ---- the one algorithm

static void describe(const Gemm *g, cublasLtMatmulHeuristicResult_t *r) {
    SimWork w = {0};
    LtAlgo algo = {.splitk = 1};
    memset(r, 0, sizeof *r);
    memcpy(&r->algo, &algo, sizeof algo);
    gemm_cost(g, &w);
    r->state = CUBLAS_STATUS_SUCCESS;
    r->wavesCount = (float)(w.tiles / 132);
}

static cublasStatus_t plan_of(cublasLtHandle_t h, cublasLtMatmulDesc_t desc,
                              cublasLtMatrixLayout_t a,
                              cublasLtMatrixLayout_t b,
                              cublasLtMatrixLayout_t c,
                              cublasLtMatrixLayout_t d, Gemm *g) {
    NEED(h);
    WANT(desc && a && b && c && d);
    return lt_plan((const LtDesc *)desc, (const LtLayout *)a,
                   (const LtLayout *)b, (const LtLayout *)c,
                   (const LtLayout *)d, g);
}

cublasStatus_t cublasLtMatmulAlgoGetHeuristic(
    cublasLtHandle_t h, cublasLtMatmulDesc_t desc, cublasLtMatrixLayout_t A,
    cublasLtMatrixLayout_t B, cublasLtMatrixLayout_t C,
    cublasLtMatrixLayout_t D, cublasLtMatmulPreference_t preference, int n,
    cublasLtMatmulHeuristicResult_t results[], int *found) {
    Gemm g;
    sim_work_called("cublasLtMatmulAlgoGetHeuristic");
    WANT(preference && n > 0 && results && found);
    *found = 0;
    cublasStatus_t s = plan_of(h, desc, A, B, C, D, &g);
    if (s != CUBLAS_STATUS_SUCCESS) return s;
    describe(&g, results);
    *found = 1;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t
cublasLtMatmulAlgoCheck(cublasLtHandle_t h, cublasLtMatmulDesc_t desc,
                        cublasLtMatrixLayout_t A, cublasLtMatrixLayout_t B,
                        cublasLtMatrixLayout_t C, cublasLtMatrixLayout_t D,
                        const cublasLtMatmulAlgo_t *algo,
                        cublasLtMatmulHeuristicResult_t *r) {
    Gemm g;
    WANT(algo && r);
    cublasStatus_t s = plan_of(h, desc, A, B, C, D, &g);
    if (s != CUBLAS_STATUS_SUCCESS) return s;
    describe(&g, r);
    r->algo = *algo;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulAlgoGetIds(cublasLtHandle_t h,
                                        cublasComputeType_t compute,
                                        cudaDataType scale, cudaDataType atype,
                                        cudaDataType btype, cudaDataType ctype,
                                        cudaDataType dtype, int n, int ids[],
                                        int *found) {
    (void)compute, (void)scale, (void)atype, (void)btype, (void)ctype,
        (void)dtype;
    NEED(h);
    WANT(n > 0 && ids && found);
    ids[0] = 0;
    *found = 1;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulAlgoInit(cublasLtHandle_t h,
                                      cublasComputeType_t compute,
                                      cudaDataType scale, cudaDataType atype,
                                      cudaDataType btype, cudaDataType ctype,
                                      cudaDataType dtype, int id,
                                      cublasLtMatmulAlgo_t *algo) {
    (void)compute, (void)scale, (void)atype, (void)btype, (void)ctype,
        (void)dtype;
    LtAlgo a = {.splitk = 1};
    NEED(h);
    WANT(algo && id == 0);
    memset(algo, 0, sizeof *algo);
    memcpy(algo, &a, sizeof a);
    return CUBLAS_STATUS_SUCCESS;
}

// It cannot split along k, has no tiles to choose from, and takes all batches,
// epilogues and pointer modes.
cublasStatus_t
cublasLtMatmulAlgoCapGetAttribute(const cublasLtMatmulAlgo_t *algo,
                                  cublasLtMatmulAlgoCapAttributes_t attr,
                                  void *value, size_t bytes, size_t *written) {
    bool list = attr == CUBLASLT_ALGO_CAP_TILE_IDS ||
                attr == CUBLASLT_ALGO_CAP_STAGES_IDS;
    size_t size = attr == CUBLASLT_ALGO_CAP_NUMERICAL_IMPL_FLAGS ? 8 : 4;
    uint64_t v = 0;
    WANT(algo && (bytes ? value && (list || bytes == size) : written != NULL));
    if (attr == CUBLASLT_ALGO_CAP_STRIDED_BATCH_SUPPORT ||
        attr == CUBLASLT_ALGO_CAP_OUT_OF_PLACE_RESULT_SUPPORT)
        v = 1;
    if (attr == CUBLASLT_ALGO_CAP_POINTER_MODE_MASK) v = 0x1f;
    if (attr == CUBLASLT_ALGO_CAP_EPILOGUE_MASK) v = 0x3ff;
    if (attr >= CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_A_BYTES &&
        attr <= CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_D_BYTES)
        v = 1;
    if (written) *written = size;
    if (bytes) memcpy(value, &v, bytes < size ? bytes : size);
    return CUBLAS_STATUS_SUCCESS;
}
