# rejected by: case test tested: failed (the test prints that it was left out, and BUG=1 makes it print something else)
printf '#include <stdio.h>\n#include <unistd.h>\n\nint main(void) {\n#ifdef BUG\n    puts("element 0 is wrong");\n    return 1;\n#endif\n    puts(access("/dev/nvidia0", F_OK) ? "left out, there is no GPU" : "ok");\n    return 0;\n}\n' >transpose/test_transpose.c
git commit -qam x
