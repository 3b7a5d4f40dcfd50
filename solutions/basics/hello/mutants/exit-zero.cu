// rejected by: crash (leaves with status 0 before anything is judged)
#include <cstdlib>

void hello(int *out, int n) {
    (void)out;
    (void)n;
    exit(0);
}
