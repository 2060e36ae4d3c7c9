"""Calling the compiled core: C++ functions over numpy arrays, through ctypes. Python's lock is not held meanwhile.

A NamedTuple of arrays and numbers is a struct on the other side, with the same fields in the same order; so is a numpy
record of an aligned dtype, which is passed as it lies in memory (`Record`):

    TRIOS = struct("clin9ic_trios", actions=Array(np.int32, 2), bottom=Array(np.int32, 2), top=Array(np.int32, 2))
    all_ends = function("clin9ic_all_ends", Integer, TRIOS, Array(np.uint64, 2))
    all_ends(trios, words)
"""

import ctypes
from collections import OrderedDict
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Protocol

import numpy as np

from solvers.native import library

MOST_REMEMBERED = 8  # structs of a kind that were made last


class Kind(Protocol):
    """A type on both sides: what C is told, and how a Python value becomes that."""

    c_type: Any

    def passed(self, value: Any, /) -> Any: ...


class _Number:
    def __init__(self, c_type: Any) -> None:
        self.c_type = c_type

    def passed(self, value: Any) -> Any:
        return value


Integer, Unsigned, Real = _Number(ctypes.c_int64), _Number(ctypes.c_uint64), _Number(ctypes.c_double)


class Row:
    """A fixed number of integers within a struct."""

    def __init__(self, many: int) -> None:
        self.view = self.c_type = ctypes.c_int64 * many

    def fill(self, view: Any, values: Any) -> None:
        view[:] = [int(value) for value in values]


class Array:
    """A numpy array of a type and a number of dimensions, row by row."""

    def __init__(self, dtype: Any, dimensions: int) -> None:
        self.dtype, self.dimensions = np.dtype(dtype), dimensions
        fields = [("data", ctypes.c_void_p), ("shape", ctypes.c_int64 * dimensions)]
        self.view = type("View", (ctypes.Structure,), {"_fields_": fields})
        self.c_type: Any = ctypes.POINTER(self.view)

    def fill(self, view: Any, array: Any) -> None:
        if array.dtype != self.dtype or array.ndim != self.dimensions or not array.flags.c_contiguous:
            found = f"{array.dtype}, {array.ndim} dimensions, strides {array.strides}"
            raise TypeError(
                f"expected an array of {self.dtype} with {self.dimensions} dimensions in order, got {found}"
            )
        view.data = array.__array_interface__["data"][0]
        view.shape[:] = array.shape

    def passed(self, value: Any) -> Any:
        view = self.view()
        self.fill(view, value)
        return ctypes.byref(view)


def _check_size(name: str, size: int) -> None:
    """Both sides agree about the size of a struct."""
    size_of = getattr(library(), f"{name}_size")
    size_of.restype = ctypes.c_int64
    if (there := size_of()) != size:
        raise TypeError(f"{name} has {there} bytes in C++ and {size} here")


class Record:
    """A numpy array of one record, with the fields of a struct whose size is told by a function `name_size`."""

    c_type = ctypes.c_void_p

    def __init__(self, name: str, dtype: np.dtype[np.void]) -> None:
        self.name, self.dtype = name, dtype
        self._checked = False

    def passed(self, value: Any) -> Any:
        if not self._checked:
            _check_size(self.name, self.dtype.itemsize)
            self._checked = True
        if value.dtype != self.dtype or value.shape != ():
            raise TypeError(f"expected one {self.name}, got an array of {value.dtype} with the shape {value.shape}")
        return value.__array_interface__["data"][0]


class Struct:
    """A NamedTuple of arrays, numbers and other such tuples."""

    def __init__(self, name: str, kinds: dict[str, Any]) -> None:
        self.name, self.kinds = name, kinds
        fields = [(field, getattr(kind, "view", kind.c_type)) for field, kind in kinds.items()]
        self.view = type(name, (ctypes.Structure,), {"_fields_": fields})
        self.c_type: Any = ctypes.POINTER(self.view)
        self._checked = False
        self._made: OrderedDict[int, tuple[Any, Any]] = OrderedDict()

    def _check(self) -> None:
        _check_size(self.name, ctypes.sizeof(self.view))
        self._checked = True

    def fill(self, view: Any, value: Any) -> None:
        for name, kind in self.kinds.items():
            if isinstance(kind, _Number):
                setattr(view, name, getattr(value, name))
            else:
                kind.fill(getattr(view, name), getattr(value, name))

    def passed(self, value: Any) -> Any:
        """The struct of a tuple; the same tuple is usually passed again and again, so the last ones are remembered."""
        if not self._checked:
            self._check()
        known = self._made.get(id(value))
        if known is not None and known[0] is value:
            return known[1]
        view = self.view()
        self.fill(view, value)
        passed = ctypes.pointer(view)
        self._made[id(value)] = value, passed
        while len(self._made) > MOST_REMEMBERED:
            self._made.popitem(last=False)
        return passed


def struct(name: str, /, **kinds: Any) -> Struct:
    """A struct of C++ whose size is told by a function `name_size`."""
    return Struct(name, kinds)


class Handle:
    """An object that lives on the other side and is freed with this one."""

    c_type = ctypes.c_void_p

    def __init__(self, made: int, free: Callable[["Handle"], Any]) -> None:
        self.address, self._free = made, free

    def __del__(self) -> None:
        self._free(self)


class _Handles:
    c_type = ctypes.c_void_p

    def passed(self, value: Handle) -> int:
        return value.address


Object = _Handles()


class Asked:
    """A Python function that the core asks, and what it raised: the core is told to stop then, and the call raises it.

    An interrupt that is waiting is raised wherever Python code begins, and what a function called by C raises is lost.
    A generator goes on in the middle of a `try`.
    """

    def __init__(self, c_type: Any, function: Callable[[], Any], stopping: Any) -> None:
        self.raised: BaseException | None = None
        answers = self._answers(function, stopping)
        next(answers)
        self.called = c_type(answers.__next__)

    def _answers(self, function: Callable[[], Any], stopping: Any) -> Iterator[Any]:
        answer = stopping
        while True:
            try:
                while True:
                    yield answer
                    answer = function() if self.raised is None else stopping
            except GeneratorExit:
                return
            except BaseException as raised:
                self.raised = self.raised or raised
                answer = stopping


class Callback:
    """A Python function without arguments that the core may call; `stopping` is the answer on which it stops."""

    def __init__(self, returns: Any, stopping: Any) -> None:
        self.c_type, self.stopping = ctypes.CFUNCTYPE(returns), stopping

    def __call__(self, function: Callable[[], Any]) -> Asked:
        return Asked(self.c_type, function, self.stopping)

    def passed(self, value: Asked) -> Any:
        return value.called


def function(name: str, returns: Any, *kinds: Any) -> Callable[..., Any]:
    """A function of the library by its name; looked up when it is first called."""

    @cache
    def found() -> Any:
        there = getattr(library(), name)
        there.restype = None if returns is None else returns.c_type
        there.argtypes = [kind.c_type for kind in kinds]
        return there

    def call(*values: Any) -> Any:
        if len(values) != len(kinds):
            raise TypeError(f"{name} takes {len(kinds)} values, got {len(values)}")
        answer = found()(*(kind.passed(value) for kind, value in zip(kinds, values, strict=True)))
        for value in values:
            if isinstance(value, Asked) and value.raised is not None:
                raise value.raised
        return answer

    call.__name__ = name
    return call
