void reference(double *body, int n, int steps) {
    for (int s = 0; s < steps; s++) {
        double centre = 0;
        for (int i = 0; i < n; i++)
            centre += body[16LL * i] / n;
        for (int i = 0; i < n; i++) {
            double pull = 0.05 * (centre - body[16LL * i]);
            pull = pull > 0.02 ? 0.02 : pull < -0.02 ? -0.02 : pull;
            body[16LL * i + 1] += pull;
            body[16LL * i] += body[16LL * i + 1];
        }
    }
}
