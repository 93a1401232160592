"""Escapes names for people. Uses only the standard library."""


def printable(value):
    """Returns a text with escapes for line ends and other unprintable characters, or JSON with such texts."""
    if isinstance(value, dict):
        return {printable(key): printable(member) for key, member in value.items()}
    if isinstance(value, list):
        return [printable(member) for member in value]
    if not isinstance(value, str) or value.isprintable():
        return value
    return "".join(one if one.isprintable() else one.encode("unicode_escape").decode() for one in value)
