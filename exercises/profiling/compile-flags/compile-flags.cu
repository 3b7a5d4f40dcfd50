// Which code of a fat binary a GPU runs, and the flags that put it there.
#include <stdio.h>
#include <string.h>

// Image i is for compute capability cc[i] (86 is 8.6): machine code, or PTX if is_ptx[i].
// Returns the number of the image that a device of this compute capability uses, or -1.
int pick_image(const int *cc, const int *is_ptx, int n, int device) {
    return n > 0 ? 0 : -1; // TODO
}

// Writes nvcc's -gencode flags for these compute capabilities, in any order and perhaps
// repeated: machine code for each, rising, and PTX of the newest.
void gencode_flags(const int *cc, int n, char *text) {
    text[0] = 0; // TODO
}
