# rejected by: case test tests: failed (the last block is missing)
sed -i 's/(n - 1) \/ threads + 1/n \/ threads/' blocks.cu
