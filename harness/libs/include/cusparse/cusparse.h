// cuSPARSE as kata simulates it: for toolkits that come without NVIDIA's header.
// The names, numbers and parameters are those of the cuSPARSE documentation; the
// routines that the simulated library does not offer are not declared.
#ifndef CUSPARSE_H_
#define CUSPARSE_H_

#include <stddef.h>
#include <stdint.h>

#ifdef KATA_LIBS_BUILD // the library itself is built without a toolkit
typedef struct SimStream *cudaStream_t;
typedef int cudaDataType;
#else
#include <cuComplex.h>
#include <driver_types.h>
#include <library_types.h>
#endif

#define CUSPARSE_VER_MAJOR 12
#define CUSPARSE_VER_MINOR 6
#define CUSPARSE_VER_PATCH 3
#define CUSPARSE_VERSION   12603

#pragma GCC visibility push(default)
#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    CUSPARSE_STATUS_SUCCESS,
    CUSPARSE_STATUS_NOT_INITIALIZED,
    CUSPARSE_STATUS_ALLOC_FAILED,
    CUSPARSE_STATUS_INVALID_VALUE,
    CUSPARSE_STATUS_ARCH_MISMATCH,
    CUSPARSE_STATUS_MAPPING_ERROR,
    CUSPARSE_STATUS_EXECUTION_FAILED,
    CUSPARSE_STATUS_INTERNAL_ERROR,
    CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED,
    CUSPARSE_STATUS_ZERO_PIVOT,
    CUSPARSE_STATUS_NOT_SUPPORTED,
    CUSPARSE_STATUS_INSUFFICIENT_RESOURCES
} cusparseStatus_t;

typedef enum { CUSPARSE_POINTER_MODE_HOST,
               CUSPARSE_POINTER_MODE_DEVICE } cusparsePointerMode_t;
typedef enum { CUSPARSE_ACTION_SYMBOLIC,
               CUSPARSE_ACTION_NUMERIC } cusparseAction_t;
typedef enum { CUSPARSE_MATRIX_TYPE_GENERAL, CUSPARSE_MATRIX_TYPE_SYMMETRIC,
               CUSPARSE_MATRIX_TYPE_HERMITIAN,
               CUSPARSE_MATRIX_TYPE_TRIANGULAR } cusparseMatrixType_t;
typedef enum { CUSPARSE_FILL_MODE_LOWER,
               CUSPARSE_FILL_MODE_UPPER } cusparseFillMode_t;
typedef enum { CUSPARSE_DIAG_TYPE_NON_UNIT,
               CUSPARSE_DIAG_TYPE_UNIT } cusparseDiagType_t;
typedef enum { CUSPARSE_INDEX_BASE_ZERO,
               CUSPARSE_INDEX_BASE_ONE } cusparseIndexBase_t;
typedef enum { CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_TRANSPOSE,
               CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE } cusparseOperation_t;
typedef enum { CUSPARSE_SOLVE_POLICY_NO_LEVEL,
               CUSPARSE_SOLVE_POLICY_USE_LEVEL } cusparseSolvePolicy_t;
typedef enum { CUSPARSE_FORMAT_CSR = 1, CUSPARSE_FORMAT_CSC = 2,
               CUSPARSE_FORMAT_COO = 3 } cusparseFormat_t;
typedef enum { CUSPARSE_ORDER_COL = 1, CUSPARSE_ORDER_ROW = 2 } cusparseOrder_t;
typedef enum { CUSPARSE_INDEX_16U = 1, CUSPARSE_INDEX_32I = 2,
               CUSPARSE_INDEX_64I = 3 } cusparseIndexType_t;
typedef enum { CUSPARSE_SPMAT_FILL_MODE,
               CUSPARSE_SPMAT_DIAG_TYPE } cusparseSpMatAttribute_t;

// All algorithms of a routine are one here.
typedef enum { CUSPARSE_SPMV_ALG_DEFAULT, CUSPARSE_SPMV_COO_ALG1,
               CUSPARSE_SPMV_CSR_ALG1, CUSPARSE_SPMV_CSR_ALG2,
               CUSPARSE_SPMV_COO_ALG2 } cusparseSpMVAlg_t;
typedef enum { CUSPARSE_SPMM_ALG_DEFAULT, CUSPARSE_SPMM_COO_ALG1,
               CUSPARSE_SPMM_COO_ALG2, CUSPARSE_SPMM_COO_ALG3,
               CUSPARSE_SPMM_CSR_ALG1, CUSPARSE_SPMM_COO_ALG4,
               CUSPARSE_SPMM_CSR_ALG2,
               CUSPARSE_SPMM_CSR_ALG3 = 12 } cusparseSpMMAlg_t;
