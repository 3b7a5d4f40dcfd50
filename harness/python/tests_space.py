"""Keeps the hidden tests as they are in a process that the learner's file
shares (serve.py): their names lie where nobody can store, doors to them are
closed, and they are compared after every call."""

import builtins
import contextlib
import inspect
import sys
import types


def read(text):
    """Runs the tests' text. Returns its names, and the class of the dictionary
    that its functions take for their globals."""
    space = {}
    there, stored = types.MappingProxyType(space), dict.__getitem__

    class Fixed(dict):
        """The globals of the tests' functions: what they find is in `space`.
        Storing into this one changes none of it, and torch.compile may store
        its own functions."""

        def __getitem__(self, key):
            return there[key] if key in there else stored(self, key)

    found = Fixed(__name__="tests", __builtins__=builtins)
    exec(compile(text, "tests.py", "exec"), found)
    space.update(found)
    return space, Fixed


def watch(name, closed):
    """From now on code of the file `name` finds no door to that of the tests:
    frames, of calls, generators and exceptions, the collector's lists, the code
    of functions; closed(word) raises. (With ctypes it needs none.)"""
    inside, getframe = [], sys._getframe
    never = {"gc.get_objects", "gc.get_referrers", "gc.get_referents",
             "sys.addaudithook", "sys._current_frames"}
    frames = {"gi_frame", "cr_frame", "ag_frame", "tb_frame"}
    # It looks at frames for those who call it.
    helper = inspect.__file__

    def asked():
        inside.append(1)
        frame = getframe(2)
        while frame.f_back and frame.f_code.co_filename == helper:
            frame = frame.f_back
        inside.pop()
        return frame.f_code.co_filename == name

    def hook(event, args):
        if event in never:
            closed(event)
        elif event == "object.__setattr__" and args[1] == "__code__":
            closed("__code__")
        elif event == "sys._getframe" and not inside and asked():
            closed(event)
        elif event == "object.__getattr__" and args[1] in frames and asked():
            closed(args[1])

    sys.addaudithook(hook)


def parts_of(key, function):
    parts = [(key, function.__code__), (key, function.__defaults__),
             (key, function.__kwdefaults__)]
    for cell in function.__closure__ or ():
        with contextlib.suppress(ValueError):  # nothing is in it yet
            parts.append((key, cell.cell_contents))
    return parts


def marks_of(spaces):
    """The names of some modules with their values, and the parts of classes
    and functions."""
    marks = []
    for space in spaces:
        for key, value in list(space.items()):
            marks.append((key, value))
            if isinstance(value, type):
                marks.extend(vars(value).items())
            elif isinstance(value, types.FunctionType):
                marks.extend(parts_of(key, value))
    return marks


def make_intact(spaces):
    """A function that returns whether all is as it was."""
    kept, look, number = marks_of(spaces), marks_of, len

    def intact():
        now = look(spaces)
        if number(now) != number(kept):
            return False
        for (key, value), (old_key, old) in zip(now, kept):
            if key != old_key or value is not old:
                return False
        return True

    return intact
