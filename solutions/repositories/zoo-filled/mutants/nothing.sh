# rejected by: case file gemm/tiled/*.cu: not-filed (a file, and no kernel in it)
echo "// nothing" >gemm/tiled/matmul-tiled.cu
