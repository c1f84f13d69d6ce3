"""``mjsim rules``, and the rules that ``--preset`` and ``--set`` name."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from mjsim.cli.options import AsJson, Changes, Game, GameOption, Preset, PresetOption
from mjsim.errors import InputError
from mjsim.options import read_value

if TYPE_CHECKING:
    from rich.text import Text

    from mjsim.options import GameRules, Option
    from mjsim.tianjin import Rules
    from mjsim.wenling import Rules as WenlingRules

__all__ = [
    "chosen_rules",
    "only_options",
    "preset_name",
    "read_rules",
    "read_wenling_rules",
    "rules",
]

_R = TypeVar("_R", bound="GameRules")


def chosen_rules(
    kind: type[_R], preset: Preset | None = None, changes: Sequence[str] | None = None
) -> _R:
    """Return a preset of a game's rules with the changes that were asked for.

    Parameters
    ----------
    kind : type
        The game's rules.
    preset : Preset, optional
        The game's first if left out.
    changes : sequence of str, optional
        ``OPTION=VALUE``: a whole number, ``true`` or ``false``, a word, or category ids apart by
        commas; of two for the same option the last holds.

    Raises
    ------
    InputError
        If the preset is another game's, there is no such option, or it can't take the value.
    """
    start = kind.preset(_fitting(kind, preset))
    values: dict[str, Any] = {}
    for change in changes or ():
        name, equals, text = change.partition("=")
        name, text = name.strip(), text.strip()
        if not equals:
            raise InputError(f"--set: {change!r} is not OPTION=VALUE")
        if name not in start.to_dict():
            raise InputError(f"--set: no option {name!r}; {_listed(kind)} lists them")
        values[name] = _read(name, text, getattr(start, name))
    return start.replace(**values)


def read_rules(preset: Preset | None = None, changes: Sequence[str] | None = None) -> "Rules":
    """Return the rules of 天津麻將 that were asked for.

    Examples
    --------
    >>> read_rules(changes=["min_fan=3", "min_fan_exempt=su,gangkai"]).min_fan
    3
    >>> read_rules(changes=["dihu=maybe"])
    Traceback (most recent call last):
    ...
    mjsim.errors.InputError: --set: dihu is true or false, not 'maybe'
    """
    from mjsim.tianjin import Rules

    return chosen_rules(Rules, preset, changes)


def read_wenling_rules(
    preset: Preset | None = None, changes: Sequence[str] | None = None
) -> "WenlingRules":
    """Return the rules of 温岭麻将 that were asked for.

    Examples
    --------
    >>> read_wenling_rules(changes=["de_restore_fan=2"]).de_restore_fan
    2
    >>> read_wenling_rules(Preset.PLATFORM)
    Traceback (most recent call last):
    ...
    mjsim.errors.InputError: --preset: wenling has seed and parlour, not platform
    """
    from mjsim.wenling import Rules

    return chosen_rules(Rules, preset, changes)


def preset_name(kind: type["GameRules"], preset: Preset | None) -> str:
    """Return the name of the preset that was asked for, or of the game's first."""
    return kind.PRESETS[0] if preset is None else str(preset)


def only_options(rules: "GameRules", names: Sequence[str], what: str) -> None:
    """Refuse rules that differ from the game's first preset in other options than these.

    Raises
    ------
    InputError
        If they do; it says of what no other option changes anything.
    """
    default = type(rules)()
    same = rules.replace(**{name: getattr(default, name) for name in names})
    if same != default:
        but = f" but {' and '.join(names)}" if names else ""
        raise InputError(f"{what}: no option of the rules changes it{but}")


def _fitting(kind: type["GameRules"], preset: Preset | None) -> str:
    name = preset_name(kind, preset)
    if name not in kind.PRESETS:
        raise InputError(f"--preset: {kind.GAME} has {' and '.join(kind.PRESETS)}, not {name}")
    return name


def _listed(kind: type["GameRules"]) -> str:
    """Return the command that lists a game's options."""
    return "`mjsim rules`" if kind.GAME == Game.TIANJIN else f"`mjsim rules --game {kind.GAME}`"


def _read(name: str, text: str, now: object) -> object:
    """Read a value of the type that the option has now."""
    try:
        return read_value(name, text, now)
    except InputError as error:
        raise InputError(f"--set: {error}") from None


def _plain(value: object) -> object:
    """Return a value as JSON can hold it."""
    return sorted(value) if isinstance(value, frozenset) else value


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, frozenset):
        return ",".join(sorted(value)) or "none"
    return str(value)


def rules(
    game: GameOption = Game.TIANJIN,
    preset: PresetOption = None,
    changes: Changes = None,
    as_json: AsJson = False,
) -> None:
    """List the options of the rules, what they mean and their values in each preset."""
    from mjsim.cli.games import rules_class

    chosen = chosen_rules(rules_class(game), preset, changes)
    name = preset_name(type(chosen), preset)
    if as_json:
        from mjsim.cli.jsonout import print_json

        rows = [
            {
                "option": option.name,
                **{each: _plain(option.presets[each]) for each in chosen.PRESETS},
                "now": chosen.to_dict()[option.name],
                "rule": option.rule,
                "meaning": option.meaning,
            }
            for option in chosen.options()
        ]
        print_json({"game": game, "preset": name, "options": rows, "digest": chosen.digest})
    else:
        _show(chosen, name, changed=bool(changes))


def _show(chosen: "GameRules", preset: str, *, changed: bool) -> None:
    from mjsim.cli.tables import note, print_all, table

    names = ["option", *chosen.PRESETS, *(["now"] if changed else []), "rule", "meaning"]
    shown = table(*names, fold=["meaning"])
    for option in chosen.options():
        cells = _values(option, getattr(chosen, option.name), preset)
        shown.add_row(option.name, *(cells if changed else cells[:-1]), option.rule, option.meaning)
    remark = f"now: {preset}" + (", changed by --set where marked *" if changed else "")
    print_all(shown, "", note(remark))


def _values(option: "Option", now: object, preset: str) -> list["Text"]:
    """Return the values in each preset, and the one that holds now."""
    from rich.text import Text

    cells = [
        Text(_shown(value), style="bold" if value == now else "dim")
        for value in option.presets.values()
    ]
    if now == option.presets[preset]:
        return [*cells, Text(_shown(now), style="bold")]
    return [*cells, Text(f"{_shown(now)} *", style="bold yellow")]
