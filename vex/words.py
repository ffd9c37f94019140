"""The game's vocabulary: ids of the rules to words; the players' own, Russian, stand in the comments."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from referee.system import Words as Word

type Words = Mapping[str, Word]

PARAMETERS: Words = {
    # Translators: ru ATK Атака
    "ATK": pgettext_lazy("parameter", "Attack"),
    # Translators: ru SHT Стрельба
    "SHT": pgettext_lazy("parameter", "Shooting"),
    # Translators: ru DEF Защита
    "DEF": pgettext_lazy("parameter", "Defence"),
    # Translators: ru VIT Живучесть
    "VIT": pgettext_lazy("parameter", "Vitality"),
    # Translators: ru INT Интеллект
    "INT": pgettext_lazy("parameter", "Intellect"),
    # Translators: ru MST Мастерство
    "MST": pgettext_lazy("parameter", "Mastery"),
    # Translators: ru CHR Харизма
    "CHR": pgettext_lazy("parameter", "Charisma"),
    # Translators: ru DCS Тьма
    "DCS": pgettext_lazy("parameter", "Darkness"),
}

PERKS: Words = {
    # Translators: ru Мазохист
    "masochist": _("Masochist"),
    # Translators: ru Стрелок ближнего боя
    "close_quarters_shooter": _("Close-quarters shooter"),
    # Translators: ru Снайпер
    "sniper": _("Sniper"),
    # Translators: ru Мастер брони
    "armour_master": _("Armour master"),
    # Translators: ru Мастер огня
    "fire_master": _("Fire master"),
    # Translators: ru Ассасин
    "assassin": _("Assassin"),
    # Translators: ru Трус
    "coward": _("Coward"),
    # Translators: ru Плут
    "rogue": _("Rogue"),
    # Translators: ru Двойная реакция
    "double_reaction": _("Double reaction"),
    # Translators: ru Контратака
    "counterattack": _("Counterattack"),
    # Translators: ru Выживальщик
    "survivor": _("Survivor"),
    # Translators: ru Мастер мультиатаки
    "multi_attack_master": _("Multi-attack master"),
    # Translators: ru Неукротимый
    "indomitable": _("Indomitable"),
    # Translators: ru Боец
    "fighter": pgettext_lazy("perk", "Fighter"),
    # Translators: ru Рыцарь
    "knight": _("Knight"),
    # Translators: ru Живчик
    "tough": pgettext_lazy("perk", "Tough"),
    # Translators: ru Стрелок
    "marksman": _("Marksman"),
    # Translators: ru Маг
    "mage": _("Mage"),
    # Translators: ru Мастер
    "master": pgettext_lazy("perk", "Master"),
    # Translators: ru Гений
    "genius": _("Genius"),
}

SPIRITS: Words = {
    # Translators: ru Страйк
    "strike": pgettext_lazy("spirit", "Strike"),
    # Translators: ru Грифон
    "griffin": _("Griffin"),
    # Translators: ru Концентрация
    "concentration": _("Concentration"),
    # Translators: ru Перехват
    "interception": pgettext_lazy("spirit", "Interception"),
    # Translators: ru Инстинкт
    "instinct": _("Instinct"),
    # Translators: ru Второе дыхание
    "second_wind": _("Second wind"),
    # Translators: ru Берсерк
    "berserk": _("Berserk"),
    # Translators: ru Скорость
    "speed": pgettext_lazy("spirit", "Speed"),
    # Translators: ru Супер страйк
    "super_strike": _("Super strike"),
    # Translators: ru Ассасинейт
    "assassinate": _("Assassinate"),
    # Translators: ru Пакт крови
    "blood_pact": _("Blood pact"),
    # Translators: ru Супер концентрация
    "super_concentration": _("Super concentration"),
    # Translators: ru Неуязвимость
    "invulnerability": _("Invulnerability"),
}

ITEMS: Words = {
    # Translators: ru Обычный меч
    "ordinary_sword": _("Ordinary sword"),
    # Translators: ru Мастерский меч
    "master_sword": _("Master sword"),
    # Translators: ru Обычный двуручный меч
    "ordinary_two_handed": _("Ordinary two-handed sword"),
    # Translators: ru Боевой двуручный меч
    "battle_two_handed": _("Battle two-handed sword"),
    # Translators: ru Мастерский двуручный меч
    "master_two_handed": _("Master two-handed sword"),
    # Translators: ru Обычный молот
    "ordinary_hammer": _("Ordinary hammer"),
    # Translators: ru Боевой молот
    "battle_hammer": _("Battle hammer"),
    # Translators: ru Мастерский молот
    "master_hammer": _("Master hammer"),
    # Translators: ru Обычное копьё
    "ordinary_spear": _("Ordinary spear"),
    # Translators: ru Мастерское копьё
    "master_spear": _("Master spear"),
    # Translators: ru Охотничий лук
    "hunting_bow": _("Hunting bow"),
    # Translators: ru Магическая руна
    "magic_rune": _("Magic rune"),
    # Translators: ru Боевая руна
    "battle_rune": _("Battle rune"),
    # Translators: ru Руна молнии
    "lightning_rune": _("Lightning rune"),
    # Translators: ru Руна скелета
    "skeleton_rune": _("Skeleton rune"),
    # Translators: ru Без оружия
    "fists": _("Unarmed"),
    # Translators: ru Лёгкий доспех
    "light": _("Light armour"),
    # Translators: ru Средний доспех
    "medium": _("Medium armour"),
    # Translators: ru Тяжёлый доспех
    "heavy": _("Heavy armour"),
    # Translators: ru Лечебное зелье
    "potion": _("Healing potion"),
    # Translators: ru Полевой набор
    "kit": _("Field kit"),
}
"""Weapons, runes, armour and other items; an event's own item is called by its id."""

