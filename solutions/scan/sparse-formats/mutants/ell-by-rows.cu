// rejected by: case ELL only (slots of a row are taken to be neighbours)
// says: ELL is read row by row. It is stored slot by slot: slot s of row r is element s * rows + r.
// y = A x, A in three parts: ELL, JDS, COO.
//

const int BLOCK = 256;
const int LONGEST = 64; // elements of a row in JDS
const unsigned ALL = 0xffffffff;

__device__ int first_place[LONGEST]; // of diagonal d: the first row with more than d elements
__device__ int first_element[LONGEST];

__global__ void ell_kernel(const int *cols, const float *values, const float *x, float *y,
                           int rows, int slots) {
    int r = blockIdx.x * BLOCK + threadIdx.x;
    if (r >= rows) return;
    float sum = 0.0f;
    for (int s = 0; s < slots; s++) {
        int c = cols[(size_t)r * slots + s];
        if (c >= 0) sum += values[(size_t)r * slots + s] * x[c];
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

static int blocks(int n) {
    return (n + BLOCK - 1) / BLOCK;
}

__global__ void jds_kernel(const int *length, const int *order, const int *cols, const float *values,
                           const float *x, float *y, int rows) {
    int p = blockIdx.x * BLOCK + threadIdx.x;
    if (p >= rows) return;
    float sum = 0.0f;
    for (int d = 0; d < length[p]; d++) {
        int e = first_element[d] + p - first_place[d];
        sum += values[e] * x[cols[e]];
    }
    y[order[p]] += sum;
}

__global__ void coo_kernel(const int *rws, const int *cols, const float *values, const float *x, float *y,
                           int extra) {
    int e = blockIdx.x * BLOCK + threadIdx.x, lane = threadIdx.x % 32;
    int r = e < extra ? rws[e] : -1;
    float v = e < extra ? values[e] * x[cols[e]] : 0.0f;
    for (int d = 1; d < 32; d *= 2) {
        float left = __shfl_up_sync(ALL, v, d);
        int lr = __shfl_up_sync(ALL, r, d);
        if (lane >= d && lr == r) v += left;
    }
    int next = __shfl_down_sync(ALL, r, 1);
    if (r >= 0 && (lane == 31 || next != r)) atomicAdd(&y[r], v);
}

void spmv_parts(const int *ell_cols, const float *ell_values, const int *jds_length,
                const int *jds_order, const int *jds_cols, const float *jds_values,
                const int *coo_rows, const int *coo_cols, const float *coo_values,
                const float *x, float *y, int rows, int width, int slots, int longest,
                int extra) {
    if (rows == 0) return;
    ell_kernel<<<blocks(rows), BLOCK>>>(ell_cols, ell_values, x, y, rows, slots);
    if (longest > 0) starts_kernel<<<1, longest>>>(jds_length, rows);
    if (longest > 0)
        jds_kernel<<<blocks(rows), BLOCK>>>(jds_length, jds_order, jds_cols, jds_values, x, y, rows);
    if (extra > 0)
        coo_kernel<<<blocks(extra), BLOCK>>>(coo_rows, coo_cols, coo_values, x, y, extra);
}