typedef enum { CUSPARSE_SPSV_ALG_DEFAULT } cusparseSpSVAlg_t;
typedef enum { CUSPARSE_SPARSETODENSE_ALG_DEFAULT } cusparseSparseToDenseAlg_t;
typedef enum { CUSPARSE_DENSETOSPARSE_ALG_DEFAULT } cusparseDenseToSparseAlg_t;

typedef enum { CUSPARSE_SDDMM_ALG_DEFAULT } cusparseSDDMMAlg_t;
typedef enum { CUSPARSE_SPSM_ALG_DEFAULT } cusparseSpSMAlg_t;
typedef enum { CUSPARSE_SPGEMM_DEFAULT, CUSPARSE_SPGEMM_CSR_ALG_DETERMINITIC,
               CUSPARSE_SPGEMM_CSR_ALG_NONDETERMINITIC, CUSPARSE_SPGEMM_ALG1,
               CUSPARSE_SPGEMM_ALG2,
               CUSPARSE_SPGEMM_ALG3 } cusparseSpGEMMAlg_t;

typedef struct cusparseContext *cusparseHandle_t;
typedef struct cusparseMatDescr *cusparseMatDescr_t;
typedef struct cusparseSpVecDescr *cusparseSpVecDescr_t;
typedef struct cusparseDnVecDescr *cusparseDnVecDescr_t;
typedef struct cusparseSpMatDescr *cusparseSpMatDescr_t;
typedef struct cusparseDnMatDescr *cusparseDnMatDescr_t;
typedef struct cusparseSpVecDescr const *cusparseConstSpVecDescr_t;
typedef struct cusparseDnVecDescr const *cusparseConstDnVecDescr_t;
typedef struct cusparseSpMatDescr const *cusparseConstSpMatDescr_t;
typedef struct cusparseDnMatDescr const *cusparseConstDnMatDescr_t;
typedef struct cusparseSpSVDescr *cusparseSpSVDescr_t;
typedef struct cusparseSpSMDescr *cusparseSpSMDescr_t;
typedef struct cusparseSpGEMMDescr *cusparseSpGEMMDescr_t;
typedef struct csrilu02Info *csrilu02Info_t;
typedef struct csric02Info *csric02Info_t;
// Programs ask for it to learn whether cuSPARSE was included.
#define CUSPARSEAPI
#define KATA_SPARSE(name) cusparseStatus_t name

// ---- handles
KATA_SPARSE(cusparseCreate)(cusparseHandle_t *h);
KATA_SPARSE(cusparseDestroy)(cusparseHandle_t h);
KATA_SPARSE(cusparseGetVersion)(cusparseHandle_t h, int *version);
KATA_SPARSE(cusparseSetStream)(cusparseHandle_t h, cudaStream_t s);
KATA_SPARSE(cusparseGetStream)(cusparseHandle_t h, cudaStream_t *s);
KATA_SPARSE(cusparseSetPointerMode)
(cusparseHandle_t h, cusparsePointerMode_t mode);
KATA_SPARSE(cusparseGetPointerMode)
(cusparseHandle_t h, cusparsePointerMode_t *mode);
const char *cusparseGetErrorName(cusparseStatus_t s);
const char *cusparseGetErrorString(cusparseStatus_t s);

// ---- what the older routines know of a matrix
KATA_SPARSE(cusparseCreateMatDescr)(cusparseMatDescr_t *d);
KATA_SPARSE(cusparseDestroyMatDescr)(cusparseMatDescr_t d);
KATA_SPARSE(cusparseSetMatType)(cusparseMatDescr_t d, cusparseMatrixType_t v);
KATA_SPARSE(cusparseSetMatFillMode)(cusparseMatDescr_t d, cusparseFillMode_t v);
KATA_SPARSE(cusparseSetMatDiagType)(cusparseMatDescr_t d, cusparseDiagType_t v);
KATA_SPARSE(cusparseSetMatIndexBase)
(cusparseMatDescr_t d, cusparseIndexBase_t v);
cusparseMatrixType_t cusparseGetMatType(const cusparseMatDescr_t d);
cusparseFillMode_t cusparseGetMatFillMode(const cusparseMatDescr_t d);
cusparseDiagType_t cusparseGetMatDiagType(const cusparseMatDescr_t d);
cusparseIndexBase_t cusparseGetMatIndexBase(const cusparseMatDescr_t d);

