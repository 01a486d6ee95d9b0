"""Writes the golden playthroughs and the perft table anew: `make golden`. Review the diff."""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from golden.perft import PERFT, table
from golden.playthrough import FOLDER, TABLES, path, playthrough

if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for game in TABLES:
        path(*game).write_text(playthrough(*game))
    PERFT.write_text(json.dumps(table(), indent=1) + "\n")
    print(f"{len(TABLES)} playthroughs and the perft table are written; see what changed with: git diff tests/golden")
