// A file of numbers, and a device that takes a check sum of each 4096 of them.
#include "kata_tests.h"

#include <fcntl.h>
#include <mutex>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

typedef void Use(const unsigned *data, size_t first, size_t count, cudaStream_t stream);
void read_file(int fd, size_t bytes, size_t room, unsigned *const *buffer, Use *use,
               cudaStream_t stream);
void file_cases(int n, int room, int work, int calls, int seed, int hole, unsigned *sums,
                int *facts);

enum { WINDOW, LEFT, ONCE, DIRECT, ENDED, MAPPED, ORDER, UNPINNED };
enum { CHUNK = 4096 };

static const char file_name[] = "mapped-io-data";
static unsigned *sums_now;
static size_t room_now, used_now, most_mapped, uses;
static size_t hole_now; // bytes before the first number
static int work_now;
static bool all_mapped, in_order, unpinned;
static size_t next_first; // of this call
static int pins_before;

__global__ void digest(const unsigned *data, size_t first, size_t count, unsigned *sums, int work) {
    __shared__ unsigned sum;
    size_t begin = (size_t)blockIdx.x * CHUNK, end = begin + CHUNK;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    unsigned mine = 0;
#pragma unroll 1
    for (size_t i = begin + threadIdx.x; i < end && i < count; i += blockDim.x) {
        unsigned x = data[i] ^ (unsigned)(first + i);
        for (int k = 0; k < work; k++)
            x = x * 1664525u + 1013904223u;
        mine += x;
    }
    atomicAdd(&sum, mine);
    __syncthreads();
    if (threadIdx.x == 0) sums[first / CHUNK + blockIdx.x] += sum;
}

// Where the file is mapped now. The learner's calls of mmap and munmap come to
// the functions below: /proc/self/maps is closed on machines without protection
// keys.
struct Range {
    size_t begin, end;
    bool shared;
};
enum { RANGES = 64 };
static Range ranges[RANGES];
static int nranges, watched = -1; // the file
static std::mutex ranges_lock;

// The hole has no place on disk: zeros of no file stand for it, and what comes
// after it lies at the file's beginning. Gigabytes of a real file would take seconds.
static long map_file(void *at, size_t bytes, int rights, int flags, int fd, off_t from) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE), begin = (size_t)from;
    if (hole_now == 0 || from < 0 || begin % page != 0)
        return syscall(SYS_mmap, at, bytes, rights, flags, fd, from);
    if (begin >= hole_now)
        return syscall(SYS_mmap, at, bytes, rights, flags, fd, from - (off_t)hole_now);
    // A driver pins memory that exists, as shared pages do. On the simulated device one page of
    // zeros serves for all.
    int zeros = (kata_counts() ? MAP_PRIVATE : MAP_SHARED) | MAP_ANONYMOUS | (flags & MAP_FIXED);
    long got = syscall(SYS_mmap, at, bytes, rights, zeros, -1, 0L);
    size_t of_hole = hole_now - begin;
    if (got == -1 || bytes <= of_hole) return got;
    return syscall(SYS_mmap, got + (long)of_hole, bytes - of_hole, rights, flags | MAP_FIXED, fd,
                   0L) == -1
               ? -1
               : got;
}

static size_t whole_pages(size_t bytes) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    return (bytes + page - 1) / page * page;
}

static void add_range(size_t begin, size_t end, bool shared) {
    if (begin < end && nranges < RANGES) ranges[nranges++] = {begin, end, shared};
}

// What lies from begin to end is the file no longer.
static void cut_ranges(size_t begin, size_t end) {
    Range before[RANGES];
    int n = nranges;
    for (int i = 0; i < n; i++)
        before[i] = ranges[i];
    nranges = 0;
    for (int i = 0; i < n; i++) {
        const Range &r = before[i];
        if (r.end <= begin || end <= r.begin) {
            add_range(r.begin, r.end, r.shared);
            continue;
        }
        add_range(r.begin, begin, r.shared);
        add_range(end, r.end, r.shared);
    }
}

extern "C" void *mmap(void *at, size_t bytes, int rights, int flags, int fd, off_t from) noexcept {
    bool of_file = fd >= 0 && fd == watched;
    long got = of_file ? map_file(at, bytes, rights, flags, fd, from)
                       : syscall(SYS_mmap, at, bytes, rights, flags, fd, from);
    if (got == -1) return MAP_FAILED;
    if (of_file) {
        std::lock_guard<std::mutex> hold(ranges_lock);
        size_t begin = (size_t)got, end = begin + whole_pages(bytes);
        cut_ranges(begin, end);
        add_range(begin, end, flags & MAP_SHARED);
    }
    return (void *)got;
}

static int pins(void) {
    return kata_calls("cudaHostRegister") - kata_calls("cudaHostUnregister");
}

extern "C" int munmap(void *at, size_t bytes) noexcept {
    long failed = syscall(SYS_munmap, at, bytes);
    if (!failed && watched >= 0) {
        std::lock_guard<std::mutex> hold(ranges_lock);
        int windows = nranges;
        cut_ranges((size_t)at, (size_t)at + whole_pages(bytes));
        // One that is gone was pinned, if there are more pins than windows.
        if (nranges < windows) unpinned &= pins() - pins_before <= nranges;
    }
    return (int)failed;
}

