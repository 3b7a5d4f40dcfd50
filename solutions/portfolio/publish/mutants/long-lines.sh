# rejected by: case test tidy: failed (a line of two hundred columns)
printf '// %0200d\n' 0 >>transpose/transpose.cu
git commit -qam x
