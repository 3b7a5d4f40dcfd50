import numpy as np


def pick(probs, u):
    """The token in whose part of 0..1 the number u lies."""
    return min(int(np.searchsorted(np.cumsum(probs), u, side="right")),
               len(probs) - 1)


# TODO: right, and slow. No guess is accepted, and the target makes one token in
# a pass.
def verify(p, q, guesses, draw):
    return [pick(p[0], draw())]


def generate(target, draft, prompt, count, k, draw):
    text = list(prompt)
    while len(text) < len(prompt) + count:
        p = target.forward(text[target.length:])
        text.append(pick(p[-1], draw()))
    return text[len(prompt):]
