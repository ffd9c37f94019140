"""The runner's option: which folder of cases to play."""

from pathlib import Path

import pytest

from tests.conformance.cases_in import OWN, cases_in


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--cases", type=Path, default=None, help="play every *.json below this folder")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "conformance_case" in metafunc.fixturenames:
        folder = metafunc.config.getoption("cases", default=None) or OWN
        cases = cases_in(folder)
        metafunc.parametrize("conformance_case", cases, ids=[str(case.get("id")) for case in cases])
