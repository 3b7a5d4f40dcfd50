// A trace of requests, a small model with a paged cache, and the loop of a server around what the
// learner plans.
#include "kata_tests.h"

enum { PAGE = 16, END = 0, TOKENS = 61, MOST_SLOTS = 32, MOST_REQUESTS = 512, MOST_PAGES = 16 };

struct Row {
    int id, token, position;
    const int *pages;
};

void open_server(int most_rows, int pages);
void enter(int id, const int *prompt, int length, int most);
int plan_step(Row *rows);
void take(const int *next);
void answer(int id, int token);
void serve_cases(int n, int slots, int pages, int prompt, int most, int gap, int seed,
                 int *answers, int *counts, int *facts);

enum { ROOM, ORDER, OWN, GOES_ON, SERVED, FACTS };

// What a row is to the device.
struct DeviceRow {
    int token, position, pages[MOST_PAGES];
};

// One block for each row. The next token depends on every position of the sequence.
__global__ void model(const DeviceRow *rows, int *cache, int npages, int *next) {
    __shared__ unsigned sum;
    const DeviceRow row = rows[blockIdx.x];
    if (threadIdx.x == 0) {
        sum = 0;
        int page = row.pages[row.position / PAGE];
        if (page >= 0 && page < npages)
            cache[page * PAGE + row.position % PAGE] = row.token * 7919 + row.position;
    }
    __syncthreads();
    unsigned mine = 0;
    for (int p = threadIdx.x; p <= row.position; p += blockDim.x) {
        int page = row.pages[p / PAGE];
        if (page >= 0 && page < npages)
            mine += (unsigned)cache[page * PAGE + p % PAGE] * (2654435761u * (p + 1));
    }
    atomicAdd(&sum, mine);
    __syncthreads();
    if (threadIdx.x == 0) next[blockIdx.x] = (int)((sum ^ sum >> 15) * 2246822519u >> 8) % TOKENS;
}

struct Request {
    int length, most, arrives;
    int prompt[240];
    int sent;
    bool entered, begun, ended;
    int last_step;
};

static Request request[MOST_REQUESTS];
static int *answers_of, most_of_all, *fact;

static unsigned draw(unsigned *x) {
    *x = *x * 1664525u + 1013904223u;
    return *x >> 8;
}

static void draw_requests(int n, int prompt, int most, int gap, unsigned seed) {
    for (int i = 0; i < n; i++) {
        Request *r = &request[i];
        *r = Request();
        r->length = 1 + (int)(draw(&seed) % prompt);
        // Most answers are short, every fourth may be long.
        int few = 1 + most / 8;
        r->most = draw(&seed) % 4 == 0 ? most : 1 + (int)(draw(&seed) % few);
        r->arrives = i * gap;
        r->last_step = -1;
        for (int k = 0; k < r->length; k++)
            r->prompt[k] = (int)(draw(&seed) % TOKENS);
    }
}

void answer(int id, int token) {
    if (id < 0 || id >= MOST_REQUESTS || !request[id].entered || request[id].ended) {
        fact[GOES_ON] = 0;
        return;
    }
    Request *r = &request[id];
    if (r->sent < r->most) answers_of[(size_t)id * most_of_all + r->sent] = token;
    r->sent++;
    r->ended = token == END || r->sent == r->most;
}

// Pages that the rows of a step use, each once; and who takes part.
static void look_at_rows(const Row *rows, int count, int n, int slots, int pages, int step) {
    static int owner[MOST_REQUESTS];
    fact[ROOM] &= count >= 0 && count <= slots;
    for (int i = 0; i < pages; i++)
        owner[i] = -1;
    for (int i = 0; i < count && i < slots; i++) {
        const Row *row = &rows[i];
        if (row->id < 0 || row->id >= n || !request[row->id].entered || request[row->id].ended ||
            request[row->id].last_step == step) {
            fact[GOES_ON] = 0;
            continue;
        }
        Request *r = &request[row->id];
        r->last_step = step;
        r->begun = true;
        for (int p = 0; p <= row->position / PAGE && p < MOST_PAGES; p++) {
            int page = row->pages[p];
            if (page < 0 || page >= pages || owner[page] >= 0)
                fact[OWN] = 0;
            else
                owner[page] = row->id;
        }
    }
    bool all_before = true;
    for (int i = 0; i < n; i++) {
        Request *r = &request[i];
        fact[ORDER] &= !r->begun || all_before; // nobody has overtaken another
        all_before &= r->begun;
        fact[GOES_ON] &= !r->begun || r->ended || r->last_step == step;
    }
}

