"""Compiles the modules of the domain in which games spend their time, for a faster wheel.

A build hook of Hatch, off unless ``HATCH_BUILD_HOOK_ENABLE_CUSTOM=true``. The wheel has the same
sources as without it, and next to some of them a compiled module, which Python prefers.
"""

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from Cython.Build import cythonize
from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from setuptools import Distribution, Extension  # type: ignore[import-untyped] # it has no stubs

COMPILED: Final = (
    "chance.py",
    "kit/choices.py",
    "kit/drafts.py",
    "kit/due.py",
    "record/chain.py",
    "record/rerun.py",
    "table/apply.py",
    "table/decide.py",
    *(
        f"rulesets/{ruleset}/{name}.py"
        for ruleset in ("ancients", "carolus_magnus", "teg")  # Lancaster gains nothing
        for name in ("apply*", "decide", "legal*", "rules/[!_]*", "start")
    ),
    "rulesets/ancients/attack_targets.py",
    *(
        f"rulesets/ancients/{name}.py"
        for name in ("assigning", "combat_*", "due", "field", "hexes")
    ),
    *(f"rulesets/ancients/{name}.py" for name in ("movable_pieces", "ordering", "paths")),
)
"""The modules, as patterns below the folder of the domain."""

DIRECTIVES: Final = {
    "language_level": 3,
    "annotation_typing": False,  # annotations stay what they are in Python: promises, not checks
    "binding": True,  # functions look like those of Python, also to inspect
}


class CompiledWheel(BuildHookInterface[Any]):
    """Adds the compiled modules to a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, unless the wheel only links to the sources."""
        self._work = TemporaryDirectory()
        if version == "editable":
            return
        root = Path(self.root)
        paths = sorted({path for pattern in COMPILED for path in root.glob(pattern)})
        for path, built in compiled(root, paths, Path(self._work.name)).items():
            target = path.relative_to(root).with_name(built.name)
            build_data["force_include"][str(built)] = str(target)
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the compiled modules; the wheel has them."""
        self._work.cleanup()


def compiled(root: Path, paths: Sequence[Path], work: Path) -> dict[Path, Path]:
    """Compile these modules of the domain at ``root``; return where each compiled one is."""
    names = {
        path: ".".join(("domain", *path.relative_to(root).with_suffix("").parts)) for path in paths
    }
    extensions = cythonize(  # type: ignore[no-untyped-call] # the same
        [Extension(name, [str(path)], extra_compile_args=["-g0"]) for path, name in names.items()],
        build_dir=str(work),
        compiler_directives=DIRECTIVES,
        quiet=True,
    )
    command = Distribution({"ext_modules": extensions}).get_command_obj("build_ext")
    command.build_lib, command.build_temp = str(work / "lib"), str(work / "temp")
    command.parallel = True
    command.ensure_finalized()
    command.run()
    return {path: Path(command.get_ext_fullpath(name)) for path, name in names.items()}
