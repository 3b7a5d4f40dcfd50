# rejected by: case test bug_3: failed (BUG=3 does not compile)
sed -i 's/BUG == 3 ?/BUG == 3 ? ten_times :/; s/^    double off = .*/#if BUG == 3\n    ten_times();\n#endif\n    double off = fabs(sum - exact);/' sum.c
