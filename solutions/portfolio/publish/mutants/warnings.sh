# rejected by: case test tidy: failed (a variable that nobody uses, and the compiler says so)
sed -i 's/^    double y\[3\], sum = 0;/    double y[3], sum = 0;\n    int rest;/' softmax/test_softmax.c
git commit -qam x
