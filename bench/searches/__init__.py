"""Three searches from one loop: flat, single-observer, re-determinising. A trial; see docs/ladder.md."""
