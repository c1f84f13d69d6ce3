"""``mjsim rules``, and the rules that ``--preset`` and ``--set`` name."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mjsim.cli.options import AsJson, Changes, Game, GameOption, Preset, PresetOption
from mjsim.errors import InputError

if TYPE_CHECKING:
    from mjsim.tianjin import Rules

__all__ = ["read_rules", "rules"]

_TRUTH = {
    **dict.fromkeys(("true", "yes", "on", "1"), True),
    **dict.fromkeys(("false", "no", "off", "0"), False),
}


def read_rules(preset: Preset = Preset.PLATFORM, changes: Sequence[str] | None = None) -> "Rules":
    """Return a preset with the changes that were asked for.

    Parameters
    ----------
    preset : Preset
    changes : sequence of str, optional
        ``OPTION=VALUE``: a whole number, ``true`` or ``false``, a word, or category ids apart by
        commas; of two for the same option the last holds.

    Raises
    ------
    InputError
        If there is no such option, or it can't take the value.

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

    start = Rules.preset(preset)
    values: dict[str, Any] = {}
    for change in changes or ():
        name, equals, text = change.partition("=")
        name, text = name.strip(), text.strip()
        if not equals:
            raise InputError(f"--set: {change!r} is not OPTION=VALUE")
        if name not in start.to_dict():
            raise InputError(f"--set: no option {name!r}; `mjsim rules` lists them")
        values[name] = _read(name, text, getattr(start, name))
    return start.replace(**values)


def _read(name: str, text: str, now: object) -> object:
    """Read a value of the type that the option has now."""
    if isinstance(now, bool):
        if text.lower() not in _TRUTH:
            raise InputError(f"--set: {name} is true or false, not {text!r}")
        return _TRUTH[text.lower()]
    if isinstance(now, int):
        try:
            return int(text)
        except ValueError:
            raise InputError(f"--set: {name} is a whole number, not {text!r}") from None
    if isinstance(now, frozenset):
        return frozenset(part.strip() for part in text.split(",") if part.strip())
    return text


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
    preset: PresetOption = Preset.PLATFORM,
    changes: Changes = None,
    as_json: AsJson = False,
) -> None:
    """List the options of the rules, what they mean and their values in each preset."""
    chosen = read_rules(preset, changes)
    options = chosen.options()
    if as_json:
        from mjsim.cli.jsonout import print_json

        rows = [
            {
                "option": option.name,
                "platform": _plain(option.presets["platform"]),
                "traditional": _plain(option.presets["traditional"]),
                "now": chosen.to_dict()[option.name],
                "rule": option.rule,
                "meaning": option.meaning,
            }
            for option in options
        ]
        print_json({"game": game, "preset": preset, "options": rows, "digest": chosen.digest})
        return
    from rich.text import Text

    from mjsim.cli.tables import note, print_all, table

    names = ["option", "platform", "traditional", *(["now"] if changes else []), "rule", "meaning"]
    shown = table(*names, fold=["meaning"])
    for option in options:
        now = getattr(chosen, option.name)
        changed = now != option.presets[preset]
        cells = [
            Text(_shown(value), style="bold" if value == now else "dim")
            for value in (option.presets["platform"], option.presets["traditional"])
        ]
        if changes:
            text = _shown(now) + (" *" if changed else "")
            cells.append(Text(text, style="bold yellow" if changed else "bold"))
        shown.add_row(option.name, *cells, option.rule, option.meaning)
    remark = f"now: {preset}" + (", changed by --set where marked *" if changes else "")
    print_all(shown, "", note(remark))
