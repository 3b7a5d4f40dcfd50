// Borders between ranks in a ring, with MPI, through the host.
#include <vector>

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

// grid: (rows + 2) x cols on the device. Row 0 gets the last inner row of the
// rank before, row rows + 1 the first inner row of the rank after.
void exchange_rows(float *grid, int rows, int cols, int rank, int ranks,
                   cudaStream_t stream) {
    int before = (rank + ranks - 1) % ranks, after = (rank + 1) % ranks;
    size_t bytes = cols * sizeof(float);
    std::vector<float> host(4 * cols);
    float *first = host.data(), *last = first + cols;
    float *above = last + cols, *below = above + cols;
    MPI_Request open[4];
    // TODO: right, and every border travels through the host twice. This MPI
    // takes pointers of the device.
    cudaMemcpyAsync(first, grid + cols, bytes, cudaMemcpyDeviceToHost, stream);
    cudaMemcpyAsync(last, grid + (size_t)rows * cols, bytes,
                    cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    MPI_Irecv(above, cols, MPI_FLOAT, before, 1, MPI_COMM_WORLD, &open[0]);
    MPI_Irecv(below, cols, MPI_FLOAT, after, 2, MPI_COMM_WORLD, &open[1]);
    MPI_Isend(last, cols, MPI_FLOAT, after, 1, MPI_COMM_WORLD, &open[2]);
    MPI_Isend(first, cols, MPI_FLOAT, before, 2, MPI_COMM_WORLD, &open[3]);
    MPI_Waitall(4, open, MPI_STATUSES_IGNORE);
    cudaMemcpyAsync(grid, above, bytes, cudaMemcpyHostToDevice, stream);
    cudaMemcpyAsync(grid + (size_t)(rows + 1) * cols, below, bytes,
                    cudaMemcpyHostToDevice, stream);
    cudaStreamSynchronize(stream);
}

// grid: rows x (cols + 2) on the device. Column 0 gets the last inner column of
// the rank before, column cols + 1 the first inner one of the rank after. pack:
// room for 4 * rows floats on the device.
void exchange_columns(float *grid, int rows, int cols, float *pack, int rank,
                      int ranks, cudaStream_t stream) {
    // TODO
}
