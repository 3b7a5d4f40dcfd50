// All bodies are pulled towards their centre, step after step.

// A pull, up to 0.02 either way.
static float limited(float pull) {
    pull = pull > 0.02f ? 0.02f : pull;
    return pull < -0.02f ? -0.02f : pull;
}

// TODO: position and speed are 8 bytes of 64. What if they lay side by side?
void swarm(float *body, int n, int steps) {
    for (int s = 0; s < steps; s++) {
        float sum = 0;
        for (int i = 0; i < n; i++)
            sum += body[16 * i];
        float centre = sum / (float)n;
        for (int i = 0; i < n; i++) {
            body[16 * i + 1] += limited(0.05f * (centre - body[16 * i]));
            body[16 * i] += body[16 * i + 1];
        }
    }
}
