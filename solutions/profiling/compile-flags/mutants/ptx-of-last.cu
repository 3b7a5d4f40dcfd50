// rejected by: case (PTX of the last number in the list, not of the largest)
// Which code of a fat binary a GPU runs, and the flags that put it there.
#include <stdio.h>
#include <string.h>

// Image i is for compute capability cc[i] (86 is 8.6): machine code, or PTX if is_ptx[i].
// Returns the number of the image that a device of this compute capability uses, or -1.
int pick_image(const int *cc, const int *is_ptx, int n, int device) {
    int best = -1;
    for (int i = 0; i < n; i++) {
        if (is_ptx[i] || cc[i] / 10 != device / 10 || cc[i] > device) continue;
        if (best < 0 || cc[i] > cc[best]) best = i;
    }
    if (best >= 0) return best;

    for (int i = 0; i < n; i++) {
        if (!is_ptx[i] || cc[i] > device) continue;
        if (best < 0 || cc[i] > cc[best]) best = i;
    }
    return best;
}

// Writes nvcc's -gencode flags for these compute capabilities, in any order and perhaps
// repeated: machine code for each, rising, and PTX of the newest.
void gencode_flags(const int *cc, int n, char *text) {
    int last = 0;
    text[0] = 0;
    while (true) {
        int next = 0; // the lowest above last
        for (int i = 0; i < n; i++)
            if (cc[i] > last && (next == 0 || cc[i] < next)) next = cc[i];
        if (next == 0) break;
        text += sprintf(text, "-gencode arch=compute_%d,code=sm_%d ", next, next);
        last = next;
    }
    if (n > 0)
        sprintf(text, "-gencode arch=compute_%d,code=compute_%d", cc[n - 1], cc[n - 1]);
}
