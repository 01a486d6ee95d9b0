"""A short mark of much content: it changes whenever anything in it does."""

import hashlib
import json
from typing import Any


def digest(content: Any) -> str:
    """The first signs of a hash over the content as JSON."""
    return hashlib.sha256(json.dumps(content).encode()).hexdigest()[:10]
