#include <stddef.h>

// Either output may be NULL: it is not wanted then. out comes as it was.
void reference(const float *in, double *out, int *count, int n, float least) {
    int kept = 0;
    for (int i = 0; i < n; i++) {
        if (in[i] < least) continue;
        if (out) out[kept] = in[i];
        kept++;
    }
    if (count) *count = kept;
}
