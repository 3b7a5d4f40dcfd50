// Advantages backwards in time, the clipped loss, its gradient, in double.
#include <math.h>
#include <stddef.h>

static void each(const float *reward, const float *value, const float *now,
                 const float *old, const unsigned char *mask, double *loss,
                 double *grad, int batch, int steps, float gamma, float lambda,
                 float low, float high, int want_scale) {
    for (int i = 0; i < batch; i++) {
        size_t row = (size_t)i * steps;
        double advantage = 0, size = 0, valued = 0, sum = 0, sizes = 0;
        int count = 0;
        for (int t = steps - 1; t >= 0; t--) {
            double r = reward[row + t], v = value[row + t];
            if (!mask[row + t]) {
                advantage = size = valued = grad[row + t] = 0;
                continue;
            }
            advantage =
                r + gamma * valued - v + (double)gamma * lambda * advantage;
            size = fabs(r) + gamma * fabs(valued) + fabs(v) +
                   (double)gamma * lambda * size;
            valued = v;
            float d = now[row + t] - old[row + t];
            int is_clipped = advantage > 0 ? d > high : d < low;
            double ratio = exp(!is_clipped ? d : d > high ? high : low);
            count++;
            sum -= ratio * advantage;
            sizes += ratio * size;
            grad[row + t] = is_clipped   ? 0
                            : want_scale ? ratio * size
                                         : -ratio * advantage;
        }
        loss[i] = count ? (want_scale ? sizes : sum) / count : 0;
        for (int t = 0; t < steps && count; t++)
            grad[row + t] /= count;
    }
}

void reference(const float *reward, const float *value, const float *now,
               const float *old, const unsigned char *mask, double *loss,
               double *grad, int batch, int steps, float gamma, float lambda,
               float low, float high) {
    each(reward, value, now, old, mask, loss, grad, batch, steps, gamma, lambda,
         low, high, 0);
}

void reference_scale(const float *reward, const float *value, const float *now,
                     const float *old, const unsigned char *mask, double *loss,
                     double *grad, int batch, int steps, float gamma,
                     float lambda, float low, float high) {
    each(reward, value, now, old, mask, loss, grad, batch, steps, gamma, lambda,
         low, high, 1);
}
