import math

import torch


# TODO: byte pairs. This one is right where there is no merge.
def encode(text, merges, letters):
    return list(text)


# TODO
def decode(ids, merges, letters):
    return list(ids)


def norm(x, gain, shift):
    d = x - x.mean(-1, keepdim=True)
    return d / torch.sqrt((d * d).mean(-1, keepdim=True) + 1e-5) * gain + shift


# The whole text, and the logits of all of its tokens: right, and the baseline to compare with.
def plain(model, ids):
    n, dim = len(ids), model.table.shape[1]
    x = model.table[ids] + model.places[:n]
    later = torch.ones(n, n, dtype=torch.bool).triu(1)
    for i in range(len(model.qkv)):
        y = norm(x, model.gains[2 * i], model.shifts[2 * i])
        q, k, v = (y @ model.qkv[i]).view(n, 3, model.heads, -1).permute(1, 2, 0, 3)
        scores = (q @ k.transpose(1, 2) / math.sqrt(dim // model.heads)).masked_fill(later, -math.inf)
        x = x + (scores.softmax(-1) @ v).transpose(0, 1).reshape(n, dim) @ model.mix[i]
        y = norm(x, model.gains[2 * i + 1], model.shifts[2 * i + 1]) @ model.up[i]
        x = x + (y * 0.5 * (1 + torch.erf(y / math.sqrt(2)))) @ model.down[i]
    return norm(x, model.gains[-1], model.shifts[-1]) @ model.table.T


# TODO: a cache, in memory that is taken once. This engine is right, and computes the whole text
# for each token.
class Engine:
    def __init__(self, model):
        self.model, self.ids = model, []

    def prompt(self, ids):  # a new text; the logits after its last token
        self.ids = list(ids)
        return plain(self.model, self.ids)[-1]

    def step(self, token):  # one more token; the logits after it
        self.ids.append(token)
        return plain(self.model, self.ids)[-1]


def load(model):
    return Engine(model)


# TODO: at most `count` tokens, each the one with the largest logit, up to `stop`.
def generate(engine, ids, count, stop):
    return []


def answer(engine, text, merges, letters, count, stop):
    ids = encode(text, merges, letters)
    return decode(generate(engine, ids, count, stop), merges, letters)


# TODO: a measurement. This one is of one request, and the device has not ended.
def measure(old, new, count, rounds, device):
    start = device.now()
    old(count)
    middle = device.now()
    new(count)
    end = device.now()
    return (middle - start, end - middle, count / (middle - start), count / (end - middle),
            (middle - start) / (end - middle), 0, 0)
