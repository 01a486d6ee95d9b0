"""The table of languages: a folder beside this file and a line here make one, and nothing else.

The code of a language is the one under which Babel knows it; from there come its numbers and dates.
"""

from __future__ import annotations

from typing import NamedTuple

LATIN = (
    "- s x e es ed er ers ez en est y ied ies ying ing ion ions or ors d al aux eur eurs"  # English, and French nouns
    " ee ees ent ant ante ants antes ait aient i is it ie ir issez u ue us ues re ra era ement",  # French verbs
)
CYRILLIC = (
    "- а я о е и ы і у ю ь є ам ям ах ях ами ями има ом ем єм ою ею єю ои еи єі ьою ев ов ів еві ові ью"  # nouns
    " ыи ии іи ая яя ое ее ые ие іє ого его ього ому ему ьому ым им ім ых их іх ыми ими іми ую юю оі"  # adjectives
    " т ть ти л ла ло ли в ши вши ит ить іть ят ять ет ют ють ут уть ат ать ете ите іте іт ає ають яє яют яють"
    " ив ил ила ило или ити яти ати яет ает уи уите аи аите вает вают вать вая ває вають вати"  # verbs
    " ен ена ено ены ену ені енная енную енные енных енои еного ених ения ение ению ением ении ення енню енням"
    " ан ана ано аны ани ану анная анную анных ания ание анию анием ании ання анню анням",  # what comes from verbs
    "ость ости остью остеи",
    "ість ості істю",
    "ец ца цу цом цем це цы цов цев цам цами цах ець ця цю цеві ці ців цям цями цях",
    "ок ка ки ку ке ко кою кои ком ков кам ками ках ці",
)
ONE, MORE_THAN_ONE = "n != 1", "n > 1"
SLAVIC = "n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2"


class Language(NamedTuple):
    """What there is to know of a language beside its sentences."""

    name: str
    """What it calls itself."""
    plural: str
    """Which form of a sentence a number takes, as gettext writes it."""
    endings: tuple[str, ...]
    """How forms of one word end, for searching: each text is a set of endings that take each other's place, as
    `rulebook.search.fold` writes them (и stands for й too, and і for ї); a dash for nothing."""
    editions: str
    """What a table made in it begins with: the first of these that a game has."""
    elided: str = ""
    """What may stand before a word and an apostrophe, and is no part of the word."""


TABLE = {
    "en": Language("English", ONE, LATIN, "fr uk fr+uk"),
    "fr": Language("Français", MORE_THAN_ONE, LATIN, "fr uk fr+uk", "jusqu lorsqu puisqu quoiqu qu c d j l m n s t"),
    "ru": Language("Русский", SLAVIC, CYRILLIC, "ru ru+ru"),
    "uk": Language("Українська", SLAVIC, CYRILLIC, "fr uk fr+uk"),
}
"""English first: it is spoken where no other is wanted."""
