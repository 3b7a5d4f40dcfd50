# rejected by: trap wrong-result (a setting that the brief does not have)
from torch.utils.data import DataLoader

BATCHES = [16, 32, 64, 128, 256]


def utilisation(steps):
    # The first step waits for the workers to start: once for each epoch.
    steady = steps[1:]
    return sum(step[3] for step in steady) / sum(map(sum, steady))


def tune(dataset, run, cores):
    def make(batch, workers, pinned):
        return DataLoader(dataset, batch_size=batch, num_workers=workers,
                          pin_memory=pinned, shuffle=True)

    def is_good(*settings):
        return utilisation(run(make(*settings))) >= 0.9

    workers = next(w for w in range(cores + 1) if is_good(BATCHES[-1], w, True))
    batch = next(b for b in BATCHES if is_good(b, workers, True))
    pinned = not is_good(batch, workers, False)
    return make(batch, workers, pinned)
