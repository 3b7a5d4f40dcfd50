// bfs: a queue. The nodes of a level lie side by side in it.
#include <stdlib.h>

void reference(const int *offsets, const int *targets, int *levels, int *widths,
               int nodes, int edges, int sources);

void reference(const int *offsets, const int *targets, int *levels, int *widths,
               int nodes, int edges, int sources) {
    (void)edges;
    int *queue = malloc(((size_t)nodes + 1) * sizeof *queue), end = sources;
    for (int v = 0; v < nodes; v++) {
        if (levels) levels[v] = -1;
        if (widths) widths[v] = 0;
    }
    int *level = levels ? levels : malloc(((size_t)nodes + 1) * sizeof *level);
    for (int v = 0; v < nodes; v++) {
        queue[v] = v;
        level[v] = v < sources ? 0 : -1;
    }
    for (int at = 0; at < end; at++) {
        int u = queue[at];
        if (widths) widths[level[u]]++;
        for (int e = offsets[u]; e < offsets[u + 1]; e++)
            if (level[targets[e]] < 0) {
                level[targets[e]] = level[u] + 1;
                queue[end++] = targets[e];
            }
    }
    if (level != levels) free(level);
    free(queue);
}