// ---- vectors and matrices: they point at device memory and own none
#define KATA_SHAPE     int64_t rows, int64_t cols, int64_t nnz
#define KATA_2_TYPES                                                           \
    cusparseIndexType_t offset_type, cusparseIndexType_t index_type,           \
        cusparseIndexBase_t base, cudaDataType type
#define KATA_1_TYPE                                                            \
    cusparseIndexType_t index_type, cusparseIndexBase_t base, cudaDataType type
KATA_SPARSE(cusparseCreateSpVec)
(cusparseSpVecDescr_t *v, int64_t size, int64_t nnz, void *indices,
 void *values, KATA_1_TYPE);
KATA_SPARSE(cusparseDestroySpVec)(cusparseConstSpVecDescr_t v);
KATA_SPARSE(cusparseCreateDnVec)
(cusparseDnVecDescr_t *v, int64_t size, void *values, cudaDataType type);
KATA_SPARSE(cusparseCreateConstDnVec)
(cusparseConstDnVecDescr_t *v, int64_t size, const void *values,
 cudaDataType type);
KATA_SPARSE(cusparseDestroyDnVec)(cusparseConstDnVecDescr_t v);
KATA_SPARSE(cusparseDnVecGetValues)(cusparseDnVecDescr_t v, void **values);
KATA_SPARSE(cusparseDnVecSetValues)(cusparseDnVecDescr_t v, void *values);
KATA_SPARSE(cusparseCreateDnMat)
(cusparseDnMatDescr_t *m, int64_t rows, int64_t cols, int64_t ld, void *values,
 cudaDataType type, cusparseOrder_t order);
KATA_SPARSE(cusparseCreateConstDnMat)
(cusparseConstDnMatDescr_t *m, int64_t rows, int64_t cols, int64_t ld,
 const void *values, cudaDataType type, cusparseOrder_t order);
KATA_SPARSE(cusparseDestroyDnMat)(cusparseConstDnMatDescr_t m);
KATA_SPARSE(cusparseDnMatSetValues)(cusparseDnMatDescr_t m, void *values);
KATA_SPARSE(cusparseCreateCsr)
(cusparseSpMatDescr_t *m, KATA_SHAPE, void *offsets, void *indices,
 void *values, KATA_2_TYPES);
KATA_SPARSE(cusparseCreateConstCsr)
(cusparseConstSpMatDescr_t *m, KATA_SHAPE, const void *offsets,
 const void *indices, const void *values, KATA_2_TYPES);
KATA_SPARSE(cusparseCreateCsc)
(cusparseSpMatDescr_t *m, KATA_SHAPE, void *offsets, void *indices,
 void *values, KATA_2_TYPES);
KATA_SPARSE(cusparseCreateCoo)
(cusparseSpMatDescr_t *m, KATA_SHAPE, void *row_indices, void *col_indices,
 void *values, KATA_1_TYPE);
KATA_SPARSE(cusparseDestroySpMat)(cusparseConstSpMatDescr_t m);
KATA_SPARSE(cusparseSpMatGetSize)
(cusparseConstSpMatDescr_t m, int64_t *rows, int64_t *cols, int64_t *nnz);
KATA_SPARSE(cusparseSpMatSetAttribute)
(cusparseSpMatDescr_t m, cusparseSpMatAttribute_t attribute, void *data,
 size_t bytes);
KATA_SPARSE(cusparseCsrSetPointers)
(cusparseSpMatDescr_t m, void *offsets, void *indices, void *values);
KATA_SPARSE(cusparseCscSetPointers)
(cusparseSpMatDescr_t m, void *offsets, void *indices, void *values);
KATA_SPARSE(cusparseCooSetPointers)
(cusparseSpMatDescr_t m, void *rows, void *columns, void *values);
KATA_SPARSE(cusparseSpMatSetValues)(cusparseSpMatDescr_t m, void *values);

// ---- y = alpha op(A) x + beta y, C = alpha op(A) op(B) + beta C
#define KATA_SPMV                                                              \
    cusparseHandle_t h, cusparseOperation_t op, const void *alpha,             \
        cusparseConstSpMatDescr_t A, cusparseConstDnVecDescr_t x,              \
        const void *beta, cusparseDnVecDescr_t y, cudaDataType compute,        \
        cusparseSpMVAlg_t alg
#define KATA_SPMM                                                              \
    cusparseHandle_t h, cusparseOperation_t opa, cusparseOperation_t opb,      \
        const void *alpha, cusparseConstSpMatDescr_t A,                        \
        cusparseConstDnMatDescr_t B, const void *beta, cusparseDnMatDescr_t C, \
        cudaDataType compute, cusparseSpMMAlg_t alg
