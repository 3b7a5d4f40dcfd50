# TODO(author): the solution, as you would like to read it. It passes every gate
# with room.


def @name@(x):
    return 2 * x
