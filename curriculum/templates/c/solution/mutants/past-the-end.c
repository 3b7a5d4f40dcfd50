// rejected by: trap out-of-bounds | guard (one element too many)
//
// TODO(author): four mutants or more, each a mistake that learners make, written
// as they would write it. The first line says what must catch it.
void @name@(const float *in, float *out, int n) {
    for (int i = 0; i <= n; i++)
        out[i] = 2 * in[i];
}
