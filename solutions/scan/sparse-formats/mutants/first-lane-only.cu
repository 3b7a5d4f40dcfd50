// rejected by: case COO only (rows that begin in the middle of a warp are lost)
// says: In COO a warp adds only the row of its first lane to y. Each row that begins in the middle of a warp has a sum, too.
// y = A x, A in three parts. Each layout says who works on what:
//
//   ELL   slots side by side     a thread for each row
//   JDS   the same, by length    a thread for each place; rows of a warp are equally long
//   COO   elements by row        a thread for each element; sums meet inside the warp

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
        int c = cols[(size_t)s * rows + r];
        float v = values[(size_t)s * rows + r];
        if (c >= 0) sum += v * x[c]; // else an empty slot
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

__global__ void jds_kernel(const int *length, const int *order, const int *cols,
                           const float *values, const float *x, float *y, int rows) {
    int p = blockIdx.x * BLOCK + threadIdx.x;
    if (p >= rows) return;
    float sum = 0.0f;
    for (int d = 0; d < length[p]; d++) {
        int i = first_element[d] + p - first_place[d];
        sum += values[i] * x[cols[i]];
    }
    y[order[p]] += sum; // no other thread has this row
}

__global__ void coo_kernel(const int *row, const int *cols, const float *values,
                           const float *x, float *y, int extra) {
    int i = blockIdx.x * BLOCK + threadIdx.x, lane = threadIdx.x % 32;
    int r = i < extra ? row[i] : -1; // no row has this number
    float sum = i < extra ? values[i] * x[cols[i]] : 0.0f;
    for (int d = 1; d < 32; d *= 2) { // rows rise, so equal ones are neighbours
        float other = __shfl_down_sync(ALL, sum, d);
        int of = __shfl_down_sync(ALL, r, d);
        if (lane + d < 32 && of == r) sum += other;
    }
    int before = __shfl_up_sync(ALL, r, 1);
    bool is_first = lane == 0; // it has the sum of all others
    if (is_first && r >= 0) atomicAdd(&y[r], sum);
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
    ell_kernel<<<blocks(rows), BLOCK>>>(ell_cols, ell_values, x, y, rows, slots);
    if (longest > 0) {
        starts_kernel<<<1, longest>>>(jds_length, rows);
        jds_kernel<<<blocks(rows), BLOCK>>>(jds_length, jds_order, jds_cols, jds_values, x,
                                            y, rows);
    }
    if (extra > 0)
        coo_kernel<<<blocks(extra), BLOCK>>>(coo_rows, coo_cols, coo_values, x, y, extra);
}
