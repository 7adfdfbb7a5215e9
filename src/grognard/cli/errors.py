"""What the command line does with an error: one clear line and an exit code, never a traceback."""

import sys
from typing import NoReturn

BAD_INPUT = 2
FAULT = 70


def is_known(error: Exception) -> bool:
    """Tell an error that explains itself to the user from a fault of the program.

    Grognard's own errors are written for the user; so are those of files, of text that is not UTF-8,
    of msgspec, which names the field that is wrong, and of the parser of the command line. A bare
    ValueError from elsewhere is a fault.
    """
    if isinstance(error, OSError | UnicodeDecodeError):
        return True
    home = type(error).__module__.partition(".")[0]
    return home in ("msgspec", "typer", "click") or (
        home == "grognard" and isinstance(error, ValueError | LookupError)
    )


def describe(error: Exception) -> str:
    """Put an error into one plain sentence or, for a list of problems, a line for each."""
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    if isinstance(error, KeyError) and error.args:
        return str(error.args[0])
    return str(error) or type(error).__name__


def leave(error: Exception) -> NoReturn:
    """Say what is wrong on the error stream, and stop."""
    if is_known(error):
        print(f"grognard: {describe(error)}", file=sys.stderr)
        sys.exit(BAD_INPUT)
    print(f"grognard: a fault in the program: {type(error).__name__}: {describe(error)}", file=sys.stderr)
    print("grognard: please report it with what `grognard --debug ...` prints", file=sys.stderr)
    sys.exit(FAULT)
