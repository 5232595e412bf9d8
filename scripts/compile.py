"""Compile the rules code with mypyc, in place: every module gets a shared library beside its source.

First the functions that copy frames and positions are written from the declared fields (frente.kernel.weave), one
module `_woven.py` a package.

    python scripts/compile.py [--jobs 2]

What all games share is one group, each game is another: calls within a group are direct, and a change to one game
compiles that game alone. Python prefers the library over the source, so the same commands and tests then run compiled;
`make slow` goes back.
"""
from __future__ import annotations

import argparse
import hashlib
import importlib
import os
import re
import shutil
import sys
import time
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any, Final

from mypyc.build import mypycify
from setuptools import Distribution
from setuptools.command.build_ext import build_ext

from layers import COMPILED, ROOT, layer, modules

# Modules of compiled layers that stay Python, each with its reason.
INTERPRETED: Final[dict[str, str]] = {}


def chosen(src: Path) -> list[Path]:
    """The files to compile, from the layers; an empty __init__ holds nothing to compile."""
    return [path for module, path in modules(src)
            if (layer(module) or "").split(".")[0] in COMPILED and module not in INTERPRETED and path.stat().st_size]


def groups(src: Path) -> dict[str, list[str]]:
    """The files of each group, by its name: the shared layers together, and every game by itself."""
    found: dict[str, list[str]] = {}
    for path in chosen(src):
        file = path.relative_to(src)
        name = file.parts[2] if file.parts[1] == "games" else "shared"
        found.setdefault(f"frente_{name}", []).append(str(file))
    return found


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


class Build(build_ext):  # type: ignore[misc]           # setuptools ships no types
    """Compiles C files side by side, and only those that differ from the last time, in text, headers or flags."""

    def build_extensions(self) -> None:
        self.pool = ThreadPoolExecutor(self.parallel)
        self.made: dict[str, Future[None]] = {}          # the runtime of mypyc is part of every group, and made once
        self.lock = Lock()
        self.digest = cache(self._digest)
        self.compiler.compile = self.objects
        super().build_extensions()

    def objects(self, sources: list[str], output_dir: str, macros: Any, include_dirs: Any, debug: bool,
                extra_postargs: Any, depends: Any) -> list[str]:
        """In place of the compiler's own method."""
        macros, objects, flags, given, files = self.compiler._setup_compile(output_dir, macros, include_dirs, sources,
                                                                            depends, extra_postargs)
        options = self.compiler._get_cc_args(given, debug, None)

        def compiled(made: str) -> None:
            source, ending = files[made]
            key = repr((options, flags, self.digest(source)))
            kept = Path(made + ".key")
            if not (Path(made).exists() and kept.exists() and kept.read_text() == key):
                self.compiler._compile(made, source, ending, options, flags, given)
                kept.write_text(key)

        with self.lock:
            for made in objects:
                if made not in self.made:
                    self.made[made] = self.pool.submit(compiled, made)
            work = [self.made[made] for made in objects]
        for done in work:
            done.result()
        return list(objects)

    def _digest(self, path: str) -> str:
        """Of a file and of those beside it that it includes."""
        text = Path(path).read_bytes()
        named = [Path(path).parent / name.decode() for name in re.findall(rb'#include [<"]([^>"]+)', text)]
        return hashlib.sha256(text + repr([self.digest(str(p)) for p in named if p.exists()]).encode()).hexdigest()


def build(src: Path, temp: Path, jobs: int) -> list[Path]:
    """Compile what has changed; gives all libraries."""
    for old in [*src.rglob("*.so"), *src.rglob("_woven.py")]:    # also those of modules that were renamed or removed
        old.unlink()
    weave(src)
    files = groups(src)
    os.chdir(src)                           # module names count from here
    # Translated whole every time: what mypyc reads back from its cache lacks attributes, and it stops in the middle.
    kept = temp / "cache"
    shutil.rmtree(kept, ignore_errors=True)
    options = [f"--config-file={ROOT / 'pyproject.toml'}", f"--cache-dir={kept}"]
    extensions = mypycify([*options, *(file for group in files.values() for file in group)], opt_level="2",
                          debug_level="0", multi_file=True, target_dir=str(temp),
                          separate=[(group, name) for name, group in files.items()])
    for extension in extensions:            # each file of a group defines the table of what it uses of another
        extension.extra_compile_args = [*extension.extra_compile_args, "-fcommon"]       # all were given one list
    command = Build(Distribution({"name": "frente", "ext_modules": extensions}))
    command.inplace = True
    command.force = True                    # what is to be compiled is decided file by file
    command.parallel = jobs
    command.build_lib = command.build_temp = str(temp)
    command.ensure_finalized()
    command.run()
    return sorted(src.rglob("*.so"))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Compile the rules code with mypyc, in place.")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="C files compiled at once (all cores)")
    jobs = parser.parse_args().jobs
    began = time.perf_counter()
    src = ROOT / "src"
    for name, reason in INTERPRETED.items():
        print(f"{name} stays Python: {reason}")
    for library in build(src, ROOT / "build" / "mypyc", jobs):
        print(library.relative_to(ROOT))
    print(f"{len(chosen(src))} modules compiled in {time.perf_counter() - began:.0f} s; `make slow` removes them")
