void reference(const double *x, const double *edges, long long *bins,
               double *means, int n, int m) {
    for (int b = 0; means && b <= m; b++) {
        double total = 0;
        long long count = 0;
        for (int i = 0; i < n; i++) {
            double v = x[i > 0 ? i - 1 : 0] + x[i] + x[i < n - 1 ? i + 1 : i];
            int bin = 0;
            while (bin < m && edges[bin] <= v)
                bin++;
            if (bins) bins[i] = bin;
            if (bin != b) continue;
            total += v;
            count++;
        }
        means[b] = count ? total / (double)count : 0;
    }
}