KATA_SPARSE(cusparseSpMV_bufferSize)(KATA_SPMV, size_t *bytes);
KATA_SPARSE(cusparseSpMV_preprocess)(KATA_SPMV, void *buffer);
KATA_SPARSE(cusparseSpMV)(KATA_SPMV, void *buffer);
KATA_SPARSE(cusparseSpMM_bufferSize)(KATA_SPMM, size_t *bytes);
KATA_SPARSE(cusparseSpMM_preprocess)(KATA_SPMM, void *buffer);
KATA_SPARSE(cusparseSpMM)(KATA_SPMM, void *buffer);

// ---- op(A) y = alpha x, A a triangle by its attributes
#define KATA_SPSV                                                              \
    cusparseHandle_t h, cusparseOperation_t op, const void *alpha,             \
        cusparseConstSpMatDescr_t A, cusparseConstDnVecDescr_t x,              \
        cusparseDnVecDescr_t y, cudaDataType compute, cusparseSpSVAlg_t alg,   \
        cusparseSpSVDescr_t d
KATA_SPARSE(cusparseSpSV_createDescr)(cusparseSpSVDescr_t *d);
KATA_SPARSE(cusparseSpSV_destroyDescr)(cusparseSpSVDescr_t d);
KATA_SPARSE(cusparseSpSV_bufferSize)(KATA_SPSV, size_t *bytes);
KATA_SPARSE(cusparseSpSV_analysis)(KATA_SPSV, void *buffer);
KATA_SPARSE(cusparseSpSV_solve)(KATA_SPSV);

// ---- op(A) C = alpha op(B), many right-hand sides
#define KATA_SPSM                                                              \
    cusparseHandle_t h, cusparseOperation_t opa, cusparseOperation_t opb,      \
        const void *alpha, cusparseConstSpMatDescr_t A,                        \
        cusparseConstDnMatDescr_t B, cusparseDnMatDescr_t C,                   \
        cudaDataType compute, cusparseSpSMAlg_t alg, cusparseSpSMDescr_t d
KATA_SPARSE(cusparseSpSM_createDescr)(cusparseSpSMDescr_t *d);
KATA_SPARSE(cusparseSpSM_destroyDescr)(cusparseSpSMDescr_t d);
KATA_SPARSE(cusparseSpSM_bufferSize)(KATA_SPSM, size_t *bytes);
KATA_SPARSE(cusparseSpSM_analysis)(KATA_SPSM, void *buffer);
KATA_SPARSE(cusparseSpSM_solve)(KATA_SPSM);

// ---- results in a pattern: C = alpha (op(A) op(B)) at C's entries + beta C
#define KATA_SDDMM                                                             \
    cusparseHandle_t h, cusparseOperation_t opa, cusparseOperation_t opb,      \
        const void *alpha, cusparseConstDnMatDescr_t A,                        \
        cusparseConstDnMatDescr_t B, const void *beta, cusparseSpMatDescr_t C, \
        cudaDataType compute, cusparseSDDMMAlg_t alg
KATA_SPARSE(cusparseSDDMM_bufferSize)(KATA_SDDMM, size_t *bytes);
KATA_SPARSE(cusparseSDDMM_preprocess)(KATA_SDDMM, void *buffer);
KATA_SPARSE(cusparseSDDMM)(KATA_SDDMM, void *buffer);

// ---- C = alpha A B of sparse matrices by rows: three steps, and C's arrays
// are there before the last
#define KATA_SPGEMM                                                            \
    cusparseHandle_t h, cusparseOperation_t opa, cusparseOperation_t opb,      \
        const void *alpha, cusparseConstSpMatDescr_t A,                        \
        cusparseConstSpMatDescr_t B, const void *beta, cusparseSpMatDescr_t C, \
        cudaDataType compute, cusparseSpGEMMAlg_t alg, cusparseSpGEMMDescr_t d
KATA_SPARSE(cusparseSpGEMM_createDescr)(cusparseSpGEMMDescr_t *d);
KATA_SPARSE(cusparseSpGEMM_destroyDescr)(cusparseSpGEMMDescr_t d);
KATA_SPARSE(cusparseSpGEMM_workEstimation)
(KATA_SPGEMM, size_t *bytes, void *buffer);
KATA_SPARSE(cusparseSpGEMM_compute)(KATA_SPGEMM, size_t *bytes, void *buffer);
KATA_SPARSE(cusparseSpGEMM_copy)(KATA_SPGEMM);

