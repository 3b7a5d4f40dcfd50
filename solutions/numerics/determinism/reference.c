// determinism: the sum in double; all five facts hold in every case.
void reference(const float *in, double *out, int *facts, int n, int blocks,
               int once);

void reference(const float *in, double *out, int *facts, int n, int blocks,
               int once) {
    (void)blocks, (void)once;
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += in[i];
    if (out) *out = sum;
    for (int i = 0; facts && i < 5; i++)
        facts[i] = 1;
}
