// rejected by: case (no step is done: what a few steps of a spring make is raised to a power)
void swarm(float *body, int n, int steps) {
    double centre = 0, drift = 0, a = 1, b = 0, c = 0, d = 1;
    for (int i = 0; i < n; i++) {
        centre += body[16 * i] / n;
        drift += body[16 * i + 1] / n;
    }
    for (int s = 0; s < steps; s++) {
        c -= 0.05 * a, d -= 0.05 * b;
        a += c, b += d;
    }
    for (int i = 0; i < n; i++) {
        double x = body[16 * i] - centre, v = body[16 * i + 1] - drift;
        body[16 * i] = (float)(centre + steps * drift + a * x + b * v);
        body[16 * i + 1] = (float)(drift + c * x + d * v);
    }
}
