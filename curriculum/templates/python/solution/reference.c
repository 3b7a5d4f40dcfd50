// TODO(author): what is right, in double precision, and why `compare:` fits it.
//
// The parameters are those of the entry. Plain loops: nobody waits for this, and
// nobody may doubt it.
void reference(const double *x, double *y, int n);

void reference(const double *x, double *y, int n) {
    for (int i = 0; i < n; i++)
        y[i] = 2.0 * x[i];
}
