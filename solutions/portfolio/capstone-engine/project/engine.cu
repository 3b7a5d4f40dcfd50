// The engine on a GPU. A step is one graph: token and position are in memory of
// the device, so that the same graph serves every token.
//   engine generate COUNT PROMPT... | engine bench COUNT ROUNDS
#include "plan.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

struct State {
    int pos, prompts, text[LENGTH + 1]; // the prompt, and what was chosen after it
};

__global__ void run(Engine e, int op, const State *s) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < outputs(op)) compute(&e, op, i, s->text[s->pos], s->pos);
}

__global__ void choose(Engine e, State *s) {
    int next = best(e.block + e.logits);
    s->pos++;
    if (s->pos >= s->prompts) s->text[s->pos] = next;
}

static void check(cudaError_t err) {
    if (err != cudaSuccess) fprintf(stderr, "%s\n", cudaGetErrorString(err)), exit(1);
}

struct Machine {
    State *state;
    cudaStream_t stream;
    cudaGraphExec_t step;
};

// All memory is allocated here, and the step is captured; nothing later does either.
static Machine open_machine() {
    Machine m;
    Buffer b[BUFFERS];
    int size = plan(b);
    Engine e = {};
    set_offsets(&e, b);
    static Weights host;
    make_weights(&host);
    Weights *w;
    check(cudaMalloc(&w, sizeof *w));
    check(cudaMemcpy(w, &host, sizeof *w, cudaMemcpyHostToDevice));
    e.w = w;
    check(cudaMalloc(&e.block, size * sizeof(float)));
    check(cudaMalloc(&e.keys, sizeof(float) * LENGTH * DIM));
    check(cudaMalloc(&e.values, sizeof(float) * LENGTH * DIM));
    check(cudaMalloc(&m.state, sizeof(State)));
    check(cudaStreamCreate(&m.stream));
    cudaGraph_t graph;
    check(cudaStreamBeginCapture(m.stream, cudaStreamCaptureModeGlobal));
    for (int op = 0; op < OPS; op++)
        run<<<(outputs(op) + 63) / 64, 64, 0, m.stream>>>(e, op, m.state);
    choose<<<1, 1, 0, m.stream>>>(e, m.state);
    check(cudaStreamEndCapture(m.stream, &graph));
    check(cudaGraphInstantiate(&m.step, graph, 0));
    return m;
}

static State generate(const Machine *m, const std::vector<int> &prompt, int count) {
    State s = {0, (int)prompt.size(), {}};
    for (size_t i = 0; i < prompt.size(); i++)
        s.text[i] = prompt[i];
    check(cudaMemcpyAsync(m->state, &s, sizeof s, cudaMemcpyHostToDevice, m->stream));
    for (int i = 0; i < s.prompts + count - 1; i++)
        check(cudaGraphLaunch(m->step, m->stream));
    check(cudaMemcpyAsync(&s, m->state, sizeof s, cudaMemcpyDeviceToHost, m->stream));
    check(cudaStreamSynchronize(m->stream));
    return s;
}

static double us_of(const Machine *m, const std::vector<int> &prompt, int count) {
    auto begin = std::chrono::steady_clock::now();
    generate(m, prompt, count);
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count();
}

int main(int argc, char **argv) {
    if (argc < 4) return 2;
    Machine m = open_machine();
    int count = atoi(argv[2]);
    if (!strcmp(argv[1], "bench")) { // first_us total_us, in each round
        std::vector<int> prompt(16, 7);
        us_of(&m, prompt, count);
        for (int i = 0; i < atoi(argv[3]); i++) {
            double first = us_of(&m, prompt, 1);
            printf("%.1f %.1f\n", first, us_of(&m, prompt, count));
        }
        return 0;
    }
    for (int a = 3; a < argc; a++) {
        std::vector<int> prompt;
        for (char *t = strtok(argv[a], " "); t; t = strtok(NULL, " "))
            prompt.push_back(atoi(t) % VOCAB);
        State s = generate(&m, prompt, count);
        for (int i = 0; i < count; i++)
            printf("%d%c", s.text[s.prompts + i], i == count - 1 ? '\n' : ' ');
    }
}
