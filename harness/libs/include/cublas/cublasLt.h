// cublasLt as kata simulates it: for toolkits that come without NVIDIA's header.
//
// Names, numbers and parameters are those of the cuBLAS documentation; what the
// simulated library does not offer is not declared. It offers cublasLtMatmul
// with its epilogues, cublasLtMatrixTransform, and one algorithm that needs no
// workspace; matrices by columns or by rows.
#ifndef CUBLASLT_H_
#define CUBLASLT_H_

#include <cublas_v2.h>
#include <stdint.h>

#pragma GCC visibility push(default)
#ifdef __cplusplus
extern "C" {
#endif

typedef struct cublasLtContext *cublasLtHandle_t;

// The contents of descriptors are the library's own affair.
typedef struct { uint64_t data[8]; } cublasLtMatrixLayoutOpaque_t;
typedef struct { uint64_t data[32]; } cublasLtMatmulDescOpaque_t;
typedef struct { uint64_t data[8]; } cublasLtMatrixTransformDescOpaque_t;
typedef struct { uint64_t data[8]; } cublasLtMatmulPreferenceOpaque_t;
typedef struct { uint64_t data[8]; } cublasLtMatmulAlgo_t;
typedef cublasLtMatrixLayoutOpaque_t *cublasLtMatrixLayout_t;
typedef cublasLtMatmulDescOpaque_t *cublasLtMatmulDesc_t;
typedef cublasLtMatrixTransformDescOpaque_t *cublasLtMatrixTransformDesc_t;
typedef cublasLtMatmulPreferenceOpaque_t *cublasLtMatmulPreference_t;

typedef enum {
    CUBLASLT_POINTER_MODE_HOST = 0,
    CUBLASLT_POINTER_MODE_DEVICE = 1,
    CUBLASLT_POINTER_MODE_DEVICE_VECTOR = 2,
    CUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_ZERO = 3,
    CUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_HOST = 4
} cublasLtPointerMode_t;

// The three for int8 on older devices are refused.
typedef enum {
    CUBLASLT_ORDER_COL = 0,
    CUBLASLT_ORDER_ROW = 1,
    CUBLASLT_ORDER_COL32 = 2,
    CUBLASLT_ORDER_COL4_4R2_8C = 3,
    CUBLASLT_ORDER_COL32_2R_4R4 = 4
} cublasLtOrder_t;

typedef enum {
    CUBLASLT_MATRIX_LAYOUT_TYPE = 0,
    CUBLASLT_MATRIX_LAYOUT_ORDER = 1,
    CUBLASLT_MATRIX_LAYOUT_ROWS = 2,
    CUBLASLT_MATRIX_LAYOUT_COLS = 3,
    CUBLASLT_MATRIX_LAYOUT_LD = 4,
    CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT = 5,
    CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET = 6,
    CUBLASLT_MATRIX_LAYOUT_PLANE_OFFSET = 7
} cublasLtMatrixLayoutAttribute_t;

typedef enum {
    CUBLASLT_MATMUL_DESC_COMPUTE_TYPE = 0,
    CUBLASLT_MATMUL_DESC_SCALE_TYPE = 1,
    CUBLASLT_MATMUL_DESC_POINTER_MODE = 2,
    CUBLASLT_MATMUL_DESC_TRANSA = 3,
    CUBLASLT_MATMUL_DESC_TRANSB = 4,
    CUBLASLT_MATMUL_DESC_TRANSC = 5,
    CUBLASLT_MATMUL_DESC_FILL_MODE = 6,
    CUBLASLT_MATMUL_DESC_EPILOGUE = 7,
    CUBLASLT_MATMUL_DESC_BIAS_POINTER = 8,
    CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE = 10,
    CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER = 11,
    CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD = 12,
    CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE = 13,
    CUBLASLT_MATMUL_DESC_ALPHA_VECTOR_BATCH_STRIDE = 14,
    CUBLASLT_MATMUL_DESC_SM_COUNT_TARGET = 15,
    CUBLASLT_MATMUL_DESC_A_SCALE_POINTER = 17,
    CUBLASLT_MATMUL_DESC_B_SCALE_POINTER = 18,
    CUBLASLT_MATMUL_DESC_C_SCALE_POINTER = 19,
    CUBLASLT_MATMUL_DESC_D_SCALE_POINTER = 20,
    CUBLASLT_MATMUL_DESC_AMAX_D_POINTER = 21,
    CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_DATA_TYPE = 22,
    CUBLASLT_MATMUL_DESC_FAST_ACCUM = 25,
    CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE = 26
} cublasLtMatmulDescAttributes_t;

typedef enum {
    CUBLASLT_MATRIX_TRANSFORM_DESC_SCALE_TYPE,
    CUBLASLT_MATRIX_TRANSFORM_DESC_POINTER_MODE,
    CUBLASLT_MATRIX_TRANSFORM_DESC_TRANSA,
    CUBLASLT_MATRIX_TRANSFORM_DESC_TRANSB
} cublasLtMatrixTransformDescAttributes_t;

typedef enum {
    CUBLASLT_EPILOGUE_DEFAULT = 1,
    CUBLASLT_EPILOGUE_RELU = 2,
    CUBLASLT_EPILOGUE_RELU_AUX = 130,
    CUBLASLT_EPILOGUE_BIAS = 4,
    CUBLASLT_EPILOGUE_RELU_BIAS = 6,
    CUBLASLT_EPILOGUE_RELU_AUX_BIAS = 134,
    CUBLASLT_EPILOGUE_DRELU = 136,
    CUBLASLT_EPILOGUE_DRELU_BGRAD = 152,
    CUBLASLT_EPILOGUE_GELU = 32,
    CUBLASLT_EPILOGUE_GELU_AUX = 160,
    CUBLASLT_EPILOGUE_GELU_BIAS = 36,
    CUBLASLT_EPILOGUE_GELU_AUX_BIAS = 164,
    CUBLASLT_EPILOGUE_DGELU = 192,
    CUBLASLT_EPILOGUE_DGELU_BGRAD = 208,
    CUBLASLT_EPILOGUE_BGRADA = 256,
    CUBLASLT_EPILOGUE_BGRADB = 512
} cublasLtEpilogue_t;

typedef enum {
    CUBLASLT_REDUCTION_SCHEME_NONE = 0,
    CUBLASLT_REDUCTION_SCHEME_INPLACE = 1,
    CUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE = 2,
    CUBLASLT_REDUCTION_SCHEME_OUTPUT_TYPE = 4,
    CUBLASLT_REDUCTION_SCHEME_MASK = 7
} cublasLtReductionScheme_t;

typedef enum {
    CUBLASLT_SEARCH_BEST_FIT = 0,
    CUBLASLT_SEARCH_LIMITED_BY_ALGO_ID = 1
} cublasLtMatmulSearch_t;

typedef enum {
    CUBLASLT_MATMUL_PREF_SEARCH_MODE = 0,
    CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES = 1,
    CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK = 3,
    CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES = 5,
    CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES = 6,
    CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES = 7,
    CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES = 8,
    CUBLASLT_MATMUL_PREF_MAX_WAVES_COUNT = 9,
    CUBLASLT_MATMUL_PREF_IMPL_MASK = 12
} cublasLtMatmulPreferenceAttributes_t;

typedef enum {
    CUBLASLT_ALGO_CAP_SPLITK_SUPPORT = 0,
    CUBLASLT_ALGO_CAP_REDUCTION_SCHEME_MASK = 1,
    CUBLASLT_ALGO_CAP_CTA_SWIZZLING_SUPPORT = 2,
    CUBLASLT_ALGO_CAP_STRIDED_BATCH_SUPPORT = 3,
    CUBLASLT_ALGO_CAP_OUT_OF_PLACE_RESULT_SUPPORT = 4,
    CUBLASLT_ALGO_CAP_UPLO_SUPPORT = 5,
    CUBLASLT_ALGO_CAP_TILE_IDS = 6,
    CUBLASLT_ALGO_CAP_CUSTOM_OPTION_MAX = 7,
    CUBLASLT_ALGO_CAP_CUSTOM_MEMORY_ORDER = 10,
    CUBLASLT_ALGO_CAP_POINTER_MODE_MASK = 11,
    CUBLASLT_ALGO_CAP_EPILOGUE_MASK = 12,
    CUBLASLT_ALGO_CAP_STAGES_IDS = 13,
    CUBLASLT_ALGO_CAP_LD_NEGATIVE = 14,
    CUBLASLT_ALGO_CAP_NUMERICAL_IMPL_FLAGS = 15,
    CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_A_BYTES = 16,
    CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_B_BYTES = 17,
    CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_C_BYTES = 18,
    CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_D_BYTES = 19
} cublasLtMatmulAlgoCapAttributes_t;

typedef enum {
    CUBLASLT_ALGO_CONFIG_ID = 0,
    CUBLASLT_ALGO_CONFIG_TILE_ID = 1,
    CUBLASLT_ALGO_CONFIG_SPLITK_NUM = 2,
    CUBLASLT_ALGO_CONFIG_REDUCTION_SCHEME = 3,
    CUBLASLT_ALGO_CONFIG_CTA_SWIZZLING = 4,
    CUBLASLT_ALGO_CONFIG_CUSTOM_OPTION = 5,
    CUBLASLT_ALGO_CONFIG_STAGES_ID = 6,
    CUBLASLT_ALGO_CONFIG_INNER_SHAPE_ID = 7,
    CUBLASLT_ALGO_CONFIG_CLUSTER_SHAPE_ID = 8
} cublasLtMatmulAlgoConfigAttributes_t;

enum { CUBLASLT_MATMUL_TILE_UNDEFINED = 0, CUBLASLT_MATMUL_STAGES_UNDEFINED = 0 };

typedef struct {
    cublasLtMatmulAlgo_t algo;
    size_t workspaceSize;
    cublasStatus_t state;
    float wavesCount;
    int reserved[4];
} cublasLtMatmulHeuristicResult_t;

// ---- handles
KATA_BLAS(cublasLtCreate)(cublasLtHandle_t *h);
KATA_BLAS(cublasLtDestroy)(cublasLtHandle_t h);
size_t cublasLtGetVersion(void);
size_t cublasLtGetCudartVersion(void);
const char *cublasLtGetStatusName(cublasStatus_t s);
const char *cublasLtGetStatusString(cublasStatus_t s);

// ---- descriptors: made, initialised in place, set and asked
#define KATA_LT_ATTRIBUTES(Name, Handle, Attribute)                            \
    KATA_BLAS(cublasLt##Name##Destroy)(Handle d);                              \
    KATA_BLAS(cublasLt##Name##SetAttribute)                                    \
    (Handle d, Attribute attr, const void *value, size_t bytes);               \
    KATA_BLAS(cublasLt##Name##GetAttribute)                                    \
    (Handle d, Attribute attr, void *value, size_t bytes, size_t *written);

KATA_BLAS(cublasLtMatrixLayoutCreate)
(cublasLtMatrixLayout_t *d, cudaDataType type, uint64_t rows, uint64_t cols,
 int64_t ld);
KATA_BLAS(cublasLtMatrixLayoutInit_internal)
(cublasLtMatrixLayout_t d, size_t bytes, cudaDataType type, uint64_t rows,
 uint64_t cols, int64_t ld);
KATA_LT_ATTRIBUTES(MatrixLayout, cublasLtMatrixLayout_t,
                   cublasLtMatrixLayoutAttribute_t)

KATA_BLAS(cublasLtMatmulDescCreate)
(cublasLtMatmulDesc_t *d, cublasComputeType_t compute, cudaDataType scale);
KATA_BLAS(cublasLtMatmulDescInit_internal)
(cublasLtMatmulDesc_t d, size_t bytes, cublasComputeType_t compute,
 cudaDataType scale);
KATA_LT_ATTRIBUTES(MatmulDesc, cublasLtMatmulDesc_t,
                   cublasLtMatmulDescAttributes_t)

KATA_BLAS(cublasLtMatrixTransformDescCreate)
(cublasLtMatrixTransformDesc_t *d, cudaDataType scale);
KATA_BLAS(cublasLtMatrixTransformDescInit_internal)
(cublasLtMatrixTransformDesc_t d, size_t bytes, cudaDataType scale);
KATA_LT_ATTRIBUTES(MatrixTransformDesc, cublasLtMatrixTransformDesc_t,
                   cublasLtMatrixTransformDescAttributes_t)

KATA_BLAS(cublasLtMatmulPreferenceCreate)(cublasLtMatmulPreference_t *d);
KATA_BLAS(cublasLtMatmulPreferenceInit_internal)
(cublasLtMatmulPreference_t d, size_t bytes);
KATA_LT_ATTRIBUTES(MatmulPreference, cublasLtMatmulPreference_t,
                   cublasLtMatmulPreferenceAttributes_t)

static inline KATA_BLAS(cublasLtMatrixLayoutInit)
(cublasLtMatrixLayout_t d, cudaDataType type, uint64_t rows, uint64_t cols,
 int64_t ld) {
    return cublasLtMatrixLayoutInit_internal(d, sizeof *d, type, rows, cols,
                                             ld);
}
static inline KATA_BLAS(cublasLtMatmulDescInit)
(cublasLtMatmulDesc_t d, cublasComputeType_t compute, cudaDataType scale) {
    return cublasLtMatmulDescInit_internal(d, sizeof *d, compute, scale);
}
static inline KATA_BLAS(cublasLtMatrixTransformDescInit)
(cublasLtMatrixTransformDesc_t d, cudaDataType scale) {
    return cublasLtMatrixTransformDescInit_internal(d, sizeof *d, scale);
}
static inline KATA_BLAS(cublasLtMatmulPreferenceInit)
(cublasLtMatmulPreference_t d) {
    return cublasLtMatmulPreferenceInit_internal(d, sizeof *d);
}

// ---- algorithms: there is one
KATA_BLAS(cublasLtMatmulAlgoGetHeuristic)
(cublasLtHandle_t h, cublasLtMatmulDesc_t desc, cublasLtMatrixLayout_t A,
 cublasLtMatrixLayout_t B, cublasLtMatrixLayout_t C, cublasLtMatrixLayout_t D,
 cublasLtMatmulPreference_t preference, int n,
 cublasLtMatmulHeuristicResult_t results[], int *found);
KATA_BLAS(cublasLtMatmulAlgoGetIds)
(cublasLtHandle_t h, cublasComputeType_t compute, cudaDataType scale,
 cudaDataType atype, cudaDataType btype, cudaDataType ctype,
 cudaDataType dtype, int n, int ids[], int *found);
KATA_BLAS(cublasLtMatmulAlgoInit)
(cublasLtHandle_t h, cublasComputeType_t compute, cudaDataType scale,
 cudaDataType atype, cudaDataType btype, cudaDataType ctype,
 cudaDataType dtype, int id, cublasLtMatmulAlgo_t *algo);
KATA_BLAS(cublasLtMatmulAlgoCheck)
(cublasLtHandle_t h, cublasLtMatmulDesc_t desc, cublasLtMatrixLayout_t A,
 cublasLtMatrixLayout_t B, cublasLtMatrixLayout_t C, cublasLtMatrixLayout_t D,
 const cublasLtMatmulAlgo_t *algo, cublasLtMatmulHeuristicResult_t *result);
KATA_BLAS(cublasLtMatmulAlgoCapGetAttribute)
(const cublasLtMatmulAlgo_t *algo, cublasLtMatmulAlgoCapAttributes_t attr,
 void *value, size_t bytes, size_t *written);
KATA_BLAS(cublasLtMatmulAlgoConfigSetAttribute)
(cublasLtMatmulAlgo_t *algo, cublasLtMatmulAlgoConfigAttributes_t attr,
 const void *value, size_t bytes);
KATA_BLAS(cublasLtMatmulAlgoConfigGetAttribute)
(const cublasLtMatmulAlgo_t *algo, cublasLtMatmulAlgoConfigAttributes_t attr,
 void *value, size_t bytes, size_t *written);

// ---- D = epilogue(alpha op(A) op(B) + beta C)
KATA_BLAS(cublasLtMatmul)
(cublasLtHandle_t h, cublasLtMatmulDesc_t desc, const void *alpha,
 const void *A, cublasLtMatrixLayout_t Adesc, const void *B,
 cublasLtMatrixLayout_t Bdesc, const void *beta, const void *C,
 cublasLtMatrixLayout_t Cdesc, void *D, cublasLtMatrixLayout_t Ddesc,
 const cublasLtMatmulAlgo_t *algo, void *workspace, size_t bytes,
 cudaStream_t stream);

// ---- C = alpha op(A) + beta op(B)
KATA_BLAS(cublasLtMatrixTransform)
(cublasLtHandle_t h, cublasLtMatrixTransformDesc_t desc, const void *alpha,
 const void *A, cublasLtMatrixLayout_t Adesc, const void *beta, const void *B,
 cublasLtMatrixLayout_t Bdesc, void *C, cublasLtMatrixLayout_t Cdesc,
 cudaStream_t stream);

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop

#endif
