"""What is loaded when: a PDF without pictures is written without Pillow, which is there all the same when wanted."""

from __future__ import annotations

import subprocess
import sys

CODE = """
import sys
import printkit.backends.pdf
print("PIL._imaging" in sys.modules)
import PIL.Image
from PIL import Image
print(Image.new("RGB", (2, 3)).size, PIL.Image.new is Image.new, "PIL._imaging" in sys.modules)
"""


def test_pillow_waits_until_it_is_used() -> None:
    answer = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, check=True)
    assert answer.stdout.splitlines() == ["False", "(2, 3) True True"]
