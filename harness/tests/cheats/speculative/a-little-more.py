# rejected by: case (accepts more than it may, by less than drawn tokens can tell)
import numpy as np


def pick(probs, u):
    """The token in whose part of 0..1 the number u lies."""
    return min(int(np.searchsorted(np.cumsum(probs), u, side="right")),
               len(probs) - 1)


def verify(p, q, guesses, draw):
    for i, x in enumerate(guesses):
        if draw() * q[i][x] < 1.015 * p[i][x]:
            continue
        # The draft gave too little of these, so they were not accepted yet.
        rest = np.maximum(p[i] - q[i], 0)
        return [*guesses[:i], pick(rest / rest.sum(), draw())]
    return [*guesses, pick(p[len(guesses)], draw())]


def generate(target, draft, prompt, count, k, draw):
    text = list(prompt)
    while len(text) < len(prompt) + count:
        guesses, q = [], []
        for _ in range(k):
            q.append(draft.forward((text + guesses)[draft.length:])[-1])
            guesses.append(pick(q[-1], draw()))
        p = target.forward((text + guesses)[target.length:])[-k - 1:]
        new = verify(p, np.array(q), guesses, draw)
        # The last new token is in no cache; rejected guesses are in both.
        known = len(text) + len(new) - 1
        for model in target, draft:
            model.cut(min(model.length, known))
        text += new
    return text[len(prompt):][:count]
