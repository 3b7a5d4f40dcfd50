// The clipped loss of policy gradients, and its gradient.

const int BLOCK = 256;
const int LONGEST = 4096; // steps of a sequence

__global__ void loss_kernel(const float *reward, const float *value, const float *now,
                            const float *old, const unsigned char *mask, float *loss,
                            float *grad, int steps, float gamma, float lambda, float low,
                            float high) {
    // TODO: the advantages, from the last step to the first; then loss and gradient.
}

void policy_loss(const float *reward, const float *value, const float *now,
                 const float *old, const unsigned char *mask, float *loss, float *grad,
                 int batch, int steps, float gamma, float lambda, float low, float high) {
    // TODO: a block for each sequence. `batch` may be 0.
}
