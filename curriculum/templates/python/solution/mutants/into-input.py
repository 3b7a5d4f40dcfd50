# rejected by: trap exception (writes into the input)


def @name@(x):
    x *= 2
    return x
