// NVIDIA's cuBLAS header is in two parts; programs include either.
#include "cublas_v2.h"
