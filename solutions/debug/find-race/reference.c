// find-race: each row minus its largest element.

void reference(const int *in, int *out, int rows, int cols);

void reference(const int *in, int *out, int rows, int cols) {
    for (long long r = 0; r < rows; r++) {
        int largest = cols > 0 ? in[r * cols] : 0;
        for (int c = 1; c < cols; c++)
            if (in[r * cols + c] > largest) largest = in[r * cols + c];
        for (int c = 0; c < cols; c++)
            out[r * cols + c] = in[r * cols + c] - largest;
    }
}
