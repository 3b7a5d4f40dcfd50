# rejected by: case run ctest (the last block is missing)
sed -i 's/(n - 1) \/ threads + 1/n \/ threads/' scale.cu
