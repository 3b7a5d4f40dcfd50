"""Keeps the hidden tests as they are in a process that the learner's file
shares (serve.py): their names lie where nobody can store, doors to them are
closed, and they are compared after every call."""

import _signal
import _thread
import builtins
import contextlib
import inspect
import logging
import signal
import sys
import threading
import traceback
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

    # Without a __name__: torch.compile of PyTorch 2.11 imports the module that
    # globals name, and no module is theirs.
    found = Fixed(__builtins__=builtins)
    exec(compile(text, "tests.py", "exec"), found)
    space.update(found)
    return space, Fixed


FRAMES = {"gi_frame", "cr_frame", "ag_frame", "tb_frame"}
NEVER = {"gc.get_objects", "gc.get_referrers", "gc.get_referents",
         "sys.addaudithook", "sys._current_frames", "sys._current_exceptions"}
# They look at frames for those who call them; these functions of theirs hand
# out texts alone.
HELPERS = {inspect.__file__, traceback.__file__, logging.__file__}
TEXTS = {"print_exc", "print_exception", "print_tb", "print_stack",
         "format_exc", "format_exception", "format_exception_only", "format_tb",
         "format_stack", "extract_tb", "debug", "info", "warning", "error",
         "exception", "critical", "log"}


def watch(name, closed, own):
    """From now on code of the file `name` finds no door to that of the tests:
    frames, of calls, generators, exceptions, traces and signals, the
    collector's lists, the code of functions; closed(word) raises. `own` are the
    codes of kata's functions that trace. (With ctypes it needs none.)"""
    inside, getframe = [], sys._getframe
    never, frames, helpers, texts = NEVER, FRAMES, HELPERS, TEXTS
    home = __file__.rsplit("/", 1)[0] + "/"

    def is_theirs(code):
        # What they compile has no file.
        file = code.co_filename
        return file == name or file[:1] == "<" and file[:8] != "<frozen "

    def asks(word):
        """Whether they ask for a frame, themselves or by code that gets any
        attribute for its caller, or by one of the helpers."""
        inside.append(1)
        try:
            frame = getframe(2)
            code = frame.f_code
            if is_theirs(code) or word not in code.co_names and \
                    not code.co_filename.startswith(home):
                return True
            last = frame.f_code
            while frame and frame.f_code.co_filename in helpers:
                last, frame = frame.f_code, frame.f_back
            return bool(frame) and last is not frame.f_code and \
                last.co_filename in helpers and last.co_name not in texts and \
                is_theirs(frame.f_code)
        finally:
            inside.pop()

    def caller():
        inside.append(1)
        code = getframe(2).f_code
        inside.pop()
        return code

    def hook(event, args):
        if event in never:
            closed(event)
        elif event == "sys.settrace" or event == "sys.setprofile":
            code = caller()
            if is_theirs(code) or event == "sys.settrace" and code not in own:
                closed(event)
        elif event == "object.__setattr__" and args[1] == "__code__":
            closed("__code__")
        elif event == "code.__new__" and is_theirs(caller()):
            closed("code.replace")
        elif event == "compile" and not inside and is_theirs(caller()) and \
                str(args[1])[:8] != "<string>" and str(args[1]) != name:
            closed("compile")
        elif event == "sys._getframe" and not inside and asks("_getframe"):
            closed(event)
        elif event == "object.__getattr__" and args[1] in frames and \
                asks(args[1]):
            closed(args[1])

    # A handler would be handed a frame.
    def handle(*ignored):
        closed("signal.signal")

    signal.signal = _signal.signal = handle
    sys.addaudithook(hook)


def trace_threads(trace, closed):
    """From now on no thread starts that `trace` does not count: those of
    `threading` alone, as that is, during a counted call; closed(word) raises."""
    def keep():
        """Starts threads. What it uses lies in its frame, which nobody
        reaches."""
        begin = threading.Thread._bootstrap
        inner = threading.Thread._bootstrap_inner
        method, space = types.MethodType, vars(threading)
        starters = {word: getattr(_thread, word)
                    for word in ("start_new_thread", "start_joinable_thread")
                    if hasattr(_thread, word)}
        answer = None
        while True:
            word, function, args, more = yield answer
            traced = type(function) is method and function.__func__ is begin \
                and space.get("_trace_hook") is trace
            if traced:
                first = function.__self__._bootstrap_inner
                traced = type(first) is method and first.__func__ is inner
            answer = (starters[word](function, *args, **more),) if traced \
                else None

    keeper = keep()
    next(keeper)
    ask = keeper.send

    def starter(word):
        def start(function, *args, **more):
            answer = ask((word, function, args, more))
            return answer[0] if answer else closed("a thread")
        return start

    for word in ("start_new_thread", "start_new", "start_joinable_thread"):
        real = getattr(_thread, word, None)
        if not real:
            continue
        mine = starter(real.__name__)
        for module in (_thread, threading):
            for name, value in list(vars(module).items()):
                if value is real:
                    setattr(module, name, mine)


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


def functions_of(space):
    """The functions and classes of a library's module, or of a class: what is
    called by name when the tests run. Values of other kinds may change."""
    callables = (types.FunctionType, types.BuiltinFunctionType, type,
                 types.WrapperDescriptorType, types.MethodDescriptorType)
    return [(key, value) for key, value in list(space.items())
            if isinstance(value, callables)]


def make_replaced(spaces, home):
    """A function that returns the first name whose function or class in some
    libraries is another one by now, or None. More may have come, and the
    library itself, in the folder `home`, may put functions of its own there:
    torch.compile wraps some."""
    kept = [(space, functions_of(space)) for space in spaces]
    get, none, function_type = dict.get, object(), types.FunctionType

    def is_own(value):
        return type(value) is function_type and home and \
            value.__code__.co_filename.startswith(home)

    def replaced():
        for space, functions in kept:
            for key, value in functions:
                # A class has no dictionary that can be asked like this.
                now = get(space, key, none) if type(space) is dict \
                    else space.get(key, none)
                if now is not value and not is_own(now):
                    return key
        return None

    return replaced


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
