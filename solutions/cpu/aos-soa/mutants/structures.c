// rejected by: gate l2_traffic (whole structures in every step)
void swarm(float *body, int n, int steps) {
    for (int s = 0; s < steps; s++) {
        float sum = 0;
        for (int i = 0; i < n; i++)
            sum += body[16 * i];
        float centre = sum / (float)n;
        for (int i = 0; i < n; i++) {
            body[16 * i + 1] += 0.05f * (centre - body[16 * i]);
            body[16 * i] += body[16 * i + 1];
        }
    }
}