static int rows_for_device(const Row *rows, int count, int slots, DeviceRow *out) {
    count = count < slots ? count : slots;
    for (int i = 0; i < count; i++) {
        int position = rows[i].position;
        position = position < 0 ? 0 : position < MOST_PAGES * PAGE ? position : 0;
        out[i].token = rows[i].token;
        out[i].position = position;
        for (int p = 0; p < MOST_PAGES; p++)
            out[i].pages[p] = p <= position / PAGE ? rows[i].pages[p] : -1;
    }
    return count > 0 ? count : 0;
}

// Once a fact is broken, the loop ends early. What is missing then is not compared: the fact says
// why. This writes what the request gets alone.
static void rest_of(const Request *r, int *answers, int *count) {
    unsigned sum = 0;
    int sent = 0, token = r->prompt[0];
    for (int position = 0; sent < r->most; position++) {
        sum += (unsigned)(token * 7919 + position) * (2654435761u * (position + 1));
        int next = (int)((sum ^ sum >> 15) * 2246822519u >> 8) % TOKENS;
        token = position + 1 < r->length ? r->prompt[position + 1] : next;
        if (position + 1 < r->length) continue;
        if (sent >= r->sent) answers[sent] = next;
        sent++;
        if (next == END) break;
    }
    *count = sent;
}

void serve_cases(int n, int slots, int pages, int prompt, int most, int gap, int seed,
                 int *answers, int *counts, int *facts) {
    static Row rows[MOST_REQUESTS];
    DeviceRow *staged, *on_device;
    int *cache, *next, *next_host, entered = 0, ended = 0, limit = 10;
    cudaStream_t stream;
    answers_of = answers;
    most_of_all = most;
    fact = facts;
    for (int i = 0; i < FACTS; i++)
        fact[i] = 1;
    for (int i = 0; i < n * most; i++)
        answers[i] = -1;
    draw_requests(n, prompt, most, gap, (unsigned)seed);
    for (int i = 0; i < n; i++)
        limit += request[i].length + request[i].most + gap;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaMalloc(&cache, pages * PAGE * sizeof(int));
    cudaMalloc(&on_device, MOST_SLOTS * sizeof *on_device);
    cudaMalloc(&next, MOST_SLOTS * sizeof(int));
    cudaMallocHost(&staged, MOST_SLOTS * sizeof *staged);
    cudaMallocHost(&next_host, MOST_SLOTS * sizeof(int));
    cudaMemsetAsync(cache, 0x55, pages * PAGE * sizeof(int), stream);
    open_server(slots, pages);
    for (int step = 0; ended < n && step < limit; step++) {
        for (; entered < n && request[entered].arrives <= step; entered++) {
            request[entered].entered = true;
            enter(entered, request[entered].prompt, request[entered].length,
                  request[entered].most);
        }
        int count = plan_step(rows);
        look_at_rows(rows, count, n, slots, pages, step);
        if (!fact[ROOM] || !fact[OWN] || !fact[GOES_ON]) break;
        count = rows_for_device(rows, count, slots, staged);
        if (count > 0) {
            cudaMemcpyAsync(on_device, staged, count * sizeof *staged, cudaMemcpyHostToDevice,
                            stream);
            model<<<count, 64, 0, stream>>>(on_device, cache, pages, next);
            cudaMemcpyAsync(next_host, next, count * sizeof(int), cudaMemcpyDeviceToHost, stream);
            cudaStreamSynchronize(stream);
            take(next_host);
        }
        ended = 0;
        for (int i = 0; i < n; i++)
            ended += request[i].ended;
    }
    bool broken = !fact[ROOM] || !fact[OWN] || !fact[GOES_ON]; // these end the loop
    fact[SERVED] = ended == n || broken;
    for (int i = 0; i < n; i++) {
        counts[i] = request[i].sent;
        if (ended < n && !request[i].ended)
            rest_of(&request[i], answers + (size_t)i * most, &counts[i]);
    }
    cudaStreamDestroy(stream);
    cudaFree(cache);
    cudaFree(on_device);
    cudaFree(next);
    cudaFreeHost(staged);
    cudaFreeHost(next_host);
}
