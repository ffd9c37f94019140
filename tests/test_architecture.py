"""The shape of the project: what may import what, how long files grow, and that its map is true."""

import ast
import importlib.util
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
APPS = ("referee", "larp_rps", "vex")
PURE = ("referee.kernel", "larp_rps.rules", "vex.rules")
LONGEST = 400

# Runs in a process of its own: imports all modules of a package while nothing but Python can be imported.
ALONE = """
import importlib, pkgutil, sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        top = name.partition(".")[0]
        if top not in sys.stdlib_module_names and top not in ("referee", "larp_rps", "vex"):
            raise ImportError(f"{name} is no part of Python")
        return None

sys.meta_path.insert(0, Blocked())
before = set(sys.modules)
package = importlib.import_module(sys.argv[1])
for found in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
    importlib.import_module(found.name)
ours = {name for name in set(sys.modules) - before if name.startswith(("referee", "larp_rps", "vex"))}
print(*sorted(ours))
"""


def modules(*folders: str) -> Iterator[Path]:
    """Give the Python files below some folders, but for migrations."""
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            if "migrations" not in path.parts:
                yield path


def imports(path: Path) -> Iterator[str]:
    """Give what a file imports, also inside functions and by name."""
    package = path.relative_to(ROOT).parent.parts
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = ".".join(package[: len(package) - node.level + 1]) if node.level else ""
            yield ".".join(filter(None, (above, node.module)))
            yield from (
                f"{'.'.join(filter(None, (above, node.module)))}.{alias.name}" for alias in node.names
            )
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "import_module":
            yield from (arg.value for arg in node.args if isinstance(arg, ast.Constant))


def of(name: str, package: str) -> bool:
    return name == package or name.startswith(f"{package}.")


@pytest.mark.parametrize("package", PURE)
def test_rules_and_kernel_import_nothing_but_python(package):
    done = subprocess.run(
        [sys.executable, "-S", "-c", ALONE, package], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr[-2000:]
    allowed = (package, "referee.kernel", package.partition(".")[0])
    for name in done.stdout.split():
        assert any(of(name, one) for one in allowed[:2]) or name in (allowed[2], "referee"), name


@pytest.mark.parametrize("package", PURE)
def test_rules_and_kernel_have_no_clock_no_chance_and_no_files(package):
    outside = ("time", "datetime", "random", "secrets", "os", "io", "socket", "threading", "asyncio", "uuid")
    for path in modules(package.replace(".", "/")):
        found = [name for name in imports(path) if any(of(name, one) for one in outside)]
        assert found == [], path


def test_nothing_points_from_the_site_to_a_rule_system():
    for path in modules("referee"):
        assert not [name for name in imports(path) if of(name, "larp_rps") or of(name, "vex")], path


@pytest.mark.parametrize(("system", "other"), [("larp_rps", "vex"), ("vex", "larp_rps")])
def test_no_rule_system_points_to_the_other(system, other):
    for path in modules(system):
        assert not [name for name in imports(path) if of(name, other)], path


def test_no_rule_is_named_in_the_site():
    """L9: the site knows no rule system but by settings and by the demo."""
    for path in modules("referee"):
        if path.name != "settings.py":
            words = {
                node.value
                for node in ast.walk(ast.parse(path.read_text("utf-8")))
                if isinstance(node, ast.Constant) and isinstance(node.value, str)
            }
            assert not words & {"larp_rps", "vex"}, path


@pytest.mark.skipif(importlib.util.find_spec("importlinter") is None, reason="import-linter is not installed")
def test_the_import_contracts_hold():
    done = subprocess.run(
        [sys.executable, "-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"],
        cwd=ROOT, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]


def test_the_site_can_be_imported_without_its_models():
    assert (ROOT / "referee" / "__init__.py").read_text() == ""


def test_files_stay_short():
    sources = [*modules(*APPS), *(ROOT / "static").glob("*.js"), *(ROOT / "templates").rglob("*.html")]
    long = {
        str(path.relative_to(ROOT)): lines
        for path in sources
        if (lines := len(path.read_text("utf-8").splitlines())) > LONGEST
    }
    assert long == {}


def test_no_module_is_named_for_nothing():
    for path in modules(*APPS, "tests"):
        assert path.stem not in {"utils", "helpers", "managers", "base", "misc", "common"}, path


@pytest.mark.parametrize("name", ["ARCHITECTURE.md", "CONTRIBUTING.md", "README.md"])
def test_every_path_that_a_page_names_is_there(name):
    source = ROOT / name
    if not source.exists():
        pytest.skip(f"{name} is not written yet")
    named = re.findall(r"`([\w./-]+)`", source.read_text("utf-8"))
    tops = {path.name for path in ROOT.iterdir()}
    paths = [one for one in named if "/" in one and one.partition("/")[0] in tops]
    assert [one for one in paths if not (ROOT / one).exists()] == []
