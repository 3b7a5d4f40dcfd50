// find-tail: every element within lo and hi, and how many were not.

void reference(const int *in, int *out, int *outside, int n, int lo, int hi);

void reference(const int *in, int *out, int *outside, int n, int lo, int hi) {
    outside[0] = 0;
    for (int i = 0; i < n; i++) {
        outside[0] += in[i] < lo || in[i] > hi;
        out[i] = in[i] < lo ? lo : in[i] > hi ? hi : in[i];
    }
}
