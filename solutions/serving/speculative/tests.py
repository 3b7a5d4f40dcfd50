# Draws thousands of tokens with the learner's functions and seeded numbers, and
# tests whether they follow the target's probabilities.
import bisect
import random

import numpy as np
from kata_tests import Wrong

array, zeros, cumsum, minimum = np.array, np.zeros, np.cumsum, np.minimum
search, int32, Random = bisect.bisect_right, np.int32, random.Random
cumprod = np.cumprod
TRIALS, SHORT_TEXTS, DEVIATIONS, PROMPT, EVEN = 2000, 400, 4.9, 3, 1000
HARD_P = np.array([[0.35, 0.25, 0.25, 0.15], [0.1, 0.2, 0.3, 0.4]])
HARD_Q = np.array([[0.7, 0.1, 0.1, 0.1]])
TWO_P = np.array([[0.35, 0.2, 0.3, 0.15], [0.1, 0.2, 0.3, 0.4], [0.4, 0.3, 0.2, 0.1]])
TWO_Q = np.array([[0.5, 0.3, 0.1, 0.1], [0.2, 0.4, 0.3, 0.1]])


def pick(sums, u):
    return min(search(sums, u), len(sums) - 1)


def make_rows(large, small, draft, vocab):
    """Probabilities of the target and of the draft after each context."""
    p, q = large.astype(float) ** 3 + 0.01, small.astype(float) ** 3 + 0.01
    half = zeros(vocab)
    half[::2] = 1
    if draft == 1:
        q = p.copy()
    elif draft == 2:
        p, q = p * half, q * (1 - half)
    elif draft == 3:
        q = q * half
    return p / p.sum(1, keepdims=True), q / q.sum(1, keepdims=True)


class Model:
    """The next token depends on the last two; `seen` is the cache."""

    def __init__(self, rows):
        self.rows, self.seen, self.passes, self.log = rows, [], 0, []

    @property
    def length(self):
        return len(self.seen)

    def cut(self, length):
        if not 0 <= length <= len(self.seen):
            raise Wrong("wrong-result", f"cut({length}): the cache has "
                        f"{len(self.seen)} tokens", "cut() only forgets: the last new token "
                        "was never read, so it is in no cache")
        del self.seen[length:]

    def forward(self, tokens):
        tokens = [int(t) for t in tokens]
        if not tokens or not all(0 <= t < len(self.rows) for t in tokens):
            raise Wrong("wrong-result", f"forward({tokens}) needs one token or "
                        f"more, each from 0 to {len(self.rows) - 1}",
                        "pass the tokens that the cache has not: "
                        "text[model.length:]")
        self.passes += 1
        if self.passes > 20000:
            raise Wrong("wrong-result", "20000 passes, and no end",
                        "a round makes at least one token")
        self.log.append((list(self.seen), self.seen + tokens))
        out = []
        for token in tokens:
            self.seen.append(token)
            out.append(self.rows[context(self.seen, len(self.rows))])
        return array(out)


def context(text, vocab):
    before = text[-2] if len(text) > 1 else 0
    return (text[-1] + 2 * before) % vocab


def follows(counts, rows):
    """Chi-square of counts (n, vocab) against probabilities (n, vocab)."""
    if counts[rows == 0].any():
        return False
    expected = counts.sum(1, keepdims=True) * rows
    # Where few are expected the statistic is not that of chi-square. All cells
    # as degrees of freedom: a little too many, so that no right text fails.
    used = expected >= 4
    freedom = int(used.sum())
    if freedom == 0:
        return True
    value = ((counts - expected)[used] ** 2 / expected[used]).sum()
    # Wilson and Hilferty: the cube root is nearly normal.
    part = 2 / (9 * freedom)
    return bool(value < freedom * (1 - part + DEVIATIONS * part ** 0.5) ** 3)


def check_tokens(tokens, least, most, vocab, name):
    what = f"a list of {least} to {most} tokens" if least < most else \
        f"a list of {most} tokens"
    if not isinstance(tokens, (list, tuple)):
        raise Wrong("wrong-result", f"{name} must return {what}, but returned "
                    f"{type(tokens).__name__}", "return a list of numbers")
    if not least <= len(tokens) <= most:
        raise Wrong("wrong-result", f"{name} must return {what}, but returned "
                    f"{len(tokens)}", "verify() ends with the token that it draws "
                    "itself; the last round of generate() may make too many: cut them off")
    if not all(0 <= int(t) < vocab for t in tokens):
        raise Wrong("wrong-result", f"{name} returned {tokens[:8]}, and tokens go from "
                    f"0 to {vocab - 1}", "return tokens, not probabilities")
    return [int(t) for t in tokens]


def verify_often(learner, p, q, trials, rng):
    """How often each token came at each place, and the numbers of tokens."""
    k, vocab = q.shape
    sums = [cumsum(row).tolist() for row in q]
    counts, lengths = zeros((k + 1, vocab)), []
    for _ in range(trials):
        guesses = [pick(row, rng.random()) for row in sums]
        new = learner.verify(p.copy(), q.copy(), list(guesses), rng.random)
        new = check_tokens(new, 1, k + 1, vocab, "verify()")
        lengths.append(len(new))
        for i, token in enumerate(new):
            counts[i][token] += 1
    return counts, array(lengths)


