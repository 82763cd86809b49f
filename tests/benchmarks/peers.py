"""Other engines to compare with, in a virtual environment of their own under ``var/``, which may be deleted."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path
from types import TracebackType
from typing import Any

from tutor.setup.bootstrap import pip_environment

ROOT = Path(__file__).resolve().parent.parent.parent
PLACE = ROOT / "var" / "peers"
PINS = ("games-collection==1.6.1", "rlcard==1.2.0", "open-spiel==2.0.2", "chess==1.11.2")


class PeersMissing(Exception):
    """The peers cannot be installed here; the sentence says why."""


def environment() -> Path:
    """The Python of the peers' environment, which is made if it is not there or holds other versions."""
    scripts = "Scripts" if sys.platform == "win32" else "bin"
    python = PLACE / scripts / ("python.exe" if sys.platform == "win32" else "python")
    stamp = PLACE / "installed.txt"
    if python.exists() and stamp.exists() and stamp.read_text(encoding="utf-8") == "\n".join(PINS):
        return python
    shutil.rmtree(PLACE, ignore_errors=True)
    print(f"installing {', '.join(PINS)} in {PLACE.relative_to(ROOT)} ...", file=sys.stderr)
    try:
        venv.create(PLACE, with_pip=True)
        command = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *PINS]
        subprocess.run(command, check=True, capture_output=True, text=True, env=pip_environment(os.environ))
    except subprocess.CalledProcessError as error:
        said = (error.stderr or error.stdout or "pip failed").strip()
        raise PeersMissing(said.splitlines()[-1]) from None
    stamp.write_text("\n".join(PINS), encoding="utf-8")
    return python


class Peers:
    """The peers at work in a process of their own. Raises PeersMissing if that cannot be started."""

    def __init__(self, questions: dict[str, Any]) -> None:
        self.process = subprocess.Popen(
            [str(environment()), "-I", str(Path(__file__).with_name("peer_worker.py"))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.names: tuple[str, ...] = tuple(self._ask(questions))

    def _ask(self, question: object) -> Any:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(json.dumps(question) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise PeersMissing("a peer gave a wrong answer or could not be imported, see above")
        return json.loads(line)

    def rate(self, name: str, seconds: float) -> float:
        """Answers a second of one peer."""
        return float(self._ask([name, seconds]))

    def __enter__(self) -> Peers:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait()
