// Nothing here reads intervals: own times are the inputs they were made of.
enum { NAMES = 6 };

static void record(int *recorded, int layers) {
    // A linear map without a bias calls aten::mm: five of the seven are theirs.
    int per_layer[] = {5, 7, 1, 1, 1};
    for (int i = 0; i < 5; i++)
        recorded[i] = layers * per_layer[i];
}

void reference(const float *x, const int *kind, const int *own,
               const int *close, const int *order, int *recorded, int *top,
               int *calls, double *self_us, int steps, int skip, int layers,
               int rows, int cols, int ops, int n) {
    (void)close, (void)order;
    int in_all = 0; // layers; a batch with a positive first number has one more
    for (int i = skip; i < steps; i++)
        in_all += layers + (x[(long)i * rows * cols] > 0);
    long total[NAMES] = {0};
    int count[NAMES] = {0};
    record(recorded, in_all);
    for (int i = 0; i < ops; i++) {
        total[kind[i]] += 2L * own[i];
        count[kind[i]]++;
    }
    for (int k = 0; k < n; k++) {
        int best = -1;
        for (int i = 0; i < NAMES; i++)
            if (count[i] && (best < 0 || total[i] > total[best])) best = i;
        top[k] = best;
        calls[k] = best < 0 ? 0 : count[best];
        self_us[k] = best < 0 ? 0 : total[best];
        if (best >= 0) count[best] = 0;
    }
}