def judge_first(learner, rng):
    """Of two guesses the first: is it accepted as often as it should be, and
    does the token after its rejection follow the rest? More than one token says
    that it was accepted."""
    sums = [cumsum(row).tolist() for row in TWO_Q]
    judged, after = zeros((4, 2)), zeros((1, 4))
    for _ in range(TRIALS):
        guesses = [pick(row, rng.random()) for row in sums]
        new = learner.verify(TWO_P.copy(), TWO_Q.copy(), list(guesses), rng.random)
        new = check_tokens(new, 1, 3, 4, "verify()")
        judged[guesses[0]][int(len(new) > 1)] += 1
        if len(new) == 1:
            after[0][new[0]] += 1
    yes = minimum(1, TWO_P[0] / TWO_Q[0])
    rest = np.maximum(TWO_P[:1] - TWO_Q[:1], 0)
    return follows(judged, array([1 - yes, yes]).T), follows(after, rest / rest.sum())


def judge_evenly(learner, rng):
    """Numbers that are spread evenly, each place of a call in an order of its own:
    a guess is accepted just as often as it should be, whichever of them decides."""
    for x in (0, 1):
        columns = [[(i + 0.5) / EVEN for i in range(EVEN)] for _ in range(4)]
        for column in columns:
            rng.shuffle(column)
        accepted = 0
        for numbers in zip(*columns):
            left = iter(numbers)
            new = learner.verify(TWO_P.copy(), TWO_Q.copy(), [x, 2],
                                 lambda: next(left, None) or rng.random())
            accepted += len(check_tokens(new, 1, 3, 4, "verify()")) > 1
        if abs(accepted - EVEN * TWO_P[0][x] / TWO_Q[0][x]) > EVEN / 250:
            return False
    return True


def try_verify(learner, p_rows, q_rows, k, vocab, rng):
    """Rows that do not depend on the guesses: what each position should be."""
    p = array([p_rows[i % vocab] for i in range(k + 1)])
    q = array([q_rows[i % vocab] for i in range(k)])
    counts, lengths = verify_often(learner, p, q, TRIALS, rng)
    # Without the bonus, which is judged by the passes.
    lengths = minimum(lengths, k)
    expected = 1 + cumprod(minimum(p[:k], q).sum(1))[:k - 1].sum()
    spread = (lengths.var() / TRIALS) ** 0.5 + 1e-9
    enough = lengths.mean() > expected - DEVIATIONS * spread
    # Here the number that rejects a guess says much about the token after it,
    # if it is used for both.
    hard = verify_often(learner, HARD_P, HARD_Q, TRIALS // 2, rng)[0]
    return follows(counts, p) and follows(hard, HARD_P), enough


def shared(text, seen):
    """With how many tokens both begin."""
    same = 0
    while same < min(len(text), len(seen)) and text[same] == seen[same]:
        same += 1
    return same


def is_clean(log, text, guesses):
    """Before each pass: the beginning of the text, and then some guesses."""
    return all(len(before) - shared(text, before) <= guesses
               for before, _ in log)


def is_thrifty(log, text):
    """What a model has read and is in the text, it does not read again."""
    read = 0
    for before, after in log:
        if shared(text, before) < read:
            return False
        read = max(read, shared(text, after))
    return True


def write(learner, rows, prompt, count, k, rng):
    """A text of the learner's, and the two models after it."""
    target, guesser = Model(rows[0]), Model(rows[1])
    new = learner.generate(target, guesser, list(prompt), count, k, rng.random)
    vocab = len(rows[0])
    return prompt + check_tokens(new, count, count, vocab, "generate()"), \
        target, guesser


def speculative_cases(learner, large, small, seed, draft, vocab, k, count):
    rows = make_rows(large, small, draft, vocab)
    p, q = rows
    rng = Random(int(seed[0]))
    verified, enough = try_verify(learner, p, q, k, vocab, rng)
    judged, rest = judge_first(learner, rng)
    judged = judged and judge_evenly(learner, rng)

    first, counts = zeros((vocab, vocab)), zeros((vocab, vocab))
    for i in range(SHORT_TEXTS):
        prompt = [rng.randrange(vocab) for _ in range(1 + i % 6)]
        text, _, _ = write(learner, rows, prompt, 1, k, rng)
        first[context(prompt, vocab)][text[-1]] += 1
    prompt = [rng.randrange(vocab) for _ in range(PROMPT)]
    text, target, guesser = write(learner, rows, prompt, count, k, rng)
    for i in range(PROMPT, len(text)):
        counts[context(text[:i], vocab)][text[i]] += 1
    # Before a pass the target's cache has no guess; the draft's has the guesses
    # of this round, some of which are rejected later.
    clean = is_clean(target.log, text, 0) and \
        is_clean(guesser.log, text, k - 1)
    thrifty = is_thrifty(target.log, text) and is_thrifty(guesser.log, text)
    right = follows(counts, p) and follows(first, p)
    wanted = {1: -(-count // (k + 1)), 2: count}.get(draft, target.passes)
    return array([judged and enough, rest, verified, clean, right, thrifty,
                  target.passes == wanted], dtype=int32)
