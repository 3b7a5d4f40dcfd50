void reference(int rounds, int *facts) {
    (void)rounds;
    for (int i = 0; i < 17; i++)
        facts[i] = 1;
}
