"""Compile the rules code with mypyc, in place: every module gets a shared library beside its source.

First the functions that copy frames and positions are written from the declared fields (frente.kernel.weave), one
module `_woven.py` a package.

    python scripts/compile.py

Python prefers the library over the source, so the same commands and tests then run compiled; `make slow` goes back.
"""
from __future__ import annotations

import importlib
import os
import sys
import time
from pathlib import Path
from typing import Final

from mypyc.build import mypycify
from setuptools import Distribution

from layers import COMPILED, ROOT, layer, modules

# Modules of compiled layers that stay Python, each with its reason.
INTERPRETED: Final[dict[str, str]] = {}


def chosen(src: Path) -> list[Path]:
    """The files to compile, from the layers; an empty __init__ holds nothing to compile."""
    return [path for module, path in modules(src)
            if (layer(module) or "").split(".")[0] in COMPILED and module not in INTERPRETED and path.stat().st_size]


def weave(src: Path) -> None:
    """Write what copies the frames and positions of each package; the sources are imported, nothing compiled."""
    sys.path.insert(0, str(src))
    weaver = importlib.import_module("frente.kernel.weave")
    flow = importlib.import_module("frente.kernel.flow")
    kinds: dict[Path, list[type]] = {}
    for path in chosen(src):
        name = ".".join(path.relative_to(src).with_suffix("").parts).removesuffix(".__init__")
        for kind in vars(importlib.import_module(name)).values():
            if isinstance(kind, type) and issubclass(kind, (flow.Frame, flow.Position)) and kind.__module__ == name \
                    and "clone" not in vars(kind):
                kinds.setdefault(path.parent, []).append(kind)
    for folder, found in kinds.items():
        (folder / "_woven.py").write_text(weaver.module(found), encoding="utf-8")


def build(src: Path, temp: Path) -> list[Path]:
    """Compile everything as one group, so that calls between modules are direct; gives the libraries made."""
    for old in [*src.rglob("*.so"), *src.rglob("_woven.py")]:    # also those of modules that were renamed or removed
        old.unlink()
    weave(src)
    files = chosen(src)
    os.chdir(src)                           # module names count from here
    options = [f"--config-file={ROOT / 'pyproject.toml'}", f"--cache-dir={temp / 'cache'}"]
    extensions = mypycify([*options, *(str(path.relative_to(src)) for path in files)], opt_level="3", multi_file=True,
                          target_dir=str(temp), group_name="frente")
    command = Distribution({"name": "frente", "ext_modules": extensions}).get_command_obj("build_ext")
    command.inplace = True
    command.build_lib = command.build_temp = str(temp)
    command.ensure_finalized()
    command.run()
    libraries = sorted(src.rglob("*.so"))
    for library in libraries:               # one that did not change is as fresh as its source all the same
        library.touch()
    return libraries


if __name__ == "__main__":
    began = time.perf_counter()
    src = ROOT / "src"
    for name, reason in INTERPRETED.items():
        print(f"{name} stays Python: {reason}")
    for library in build(src, ROOT / "build" / "mypyc"):
        print(library.relative_to(ROOT))
    print(f"{len(chosen(src))} modules compiled in {time.perf_counter() - began:.0f} s; `make slow` removes them")
