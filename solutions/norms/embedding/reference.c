// embedding: each position adds to the row of its token.
void reference(const int *starts, const int *order, const float *dy,
               double *dtable, int vocab, int count, int dim);

void reference(const int *starts, const int *order, const float *dy,
               double *dtable, int vocab, int count, int dim) {
    (void)count;
    for (long long i = 0; i < (long long)vocab * dim; i++)
        dtable[i] = 0;
    for (int v = 1; v < vocab; v++) // 0 is padding
        for (int k = starts[v]; k < starts[v + 1]; k++)
            for (int d = 0; d < dim; d++)
                dtable[(long long)v * dim + d] +=
                    dy[(long long)order[k] * dim + d];
}
