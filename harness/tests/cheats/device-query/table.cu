// rejected by: case another GPU (the six numbers of the usual model, written down)
void device_numbers(double *out) {
    out[0] = 132, out[1] = 2048, out[2] = 50, out[3] = 48, out[4] = 3352.32, out[5] = 61.839;
}
