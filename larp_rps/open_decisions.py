"""What was decided where the rules leave a question open, A1 to A86, in a sentence or two each."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from referee.rulebook import OpenRule, Section

DECISIONS: tuple[Section, ...] = (
    Section(
        _("Decisions: initiative"),
        (
            OpenRule(
                "A1",
                _(
                    "With three or more, each shows one sign. +3 goes to who beats somebody and loses to "
                    "nobody."
                ),
            ),
            OpenRule(
                "A2",
                _(
                    "Blows of level fighters are judged by how both stood before. Who falls by one still "
                    "deals the other."
                ),
            ),
            OpenRule(
                "A3",
                _(
                    "After opponents were level everybody throws again in the next round. Level allies "
                    "change nothing."
                ),
            ),
            OpenRule(
                "A4",
                _("The +1 for a weapon goes to one fighter at most, before the values are compared."),
            ),
            OpenRule("A5", _("Each has one turn in a round. Who lets a slower one strike first has passed.")),
            OpenRule("A6", _("Who joins waits for the next round. By ruling the throw is made at once.")),
            OpenRule("A7", _("Who joins changes the order and nothing else.")),
            OpenRule("A8", _("A fall needs no new initiative. Who leaves and comes back joins anew.")),
            OpenRule(
                "A9",
                _(
                    "An ambush from outside a running fight is resolved at once. Who has a place in the "
                    "order ambushes in the own turn."
                ),
            ),
            OpenRule(
                "A10",
                _("A situation counts for attack and for defence. By ruling for initiative too."),
            ),
            OpenRule(
                "A11",
                _(
                    "One situation counts at a time, the larger. By ruling Disturbances and Hindrances "
                    "add up."
                ),
            ),
            OpenRule("A12", _("Blindness stands in place of other situations.")),
        ),
    ),
    Section(
        _("Decisions: attack and damage"),
        (
            OpenRule("A13", _("Base attack, base defence, weapon modifiers and shield come from the sheet.")),
            OpenRule(
                "A14",
                _("A throw won by the defender lowers the attack. It does not raise the defence."),
            ),
            OpenRule("A15", _("Who wins may decline the +6 before numbers are shown.")),
            OpenRule("A16", _("A draw is a result and is not thrown again.")),
            OpenRule("A17", _("Without a throw the favoured side counts as the winner.")),
            OpenRule("A18", _("Equal totals are no hit.")),
            OpenRule(
                "A19",
                _("A ranged weapon throws like any other. By ruling there is no throw, and it counts 0."),
            ),
            OpenRule("A20", _("A difference below the minimum still deals the minimum.")),
            OpenRule("A21", _("A weapon whose minimum is over its maximum is not taken.")),
            OpenRule("A22", _("Armour is taken off after the maximum. By ruling before it.")),
            OpenRule("A23", _("A loss is never below 0, and armour may take off the minimum too.")),
            OpenRule("A24", _("Fixed damage changes neither by a charge nor by Anatomy. Armour counts.")),
            OpenRule(
                "A25",
                _(
                    "The maximum is multiplied for the charge, then raised for Anatomy. By ruling the "
                    "other way round."
                ),
            ),
            OpenRule("A26", _("Anatomy counts in an ambush only.")),
            OpenRule("A85", _("All numbers are whole. What a charge makes of the maximum is rounded down.")),
        ),
    ),
    Section(
        _("Decisions: charge"),
        (
            OpenRule(
                "A27",
                _(
                    "The −4 of a charge holds all round against everybody. Its gains hold against the "
                    "announced target."
                ),
            ),
            OpenRule(
                "A28",
                _("Who receives a charge has the greater maximum too, against the charger, in that round."),
            ),
            OpenRule("A29", _("Two pole weapons cancel each other. A referee’s order stands above them.")),
            OpenRule(
                "A30",
                _("A stalled charger attacks no more in that round. By ruling only the gains are lost."),
            ),
            OpenRule("A31", _("Two who charge each other both have gains and costs, once.")),
            OpenRule("A32", _("Exactly 5 metres is enough. Announced late it is no charge.")),
            OpenRule("A33", _("The +2 goes to each hand and each attack of the round.")),
            OpenRule("A34", _("A charge does not change the minimum.")),
            OpenRule("A35", _("A slow weapon that rests neither charges nor strikes the charger.")),
        ),
    ),
    Section(
        _("Decisions: knockout"),
        (
            OpenRule("A36", _("The smaller of Physique and points left is what a knockout must reach.")),
            OpenRule("A37", _("To reach it exactly is enough, and it takes one blow.")),
            OpenRule("A38", _("Armour is taken off before that is compared.")),
            OpenRule("A39", _("The maximum of the weapon limits a knockout too.")),
            OpenRule(
                "A40",
                _("A knockout that fails costs no points. By ruling it costs the ordinary loss."),
            ),
            OpenRule("A41", _("A referee says how long somebody is unconscious.")),
            OpenRule(
                "A42",
                _("A knockout by ambush is possible: +6 and −6 cancel. It is announced all the same."),
            ),
            OpenRule("A43", _("The Special Attack may replace the modifier, the threshold, or both.")),
            OpenRule("A86", _("The −6 of a knockout is for that attack alone. It adds to a Hindrance.")),
        ),
    ),
    Section(
        _("Decisions: ambush"),
        (
            OpenRule("A44", _("A garrotte is an ambush like any other.")),
            OpenRule("A45", _("Who is surprised keeps base defence, situation and a charger’s −4.")),
            OpenRule("A46", _("In an ambush the totals are compared all the same.")),
            OpenRule(
                "A47",
                _("Hindrance follows a hit that leaves points above 0, even one without a loss."),
            ),
            OpenRule("A48", _("Suspicion makes it an ordinary attack, with throw, weapon and shield.")),
            OpenRule(
                "A49",
                _("What a referee lets somebody lose is free in kind and size, and never automatic."),
            ),
            OpenRule("A50", _("An ambush may be aimed.")),
            OpenRule("A51", _("Only the first attack of a round is an ambush.")),
            OpenRule(
                "A52",
                _(
                    "An ambush that opens the fight is a round of its own, without initiative. Who was "
                    "ambushed acts from the next one."
                ),
            ),
        ),
    ),
    Section(
        _("Decisions: attacks per round, two weapons"),
        (
            OpenRule(
                "A53",
                _(
                    "A slow weapon strikes in the first round and rests after each attack. By ruling it "
                    "rests first."
                ),
            ),
            OpenRule("A54", _("Fast takes both: the category, and a Dexterity of 4 on the sheet.")),
            OpenRule("A55", _("Second attacks come after all first ones, each with new signs.")),
            OpenRule(
                "A56",
                _("Thrown and aiming are separate. Damage is fixed only where the weapon says so."),
            ),
            OpenRule(
                "A57",
                _("Of a dagger and a sword the dagger alone attacks again. By ruling both hands do."),
            ),
            OpenRule(
                "A58",
                _(
                    "Three attacks take a referee’s leave, over both hands or for each. A slow weapon "
                    "under haste takes a word too."
                ),
            ),
            OpenRule("A59", _("The Attacking tactic shows once, a sign with each hand.")),
            OpenRule("A60", _("The one sign of a defender meets both hands.")),
            OpenRule("A61", _("In the Attacking tactic each hand counts its own modifier and deduction.")),
            OpenRule("A62", _("The defending weapon is named with the tactic.")),
            OpenRule(
                "A63",
                _("The deduction is a number for each hand on the sheet, the same in attack and defence."),
            ),
            OpenRule(
                "A64",
                _("A feint is one attack with one hit. The striking weapon is named before the throw."),
            ),
            OpenRule("A65", _("Defending tactic in attack: the deduction of the striking hand alone.")),
            OpenRule(
                "A66",
                _(
                    "Two signs against two: each hand defends with its own numbers. By ruling with the "
                    "modifiers of both."
                ),
            ),
            OpenRule(
                "A67",
                _("A tactic is chosen before the first attack of a round and stays until it is changed."),
            ),
            OpenRule(
                "A68",
                _(
                    "The Attacking tactic takes level 1. A referee may let somebody without it, under "
                    "Hindrance."
                ),
            ),
        ),
    ),
    Section(
        _("Decisions: magic, order, aiming, rest"),
        (
            OpenRule(
                "A70",
                _("A short spell is a bare throw. On a draw both work at once, or who the ruling says."),
            ),
            OpenRule(
                "A71",
                _("What counts is the time that this player needs. Three seconds are still short."),
            ),
            OpenRule("A72", _("A spell read from paper loses to any weapon.")),
            OpenRule("A73", _("A hit without a loss interrupts nothing.")),
            OpenRule("A74", _("A spell that is not interrupted works at the end of the round.")),
            OpenRule(
                "A75",
                _(
                    "The order of a spell holds between the caster and who attacks the caster. To cast "
                    "and attack in one round takes a referee’s word."
                ),
            ),
            OpenRule("A76", _("Silent psi counts as magic. A referee sets its time.")),
            OpenRule("A77", _("An order set by hand stands until the next initiative, and settles a tie.")),
            OpenRule("A78", _("An assistant referee’s order is not taken while a referee’s stands.")),
            OpenRule("A79", _("The limit of −9 is for aiming alone.")),
            OpenRule("A80", _("The part that was hit is recorded. What follows from it a referee says.")),
            OpenRule("A81", _("Aiming is declared before the throw, with any weapon.")),
            OpenRule("A82", _("Weapons of equal length give nobody +1.")),
            OpenRule("A83", _("Who has 0 points or less is down until a referee says otherwise.")),
            OpenRule(
                "A84",
                _("To attack somebody who lies takes a referee’s word. Targets are free otherwise."),
            ),
        ),
    ),
)
"""A69 says what a word means and has no effect: it is not here."""