// ---- sparse vectors
#define KATA_SPVV                                                              \
    cusparseHandle_t h, cusparseOperation_t op, cusparseConstSpVecDescr_t x,   \
        cusparseConstDnVecDescr_t y, void *result, cudaDataType compute
KATA_SPARSE(cusparseSpVV_bufferSize)(KATA_SPVV, size_t *bytes);
KATA_SPARSE(cusparseSpVV)(KATA_SPVV, void *buffer);
KATA_SPARSE(cusparseAxpby)
(cusparseHandle_t h, const void *alpha, cusparseConstSpVecDescr_t x,
 const void *beta, cusparseDnVecDescr_t y);
KATA_SPARSE(cusparseGather)
(cusparseHandle_t h, cusparseConstDnVecDescr_t y, cusparseSpVecDescr_t x);
KATA_SPARSE(cusparseScatter)
(cusparseHandle_t h, cusparseConstSpVecDescr_t x, cusparseDnVecDescr_t y);

// ---- conversions
KATA_SPARSE(cusparseSparseToDense_bufferSize)
(cusparseHandle_t h, cusparseConstSpMatDescr_t A, cusparseDnMatDescr_t B,
 cusparseSparseToDenseAlg_t alg, size_t *bytes);
KATA_SPARSE(cusparseSparseToDense)
(cusparseHandle_t h, cusparseConstSpMatDescr_t A, cusparseDnMatDescr_t B,
 cusparseSparseToDenseAlg_t alg, void *buffer);
#define KATA_TO_SPARSE                                                         \
    cusparseHandle_t h, cusparseConstDnMatDescr_t A, cusparseSpMatDescr_t B,   \
        cusparseDenseToSparseAlg_t alg
KATA_SPARSE(cusparseDenseToSparse_bufferSize)(KATA_TO_SPARSE, size_t *bytes);
KATA_SPARSE(cusparseDenseToSparse_analysis)(KATA_TO_SPARSE, void *buffer);
KATA_SPARSE(cusparseDenseToSparse_convert)(KATA_TO_SPARSE, void *buffer);
KATA_SPARSE(cusparseXcoo2csr)
(cusparseHandle_t h, const int *coo_rows, int nnz, int m, int *csr_offsets,
 cusparseIndexBase_t base);
KATA_SPARSE(cusparseXcsr2coo)
(cusparseHandle_t h, const int *csr_offsets, int nnz, int m, int *coo_rows,
 cusparseIndexBase_t base);

// ---- incomplete factors in A's own pattern: LU, and Cholesky's lower one
KATA_SPARSE(cusparseCreateCsrilu02Info)(csrilu02Info_t *info);
KATA_SPARSE(cusparseDestroyCsrilu02Info)(csrilu02Info_t info);
KATA_SPARSE(cusparseXcsrilu02_zeroPivot)
(cusparseHandle_t h, csrilu02Info_t info, int *position);
KATA_SPARSE(cusparseCreateCsric02Info)(csric02Info_t *info);
KATA_SPARSE(cusparseDestroyCsric02Info)(csric02Info_t info);
KATA_SPARSE(cusparseXcsric02_zeroPivot)
(cusparseHandle_t h, csric02Info_t info, int *position);
#define KATA_FACTOR(name, T, Info)                                             \
    KATA_SPARSE(name##_bufferSize)                                             \
    (cusparseHandle_t h, int m, int nnz, const cusparseMatDescr_t d,           \
     T *values, const int *offsets, const int *indices, Info info,             \
     int *bytes);                                                              \
    KATA_SPARSE(name##_analysis)                                               \
    (cusparseHandle_t h, int m, int nnz, const cusparseMatDescr_t d,           \
     const T *values, const int *offsets, const int *indices, Info info,       \
     cusparseSolvePolicy_t policy, void *buffer);                              \
    KATA_SPARSE(name)                                                          \
    (cusparseHandle_t h, int m, int nnz, const cusparseMatDescr_t d,           \
     T *values, const int *offsets, const int *indices, Info info,             \
     cusparseSolvePolicy_t policy, void *buffer);
KATA_FACTOR(cusparseScsrilu02, float, csrilu02Info_t)
KATA_FACTOR(cusparseDcsrilu02, double, csrilu02Info_t)
KATA_FACTOR(cusparseScsric02, float, csric02Info_t)
KATA_FACTOR(cusparseDcsric02, double, csric02Info_t)

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop

#endif
