// inline-ptx: as on paper, in 64 bits.
void reference(const unsigned *a, const unsigned *b, unsigned *sum,
               unsigned *over, int n);

void reference(const unsigned *a, const unsigned *b, unsigned *sum,
               unsigned *over, int n) {
    for (long long i = 0; i < n; i++) {
        unsigned long long carry = 0;
        for (int k = 0; k < 8; k++) {
            carry += (unsigned long long)a[k * (long long)n + i] +
                     b[k * (long long)n + i];
            if (sum) sum[k * (long long)n + i] = (unsigned)carry;
            carry >>= 32;
        }
        if (over) over[i] = (unsigned)carry;
    }
}
