# rejected by: case file ml_ops/softmax/*.cu: not-filed (changed after it passed)
echo "// faster, I think" >>ml_ops/softmax/softmax-fused.cu
