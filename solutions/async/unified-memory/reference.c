// All seven facts hold in every case.
void reference(int scenario, int *facts);

void reference(int scenario, int *facts) {
    (void)scenario;
    for (int i = 0; i < 7; i++)
        facts[i] = 1;
}
