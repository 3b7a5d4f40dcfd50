// The version before.
int count_old(const int *x, int n);

int count_old(const int *x, int n) {
    int found = 0;
    for (int i = 0; i < n; i++)
        if (x[i] > 0) found++;
    return found;
}
