"""Pictures as files: SVG, PNG or PDF by the name of the file. The faces the drawings are set in come along."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final

from frente.draw.palette import literal

FONTS: Final = Path(__file__).resolve().parent / "fonts"
KINDS: Final = (".svg", ".png", ".pdf")
PIXELS: Final = 3000  # across a PNG
POINTS_PER_MM: Final = 72 / 25.4


def write(svg: str, path: Path, pixels: int = PIXELS) -> None:
    """Write a picture. Either the whole file is there afterwards, or what was there before."""
    kind = path.suffix.lower()
    if kind not in KINDS:
        raise ValueError(f'"{path.name}" names no kind of picture that can be written; end it in .svg, .png or .pdf')
    replace(path, png(svg, pixels) if kind == ".png" else pdf(svg) if kind == ".pdf" else svg.encode())


def png(svg: str, pixels: int = PIXELS) -> bytes:
    """A picture of the given width."""
    import resvg_py  # here and not above: the other kinds of file do without it

    faces = [str(face) for face in sorted(FONTS.glob("*.otf"))]
    # lengths in millimetres need a resolution, although the width overrides it
    return bytes(
        resvg_py.svg_to_bytes(svg_string=faced(svg), width=pixels, dpi=96, skip_system_fonts=True, font_files=faces)
    )


def pdf(svg: str) -> bytes:
    """A page of the picture's own size, with the faces embedded and the text still text."""
    import vl_convert

    vl_convert.register_font_directory(str(FONTS))
    head, rest = faced(svg).split(">", 1)
    # the converter makes one point of each unit without a name
    head = re.sub(r'="([\d.]+)mm"', lambda mm: f'="{float(mm[1]) * POINTS_PER_MM:.2f}"', head)
    return bytes(vl_convert.svg_to_pdf(f"{head}>{rest}"))


def faced(svg: str) -> str:
    """The sans face has no minus: a dash as wide stands for it, lest whatever face a machine has steps in."""
    return literal(svg).replace("−", "–")


def replace(path: Path, data: bytes) -> None:
    """Either the whole file is there afterwards, or what was there before."""
    path = Path(os.path.realpath(path))  # a link stays a link
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with part.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)
