void reference(int scenario, int *facts) {
    (void)scenario;
    for (int i = 0; i < 10; i++)
        facts[i] = 1;
}
