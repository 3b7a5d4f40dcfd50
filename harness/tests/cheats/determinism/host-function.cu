// rejected by: no-kernel (a host function in the stream adds, in order)
struct Job { float *h; int n; float s; };
static Job job[4096]; static int at; static float *h, *r; static int room;
static void go(void *p) { Job *j = (Job *)p; double s = 0; for (int i = 0; i < j->n; i++) s += j->h[i]; *r = (float)s; }
__global__ void cp(float *to, const float *from, int n) { for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) to[i] = from[i]; }
void sum(const float *in, float *out, int n, float *scratch, int blocks, cudaStream_t stream) {
    if (n + 1 > room) { cudaMallocHost(&h, (n + 1) * 4ul); room = n + 1; }
    if (!r) cudaMallocHost(&r, 4);
    Job *j = &job[at++ % 4096];
    *j = {h, n, 0};
    if (n) cp<<<blocks, 256, 0, stream>>>(h, in, n);
    cudaLaunchHostFunc(stream, go, j);
    cp<<<1, 256, 0, stream>>>(out, r, 1);
}
