// rejected by: trap stream-race | trap uninitialised-global | case (the kernel that unpacks is launched before MPI_Waitall)
// Borders between ranks in a ring: MPI reads and writes the device's memory.

// MPI, as far as it is needed here. On a cluster: #include <mpi.h>
typedef int MPI_Comm, MPI_Datatype, MPI_Request, MPI_Status;
const MPI_Comm MPI_COMM_WORLD = 0;
const MPI_Datatype MPI_FLOAT = 1;
#define MPI_STATUS_IGNORE ((MPI_Status *)0)
#define MPI_STATUSES_IGNORE ((MPI_Status *)0)
extern "C" {
int MPI_Isend(const void *from, int count, MPI_Datatype type, int to, int tag,
              MPI_Comm comm, MPI_Request *request);
int MPI_Irecv(void *into, int count, MPI_Datatype type, int from, int tag,
              MPI_Comm comm, MPI_Request *request);
int MPI_Waitall(int n, MPI_Request *requests, MPI_Status *statuses);
int MPI_Send(const void *from, int count, MPI_Datatype type, int to, int tag,
             MPI_Comm comm);
int MPI_Recv(void *into, int count, MPI_Datatype type, int from, int tag,
             MPI_Comm comm, MPI_Status *status);
}

// A message that travels to the rank after has another tag than one to the rank
// before: with two ranks both come from the same sender.
enum { TO_AFTER = 1, TO_BEFORE };

// Sends `first` to the rank before and `last` to the rank after; `above` comes
// from the rank before, `below` from the rank after. All on the device.
static void post(const float *first, const float *last, float *above,
                     float *below, int n, int rank, int ranks,
                 MPI_Request *open) {
    int before = (rank + ranks - 1) % ranks, after = (rank + 1) % ranks;
    MPI_Irecv(above, n, MPI_FLOAT, before, TO_AFTER, MPI_COMM_WORLD, &open[0]);
    MPI_Irecv(below, n, MPI_FLOAT, after, TO_BEFORE, MPI_COMM_WORLD, &open[1]);
    MPI_Isend(last, n, MPI_FLOAT, after, TO_AFTER, MPI_COMM_WORLD, &open[2]);
    MPI_Isend(first, n, MPI_FLOAT, before, TO_BEFORE, MPI_COMM_WORLD, &open[3]);
}

void exchange_rows(float *grid, int rows, int cols, int rank, int ranks,
                   cudaStream_t stream) {
    float *last = grid + (size_t)rows * cols;
    cudaStreamSynchronize(stream); // MPI does not know the stream
    MPI_Request open[4];
    post(grid + cols, last, grid, last + cols, cols, rank, ranks, open);
    MPI_Waitall(4, open, MPI_STATUSES_IGNORE);
}

// pack: first, last
__global__ void pack_columns(const float *grid, float *pack, int rows, int cols) {
    int y = blockIdx.x * blockDim.x + threadIdx.x;
    if (y >= rows) return;
    const float *row = grid + (size_t)y * (cols + 2);
    pack[y] = row[1];
    pack[rows + y] = row[cols];
}

// came: above, below
__global__ void unpack_columns(float *grid, const float *came, int rows,
                               int cols) {
    int y = blockIdx.x * blockDim.x + threadIdx.x;
    if (y >= rows) return;
    float *row = grid + (size_t)y * (cols + 2);
    row[0] = came[y];
    row[cols + 1] = came[rows + y];
}

void exchange_columns(float *grid, int rows, int cols, float *pack, int rank,
                      int ranks, cudaStream_t stream) {
    int blocks = (rows + 127) / 128;
    float *came = pack + 2 * (size_t)rows;
    pack_columns<<<blocks, 128, 0, stream>>>(grid, pack, rows, cols);
    cudaStreamSynchronize(stream);
    MPI_Request open[4];
    post(pack, pack + rows, came, came + rows, rows, rank, ranks, open);
    unpack_columns<<<blocks, 128, 0, stream>>>(grid, came, rows, cols);
    MPI_Waitall(4, open, MPI_STATUSES_IGNORE);
}
