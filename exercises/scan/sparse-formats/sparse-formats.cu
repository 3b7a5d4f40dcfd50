// y = A x, A in three parts: ELL, JDS, COO.
//
// TODO: the part in ELL is right, and reads far apart. Those in JDS and COO are missing.

const int BLOCK = 256;
const int LONGEST = 64; // elements of a row in JDS
const unsigned ALL = 0xffffffff;

__device__ int first_place[LONGEST]; // of diagonal d: the first row with more than d elements
__device__ int first_element[LONGEST];

// A warp for each row, as one does for compressed rows.
__global__ void ell_kernel(const int *cols, const float *values, const float *x, float *y,
                           int rows, int slots) {
    int r = (blockIdx.x * BLOCK + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (r >= rows) return;
    float sum = 0.0f;
    for (int s = lane; s < slots; s += 32) {
        int c = cols[(size_t)s * rows + r];
        if (c >= 0) sum += values[(size_t)s * rows + r] * x[c]; // else an empty slot
    }
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(ALL, sum, d);
    if (lane == 0) y[r] = sum;
}

// Diagonal d begins where the ones before it end. One block; thread d has diagonal d.
__global__ void starts_kernel(const int *length, int rows) {
    int d = threadIdx.x, low = 0, high = rows;
    while (low < high) {
        int mid = (low + high) / 2;
        if (length[mid] > d)
            high = mid;
        else
            low = mid + 1;
    }
    first_place[d] = low;
    __syncthreads();
    int before = 0;
    for (int e = 0; e < d; e++)
        before += rows - first_place[e];
    first_element[d] = before;
}

static int blocks(int n) {
    return (n + BLOCK - 1) / BLOCK;
}

void spmv_parts(const int *ell_cols, const float *ell_values, const int *jds_length,
                const int *jds_order, const int *jds_cols, const float *jds_values,
                const int *coo_rows, const int *coo_cols, const float *coo_values,
                const float *x, float *y, int rows, int width, int slots, int longest,
                int extra) {
    if (rows == 0) return;
    ell_kernel<<<blocks(32 * rows), BLOCK>>>(ell_cols, ell_values, x, y, rows, slots);
    if (longest > 0) starts_kernel<<<1, longest>>>(jds_length, rows);
    // TODO: add the part in JDS, and the one in COO.
}
