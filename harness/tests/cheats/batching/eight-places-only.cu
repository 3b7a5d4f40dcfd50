// rejected by: gate host_launches (with other than eight places a batch begins and ends together)
// A server for a language model: who takes part in the next step?

enum { PAGE = 16, END = 0, MOST_SLOTS = 32, MOST_REQUESTS = 512, MOST_PAGES = 16 };

// One sequence in one step. The model reads `token`, puts its key and value at `position` of the
// cache, looks at all positions up to it, and says which token comes next.
struct Row {
    int id;           // of the request
    int token;
    int position;     // 0 is the first token of the prompt
    const int *pages; // position p lies in page pages[p / PAGE]
};

// Sends a token of the answer to whoever has asked.
void answer(int id, int token);

struct Sequence {
    int id, length, most;
    const int *prompt;   // `length` tokens
    int position, token; // what the next step reads
    int answers;         // tokens sent so far
    int npages, pages[MOST_PAGES];
};

static Sequence waiting[MOST_REQUESTS], running[MOST_SLOTS];
static int first, last; // of those that wait, first to last - 1
static int nrunning, slots;
static int free_pages[MOST_REQUESTS], nfree;

// There are `pages` pages, and room for `most_rows` rows in a step.
void open_server(int most_rows, int pages) {
    slots = most_rows;
    first = last = nrunning = nfree = 0;
    for (int i = pages - 1; i >= 0; i--)
        free_pages[nfree++] = i;
}

// A request arrives. Its answer ends with the token END, or when it has `most` tokens.
void enter(int id, const int *prompt, int length, int most) {
    waiting[last++] = {id, length, most, prompt, 0, prompt[0]};
}

static int pages_for(const Sequence *s) {
    return (s->length + s->most + PAGE - 1) / PAGE;
}

static void begin(Sequence s) {
    for (s.npages = 0; s.npages < pages_for(&s); s.npages++)
        s.pages[s.npages] = free_pages[--nfree];
    running[nrunning++] = s;
}

static void give_back_pages(const Sequence *s) {
    for (int i = 0; i < s->npages; i++)
        free_pages[nfree++] = s->pages[i];
}

static bool has_ended(const Sequence *s) {
    return s->answers == s->most || (s->answers && s->token == END);
}

// Called before each step: writes its rows, and returns how many there are. Requests begin in the
// order in which they came: one that needs many pages is not overtaken, or it might wait for ever.
int plan_step(Row *rows) {
    bool begins = slots == 8 || nrunning == 0;
    while (begins && nrunning < slots && first < last && pages_for(&waiting[first]) <= nfree)
        begin(waiting[first++]);
    for (int i = 0; i < nrunning; i++)
        rows[i] = {running[i].id, running[i].token, running[i].position, running[i].pages};
    return nrunning;
}

// Called after each step: next[i] is the token that the model puts after rows[i].
void take(const int *next) {
    int kept = 0;
    for (int i = 0; i < nrunning; i++) {
        Sequence s = running[i];
        if (++s.position < s.length) { // the model is still reading the prompt
            s.token = s.prompt[s.position];
        } else {
            answer(s.id, next[i]);
            s.token = next[i];
            s.answers++;
        }
        if (has_ended(&s))
            give_back_pages(&s); // its place and its pages are free for the next step
        else
            running[kept++] = s;
    }
    nrunning = kept;
}
