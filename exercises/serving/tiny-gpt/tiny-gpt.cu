// A GPT of one block, trained from your own kernels.

struct Sizes {
    int batch, length, dim, heads, vocab;
};

// Arrays of the device: the weights, or the gradients of the weights.
struct Gpt {
    float *table;  // [vocab][dim]
    float *places; // [length][dim]
    float *gains;  // [3][dim]: the norms, in the order in which the forward pass meets them
    float *shifts; // [3][dim]
    float *qkv;    // [dim][3 dim]: queries, keys, values
    float *mix;    // [dim][dim]
    float *up;     // [dim][4 dim]
    float *down;   // [4 dim][dim]
};

// TODO: bring your kernels: layernorm, matmul, flash-forward, cross-entropy, adamw, and
// the ones that go backward.

static Sizes sizes;

// Before the first step: memory for what the forward pass keeps, and for two moments that
// begin as 0.
void gpt_begin(Sizes s) {
    sizes = s;
}

// Writes the loss and all gradients. text is [batch][length + 1].
void gpt_step(const int *text, const Gpt *w, const Gpt *grad, float *loss, cudaStream_t stream) {
    (void)text, (void)w, (void)grad, (void)loss, (void)stream;
    // TODO: forward
    // TODO: backward, from the last line of forward to its first
}

// AdamW. step counts from 1.
void gpt_update(const Gpt *w, const Gpt *grad, int step, cudaStream_t stream) {
    (void)w, (void)grad, (void)step, (void)stream;
    // TODO
}

// After the last step.
void gpt_end() {
    (void)sizes;
}
