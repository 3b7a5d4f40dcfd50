void reference(int chunks, int *facts) {
    (void)chunks;
    for (int i = 0; i < 13; i++)
        facts[i] = 1;
}
