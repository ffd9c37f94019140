"""The rules of live combat by number, R1 to R90, in a sentence or two each."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from referee.rulebook import OpenRule, Section

RULES: tuple[Section, ...] = (
    Section(
        _("Basics"),
        (
            OpenRule(
                "R1",
                _(
                    "A fight is played with rock, paper, scissors. Who does not know the game is taught "
                    "it on the spot."
                ),
            ),
            OpenRule("R2", _("A fight runs in rounds. A round is ten segments, that is ten seconds.")),
        ),
    ),
    Section(
        _("Initiative"),
        (
            OpenRule("R3", _("The order of acting is settled at the beginning of a fight.")),
            OpenRule(
                "R4",
                _(
                    "The order then stands, and all act in turn for as long as the parties stay within "
                    "weapon distance."
                ),
            ),
            OpenRule("R5", _("After the parties have moved apart, the next round starts with initiative.")),
            OpenRule("R6", _("Somebody new in the fight makes new initiative necessary.")),
            OpenRule("R7", _("For initiative the opposing parties show one sign each.")),
            OpenRule("R8", _("Who wins that throw adds 3 to Dexterity. A draw gives nobody anything.")),
            OpenRule("R9", _("Without the throw won, the Initiative value is Dexterity alone.")),
            OpenRule("R10", _("A referee may give one party +1 for the weapon.")),
            OpenRule("R11", _("The greater Initiative value attacks first.")),
            OpenRule(
                "R12",
                _("Equal opponents strike at once, and the next round starts with initiative again."),
            ),
            OpenRule(
                "R13",
                _("The order stands until the situation changes: somebody joins, or the parties part."),
            ),
            OpenRule("R14", _("Referees and assistant referees may set another order at any time.")),
        ),
    ),
    Section(
        _("Attack and defence"),
        (
            OpenRule("R15", _("A melee attack takes one throw of signs.")),
            OpenRule("R16", _("Throw won by the attacker: +6 to the Total Attack. Lost: −6. Draw: 0.")),
            OpenRule(
                "R17",
                _("A hit is a Total Attack greater than the Total Defence. Equal or less is none."),
            ),
            OpenRule("R18", _("Where one side plainly has the advantage, a referee may do without a throw.")),
        ),
    ),
    Section(
        _("Knockout"),
        (
            OpenRule(
                "R19",
                _("A knockout is announced to a referee or an assistant referee before the attack."),
            ),
            OpenRule("R20", _("A knockout attempt costs −6 on that attack.")),
            OpenRule(
                "R21",
                _("It succeeds with a loss of at least the target’s Physique, or of all the points left."),
            ),
            OpenRule("R22", _("Armour is taken off the damage, in a knockout too.")),
            OpenRule("R23", _("Who is knocked out loses no points but is unconscious.")),
            OpenRule(
                "R24",
                _(
                    "Not every weapon or circumstance is fit for a knockout. The weapon check says which "
                    "weapon is."
                ),
            ),
            OpenRule("R25", _("The Knockout Special Attack has a modifier and a threshold of its own.")),
        ),
    ),
    Section(
        _("Ambush"),
        (
            OpenRule("R26", _("A prepared attack by surprise needs no throw. It counts as won.")),
            OpenRule("R27", _("Who is surprised defends with neither weapon nor shield.")),
            OpenRule("R28", _("Anatomy of the target’s race raises the maximum damage of an ambush by 2.")),
            OpenRule("R29", _("Who survives an ambush acts under Hindrance in the next round.")),
            OpenRule("R30", _("Who suspects an ambush tells the attacker so, out of the game.")),
            OpenRule("R31", _("An ambush needs no referee on the spot.")),
            OpenRule("R32", _("Where the two disagree on whether it succeeded, a referee decides.")),
            OpenRule(
                "R33",
                _("A referee may give one of the two a permanent loss, for example for a needless call."),
            ),
            OpenRule("R34", _("Not every weapon is fit for an ambush. The weapon check says which is.")),
        ),
    ),
    Section(
        _("Damage"),
        (
            OpenRule("R35", _("A weapon has a maximum damage. It wounds no deeper.")),
            OpenRule("R36", _("Large and strong weapons have a minimum damage too, which a referee sets.")),
            OpenRule("R37", _("Damage is the difference between Total Attack and Total Defence.")),
            OpenRule("R38", _("Damage is at most the maximum and at least the minimum of the weapon.")),
            OpenRule("R39", _("An aiming weapon has a fixed damage.")),
            OpenRule("R40", _("The numbers of weapons come from the weapon check. None is built in.")),
        ),
    ),
    Section(
        _("Attacks per round"),
        (
            OpenRule("R41", _("A slow weapon attacks in every second round only.")),
            OpenRule(
                "R42",
                _("A dagger or a throwing weapon attacks twice in a round, with a Dexterity of 4 or more."),
            ),
            OpenRule("R43", _("Each of the two attacks has a throw of its own.")),
            OpenRule("R44", _("The second attack comes at the end of the round.")),
            OpenRule("R45", _("With two weapons both may attack in one showing of signs.")),
            OpenRule("R46", _("With fast weapons in both hands there are two showings in a round.")),
            OpenRule("R47", _("No hand attacks more than twice in a round.")),
            OpenRule("R48", _("Haste alone goes beyond that.")),
            OpenRule("R49", _("Some aiming weapons may attack three times, with a referee’s leave.")),
        ),
    ),
    Section(
        _("Two-weapon fighting"),
        (
            OpenRule("R50", _("Attacking tactic: two weapons attack, one defends.")),
            OpenRule("R51", _("Attacking tactic: each hand shows a sign and has a Total Attack of its own.")),
            OpenRule("R52", _("Attacking tactic: each hand that hits deals its own damage.")),
            OpenRule(
                "R53",
                _(
                    "Attacking tactic in defence: one sign, one weapon’s modifier, the deductions of both"
                    " hands."
                ),
            ),
            OpenRule("R54", _("Repeating feint, from level 2: one weapon opens the way for the other.")),
            OpenRule("R55", _("Repeating feint in attack: one sign, and +6, 0 or −6 counts once.")),
            OpenRule(
                "R56",
                _("Repeating feint in attack: the modifiers and the deductions of both weapons."),
            ),
            OpenRule(
                "R57",
                _("Repeating feint in defence: one sign, one weapon’s modifier and that hand’s deduction."),
            ),
            OpenRule("R58", _("Defending tactic, from level 3: one weapon attacks, two defend.")),
            OpenRule(
                "R59",
                _("Defending tactic in attack: one sign, as with one weapon, with that hand’s deduction."),
            ),
            OpenRule(
                "R60",
                _("Defending tactic in defence: one sign, the modifiers and the deductions of both weapons."),
            ),
            OpenRule(
                "R61",
                _("Without the Attacking tactic two-weapon fighters meet as if each had one weapon."),
            ),
            OpenRule("R62", _("Attacking tactic: the sign of each hand meets the one sign of the defender.")),
            OpenRule("R63", _("Attacking tactic: every hand whose Total Attack is great enough hits.")),
            OpenRule("R64", _("The two signs may be the same or different.")),
            OpenRule(
                "R65",
                _("Against the Attacking tactic, the Defending tactic shows a sign with both hands."),
            ),
            OpenRule(
                "R66",
                _("The defender then pairs the signs, after they are shown. One hand may meet both."),
            ),
        ),
    ),
    Section(
        _("Weapon lengths"),
        (
            OpenRule("R67", _("The longer weapon gives +1 to both totals, if a referee grants it.")),
            OpenRule("R68", _("What counts is the length that is really seen.")),
            OpenRule("R69", _("In a charge a pole weapon goes first, in attack and in defence.")),
            OpenRule("R70", _("A hit by a pole weapon in defence stalls the charge.")),
        ),
    ),
    Section(
        _("Spells and weapons"),
        (
            OpenRule("R71", _("Psi counts as magic.")),
            OpenRule(
                "R72",
                _(
                    "Between spell and weapon the kind of the spell decides who is first: the time that "
                    "saying it takes."
                ),
            ),
            OpenRule("R73", _("Spell of three seconds or less: one throw decides who is first.")),
            OpenRule("R74", _("Longer spell: the weapon is first.")),
            OpenRule("R75", _("Spell read from paper: the weapon is first, at any length.")),
            OpenRule("R76", _("A caster who loses points is interrupted.")),
            OpenRule("R77", _("A referee’s order needs no reason.")),
        ),
    ),
    Section(
        _("Situations"),
        (
            OpenRule("R78", _("Disturbance: −3 while it lasts.")),
            OpenRule("R79", _("Hindrance: −6 while it lasts.")),
            OpenRule("R80", _("A referee says which of the two holds.")),
            OpenRule(
                "R81",
                _(
                    "Half-light or legs held in place: Disturbance. An opponent unseen, lying on the "
                    "ground, a weapon used untrained: Hindrance."
                ),
            ),
            OpenRule("R82", _("Blind: −12. Other cases are for a referee to judge.")),
        ),
    ),
    Section(
        _("Charge"),
        (
            OpenRule("R83", _("A charge takes at least 5 metres and is announced before.")),
            OpenRule(
                "R84",
                _(
                    "Charge: +2 to attack and −4 to defence in that round. The maximum damage is half as "
                    "much again, rounded down, for charger and receiver."
                ),
            ),
            OpenRule("R85", _("In a charge a pole weapon goes first (as R69).")),
            OpenRule("R86", _("A hit by a pole weapon in defence stalls the charge (as R70).")),
        ),
    ),
    Section(
        _("Aimed attack"),
        (
            OpenRule("R87", _("Aimed at arm, leg or torso: −3.")),
            OpenRule("R88", _("Aimed at head, hand, elbow, knee or forehead: −6.")),
            OpenRule("R89", _("A referee or an assistant referee may set another number.")),
            OpenRule("R90", _("Aiming never costs more than −9.")),
        ),
    ),
)
"""What a line of a result cites."""
