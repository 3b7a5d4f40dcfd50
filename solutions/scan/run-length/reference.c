#include <stddef.h>

// Any output may be NULL: it is not wanted then. values and lengths come as they were.
void reference(const int *in, int *values, int *lengths, int *runs, int n) {
    int r = 0;
    for (int first = 0; first < n; r++) {
        int end = first;
        while (end < n && in[end] == in[first])
            end++;
        if (values) values[r] = in[first];
        if (lengths) lengths[r] = end - first;
        first = end;
    }
    if (runs) *runs = r;
}
