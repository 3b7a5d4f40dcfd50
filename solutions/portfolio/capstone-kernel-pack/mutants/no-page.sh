# rejected by: case test documented: failed (a function that no page has)
sed -i "s/^int kp_mlp/int kp_relu(float *x, int n);\nint kp_mlp/" include/kernelpack.h
git commit -qam x
