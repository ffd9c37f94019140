"""The look, held by its own files: contrast, colours in one place, drawings, nothing inline, vendored files.

The pairs and limits are those of the design language: 7 for text, 3 for edges, on every ground they stand on.
"""

import gzip
import hashlib
import re
from pathlib import Path

import pytest
from django.conf import settings

ROOT = Path(settings.BASE_DIR)
STATIC = ROOT / "static"
CSS = (STATIC / "referee.css").read_text()
TEMPLATES = sorted(path for path in ROOT.glob("**/templates/**/*.html") if ".venv" not in path.parts)
VENDORED = re.findall(
    r"^\| `(\S+)` .*\| `([0-9a-f]{64})` \|$", (STATIC / "vendor/README.md").read_text(), re.M
)


def without_comments(css: str) -> str:
    """Strip comments."""
    return re.sub(r"/\*.*?\*/", "", css, flags=re.S)


def layer(name: str) -> str:
    """Give the text of a cascade layer."""
    start = CSS.index(f"@layer {name} {{")
    end = re.search(r"^}", CSS[start:], re.M)
    assert end
    return CSS[start : start + end.end()]


def tokens() -> dict[str, dict[str, str]]:
    """Give the colours of both themes; night takes what it doesn't redefine from the sun."""
    sun_text, night_text = layer("tokens").split('[data-theme="night"]')
    colour = re.compile(r"--([a-z-]+): (#[0-9A-F]{6});")
    sun = dict(colour.findall(sun_text))
    return {"sun": sun, "night": sun | dict(colour.findall(night_text))}


def contrast(one: str, other: str) -> float:
    """Compute the contrast ratio of WCAG 2."""

    def luminance(colour: str) -> float:
        channels = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
        red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


GROUNDS = ("ground", "card", "well")
TEXT = [
    (text, ground)
    for text in ("ink", "soft", "a-text", "b-text", "alarm-text", "sound-text")
    for ground in GROUNDS
]
FILLS = [(f"on-{fill}", fill) for fill in ("act", "a", "b", "care", "alarm", "sound")]
EDGES = [(edge, ground) for edge in ("line", "hair", "focus") for ground in GROUNDS]
MARKS = [("a-edge", "ground"), ("b-edge", "ground"), ("a-mark", "a"), ("a", "b")]


@pytest.mark.parametrize("theme", ["sun", "night"])
@pytest.mark.parametrize(("front", "back"), TEXT + FILLS)
def test_text_has_contrast_7(theme, front, back):
    colours = tokens()[theme]
    assert contrast(colours[front], colours[back]) >= 7


@pytest.mark.parametrize("theme", ["sun", "night"])
@pytest.mark.parametrize(("front", "back"), EDGES + MARKS)
def test_edges_and_marks_have_contrast_3(theme, front, back):
    colours = tokens()[theme]
    assert contrast(colours[front], colours[back]) >= 3


@pytest.mark.parametrize("theme", ["sun", "night"])
def test_a_qr_code_can_be_scanned_in_both_themes(theme):
    colours = tokens()[theme]
    assert contrast(colours["qr-ink"], colours["qr"]) >= 7


def test_colours_stand_in_the_tokens_layer_only():
    rest = without_comments(CSS.replace(layer("tokens"), ""))
    assert not re.findall(r"#[0-9a-fA-F]{3,8}\b(?=[^{}]*;)", rest)
    assert not re.findall(r"\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch|color|color-mix)a?\(", rest)


def test_only_defined_tokens_are_used():
    used = set(re.findall(r"var\(--([a-z-]+)", without_comments(CSS)))
    local = set(re.findall(r"--([a-z-]+):", without_comments(CSS))) | {"block"}  # --block: set by parts.js
    assert used <= local


def test_layers_come_in_their_order():
    assert "@layer reset, tokens, base, parts, screens, print;" in CSS
    names = re.findall(r"^@layer ([a-z]+) {", CSS, re.M)
    assert names == ["reset", "tokens", "base", "parts", "screens", "print"]


def test_nothing_loops_and_motion_can_be_switched_off():
    text = without_comments(CSS)
    assert "infinite" not in text
    moving = text[text.index("@media (prefers-reduced-motion: no-preference)") :]
    assert "animation: appear" in moving
    assert "animation: turn" in moving
    assert text.count("animation:") == 3  # the third only delays the word on a busy key


def test_type_has_two_weights_no_capitals_no_italics_and_no_font_from_elsewhere():
    text = without_comments(CSS)
    assert set(re.findall(r"font-weight: (\w+)", text)) <= {"400", "700"}
    assert not re.findall(r"text-transform|font-style|font-variant-caps|@font-face|Georgia", text)


def test_the_stylesheet_is_small_over_the_wire():
    assert len(gzip.compress(CSS.encode())) <= 14 * 1024


def test_what_every_page_loads_is_small_over_the_wire():
    names = re.findall(r'static "([^"]+\.js)"', (ROOT / "templates/base.html").read_text())
    assert sum(len(gzip.compress((STATIC / name).read_bytes())) for name in names) <= 25 * 1024


# Templates


def drawings() -> set[str]:
    """Give the names of the sheet's symbols."""
    return set(re.findall(r'<symbol id="([a-z0-9-]+)"', (ROOT / "templates/referee/icons.html").read_text()))


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_template_draws_only_what_the_sheet_has(path):
    known = drawings()
    for target in re.findall(r'<use[^>]* href="#([^"]+)"', path.read_text()):
        # `#side-{{ side }}` stands for all that begin so.
        pattern = re.sub(r"{{.*?}}|{%.*?%}", "\0", target)
        wanted = re.compile(".*".join(map(re.escape, pattern.split("\0"))))
        assert any(wanted.fullmatch(name) for name in known), target


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_template_has_nothing_inline(path):
    """The content security policy allows no inline script, style or handler."""
    text = path.read_text()
    assert not re.findall(r"<style\b", text)
    assert not re.findall(r"\sstyle\s*=", text)
    assert not re.findall(r"\son[a-z]+\s*=", text)
    assert not re.findall(r"\shx-on\b|\bjs:|javascript:", text)
    for attributes in re.findall(r"<script\b([^>]*)>", text):
        assert "src=" in attributes
    assert not re.findall(r"(?:src|href)=\"(?:https?:)?//", text)


def test_two_drawings_never_share_a_name():
    names = re.findall(r' id="([a-z0-9-]+)"', (ROOT / "templates/referee/icons.html").read_text())
    assert len(names) == len(set(names))


# Vendored files


@pytest.mark.parametrize(("name", "checksum"), VENDORED)
def test_a_vendored_file_is_what_its_row_says(name, checksum):
    assert hashlib.sha256((STATIC / "vendor" / name).read_bytes()).hexdigest() == checksum


def test_every_vendored_file_has_a_row_and_a_licence():
    scripts = {path.name for path in (STATIC / "vendor").glob("*.js")}
    assert scripts == {name for name, _ in VENDORED}
    assert all((STATIC / "vendor" / f"{name.split('.')[0]}.LICENSE").exists() for name in scripts)
