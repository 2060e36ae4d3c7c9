"""The compiled core: a C++ library that is built when the package is installed, and loaded when it is first asked.

It has a plain C interface, so one build serves every version of Python; nanobind's stable interface begins with Python
3.12, and what a call costs here, a few microseconds, is nothing beside the work of one. `calling` has what is needed to
call it with numpy arrays.
"""

import ctypes
import os
from functools import cache
from importlib.util import find_spec

OTHER_LIBRARY = "CLINIC_NATIVE"  # names another build of the library, such as one with sanitizers


class NotBuilt(ImportError):
    """The package is here, but not what its build makes."""


@cache
def library() -> ctypes.CDLL:
    """The library, loaded once."""
    if named := os.environ.get(OTHER_LIBRARY):
        return ctypes.CDLL(named)
    spec = find_spec("solvers.native.core")
    if spec is None or spec.origin is None:
        raise NotBuilt("the compiled core is missing: install the package with pip, or run make")
    return ctypes.CDLL(spec.origin)


def build_name() -> str:
    """Compiler and processor that the library was built by and for."""
    tell = library().clinic_build
    tell.restype = ctypes.c_char_p
    return str(tell().decode())
