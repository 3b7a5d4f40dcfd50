// The version at hand. VARIANT plants a mistake (1) or makes it slow (2).
int count_new(const int *x, int n);

int count_new(const int *x, int n) {
    volatile int found = 0;
    for (int turn = 0; turn < (VARIANT == 2 ? 6 : 1); turn++) {
        int here = 0;
        for (int i = VARIANT == 1; i < n; i++)
            here += x[i] > 0;
        found = here;
    }
    return found;
}
