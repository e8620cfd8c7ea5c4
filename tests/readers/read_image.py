"""Writes the pixels of each frame of an image to standard output, as RGBA, and what Pillow says of it, as JSON, to standard error."""

import json
import sys

from PIL import Image

image = Image.open(sys.argv[1])
seen = {
    "format": image.format,
    "size": image.size,
    "frames": getattr(image, "n_frames", 1),
    "loop": image.info.get("loop"),
    "durations": [],
    "xmp": image.info.get("xmp", b"").decode(),
}
for frame in range(seen["frames"]):
    image.seek(frame)
    sys.stdout.buffer.write(image.convert("RGBA").tobytes())
    seen["durations"].append(image.info.get("duration"))
json.dump(seen, sys.stderr)
