# passes (tracebacks in words, a log, a generated class and an exception of its own)
import collections
import dataclasses
import logging
import traceback
import warnings

from torch.utils.data import DataLoader

Step = collections.namedtuple("Step", "wait copy launch compute")


@dataclasses.dataclass
class Settings:
    batch: int = 256
    workers: int = 0
    pinned: bool = True

    def of(self, dataset):
        return DataLoader(dataset, batch_size=self.batch, num_workers=self.workers,
                          pin_memory=self.pinned)


def first(values, good):
    for v in values:
        try:
            if not good(v):
                raise ValueError(f"{v} is too few")
            return v
        except ValueError as e:
            logging.getLogger("tune").debug("%s: %s", e, traceback.format_exc())
            traceback.extract_tb(e.__traceback__)
            "".join(traceback.format_exception(e))
    warnings.warn("nothing is good")
    return v


def tune(dataset, run, cores):
    at = Settings()

    def good():
        steps = [Step(*s) for s in run(at.of(dataset))][1:]
        return sum(s.compute for s in steps) / sum(map(sum, steps)) >= 0.9

    def set_to(**more):
        for word, value in more.items():
            setattr(at, word, value)
        return good()

    first(range(cores + 1), lambda w: set_to(workers=w))
    first((16, 32, 64, 128, 256), lambda b: set_to(batch=b))
    at.pinned = not set_to(pinned=False)
    return at.of(dataset)
