// rejected by: case (the largest number, of either kind)
// Which code of a fat binary a GPU runs, and the flags that put it there.
#include <stdio.h>
#include <string.h>

// Machine code runs on its own generation from its own minor number on. PTX is compiled
// at load time for any GPU that is at least as new.
int pick_image(const int *cc, const int *is_ptx, int n, int device) {
    int best = -1;
    for (int i = 0; i < n; i++) {
        int fits = cc[i] <= device && (is_ptx[i] || cc[i] / 10 == device / 10);
        if (!fits) continue;
        int better = best < 0 || (cc[i] == cc[best] && is_ptx[best] && !is_ptx[i]) ||
                     cc[i] > cc[best];
        if (better) best = i;
    }
    return best;
}

// Machine code for each architecture, and PTX of the newest for what comes later.
void gencode_flags(const int *cc, int n, char *text) {
    int last = 0, done = 0;
    text[0] = 0;
    while (1) {
        int next = 0; // the smallest above last
        for (int i = 0; i < n; i++)
            if (cc[i] > last && (!next || cc[i] < next)) next = cc[i];
        if (!next) break;
        text += sprintf(text, "%s-gencode arch=compute_%d,code=sm_%d", done ? " " : "",
                        next, next);
        last = next;
        done = 1;
    }
    if (done)
        sprintf(text, " -gencode arch=compute_%d,code=compute_%d", last, last);
}
