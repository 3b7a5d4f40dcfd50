// rejected by: gate host_waits | gate overlap (one part after the other)
// A file that is larger than memory goes to the device, a part at a time.
#include <sys/mman.h>
#include <unistd.h>

// Enqueues what the device does with elements first to first + count - 1 of the file, which lie at
// `data` on the device, into a stream.
typedef void Use(const unsigned *data, size_t first, size_t count, cudaStream_t stream);

// fd: a file of `bytes` bytes, a multiple of 4. At most `room` bytes of it may be mapped at a time;
// room / 2 is a multiple of the page size. buffer[0] and buffer[1] have room / 2 bytes each, on the
// device.
void read_file(int fd, size_t bytes, size_t room, unsigned *const *buffer, Use *use,
               cudaStream_t stream) {
    const size_t part = room / 2;
    for (size_t at = 0; at < bytes; at += part) {
        size_t n = bytes - at < part ? bytes - at : part;
        void *window = mmap(NULL, n, PROT_READ, MAP_SHARED, fd, (off_t)at);
        if (window == MAP_FAILED) return;
        cudaStreamSynchronize(stream); // the last part has been used
        // In the stream: cudaMemcpy may come back before the bytes are on the device.
        cudaMemcpyAsync(buffer[0], window, n, cudaMemcpyHostToDevice, stream);
        use(buffer[0], at / sizeof(unsigned), n / sizeof(unsigned), stream);
        munmap(window, n);
    }
}
