"""Hungarian and Russian say all that English says: catalogues are whole, compiled and in the house's tone."""

import ast
import datetime
import gettext
import io
import re
import warnings
from collections.abc import Iterator
from pathlib import Path

import polib
import pytest
from django.conf import settings
from django.template.defaultfilters import date
from django.utils.translation import override
from django.utils.translation.template import templatize

from tests.referee.players import anna_plays

__all__ = ["anna_plays"]

ROOT = Path(settings.BASE_DIR)
LANGUAGES = ["hu", "ru"]
SOURCES = sorted(
    path
    for folder in ("referee", "larp_rps", "vex")
    for path in (ROOT / folder).rglob("*.py")
    if "migrations" not in path.parts
)
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
# Where the context and the words stand among the arguments of each of Django's functions.
CALLS: dict[str, tuple[int | None, int]] = {
    "gettext": (None, 0),
    "gettext_lazy": (None, 0),
    "gettext_noop": (None, 0),
    "ngettext": (None, 0),
    "ngettext_lazy": (None, 0),
    "pgettext": (0, 1),
    "pgettext_lazy": (0, 1),
    "npgettext": (0, 1),
    "npgettext_lazy": (0, 1),
}
PLACEHOLDER = re.compile(r"%(?:\(\w+\))?[sdf]|%%")
CYRILLIC = re.compile(r"[\u0400-\u04FF]")

type Words = tuple[str | None, str]


def catalogue(language: str) -> polib.POFile:
    """Read a language's catalogue."""
    return polib.pofile(str(ROOT / f"locale/{language}/LC_MESSAGES/django.po"), wrapwidth=0)


def told(entry: polib.POEntry) -> list[str]:
    """Give what an entry says: once, or once for each plural form; nothing while it is untranslated."""
    return [said for said in (entry.msgstr, *entry.msgstr_plural.values()) if said]


def words_of(tree: ast.AST, names: dict[str, str]) -> Iterator[tuple[Words, int]]:
    """Give the words of every call of a translating function, with its line; `names` are the local names."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names:
            context, words = CALLS[names[node.func.id]]
            given = [arg.value if isinstance(arg, ast.Constant) else None for arg in node.args]
            assert given[words] is not None, f"no plain text at line {node.lineno}"
            yield (None if context is None else given[context], given[words]), node.lineno


def words_in_code(path: Path) -> Iterator[tuple[Words, str]]:
    """Give what a module says, and where."""
    tree = ast.parse(path.read_text())
    names = {
        alias.asname or alias.name: alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "django.utils.translation"
        for alias in node.names
        if alias.name in CALLS
    }
    for words, line in words_of(tree, names):
        yield words, f"{path.relative_to(ROOT)}:{line}"


def words_in_template(path: Path) -> Iterator[tuple[Words, str]]:
    """Give what a template says, and where; Django turns its tags into calls, as makemessages reads them."""
    names = {name: name for name in CALLS} | {"_": "gettext"}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # notes to translators that Django passes over
        code = templatize(path.read_text())
    for found in re.finditer(r"\b(?:_|n?p?gettext)\(", code):
        for end in re.finditer(r"\)", code[found.start() :]):
            try:
                tree = ast.parse(code[found.start() : found.start() + end.end()], mode="eval")
            except SyntaxError:
                continue
            for words, _line in words_of(tree, names):
                yield words, str(path.relative_to(ROOT))
            break


def words() -> Iterator[tuple[Words, str]]:
    """Give everything that the interface says in English, and where."""
    for path in SOURCES:
        yield from words_in_code(path)
    for path in TEMPLATES:
        yield from words_in_template(path)


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_left_untranslated(language):
    entries = catalogue(language)
    assert [entry.msgid for entry in entries.untranslated_entries()] == []
    assert [entry.msgid for entry in entries.fuzzy_entries()] == []
    assert [entry.msgid for entry in entries.obsolete_entries()] == []
    assert not entries.metadata_is_fuzzy


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_catalogue_has_all_that_code_and_templates_say(language):
    known = {(entry.msgctxt, entry.msgid) for entry in catalogue(language)}
    missing = {f"{where}: {said!r}" for said, where in words() if said not in known}
    assert missing == set(), "run makemessages, then translate (CONTRIBUTING.md)"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_catalogue_has_no_more_than_that(language):
    said = {what for what, _where in words()}
    assert [entry.msgid for entry in catalogue(language) if (entry.msgctxt, entry.msgid) not in said] == []


def test_makemessages_reads_every_call():
    """It knows Django's own names and `_`, and sees nothing inside an f-string that stands nowhere else."""
    for path in SOURCES:
        tree = ast.parse(path.read_text())
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module == "django.utils.translation":
                for alias in node.names:
                    if alias.name in CALLS and alias.asname:
                        assert alias.asname == "_", f"{path.relative_to(ROOT)}: {alias.asname}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_values_stand_in_every_translation(language):
    for entry in catalogue(language):
        wanted = sorted(PLACEHOLDER.findall(entry.msgid))
        for said in told(entry):
            assert sorted(PLACEHOLDER.findall(said)) == wanted, f"{entry.msgid!r}: {said!r}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_compiled_catalogue_is_the_written_one(language):
    entries = catalogue(language)
    compiled = polib.mofile(str(ROOT / f"locale/{language}/LC_MESSAGES/django.mo"))
    assert {(one.msgctxt, one.msgid): told(one) for one in compiled} == {
        (one.msgctxt, one.msgid): told(one) for one in entries
    }, "compile it again"
    assert compiled.metadata["Plural-Forms"] == entries.metadata["Plural-Forms"]


