"""The examples in docstrings hold."""

import doctest
from importlib import import_module
from pkgutil import iter_modules

import pytest

PACKAGES = ("tabletop", "clin9ic", "clinic_solo")
MODULES = [
    f"{package}.{module.name}"
    for package in PACKAGES
    for module in iter_modules(import_module(package).__path__)
    if not module.ispkg
]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0
