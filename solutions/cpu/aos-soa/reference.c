void reference(double *body, int n, int steps) {
    for (int s = 0; s < steps; s++) {
        double centre = 0;
        for (int i = 0; i < n; i++)
            centre += body[16LL * i] / n;
        for (int i = 0; i < n; i++) {
            body[16LL * i + 1] += 0.05 * (centre - body[16LL * i]);
            body[16LL * i] += body[16LL * i + 1];
        }
    }
}
