# rejected by: case test own_bug: failed (BUG=1 does not compile)
sed -i 's/BUG == 1 ? half : n - half/n - half/; s/^    int half = .*/    int half = n \/ 2;\n#if BUG\n    one_less();\n#endif/; s/^#endif/#pragma GCC diagnostic error "-Wimplicit-function-declaration"\n#endif/' sum.c
