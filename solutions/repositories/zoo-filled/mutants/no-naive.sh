# rejected by: case file gemm/naive/*.cu: missing (only the scaffold is in the folder)
rm gemm/naive/matmul-naive*
