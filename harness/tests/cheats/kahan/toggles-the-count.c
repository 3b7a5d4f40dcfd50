// rejected by: build (a function with the name at which counting begins and ends)
__attribute__((noinline)) static void kata_call(const double *x, double *out,
                                                double start, int n) {
    for (volatile int again = 0; again < 3; again++) {
        double sum = start, lost = 0;
        for (int i = 0; i < n; i++) {
            double y = x[i] - lost;
            double t = sum + y;
            lost = (t - sum) - y;
            sum = t;
            out[i] = sum;
        }
    }
}

void balances(const double *x, double *out, double start, int n) {
    kata_call(x, out, start, n);
}
