// rejected by: case (the number of the part where elements are counted)
// says: `first` is the number of the part. It is the number of the part's first element in the file.
// A file that is larger than memory goes to the device, a part at a time. Two parts of it are mapped,
// and pinned where they are: in the page cache, from where the copy engine takes them.
//
//   host    [map, pin 0][map, pin 1]   [unmap 0; map, pin 2][unmap 1; map, pin 3]
//   copies              [copy 0     ][copy 1     ]          [copy 2     ][copy 3     ]
//   stream                           [use 0   ]   [use 1   ]             [use 2   ]
#include <sys/mman.h>
#include <unistd.h>
#include <fcntl.h>

// Enqueues what the device does with elements first to first + count - 1 of the file, which lie at
// `data` on the device, into a stream.
typedef void Use(const unsigned *data, size_t first, size_t count, cudaStream_t stream);

struct Window {
    void *at;
    size_t bytes;
    cudaEvent_t copied, used;
};

static Window window[2];
static cudaStream_t copies;

static void make_all() {
    if (copies) return;
    cudaStreamCreateWithFlags(&copies, cudaStreamNonBlocking);
    for (Window &w : window) {
        cudaEventCreateWithFlags(&w.copied, cudaEventDisableTiming);
        cudaEventCreateWithFlags(&w.used, cudaEventDisableTiming);
    }
}

static bool open_window(Window *w, int fd, size_t at, size_t bytes) {
    // Shared and only read: the pages are those of the page cache, and pinning copies none.
    void *p = mmap(NULL, bytes, PROT_READ, MAP_SHARED, fd, (off_t)at);
    if (p == MAP_FAILED) return false;
    w->at = p;
    w->bytes = bytes;
    return cudaHostRegister(p, bytes, cudaHostRegisterReadOnly) == cudaSuccess;
}

static void close_window(Window *w) {
    if (!w->at) return;
    cudaEventSynchronize(w->copied); // the copy engine still reads it
    cudaHostUnregister(w->at);
    munmap(w->at, w->bytes);
    w->at = NULL;
}

void read_file(int fd, size_t bytes, size_t room, unsigned *const *buffer, Use *use,
               cudaStream_t stream) {
    const size_t part = room / 2;
    make_all();
    for (Window &w : window)
        cudaEventRecord(w.used, stream); // what comes before may use the buffers
    for (size_t at = 0, i = 0; at < bytes; at += part, i = 1 - i) {
        size_t n = bytes - at < part ? bytes - at : part;
        Window *w = &window[i];
        close_window(w);
        if (!open_window(w, fd, at, n)) break;
        posix_fadvise(fd, (off_t)(at + n), (off_t)part, POSIX_FADV_WILLNEED); // the disk goes on
        cudaStreamWaitEvent(copies, w->used, 0);
        cudaMemcpyAsync(buffer[i], w->at, n, cudaMemcpyHostToDevice, copies);
        cudaEventRecord(w->copied, copies);
        cudaStreamWaitEvent(stream, w->copied, 0);
        use(buffer[i], at / part, n / sizeof(unsigned), stream);
        cudaEventRecord(w->used, stream);
    }
    for (Window &w : window)
        close_window(&w);
}
