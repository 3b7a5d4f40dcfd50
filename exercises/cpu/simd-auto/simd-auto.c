// y = a x + y, and the dot product of x and the new y. Right as it stands.
// TODO: two things keep the compiler from using vectors. Take them away.
void update(const float *x, float *y, float *dot, float a, int n) {
    dot[0] = 0;
    for (int i = 0; i < n; i++) {
        y[i] = a * x[i] + y[i];
        dot[0] += x[i] * y[i];
    }
}
