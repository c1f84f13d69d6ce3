"""A tiny reader and writer of hands such as ``123m456p(222s)[1111p]ESWNCFP``."""

HONOURS = "ESWNCFP"
SUITS = "mps"
PONG, OPEN_KONG, CONCEALED_KONG = 2, 3, 4


def read_tiles(text):
    """Kinds (0-33) of a run of tiles without melds, in the order written."""
    kinds, digits = [], []
    for letter in text:
        if letter.isdigit():
            digits.append(int(letter))
        elif letter in SUITS and digits:
            kinds.extend(9 * SUITS.index(letter) + digit - 1 for digit in digits)
            digits = []
        elif letter in HONOURS and not digits:
            kinds.append(27 + HONOURS.index(letter))
        else:
            raise ValueError(f"cannot read {letter!r} in {text!r}")
    if digits:
        raise ValueError(f"digits without a suit in {text!r}")
    return kinds


def read_meld(text):
    """``(type, kind)`` of one meld in its brackets: 2 pong, 3 open kong, 4 concealed kong."""
    kinds = read_tiles(text[1:-1])
    if len(set(kinds)) != 1 or (text[0], len(kinds)) not in {("(", 3), ("(", 4), ("[", 4)}:
        raise ValueError(f"no meld: {text!r}")
    if text[0] == "[":
        return CONCEALED_KONG, kinds[0]
    return (PONG if len(kinds) == 3 else OPEN_KONG), kinds[0]


def read_hand(text):
    """Concealed kinds and melds of a hand; melds may stand anywhere in the text."""
    concealed, melds = [], []
    rest = text
    while rest:
        if rest[0] in "([":
            end = rest.index(")" if rest[0] == "(" else "]") + 1
            melds.append(read_meld(rest[:end]))
        else:
            end = min((rest.index(mark) for mark in "([" if mark in rest), default=len(rest))
            concealed.extend(read_tiles(rest[:end]))
        rest = rest[end:]
    return concealed, melds


def write_tiles(kinds):
    """Notation of some tiles, sorted."""
    text = ""
    for suit, letter in enumerate(SUITS):
        ranks = "".join(str(kind % 9 + 1) for kind in sorted(kinds) if kind // 9 == suit)
        text += ranks + letter if ranks else ""
    return text + "".join(HONOURS[kind - 27] for kind in sorted(kinds) if kind >= 27)


def write_hand(concealed, melds=()):
    """Notation of concealed tiles followed by melds."""
    text = write_tiles(concealed)
    for meld_type, kind in melds:
        body = write_tiles([kind] * (3 if meld_type == PONG else 4))
        text += f"[{body}]" if meld_type == CONCEALED_KONG else f"({body})"
    return text
