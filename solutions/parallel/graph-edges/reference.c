// Degrees, and sums of the weights, of the nodes of a graph.
void reference(const int *from, const int *to, const int *weight, int *degree,
               int *strength, int nodes, int edges);

static void count(int *degree, int *strength, int node, int w) {
    if (degree) degree[node]++;
    if (strength) strength[node] += w;
}

void reference(const int *from, const int *to, const int *weight, int *degree,
               int *strength, int nodes, int edges) {
    for (int i = 0; i < nodes; i++) {
        if (degree) degree[i] = 0;
        if (strength) strength[i] = 0;
    }
    for (int e = 0; e < edges; e++) {
        count(degree, strength, from[e], weight[e]);
        count(degree, strength, to[e], weight[e]);
    }
}
