// rejected by: gate own_memory (one kernel, but the scores of its queries lie in memory until their largest is known)
const int Q = 64, SIDE = 16, ROOM = 32, DIM = 128;

__device__ int visible(int i, int length, int lq, int lk, int causal) {
    return max(0, min(min(length, lk), causal ? i + 1 + lk - lq : lk));
}

__global__ void attend(const float *q, const float *k, const float *v, const int *lengths,
                       float *o, float *scores, int pitch, int heads, int lq, int lk, int dim,
                       int causal) {
    __shared__ float a[Q][ROOM + 1], b[Q][ROOM + 1], vs[ROOM][DIM], most[Q];
    int x = threadIdx.x, y = threadIdx.y, t = y * SIDE + x, row = heads * dim;
    int bat = blockIdx.y / heads, h = blockIdx.y % heads, i0 = blockIdx.x * Q;
    int end = visible(min(i0 + Q, lq) - 1, lengths[bat], lq, lk, causal);
    q += (size_t)bat * lq * row + h * dim, o += (size_t)bat * lq * row + h * dim;
    k += (size_t)bat * lk * row + h * dim, v += (size_t)bat * lk * row + h * dim;
    scores += ((size_t)blockIdx.y * gridDim.x + blockIdx.x) * Q * pitch;
    for (int j0 = 0; j0 < end; j0 += Q) {
        float s[4][4] = {};
        for (int d0 = 0; d0 < dim; d0 += ROOM) {
            for (int e = t; e < Q * ROOM; e += SIDE * SIDE) {
                int r = e / ROOM, d = d0 + e % ROOM;
                a[r][e % ROOM] = i0 + r < lq && d < dim ? q[(size_t)(i0 + r) * row + d] : 0;
                b[r][e % ROOM] = j0 + r < end && d < dim ? k[(size_t)(j0 + r) * row + d] : 0;
            }
            __syncthreads();
            for (int d = 0; d < ROOM; d++)
                for (int e = 0; e < 16; e++)
                    s[e / 4][e % 4] += a[y + SIDE * (e / 4)][d] * b[x + SIDE * (e % 4)][d];
            __syncthreads();
        }
        for (int e = 0; e < 16; e++) {
            int i = y + SIDE * (e / 4), j = j0 + x + SIDE * (e % 4);
            bool sees = j < visible(i0 + i, lengths[bat], lq, lk, causal);
            scores[(size_t)i * pitch + j] = sees ? s[e / 4][e % 4] * rsqrtf(dim) : -INFINITY;
        }
    }
    __syncthreads();
    for (int i = t / 32; i < Q; i += SIDE * SIDE / 32) {
        float m = -INFINITY;
        for (int j = t % 32; j < end; j += 32)
            m = fmaxf(m, scores[(size_t)i * pitch + j]);
        for (int d = 16; d; d /= 2)
            m = fmaxf(m, __shfl_xor_sync(~0u, m, d));
        most[i] = m;
    }
    float total[4] = {}, sum[4][DIM / SIDE] = {};
    for (int j0 = 0; j0 < end; j0 += ROOM) {
        __syncthreads();
        for (int e = t; e < Q * ROOM; e += SIDE * SIDE) {
            float s = scores[(size_t)(e / ROOM) * pitch + j0 + e % ROOM];
            a[e / ROOM][e % ROOM] = s == -INFINITY ? 0 : expf(s - most[e / ROOM]);
        }
        for (int e = t; e < ROOM * dim; e += SIDE * SIDE)
            vs[e / dim][e % dim] = j0 + e / dim < end ? v[(size_t)(j0 + e / dim) * row + e % dim] : 0;
        __syncthreads();
        for (int j = 0; j < ROOM; j++)
            for (int r = 0; r < 4; r++) {
                total[r] += a[y + SIDE * r][j];
                for (int c = 0; c < DIM / SIDE; c++)
                    if (x + SIDE * c < dim) sum[r][c] += a[y + SIDE * r][j] * vs[j][x + SIDE * c];
            }
    }
    for (int r = 0; r < 4; r++)
        for (int c = 0; c < DIM / SIDE; c++) {
            int i = i0 + y + SIDE * r, d = x + SIDE * c;
            if (i < lq && d < dim) o[(size_t)i * row + d] = total[r] > 0 ? sum[r][c] / total[r] : 0;
        }
}

void attention(const float *q, const float *k, const float *v, const int *lengths, float *o,
               int batch, int heads, int lq, int lk, int dim, int causal) {
    if (!(batch * heads * lq * dim)) return;
    dim3 grid((lq + Q - 1) / Q, batch * heads);
    int pitch = (lk + Q - 1) / Q * Q;
    static float *scores;
    cudaFree(scores);
    cudaMalloc(&scores, (size_t)grid.x * grid.y * Q * (pitch + 1) * sizeof(float));
    attend<<<grid, dim3(SIDE, SIDE)>>>(q, k, v, lengths, o, scores, pitch, heads, lq, lk, dim,
                                       causal);
}
