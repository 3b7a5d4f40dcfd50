// cdp-quadtree: the points in the order of the tree's leaves, and the depth of each leaf.
#include <stdlib.h>
#include <string.h>

void reference(const int *x, const int *y, int *order, int *depth, int n, int leaf);

typedef struct Tree {
    const int *x, *y;
    int *ids, *other, *depth, leaf;
} Tree;

static void build(Tree *t, int x, int y, int side, int begin, int end, int depth) {
    int half = side / 2, at = begin, ends[4];
    if (end - begin <= t->leaf || side == 1) {
        for (int i = begin; i < end; i++)
            t->depth[i] = depth;
        return;
    }
    for (int q = 0; q < 4; q++) {
        for (int i = begin; i < end; i++) {
            int right = t->x[t->ids[i]] >= x + half, below = t->y[t->ids[i]] >= y + half;
            if (right + 2 * below == q) t->other[at++] = t->ids[i];
        }
        ends[q] = at;
    }
    memcpy(t->ids + begin, t->other + begin, (size_t)(end - begin) * sizeof *t->ids);
    for (int q = 0; q < 4; q++)
        build(t, x + q % 2 * half, y + q / 2 * half, half, q ? ends[q - 1] : begin, ends[q],
              depth + 1);
}

void reference(const int *x, const int *y, int *order, int *depth, int n, int leaf) {
    Tree t = {x, y, order, calloc((size_t)n + 1, sizeof(int)), depth, leaf};
    for (int i = 0; i < n; i++)
        order[i] = i;
    build(&t, 0, 0, 1024, 0, n, 0);
    free(t.other);
}
