from __future__ import annotations

import gc
import json
import logging
import os
import re
import select
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import intrigue
from intrigue.bots import command as module
from intrigue.bots import make
from intrigue.bots.bot import Bot
from intrigue.bots.client import LONGEST, Client
from intrigue.bots.command import Command, Seated
from intrigue.bots.sight import Sight, decision_seed
from intrigue.engine.match import Match

ROOT = Path(__file__).parent.parent.parent
SEATS = {"oriflamme": 4, "ablaze": 3, "oriflamme-mix": 5, "richelieu": 2}
every_game = pytest.mark.parametrize("name", SEATS)

# What a program of these tests can say: `told()` is the next question, `answer` a line.
PRELUDE = """
import json, os, signal, sys
def told():
    return json.loads(sys.stdin.readline())
def answer(text):
    sys.stdout.write(text + "\\n")
    sys.stdout.flush()
def first():
    answer(json.dumps({"move": told()["legal"][0]}))
hello = told()
"""


class First(Bot):
    """Plays the first legal move so many times, then what `random` plays."""

    def __init__(self, times: int) -> None:
        super().__init__("first")
        self.times = times

    def choose(self, sight: Sight, seed: int) -> str:
        self.times -= 1
        return sight.legal[0] if self.times >= 0 else make("random").choose(sight, seed)


def program(folder: Path, body: str) -> str:
    path = folder / "program.py"
    path.write_text(PRELUDE + body)
    return shlex.join([sys.executable, str(path)])


def example(name: str) -> str:
    """An example bot as it is written on a command line; the Python one runs with the Python of the tests."""
    path = str(ROOT / "examples" / name)
    return f"cmd:{shlex.join([sys.executable, path] if name.endswith('.py') else [path])},ms=60000"


def play_whole(name: str, bot: Bot, seed: int, players: int | None = None, seat: int = 1) -> Match:
    """A whole game of a bot at one seat against `random`."""
    match = intrigue.new(name, players=players or SEATS[name], seed=seed)
    bots = [make("random") for _ in range(match.players)]
    bots[seat - 1] = bot
    seated = [bot.sit(match.game, match.players, number) for number, bot in enumerate(bots, 1)]
    try:
        while match.to_act:
            chance = decision_seed(seed, len(match.played), match.to_act)
            match.play(seated[match.to_act - 1].choose(Sight(match), chance))
    finally:
        for one in seated:
            one.leave()
    return match


def faults(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]


def first_sight(name: str = "oriflamme") -> Sight:
    return Sight(intrigue.new(name, players=3, seed=7))


def seat_down(spec: str, sight: Sight) -> Seated:
    bot = make(spec).sit(sight.game, sight.players, sight.seat)
    assert isinstance(bot, Seated)
    return bot


def process(bot: Seated) -> int:
    assert bot.program
    return bot.program.process.pid


def has_ended(pid: int) -> bool:
    """Whether a child of ours was ended and waited for: neither it nor its zombie is there."""
    try:
        os.waitpid(pid, os.WNOHANG)
    except ChildProcessError:
        return True
    return False


# How to cite


def test_the_version_to_cite_is_ours() -> None:
    cited = dict(re.findall(r"^([a-z-]+): (.+)$", (ROOT / "CITATION.cff").read_text(), re.MULTILINE))
    assert cited["cff-version"] == "1.2.0" and cited["license"] == "MIT"
    assert cited["version"] == intrigue.__version__
    assert f"Version {intrigue.__version__}." in (ROOT / "docs" / "research.md").read_text(encoding="utf-8")


# Games


@every_game
@pytest.mark.parametrize("file", ["bot.py", "bot.sh"])
def test_the_examples_play_every_game(name: str, file: str, caplog: pytest.LogCaptureFixture) -> None:
    match = play_whole(name, make(example(file)), seed=3)
    assert match.over and faults(caplog) == []


def test_the_example_plays_the_same_game_again() -> None:
    one, two = (play_whole("oriflamme", make(example("bot.py")), seed=5) for _ in range(2))
    assert str(one.record) == str(two.record)


def test_the_example_is_better_than_random() -> None:
    wins = sum(1 in (play_whole("richelieu", make(example("bot.py")), seed).winners or []) for seed in range(6))
    assert wins >= 4


def test_examples_need_nothing_but_the_standard_library() -> None:
    found = re.findall(r"^import (\w+)", (ROOT / "examples" / "bot.py").read_text(), re.MULTILINE)
    assert set(found) <= sys.stdlib_module_names and len(found) > 1
    assert all(os.access(path, os.X_OK) for path in (ROOT / "examples").iterdir())


