# rejected by: case test tidy: failed (a source that its author has not finished)
sed -i '1i // TODO: rows longer than a block' softmax/softmax.cu
git commit -qam x
