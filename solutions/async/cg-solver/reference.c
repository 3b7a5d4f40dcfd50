// All facts hold in every case.
void reference(const float *noise, int *facts, int wide, int high, float sink,
               float rough, int most, int once) {
    (void)noise, (void)wide, (void)high, (void)sink, (void)rough, (void)most;
    (void)once;
    for (int i = 0; i < 7; i++)
        facts[i] = 1;
}
