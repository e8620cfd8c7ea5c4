"""What tests share: an adapter, and graphs."""

import os

import pytest

import wgpu_noise as wn


@pytest.fixture
def clouds():
    return wn.perlin(frequency=4).fbm(octaves=5)


@pytest.fixture(scope="session")
def adapter():
    """The name of a GPU; in tests usually one in software. NOISE_REQUIRE_ADAPTER=1 makes a test fail without it."""
    name = os.environ.get("NOISE_ADAPTER", "llvmpipe")
    try:
        wn.bake(wn.perlin(), (2, 2), adapter=name)
    except RuntimeError as error:
        if os.environ.get("NOISE_REQUIRE_ADAPTER") == "1":
            raise
        pytest.skip(f"no adapter: {error}")
    return name
