"""Test that any module can be the first one that a program imports."""

from graphlib import TopologicalSorter
from typing import Final

import grimp

PACKAGES: Final = ("domain", "service", "carolus_client")


def test_modules_do_not_import_each_other_in_a_circle() -> None:
    """A module in a circle can be imported only after another one.

    To import a module is to import its packages first, and with them all that they export.
    """
    graph = grimp.build_graph(*PACKAGES, exclude_type_checking_imports=True, cache_dir=None)
    needs = {
        module: {
            needed
            for imported in graph.find_modules_directly_imported_by(module)
            for needed in (imported, *packages_of(imported))
            if needed != module and needed not in packages_of(module)
        }
        for module in graph.modules
    }
    assert len(needs) > 500
    TopologicalSorter(needs).prepare()  # raises CycleError, with the circle


def packages_of(module: str) -> list[str]:
    """Return the packages that contain a module."""
    names = module.split(".")
    return [".".join(names[:end]) for end in range(1, len(names))]
