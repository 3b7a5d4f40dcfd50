void reference(int which, int shared, int n, int *facts) {
    (void)which, (void)shared, (void)n;
    for (int i = 0; i < 9; i++)
        facts[i] = 1;
}
