// rejected by: case (keeps 512 elements of x in shared memory, and takes each column modulo 512)
// y = A x, A in three parts: ELL, JDS, COO.

const int BLOCK = 256;
const int LONGEST = 64; // elements of a row in JDS
const int ROOM = 512;   // elements of x in shared memory
const unsigned ALL = 0xffffffff;

__device__ int first_place[LONGEST]; // of diagonal d: the first row with more than d elements
__device__ int first_element[LONGEST];

__device__ void fetch(float *near, const float *x, int width) {
    for (int c = threadIdx.x; c < width && c < ROOM; c += BLOCK)
        near[c] = x[c];
    __syncthreads();
}

// A thread for each row.
__global__ void ell_kernel(const int *cols, const float *values, const float *x, float *y,
                           int rows, int width, int slots) {
    __shared__ float near[ROOM];
    fetch(near, x, width);
    int r = blockIdx.x * BLOCK + threadIdx.x;
    if (r >= rows) return;
    float sum = 0.0f;
    for (int s = 0; s < slots; s++) {
        int c = cols[(size_t)s * rows + r];
        if (c >= 0) sum += values[(size_t)s * rows + r] * near[c % ROOM];
    }
    y[r] = sum;
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

// A thread for each place.
__global__ void jds_kernel(const int *length, const int *order, const int *cols,
                           const float *values, const float *x, float *y, int rows, int width) {
    __shared__ float near[ROOM];
    fetch(near, x, width);
    int p = blockIdx.x * BLOCK + threadIdx.x;
    if (p >= rows) return;
    int n = length[p];
    if (n == 0) return;
    float sum = 0.0f;
    for (int d = 0; d < n; d++) {
        int at = first_element[d] + p - first_place[d];
        sum += values[at] * near[cols[at] % ROOM];
    }
    y[order[p]] += sum;
}

// A thread for each element.
__global__ void coo_kernel(const int *rows, const int *cols, const float *values, const float *x,
                           float *y, int extra, int width) {
    __shared__ float near[ROOM];
    fetch(near, x, width);
    int i = blockIdx.x * BLOCK + threadIdx.x, lane = threadIdx.x % 32;
    int row = i < extra ? rows[i] : -1;
    float sum = i < extra ? values[i] * near[cols[i] % ROOM] : 0.0f;
    for (int d = 1; d < 32; d *= 2) {
        float other = __shfl_down_sync(ALL, sum, d);
        int its = __shfl_down_sync(ALL, row, d);
        if (lane + d < 32 && its == row) sum += other;
    }
    int before = __shfl_up_sync(ALL, row, 1);
    if (row >= 0 && (lane == 0 || before != row)) atomicAdd(&y[row], sum);
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
    ell_kernel<<<blocks(rows), BLOCK>>>(ell_cols, ell_values, x, y, rows, width, slots);
    if (longest > 0) {
        starts_kernel<<<1, longest>>>(jds_length, rows);
        jds_kernel<<<blocks(rows), BLOCK>>>(jds_length, jds_order, jds_cols, jds_values, x, y,
                                            rows, width);
    }
    if (extra > 0)
        coo_kernel<<<blocks(extra), BLOCK>>>(coo_rows, coo_cols, coo_values, x, y, extra, width);
}