def test_the_document_shows_the_example() -> None:
    whole = (ROOT / "examples" / "bot.py").read_text()
    assert whole[whole.index("def worth") :] in (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")


# The protocol


@every_game
def test_a_program_hears_what_its_seat_knows_and_no_more(name: str, tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    body = f"file = open({str(heard)!r}, 'w')\nfile.write(json.dumps(hello) + '\\n')\n"
    body += "for line in sys.stdin:\n    file.write(line)\n    file.flush()\n"
    body += "    answer(json.dumps({'move': json.loads(line)['legal'][0]}))\n"
    match = play_whole(name, make(f"cmd:{program(tmp_path, body)},ms=60000"), seed=2, seat=2)
    hello, *questions = map(json.loads, heard.read_text().splitlines())
    box = {"box": intrigue.game(name).printed_box} if name == "richelieu" else {}
    assert hello == {"protocol": 1, "game": name, "players": SEATS[name], "seat": 2} | box
    again = intrigue.new(name, players=SEATS[name], seed=2)
    for move in match.record.moves:
        if again.to_act == 2:
            asked = questions.pop(0)
            assert list(asked) == ["view", "moves", "legal", "ms"]
            assert asked["view"] == again.view(2) and asked["moves"] == again.moves_for(2)
            assert asked["legal"] == again.moves() and asked["ms"] == 60000
        again.play(move)
    assert questions == []


def transcript() -> list[str]:
    """The worked example of the document; a line that begins with spaces goes on where the one before it ended."""
    document = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
    block = document.split("### A transcript\n")[1].split("```text\n")[1].split("```")[0]
    return re.sub(r"\n +", " ", block).splitlines()


def test_the_transcript_is_what_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    tell, ask = Client.tell, Client.ask

    def telling(self: Client, message: dict[str, Any]) -> None:
        said.append("> " + json.dumps(message))
        tell(self, message)

    def asking(self: Client, question: dict[str, Any], ms: int) -> bytes:
        answer = ask(self, question, ms)
        said.append("< " + answer.decode())
        return answer

    monkeypatch.setattr(Client, "tell", telling)
    monkeypatch.setattr(Client, "ask", asking)
    match = intrigue.new("oriflamme", players=3, seed=7)
    bot = make(example("bot.py").replace("60000", "5000")).sit(match.game, match.players, 1)
    while len(said) < len(transcript()) and match.to_act:
        match.play(bot.choose(Sight(match), 0) if match.to_act == 1 else match.moves()[0])
    bot.leave()
    assert said == transcript()


BY_THE_BYTE = """
import json, os
def line():
    heard = b""
    while not heard.endswith(b"\\n"):
        letter = os.read(0, 1)
        if not letter:
            os._exit(0)
        heard += letter
    return json.loads(heard)
line()
while True:
    for letter in json.dumps({"why": "it is the first", "move": line()["legal"][0]}):
        os.write(1, letter.encode())
    os.write(1, b"\\r\\n")
"""


def test_a_program_may_read_and_write_by_the_byte(caplog: pytest.LogCaptureFixture) -> None:
    spec = f"cmd:{shlex.join([sys.executable, '-c', BY_THE_BYTE])},ms=60000"
    match = play_whole("oriflamme", make(spec), seed=4)
    assert str(match.record) == str(play_whole("oriflamme", First(1000), seed=4).record)
    assert faults(caplog) == []


def test_a_question_may_be_longer_than_a_pipe_holds(tmp_path: Path) -> None:
    running = Client(shlex.split(program(tmp_path, "answer(str(len(told()['text'])))\nsys.stdin.read()")))
    running.tell({"protocol": 1})
    assert running.ask({"text": "x" * 10**6}, 60000) == b"1000000"
    running.stop(60)


# Faults


FAULTS = {
    "silent": ("told()\nsys.stdin.read()", "did not answer within 40 milliseconds"),
    "ended": ("told()", "The program ended"),
    "failed": ("told()\nraise SystemExit(1)", "The program ended"),
    "closed": ("told()\nos.close(1)\nsys.stdin.read()", "closed its input or output"),
    "half a line": ("told()\nsys.stdout.write('{\"move\":')\nsys.stdout.flush()\nos._exit(0)", "The program ended"),
    "no JSON": ("told()\nanswer('wait')\nsys.stdin.read()", "not a JSON object in which move is a text: wait"),
    "empty": ("told()\nanswer('')\nsys.stdin.read()", "not a JSON object"),
    "no object": ("told()\nanswer('[\"wait\"]')\nsys.stdin.read()", "not a JSON object"),
    "no move": ('told()\nanswer(\'{"mov": "wait"}\')\nsys.stdin.read()', "not a JSON object"),
    "no text": ("told()\nanswer('{\"move\": 1}')\nsys.stdin.read()", "not a JSON object"),
    "too deep": ("told()\nanswer('[' * 60000)\nsys.stdin.read()", "not a JSON object"),
    "great number": ("told()\nanswer('1' * 60000)\nsys.stdin.read()", "not a JSON object"),
    "no UTF-8": ("told()\nos.write(1, b'\\xff\\xfe\\xfd\\n')\nsys.stdin.read()", "not a JSON object"),
    "illegal": ('told()\nanswer(\'{"move": "fly\\\\u001b"}\')\nsys.stdin.read()', 'The program chose "fly?", which'),
    "long": ("told()\nanswer('\"' + 'x' * 70000 + '\"')\nsys.stdin.read()", "longer than 65536 bytes"),
    "endless": ("told()\nwhile True:\n    os.write(1, b'x' * 4096)", "longer than 65536 bytes"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_after_a_fault_random_plays_on(fault: str, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    body, reason = FAULTS[fault]
    patience = 40 if fault == "silent" else 60000
    spec = f"cmd:{program(tmp_path, 'first()' + chr(10) + body)},ms={patience},start=60000"
    match = play_whole("oriflamme", make(spec), seed=6)
    assert str(match.record) == str(play_whole("oriflamme", First(1), seed=6).record)
    (told,) = faults(caplog)
    assert reason in told and "random plays seat 1 of oriflamme from now on" in told
    assert "hand" not in told and "place" not in told and "\n" not in told


@every_game
def test_random_plays_on_in_every_game(name: str, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    spec = f"cmd:{program(tmp_path, 'for _ in range(3): first()')},ms=60000"
    match = play_whole(name, make(spec), seed=9, seat=2)
    assert str(match.record) == str(play_whole(name, First(3), seed=9, seat=2).record)
    assert len(faults(caplog)) == 1


def test_a_program_that_reads_no_more(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    body = "line = told()\nos.close(0)\nanswer(json.dumps({'move': line['legal'][0]}))\nsignal.pause()"
    match = play_whole("oriflamme", make(f"cmd:{program(tmp_path, body)},ms=60000"), seed=6)
    assert str(match.record) == str(play_whole("oriflamme", First(1), seed=6).record)
    assert "closed its input or output" in faults(caplog)[0]


def test_a_second_answer_is_one_too_many(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    body = "move = json.dumps({'move': told()['legal'][0]})\nanswer(move + '\\n' + move)\nsys.stdin.read()"
    match = play_whole("oriflamme", make(f"cmd:{program(tmp_path, body)},ms=60000"), seed=6)
    assert str(match.record) == str(play_whole("oriflamme", First(1), seed=6).record)
    (told,) = faults(caplog)
    assert "was not asked for" in told


def test_a_greeting_is_an_answer_too_many(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    match = play_whole("oriflamme", make(f"cmd:{program(tmp_path, 'answer(str(hello))')},ms=60000"), seed=6)
    assert str(match.record) == str(play_whole("oriflamme", First(0), seed=6).record)
    assert len(faults(caplog)) == 1


@pytest.mark.parametrize("line", ["./there-is-no-such-program", "/", "'a b' c", f"'{ROOT}/README.md'"])
def test_a_program_that_cannot_be_started(line: str, caplog: pytest.LogCaptureFixture) -> None:
    match = play_whole("oriflamme", make(f"cmd:{line}"), seed=6)
    assert str(match.record) == str(play_whole("oriflamme", First(0), seed=6).record)
    (told,) = faults(caplog)
    assert "could not be started" in told


def test_no_shell_reads_the_command(tmp_path: Path) -> None:
    bot = Command(f"cmd:printf '%s' $HOME ; touch {tmp_path}/touched")
    assert bot.words == ["printf", "%s", "$HOME", ";", "touch", f"{tmp_path}/touched"]
    play_whole("oriflamme", bot, seed=1)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "spec",
    [
        "cmd",
        "cmd:",
        "cmd: ",
        "cmd:,ms=5",
        "cmd:./a,ms=x",
        "cmd:./a,ms=",
        "cmd:./a,ms=99999999",
        "cmd:./a,speed=9",
        "cmd:'./a",
    ],
)
def test_what_cannot_be_a_command(spec: str) -> None:
    with pytest.raises(intrigue.IntrigueError) as fault:
        Command(spec)
    assert fault.value.key == "error.program_written"


def test_options_stand_behind_the_command() -> None:
    bot = Command("cmd:./mybot --level=3 a,b,ms=20,start=0")
    assert (bot.words, bot.ms, bot.start) == (["./mybot", "--level=3", "a,b"], 20, 0)


# On the side


def test_what_a_program_says_on_the_side_is_bounded(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, "intrigue.bots")
    body = "while True:\n    sys.stderr.write(('noise' * 20 + '\\x1b\\n') * 2000)\n    sys.stderr.flush()\n    first()"
    match = play_whole("oriflamme", make(f"cmd:{program(tmp_path, body)},ms=60000"), seed=4)
    assert str(match.record) == str(play_whole("oriflamme", First(1000), seed=4).record)
    heard = [record.getMessage() for record in caplog.records]
    assert faults(caplog) == [] and len(heard) == LONGEST // 102
    assert set(heard) == {f"{sys.executable}: {'noise' * 20}?"}


def test_nothing_on_the_side_is_told_unless_asked_for(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    body = "sys.stderr.close()\nos.close(2)\nwhile True:\n    first()"
    play_whole("oriflamme", make(f"cmd:{program(tmp_path, body)},ms=60000"), seed=4)
    assert caplog.records == []


# The end of a program


def test_a_program_ends_with_its_game(tmp_path: Path) -> None:
    sight = first_sight()
    bot = seat_down(f"cmd:{program(tmp_path, 'first()' + chr(10) + 'sys.stdin.read()')},ms=60000", sight)
    pid = process(bot)
    assert bot.choose(sight, 1) == sight.legal[0]
    assert not has_ended(pid)
    bot.leave()
    bot.leave()
    assert has_ended(pid)


def test_a_fault_ends_a_program(tmp_path: Path) -> None:
    sight = first_sight()
    bot = seat_down(f"cmd:{program(tmp_path, 'answer(str())' + chr(10) + 'signal.pause()')},ms=60000", sight)
    pid = process(bot)
    bot.choose(sight, 1)
    assert has_ended(pid)
    bot.leave()


def test_a_forgotten_program_ends(tmp_path: Path) -> None:
    bot = seat_down(f"cmd:{program(tmp_path, 'signal.pause()')}", first_sight())
    pid = process(bot)
    del bot
    gc.collect()
    assert has_ended(pid)


def test_a_program_for_one_decision(tmp_path: Path) -> None:
    sight = first_sight()
    command = make(f"cmd:{program(tmp_path, 'first()')},ms=60000")
    assert [command.choose(sight, 1), command.choose(sight, 2)] == sight.legal[:1] * 2


def at_the_pipe(path: Path) -> str:
    """The body of a program that holds a named pipe open, as does a process of its own, and ends for nobody."""
    return f"""
import subprocess
signal.signal(signal.SIGTERM, signal.SIG_IGN)
signal.signal(signal.SIGHUP, signal.SIG_IGN)
pipe = open({str(path)!r}, "wb")
subprocess.Popen([sys.executable, "-c", "import signal; signal.pause()"], pass_fds=[pipe.fileno()])
first()
signal.pause()
"""


def all_let_go(pipe: int) -> bool:
    """Whether nobody holds the other end of a pipe any more, or at least soon."""
    ready, _, _ = select.select([pipe], [], [], 60)
    return bool(ready) and os.read(pipe, 1) == b""


def test_what_a_program_started_ends_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "FAREWELL", 0.05)
    os.mkfifo(tmp_path / "pipe")
    sight = first_sight()
    bot = seat_down(f"cmd:{program(tmp_path, at_the_pipe(tmp_path / 'pipe'))},ms=60000", sight)
    pipe = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    try:
        assert bot.choose(sight, 1) == sight.legal[0]
        bot.leave()
        assert all_let_go(pipe)
    finally:
        os.close(pipe)


def test_no_program_outlives_the_interpreter(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    spec = f"cmd:{program(tmp_path, at_the_pipe(tmp_path / 'pipe'))},ms=60000"
    code = "import sys, intrigue\nfrom intrigue.bots import make\nfrom intrigue.bots.sight import Sight\n"
    code += "match = intrigue.new('oriflamme', players=3, seed=7)\n"
    code += "bot = make(sys.argv[1]).sit(match.game, 3, 3)\nprint(bot.choose(Sight(match), 1))\nsys.exit(3)"
    with subprocess.Popen([sys.executable, "-c", code, spec], stdout=subprocess.PIPE, text=True) as host:
        pipe = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
        try:
            assert host.communicate()[0] == first_sight().legal[0] + "\n"
            assert host.returncode == 3 and all_let_go(pipe)
        finally:
            os.close(pipe)


def test_a_forked_process_leaves_the_program_alone(tmp_path: Path) -> None:
    sight = first_sight()
    bot = seat_down(f"cmd:{program(tmp_path, 'first()' + chr(10) + 'first()')},ms=60000", sight)
    assert bot.program
    bot.program.owner += 1  # as if we were another process than the one that started it
    bot.program.stop()
    bot.program.owner -= 1
    assert bot.choose(sight, 1) == sight.legal[0]
    bot.leave()
