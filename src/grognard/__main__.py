"""`python -m grognard` is the `grognard` command."""

from grognard.cli.main import run

if __name__ == "__main__":
    run()