ARMOUR_SHORT: Words = {
    "": _("no armour"),
    "light": _("light armour"),
    "medium": _("medium armour"),
    "heavy": _("heavy armour"),
}

ACTIONS: Words = {
    # Translators: ru Удар
    "strike": pgettext_lazy("action", "Strike"),
    # Translators: ru Выстрел
    "shot": _("Shot"),
    # Translators: ru Снайперский выстрел
    "sniper_shot": _("Sniper shot"),
    # Translators: ru Штурм
    "assault": _("Assault"),
    # Translators: ru Оглушение
    "stun": pgettext_lazy("action", "Stun"),
    # Translators: ru Огненный Шар
    "fireball": _("Fireball"),
    # Translators: ru Молния
    "lightning": pgettext_lazy("action", "Lightning"),
    # Translators: ru Лечение
    "heal": pgettext_lazy("action", "Heal"),
    # Translators: ru Призыв скелета
    "summon": _("Summon a skeleton"),
    # Translators: ru Развеять
    "dismiss": _("Dismiss skeletons"),
    # Translators: ru Стойка
    "stance": _("Stance"),
    # Translators: ru Охрана
    "guard": pgettext_lazy("action", "Guard"),
    # Translators: ru Скрыться
    "hide": pgettext_lazy("action", "Hide"),
    # Translators: ru Поиск
    "search": pgettext_lazy("action", "Search"),
    # Translators: ru Первая помощь
    "first_aid": _("First aid"),
    # Translators: ru Лечебное зелье
    "potion": _("Healing potion"),
    # Translators: ru Передать предмет
    "give": _("Hand over"),
    # Translators: ru Бросить предмет
    "drop": pgettext_lazy("action", "Drop"),
    # Translators: ru Движение
    "move": pgettext_lazy("action", "Move"),
    # Translators: ru Порядок оружия
    "reorder": _("Order of weapons"),
    # Translators: ru Надеть доспех
    "don": _("Armour on"),
    # Translators: ru Снять доспех
    "doff": _("Armour off"),
}

LINES: Words = {
    # Translators: ru Авангард
    "1": _("Vanguard"),
    # Translators: ru Тыл
    "2": pgettext_lazy("line", "Rear"),
}

