# rejected by: case file primitives/reduction/reduce-shuffle.cu: missing (another reduction only)
rm primitives/reduction/reduce-shuffle.cu
