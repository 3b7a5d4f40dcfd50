// rejected by: case n=33 | case n=64 (the layers one by one)
// Steady state without launches: a network of small kernels answers requests.

// Launches layer i: out = layer(in), batch x n floats. in and out must differ.
typedef void (*Layer)(int i, const float *in, float *out, int batch, int n,
                      cudaStream_t stream);

static Layer layer;
static int layers, width;
static float *even, *odd; // outputs of the layers, in turn

void server_begin(Layer each, int count, int n, int most) {
    layer = each;
    layers = count;
    width = n;
    cudaMalloc(&even, (size_t)most * n * sizeof(float));
    cudaMalloc(&odd, (size_t)most * n * sizeof(float));
}

void server_answer(const float *x, float *y, int batch, cudaStream_t stream) {
    // right, with a launch for every layer of every request.
    const float *in = x;
    for (int i = 0; i < layers; i++) {
        float *out = i == layers - 1 ? y : i % 2 ? odd : even;
        layer(i, in, out, batch, width, stream);
        in = out;
    }
}

void server_end() {
    cudaFree(even);
    cudaFree(odd);
}
