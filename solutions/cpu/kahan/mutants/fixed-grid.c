// rejected by: case large numbers | case tiny numbers (cut on a grid that suits numbers below 1)
// says: The numbers are cut on a grid of 2^-30, so the sums are exact for numbers near 1 alone. What was rounded away has to be carried on.
void balances(const double *x, double *out, double start, int n) {
    const double big = 6291456; // numbers below 1 plus this have steps of 2^-30
    double coarse = 0, fine = 0;
    for (int i = 0; i < n; i++) {
        double c = (x[i] + big) - big;
        coarse += c;
        fine += x[i] - c;
        out[i] = (start + coarse) + fine;
    }
}