def plural_of(rule: str, number: int) -> int:
    """Ask a catalogue's own rule for the form of a number, as gettext does."""
    return gettext.c2py(re.search(r"plural=(.*);", rule).group(1))(number)


@pytest.mark.parametrize(
    ("language", "numbers", "forms"),
    [("hu", (1, 2, 5), (0, 1, 1)), ("ru", (1, 2, 5, 11, 21, 22), (0, 1, 2, 2, 0, 1))],
)
def test_plural_forms_are_the_languages_own(language, numbers, forms):
    entries = catalogue(language)
    rule = entries.metadata["Plural-Forms"]
    assert tuple(plural_of(rule, number) for number in numbers) == forms
    count = int(re.search(r"nplurals=(\d)", rule).group(1))
    assert all(len(told(entry)) == count for entry in entries if entry.msgid_plural)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_pleads_or_shouts(language):
    pleading = re.compile(
        r"!|\bplease\b|\bsorry\b|\bkérjük\b|\bkérlek\b|\belnézést\b|пожалуйста|извините", re.I
    )
    for entry in catalogue(language):
        for said in (entry.msgid, *told(entry)):
            assert not pleading.search(said), said


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_ends_as_its_english_does(language):
    for entry in catalogue(language):
        for said in told(entry):
            assert said == said.strip()
            if " " in entry.msgid:  # a single word may be shortened with a point
                assert entry.msgid.endswith(".") == said.endswith("."), f"{entry.msgid!r}: {said!r}"
            assert not re.search(r"(?<!\w)-\d", said), f"no true minus: {said!r}"


def test_hungarian_is_written_in_latin_letters():
    for entry in catalogue("hu"):
        for said in told(entry):
            assert not CYRILLIC.search(said), said
            assert not re.search("[õûÕÛ]", said), said


def test_russian_is_written_in_its_own_letters():
    """But for what both write in Latin ones: abbreviations, parameters, keys, links."""
    latin = re.compile(r"[A-Za-zÁÉÍÓÖŐÚÜŰáéíóöőúüű]+")
    kept = {"AP", "PIN", "ÉP", "SFÉ", "VEX", "v", "d"}
    for entry in catalogue("ru"):
        for said in told(entry):
            left = set(latin.findall(PLACEHOLDER.sub("", said))) - kept
            assert {word for word in left if not re.fullmatch(r"[A-Z]", word)} == set(), said


def test_a_word_of_live_combat_is_never_the_disadvantage_of_vex():
    """Zavarás is Беспокойство: Помеха is VEX's disadvantage."""
    russian = {entry.msgid: entry.msgstr for entry in catalogue("ru")}
    assert russian["Disturbance"] == "Беспокойство"
    assert russian["Disadvantage"] == "Помеха"


@pytest.mark.parametrize(("language", "name"), [("hu", "Harcok, hívások"), ("ru", "Бои, вызовы")])
def test_pages_speak_the_readers_language(language, name, anna_plays, anna_phone, referee_phone):
    english = (
        "Start a fight",
        "Call referee",
        "My numbers",
        "Somebody hurt",
        "Dexterity",
        "Points",
        "Number",
    )
    for phone in (anna_phone, referee_phone):
        phone.post("/language", {"language": language})
    page = anna_phone.get("/e/sample/").content.decode()
    text = re.sub(r"<script.*?</script>|<[^>]*>", " ", page, flags=re.S)
    assert f'lang="{language}"' in page
    assert [word for word in english if word in text] == []
    assert name in referee_phone.get("/e/sample/").content.decode()


def test_compiling_needs_no_tool_of_the_system(tmp_path):
    """A fresh machine has no msgfmt: polib writes what Django reads."""
    entries = catalogue("hu")
    entries.save_as_mofile(str(tmp_path / "django.mo"))
    spoken = gettext.GNUTranslations(io.BytesIO((tmp_path / "django.mo").read_bytes()))
    assert spoken.gettext("Rock") == "Kő"


@pytest.mark.parametrize(
    ("language", "day"), [("en", "November 30"), ("hu", "november 30."), ("ru", "30 ноября")]
)
def test_a_day_is_written_as_the_language_writes_it(language, day):
    with override(language):
        assert date(datetime.date(2026, 11, 30), "MONTH_DAY_FORMAT") == day
