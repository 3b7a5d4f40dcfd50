// rejected by: case more than 2 GiB (keeps bytes and offsets in ints, which end at 2 GiB)
// A file that is larger than memory goes to the device, a part at a time.
#include <sys/mman.h>
#include <unistd.h>

// Enqueues what the device does with elements first to first + count - 1 of the file, which lie at
// `data` on the device, into a stream.
typedef void Use(const unsigned *data, size_t first, size_t count, cudaStream_t stream);

struct Window {
    void *data;
    size_t size;
};

static void shut(Window &w, cudaEvent_t copied) {
    if (w.size == 0) return;
    cudaEventSynchronize(copied);
    cudaHostUnregister(w.data);
    munmap(w.data, w.size);
    w.size = 0;
}

void read_file(int fd, size_t bytes, size_t room, unsigned *const *buffer, Use *use,
               cudaStream_t stream) {
    const int part = (int)(room / 2), all = (int)bytes;
    if (all <= 0) return;
    cudaStream_t copies;
    cudaStreamCreateWithFlags(&copies, cudaStreamNonBlocking);
    cudaEvent_t copied[2], used[2];
    Window window[2] = {};
    for (int k = 0; k < 2; k++) {
        cudaEventCreateWithFlags(&copied[k], cudaEventDisableTiming);
        cudaEventCreateWithFlags(&used[k], cudaEventDisableTiming);
        cudaEventRecord(used[k], stream);
    }
    int k = 0;
    for (int at = 0; at < all; k = 1 - k) {
        int n = all - at < part ? all - at : part;
        shut(window[k], copied[k]);
        void *data = mmap(NULL, n, PROT_READ, MAP_SHARED, fd, at);
        if (data == MAP_FAILED) break;
        cudaHostRegister(data, n, cudaHostRegisterReadOnly);
        window[k].data = data;
        window[k].size = n;
        cudaStreamWaitEvent(copies, used[k], 0);
        cudaMemcpyAsync(buffer[k], data, n, cudaMemcpyHostToDevice, copies);
        cudaEventRecord(copied[k], copies);
        cudaStreamWaitEvent(stream, copied[k], 0);
        use(buffer[k], at / sizeof(unsigned), n / sizeof(unsigned), stream);
        cudaEventRecord(used[k], stream);
        at += n;
    }
    shut(window[k], copied[k]);
    shut(window[1 - k], copied[1 - k]);
    for (int j = 0; j < 2; j++) {
        cudaEventDestroy(copied[j]);
        cudaEventDestroy(used[j]);
    }
    cudaStreamDestroy(copies);
}
