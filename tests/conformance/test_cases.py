"""Every conformance case comes out on the real engines as it is written."""

from tests.conformance.cases_in import play


def test_case(conformance_case):
    play(conformance_case)
