"""Builds the package with scikit-build-core, and where no C++ compiler is installed with the one of `ziglang`.

Zig's compiler comes from the package registry like any other requirement: `pip install .` is all that is needed.
"""

import os
import shlex
import shutil
import sys
from typing import Any

from scikit_build_core import build as scikit

COMPILERS = ("c++", "g++", "clang++", "cl")
ZIG = "ziglang"

build_sdist = scikit.build_sdist
get_requires_for_build_sdist = scikit.get_requires_for_build_sdist
prepare_metadata_for_build_wheel = scikit.prepare_metadata_for_build_wheel
prepare_metadata_for_build_editable = scikit.prepare_metadata_for_build_editable


def compiler_is_missing() -> bool:
    return not os.environ.get("CXX") and not any(map(shutil.which, COMPILERS))


def use_zig() -> None:
    """Have CMake call zig; its own default is the processor at hand, CMakeLists.txt says which one is meant."""
    command = [sys.executable, "-m", "ziglang"]
    os.environ["CXX"] = shlex.join([*command, "c++"])
    os.environ["CC"] = shlex.join([*command, "cc"])


def get_requires_for_build_wheel(config_settings: dict[str, Any] | None = None) -> list[str]:
    return [*scikit.get_requires_for_build_wheel(config_settings), *[ZIG] * compiler_is_missing()]


def get_requires_for_build_editable(config_settings: dict[str, Any] | None = None) -> list[str]:
    return [*scikit.get_requires_for_build_editable(config_settings), *[ZIG] * compiler_is_missing()]


def build_wheel(directory: str, config_settings: dict[str, Any] | None = None, metadata: str | None = None) -> str:
    if compiler_is_missing():
        use_zig()
    return str(scikit.build_wheel(directory, config_settings, metadata))


def build_editable(directory: str, config_settings: dict[str, Any] | None = None, metadata: str | None = None) -> str:
    if compiler_is_missing():
        use_zig()
    return str(scikit.build_editable(directory, config_settings, metadata))