STANCES: Words = {
    # Translators: ru Обычная
    "neutral": pgettext_lazy("stance", "Neutral"),
    # Translators: ru Атакующая
    "attacking": pgettext_lazy("stance", "Attacking"),
    # Translators: ru Защитная
    "defensive": pgettext_lazy("stance", "Defensive"),
}

TACTICS: Words = {
    # Translators: ru Хищная
    "predatory": _("Predatory"),
    # Translators: ru Пассивная
    "passive": pgettext_lazy("tactic", "Passive"),
    # Translators: ru Хаотичная
    "chaotic": _("Chaotic"),
    # Translators: ru Упрямая
    "stubborn": _("Stubborn"),
}

STATUSES: Words = {
    # Translators: ru Критическое состояние
    "critical": pgettext_lazy("status", "Critical"),
    # Translators: ru Оглушение
    "stunned": pgettext_lazy("status", "Stunned"),
    # Translators: ru Ясность мысли
    "clarity": _("Clarity"),
    # Translators: ru Скрытность
    "hidden": _("Stealth"),
    # Translators: ru Под охраной
    "guarded": _("Under guard"),
    # Translators: ru Связан боем
    "engaged": pgettext_lazy("status", "Engaged"),
}

WOUNDS: Words = {
    # Translators: ru Рана
    "wound": _("Wound"),
    # Translators: ru Ожог
    "burn": _("Burn"),
    # Translators: ru Повязка
    "bandage": _("Bandage"),
}

SEVERITIES: Words = {
    # Translators: ru Лёгкая рана
    "1": _("Light wound"),
    # Translators: ru Рана
    "2": _("Wound"),
    # Translators: ru Тяжёлая рана
    "3": _("Heavy wound"),
    # Translators: ru Тяжелейшая рана
    "4": _("Gravest wound"),
}

ROLLS: Words = {
    # Translators: ru Инициатива
    "initiative": _("Initiative"),
    "tiebreak": _("Tie break"),
    # Translators: ru Инстинкт
    "evade": _("Instinct"),
    # Translators: ru Бросок попадания
    "hit": _("Hit roll"),
    # Translators: ru Испытание Смерти
    "trial": _("Trial of death"),
    "cast": _("Casting"),
    # Translators: ru Прорыв
    "breakthrough": _("Breakthrough"),
    # Translators: ru Охрана
    "guard": pgettext_lazy("action", "Guard"),
    # Translators: ru Первая помощь
    "first_aid": _("First aid"),
    # Translators: ru Поиск
    "search": pgettext_lazy("action", "Search"),
    "hidden": _("Stealth"),
    # Translators: ru Призыв скелета
    "summon": _("Summon a skeleton"),
    # Translators: ru Проверка
    "check": pgettext_lazy("roll", "Check"),
    # Translators: ru Случайный выбор
    "choice": _("Chance decides"),
}

ROLES: Words = {
    # Translators: ru Атака
    "attack": pgettext_lazy("blow", "Attack"),
    # Translators: ru Контратака
    "counterattack": _("Counterattack"),
    # Translators: ru Ответный удар
    "riposte": _("Riposte"),
    "counter": _("Counter to the riposte"),
    # Translators: ru Перехват
    "intercept": _("Intercepting strike"),
}

CREATURES: Words = {
    "swordsman": _("Swordsman"),
    "spearman": _("Spearman"),
    "knight": _("Knight"),
    "hammerer": _("Hammerer"),
    "archer": _("Archer"),
    "mage": _("Mage"),
    "summoner": _("Summoner"),
    "berserker": _("Berserker"),
    "rogue": _("Rogue"),
    "healer": _("Healer"),
    "marauder": _("Marauder"),
    "skeleton": _("Skeleton"),
    "brute": _("Brute"),
}
"""Ready-made example fighters."""


def word(words: Words, code: str) -> str:
    """Give the word of an id; the id itself where it has none."""
    return str(words.get(code, code))


def number(value: int) -> str:
    """Write a number with a true minus."""
    return str(value).replace("-", "−")


def signed(value: int) -> str:
    """Write a number with its sign."""
    return f"+{value}" if value > 0 else number(value)
