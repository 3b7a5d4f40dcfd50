// rejected by: forbidden | unwritten (starts itself again with LD_PRELOAD set)
#include <stdlib.h>
#include <unistd.h>

void vector_add(const float *, const float *, float *, int) {
    char *argv[] = {(char *)"exe", nullptr};
    setenv("LD_PRELOAD", "./faster.so", 1);
    execv("/proc/self/exe", argv);
}