// Bytes of the file that are mapped now; *all_shared: with the page cache.
static size_t mapped_bytes(bool *all_shared) {
    std::lock_guard<std::mutex> hold(ranges_lock);
    size_t bytes = 0;
    for (int i = 0; i < nranges; i++) {
        bytes += ranges[i].end - ranges[i].begin;
        *all_shared &= ranges[i].shared;
    }
    return bytes;
}

static void use(const unsigned *data, size_t first, size_t count, cudaStream_t stream) {
    size_t mapped = mapped_bytes(&all_mapped);
    most_mapped = mapped > most_mapped ? mapped : most_mapped;
    in_order &= count == 0 || first == next_first;
    next_first = first + count;
    used_now += count;
    uses++;
    all_mapped &= mapped > 0 || count == 0;
    size_t before = hole_now / sizeof *data;
    if (count == 0 || first + count <= before) return;
    size_t skipped = first < before ? before - first : 0;
    data += skipped;
    first += skipped - before;
    count -= skipped;
    digest<<<(unsigned)((count + CHUNK - 1) / CHUNK), 64, 0, stream>>>(data, first, count,
                                                                        sums_now, work_now);
}

// The file stays for the next call, as long as it is the same.
static int open_file(int n, int seed, int hole) {
    static int fd = -1, n_there, seed_there, hole_there;
    static unsigned part[1 << 14];
    if (fd >= 0 && n == n_there && seed == seed_there && hole == hole_there) return fd;
    if (fd < 0) fd = open(file_name, O_RDWR | O_CREAT | O_TRUNC, 0600);
    hole_now = (size_t)hole << 20;
    if (kata_failed(fd < 0 || ftruncate(fd, 0) != 0 || lseek(fd, 0, SEEK_SET) != 0,
                    "no file could be made", "is the disk full?"))
        return -1;
    watched = fd;
    n_there = n;
    seed_there = seed;
    hole_there = hole;
    for (int i = 0; i < n; i += 1 << 14) {
        int count = n - i < 1 << 14 ? n - i : 1 << 14;
        for (int k = 0; k < count; k++)
            part[k] = ((unsigned)(i + k) + (unsigned)seed) * 2654435761u;
        ssize_t bytes = count * (ssize_t)sizeof *part;
        if (kata_failed(write(fd, part, (size_t)bytes) != bytes, "the file could not be written",
                        "is the disk full?"))
            return -1;
    }
    return fd;
}

static int second_buffers(void) {
    return kata_calls("cudaMallocHost") + kata_calls("cudaHostAlloc");
}

static int waits(void) {
    static const char *const calls[] = {"cudaEventSynchronize", "cudaStreamSynchronize",
                                        "cudaDeviceSynchronize", "cudaEventQuery",
                                        "cudaStreamQuery", "cudaMemcpy"};
    int n = 0;
    for (const char *call : calls)
        n += kata_calls(call);
    return n;
}

void file_cases(int n, int room, int work, int calls, int seed, int hole, unsigned *sums,
                int *facts) {
    const int chunks = (n + CHUNK - 1) / CHUNK;
    const size_t bytes = ((size_t)hole << 20) + (size_t)n * sizeof(unsigned);
    unsigned *buffer[2];
    cudaStream_t stream;
    int fd = open_file(n, seed, hole);
    if (fd < 0) return;
    room_now = (size_t)room;
    work_now = work;
    most_mapped = used_now = uses = 0;
    all_mapped = in_order = unpinned = true;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    for (unsigned *&b : buffer)
        cudaMalloc(&b, room / 2);
    cudaMalloc(&sums_now, (chunks + 1) * sizeof(unsigned));
    cudaMemsetAsync(sums_now, 0, (chunks + 1) * sizeof(unsigned), stream);
    int buffers = second_buffers(), waited = waits();
    pins_before = pins();
    for (int i = 0; i < calls; i++) {
        next_first = 0;
        read_file(fd, bytes, (size_t)room, buffer, use, stream);
    }
    // Two windows may share a wait. A larger mapping has room for more parts: the fact WINDOW tells.
    facts[ENDED] = !kata_counts() || most_mapped > room_now ||
                   (size_t)(waits() - waited) * 2 >= uses;
    facts[WINDOW] = most_mapped <= room_now;
    facts[MAPPED] = all_mapped;
    facts[LEFT] = mapped_bytes(&all_mapped) == 0 && pins() == pins_before;
    facts[ORDER] = in_order;
    facts[UNPINNED] = unpinned;
    facts[ONCE] = used_now == bytes / sizeof(unsigned) * calls;
    facts[DIRECT] = second_buffers() == buffers;
    cudaMemcpyAsync(sums, sums_now, chunks * sizeof(unsigned), cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    cudaStreamDestroy(stream);
    for (unsigned *b : buffer)
        cudaFree(b);
    cudaFree(sums_now);
}
